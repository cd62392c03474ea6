import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type RepeatedDesign, repeatedDesigns } from '../cart/repeated-designs.queries.ts';
import { visibleOrders } from '../orders/order-filters.queries.ts';

/** A line of an order as it was placed. Money in minor units. */
export interface LineToReorder {
  id: number;
  productId: number;
  combinationId: number;
  productName: string;
  sku: string;
  imageSrc: string | null;
  description: string;
  quantity: number;
  unitMinor: number;
  unitTaxMinor: number;
  collectionId: number | null;
  groupId: number | null;
  wearerId: number | null;
  wearerName: string | null;
  /** What was chosen for it; what it has by itself is not among them. */
  designs: RepeatedDesign[];
}

/** Whose order it is, and its lines. */
export interface OrderToReorder {
  customerId: number;
  lines: LineToReorder[];
}

/** The lines of an order that the person may see, in one statement; undefined when there is no such order. */
export async function findOrderToReorder(db: Db, scope: Scope, orderId: number): Promise<OrderToReorder | undefined> {
  const found = await sql<OrderToReorder>`
    select o.customer_id as "customerId", (
      select json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'combinationId', l.combination_id, 'productName', l.product_name, 'sku', l.sku,
        'imageSrc', l.image_src, 'description', l.description, 'quantity', l.quantity, 'unitMinor', l.unit_price_minor, 'unitTaxMinor', l.unit_tax_minor,
        'collectionId', l.collection_id, 'groupId', l.collection_group_id, 'wearerId', l.wearer_id, 'wearerName', w.first_name || ' ' || w.last_name, 'designs', ${repeatedDesigns('l')}) order by l.id)
      from order_line l left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
      where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines
    from orders o where ${visibleOrders(scope)} and o.id = ${orderId}`.execute(db);
  return found.rows[0];
}
