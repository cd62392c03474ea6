import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { namedDesigns } from '../order-lines/named-designs.queries.ts';
import { matchingOrders, type OrderFilters } from './order-filters.queries.ts';
import { parseOrderSort } from './order-sort.queries.ts';
import { type OrderRow, orderColumns, orderTables } from './orders.queries.ts';
import type { ExportedLine } from './orders-export.rules.ts';
import { ifWhole, isSeenLine } from './seen-orders.queries.ts';

/** A row of `orders` with the names of the group, destination, area, wardrobe and season in which it was placed. */
export interface ExportedOrderRow extends OrderRow {
  group_name: string | null;
  resort_name: string | null;
  business_area_name: string | null;
  collection_name: string | null;
  season_name: string | null;
  /** What a card pays of it and what is on account, in minor units including tax; null where no card pays anything. */
  card_minor: number | null;
  account_minor: number | null;
  answers: string | null;
}

/** The ids of all orders that the person may see and that match, in the order of the list. Throws 400 as the list does. */
export async function listOrderIds(db: Db, scope: Scope, query: OrderFilters): Promise<number[]> {
  const sort = parseOrderSort(query.order, scope);
  const found = await sql<{ id: number }>`
    select o.id from ${sort.tables} where ${matchingOrders(scope, query)} order by ${sort.by}`.execute(db);
  return found.rows.map(({ id }) => id);
}

const listed = (ids: readonly number[]) => sql`unnest(${[...ids]}::bigint[]) with ordinality as listed (id, list_position)`;

/** These orders of the scope's organisation, in the order of the ids. */
export async function readOrdersForExport(db: Db, scope: Scope, ids: readonly number[]): Promise<ExportedOrderRow[]> {
  const found = await sql<ExportedOrderRow>`
    select ${orderColumns(scope, { saysAgain: false })}, groups.name as group_name, resort.name as resort_name, area.name as business_area_name, wardrobe.name as collection_name,
      season.name as season_name, ${ifWhole(scope, sql`o.checkout_attribute_description`)} as answers,
      case when o.card_payer is not null then ${ifWhole(scope, sql`o.card_minor`)} end as card_minor,
      case when o.card_payer is not null then ${ifWhole(scope, sql`account_value_of_order(o.organisation_id, o.id)`)} end as account_minor
    from ${listed(ids)} join (${orderTables(scope)}) on o.organisation_id = ${scope.organisationId} and o.id = listed.id
    left join organisation_group groups on groups.organisation_id = o.organisation_id and groups.id = o.organisation_group_id
    left join resort on resort.organisation_id = o.organisation_id and resort.id = o.resort_id
    left join business_area area on area.organisation_id = o.organisation_id and area.id = o.business_area_id
    left join collection wardrobe on wardrobe.organisation_id = o.organisation_id and wardrobe.id = o.collection_id
    left join season on season.organisation_id = o.organisation_id and season.id = o.season_id
    order by listed.list_position`.execute(db);
  return found.rows;
}

/** The lines of these orders of the scope's organisation, in the order of the ids. */
export async function readLinesForExport(db: Db, scope: Scope, ids: readonly number[]): Promise<ExportedLine[]> {
  const found = await sql<ExportedLine>`
    select l.order_id, o.created_at, c.first_name, c.last_name, l.product_name, l.sku, l.description, ${namedDesigns('l')} as designs, wearer.first_name || ' ' || wearer.last_name as wearer_name,
      wardrobe.name as collection_name, l.quantity, l.card_quantity, l.shipped_quantity, l.cancelled_quantity, l.returned_quantity, l.unit_price_minor, l.price_minor,
      l.tax_minor, l.tax_rate
    from ${listed(ids)} join (${orderTables(scope)}) on o.organisation_id = ${scope.organisationId} and o.id = listed.id
    join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
      and ${isSeenLine(scope)}
    left join customer wearer on wearer.organisation_id = l.organisation_id and wearer.id = l.wearer_id
    left join collection wardrobe on wardrobe.organisation_id = l.organisation_id and wardrobe.id = l.collection_id
    order by listed.list_position, l.id`.execute(db);
  return found.rows;
}
