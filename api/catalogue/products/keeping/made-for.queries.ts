import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { brandsOf } from '../../kept-products/kept-products.queries.ts';

/** For whom a product is made, and who would stand in the way of another client. */
export interface MadeFor {
  /** Null: for any client. */
  madeForId: number | null;
  /** Whether it is made for a client of a brand that the operator does not work for. */
  isForeign: boolean;
  /** Whether the chosen client is of the operator's brands; true for none. */
  isClientKnown: boolean;
  /** Names of the operator's other clients that have it in their range. */
  otherClients: string[];
  /** Orders of other clients with pieces of it that are not sent yet. */
  otherOrders: number;
}

/** For whom a product is made, and what would stand in the way of making it for a client. The product is locked. */
export async function findMadeFor(tx: Tx, operator: OperatorScope, productId: number, clientId: number | null): Promise<MadeFor> {
  const chosen = sql`${clientId}::bigint`;
  const { rows } = await sql<MadeFor>`
    select p.exclusive_organisation_id as "madeForId",
      coalesce((select o.brand_id <> all (${brandsOf(operator)}) from organisation o where o.id = p.exclusive_organisation_id), false) as "isForeign",
      ${chosen} is null or exists (select from organisation o where o.id = ${chosen} and o.brand_id = any (${brandsOf(operator)})) as "isClientKnown",
      array(select o.name from product_organisation po join organisation o on o.id = po.organisation_id
        where po.product_id = p.id and po.organisation_id <> ${chosen} and o.brand_id = any (${brandsOf(operator)}) order by o.name) as "otherClients",
      (select coalesce(sum(n.orders), 0)::int from organisation o cross join lateral (
        select count(distinct l.order_id) as orders from order_line l join orders r on r.organisation_id = l.organisation_id and r.id = l.order_id
        where l.organisation_id = o.id and l.product_id = p.id and r.order_state_id in (10, 20, 50)
          and l.quantity > l.shipped_quantity + l.cancelled_quantity) n where o.id <> ${chosen}) as "otherOrders"
    from product p where p.id = ${productId}`.execute(tx);
  return rows[0] as MadeFor;
}

/** Writes for whom a product is made. */
export async function updateMadeFor(tx: Tx, productId: number, clientId: number | null): Promise<void> {
  await sql`update product set exclusive_organisation_id = ${clientId}::bigint, updated_at = now() where id = ${productId}`.execute(
    tx,
  );
}
