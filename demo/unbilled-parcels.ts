import type { ClientBase } from 'pg';

/** Sends all pieces of an order, which cost nothing or were billed before, and delivers them two days later. */
export async function shipUnbilled(client: ClientBase, organisationId: number, orderId: number, at: Date): Promise<void> {
  await client.query(
    `with parcel as (
      insert into shipment (organisation_id, order_id, carrier, shipped_at, delivered_at, billed_at)
      values ($1, $2, 'Royal Mail', $3, $3::timestamptz + interval '2 days', $3) returning id),
    packed as (
      insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity)
      select $1, parcel.id, l.id, l.quantity from parcel, order_line l where l.organisation_id = $1 and l.order_id = $2),
    entered as (
      insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id)
      select l.combination_id, 'ship', -l.quantity, -l.quantity, $1, $2, l.id from order_line l where l.organisation_id = $1 and l.order_id = $2),
    moved as (
      update orders set order_state_id = 30, shipping_state_id = 40, released_at = $3::timestamptz - interval '2 hours', picking_started_at = $3::timestamptz - interval '1 hour', shipped_at = $3,
        paid_at = coalesce(paid_at, $3::timestamptz + interval '1 hour')
      where organisation_id = $1 and id = $2)
    update stock_level s set on_hand = s.on_hand - l.quantity, reserved = s.reserved - l.quantity
    from order_line l where l.organisation_id = $1 and l.order_id = $2 and s.combination_id = l.combination_id`,
    [organisationId, orderId, at],
  );
  // A statement of its own: amounts of the order are projected from its lines.
  await client.query('update order_line set shipped_quantity = quantity where organisation_id = $1 and order_id = $2', [
    organisationId,
    orderId,
  ]);
}
