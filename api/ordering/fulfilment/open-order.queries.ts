import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { undecorated } from '../order-lines/designs-to-make.queries.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import { lockedOrders } from '../order-states/lock-orders.queries.ts';
import { destinationKey } from './allocation.queries.ts';
import type { OpenLine, OpenOrder } from './open-order.rules.ts';

/** The organisation of an order of the operator's brands, by its number; undefined when there is none. */
export async function findOrganisationOfReleasedOrder(
  tx: Tx,
  operator: OperatorScope,
  orderId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select g.id from organisation g join orders o on o.organisation_id = g.id
    where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and o.id = ${orderId} and o.released_at is not null and not o.is_test`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** The orders of lines of organisations of the operator's brands. Lines that do not exist there, or were not released, are left out. */
export async function findOrdersOfLines(
  tx: Tx,
  operator: OperatorScope,
  lineIds: readonly number[],
): Promise<{ organisationId: number; orderId: number; lineId: number }[]> {
  const { rows } = await sql<{ organisationId: number; orderId: number; lineId: number }>`
    select l.organisation_id as "organisationId", l.order_id as "orderId", l.id as "lineId"
    from organisation g join order_line l on l.organisation_id = g.id join orders o on o.organisation_id = g.id and o.id = l.order_id
    where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and l.id = any (${[...lineIds]}::bigint[])
      and o.released_at is not null and not o.is_test`.execute(tx);
  return rows;
}

/** Locks orders of an organisation, sorted by number, and reads them. */
export async function lockOpenOrders(tx: Tx, organisationId: number, orderIds: readonly number[]): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    with locked as materialized (${lockedOrders(organisationId, orderIds)})
    select o.organisation_id as "organisationId", o.id as "orderId", g.brand_id as "brandId", b.company_name as "brandName", g.time_zone as "timeZone",
      g.parcel_mode as "parcelMode",
      ${destinationKey} as destination, o.delivery_kind as "deliveryKind", o.shipping_method as "deliveryMethod", o.order_state_id as "stateId",
      o.picking_started_at as "pickingStartedAt", o.customer_id as "customerId", o.placed_by_id as "placedById",
      c.first_name || ' ' || c.last_name as "personName", o.shipping_address as "shippingAddress"
    from locked o join organisation g on g.id = o.organisation_id join brand b on b.id = g.brand_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    order by o.id`.execute(tx);
  return rows;
}

/** The lines of orders. Read them after the orders have been locked. */
export async function readOpenLines(tx: Tx, organisationId: number, orderIds: readonly number[]): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select l.id, l.order_id as "orderId", l.wearer_id as "wearerId", w.first_name || ' ' || w.last_name as "wearerName",
      ${lineName('l')} as name, l.sku, l.quantity - l.shipped_quantity - l.cancelled_quantity as pending, l.packed_quantity as packed,
      l.is_personalised as "isPersonalised", ${undecorated('l')} as undecorated,
      l.decorated_quantity as decorated, l.decoration_started_at as "decorationStartedAt",
      l.due_on::text as "dueOn"
    from order_line l left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
    where l.organisation_id = ${organisationId} and l.order_id = any (${[...orderIds]}::bigint[]) order by l.id`.execute(tx);
  return rows;
}
