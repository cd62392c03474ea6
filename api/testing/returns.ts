import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { TestClient } from './portal.ts';

/** The reasons and actions of returns, by name. */
export const RETURN_REASONS = { wrongReceived: 1, wrongOrdered: 2, faulty: 3 };
export const RETURN_ACTIONS = { repair: 1, replacement: 2, credit: 3, exchange: 4 };

/**
 * Ships everything that is pending of an order in one parcel, by SQL: lines, stock and parcel. `daysAgo` is when it was dispatched and, unless
 * `delivered` is false, delivered.
 */
export async function shipOrder(
  db: Db,
  orderId: number,
  { daysAgo = 1, delivered = true }: { daysAgo?: number; delivered?: boolean } = {},
): Promise<void> {
  await sql`
    with pending as (
      select organisation_id, id, combination_id, order_id, quantity - shipped_quantity - cancelled_quantity as pieces from order_line
      where order_id = ${orderId} and quantity > shipped_quantity + cancelled_quantity),
    parcel as (
      insert into shipment (organisation_id, order_id, carrier, shipped_at, delivered_at)
      select distinct organisation_id, order_id, 'DPD', now() - make_interval(days => ${daysAgo}),
        case when ${delivered}::boolean then now() - make_interval(days => ${daysAgo}) end
      from pending returning id, organisation_id),
    packed as (
      insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity)
      select parcel.organisation_id, parcel.id, pending.id, pieces from pending, parcel),
    entered as (
      insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id)
      select combination_id, 'ship', -pieces, -pieces, organisation_id, order_id, id from pending),
    taken as (
      update stock_level s set on_hand = s.on_hand - p.pieces, reserved = s.reserved - p.pieces
      from (select combination_id, sum(pieces)::int as pieces from pending group by 1) p where s.combination_id = p.combination_id),
    moved as (
      update orders o set order_state_id = 20, shipping_state_id = case when ${delivered}::boolean then 40 else 30 end, released_at = coalesce(o.released_at, now()),
        picking_started_at = coalesce(o.picking_started_at, now()), shipped_at = now() - make_interval(days => ${daysAgo})
      where o.id = ${orderId})
    select 1`.execute(db);
  // A statement of its own: amounts of the order are projected from its lines.
  await sql`
    update order_line set shipped_quantity = quantity - cancelled_quantity where order_id = ${orderId} and quantity > shipped_quantity + cancelled_quantity`.execute(
    db,
  );
}

/** Asks to return lines of an order. */
export const askToReturn = (client: TestClient, returnRequest: object, key?: string) =>
  client.post<'POST /api/returnrequest'>('/api/returnrequest', { returnRequest }, key ? { 'idempotency-key': key } : {});

/** Asks to exchange pieces of a line for another size. */
export const askToExchange = (client: TestClient, orderId: number, lineId: number, combinationId: number, quantity = 1) =>
  askToReturn(client, {
    orderId,
    returnRequestReasonId: RETURN_REASONS.wrongOrdered,
    returnRequestActionId: RETURN_ACTIONS.exchange,
    items: [{ id: lineId, quantity, exchangeCombinationId: combinationId }],
  });

/** What can be returned of an order. */
export const getReturnForm = (client: TestClient, orderId: number) =>
  client.get<'GET /api/returnrequest/:id'>(`/api/returnrequest/${orderId}`);

/** Everyone's return requests of a person, newest first. */
export const listReturns = async (client: TestClient) =>
  (await client.get<'GET /api/customerreturnrequests'>('/api/customerreturnrequests')).body.returnRequests;
