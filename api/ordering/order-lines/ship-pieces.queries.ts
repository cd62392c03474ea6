import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import type { StepTaker } from '../order-states/order-steps.queries.ts';

/** What of one order is in one parcel. */
export interface NewShipment {
  id: number;
  orderId: number;
  /** The first shipment of the parcel; null when the parcel holds one order only. */
  parcelId: number | null;
  wearerId: number | null;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  /** Who collects the pieces, which are delivered by it; null where they are sent. */
  collectedBy: string | null;
  pieces: { lineId: number; quantity: number }[];
}

/**
 * Ships pieces in one statement: shipments with their lines, the shipped pieces of the order lines, and the stock, whose rows are locked in
 * sorted order. Accounts, amounts and uniform status follow by triggers. The orders must be locked. Returns how many lines were shipped, fewer
 * than given when one has too few pending or decorated pieces, and the garments of which too few are on hand; in both cases the caller must roll back.
 */
export async function insertShipments(
  tx: Tx,
  organisationId: number,
  shipments: readonly NewShipment[],
  actor: StepTaker,
): Promise<{ lines: number; short: string[] }> {
  const pieces = shipments.flatMap(({ id, pieces: lines }) =>
    lines.map(({ lineId, quantity }) => ({ shipment_id: id, line_id: lineId, quantity })),
  );
  const rows = shipments.map((shipment) => ({
    id: shipment.id,
    order_id: shipment.orderId,
    parcel_id: shipment.parcelId,
    wearer_id: shipment.wearerId,
    carrier: shipment.carrier,
    tracking_number: shipment.trackingNumber,
    tracking_url: shipment.trackingUrl,
    collected_by: shipment.collectedBy,
  }));
  const found = await sql<{ lines: number; short: string[] }>`
    with piece as materialized (select * from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (shipment_id bigint, line_id bigint, quantity int)),
    sent as (
      insert into shipment (id, organisation_id, order_id, parcel_id, wearer_id, carrier, tracking_number, tracking_url, collected_by, shipped_at, delivered_at)
      select s.id, ${organisationId}::bigint, s.order_id, s.parcel_id, s.wearer_id, s.carrier, s.tracking_number, s.tracking_url, s.collected_by, now(),
        case when s.collected_by is not null then now() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s (id bigint, order_id bigint, parcel_id bigint, wearer_id bigint, carrier text, tracking_number text, tracking_url text, collected_by text)),
    packed as (
      insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity)
      select ${organisationId}::bigint, shipment_id, line_id, sum(quantity) from piece group by 2, 3 order by 2, 3
      returning id, order_line_id, quantity),
    shipped as (
      update order_line l set shipped_quantity = l.shipped_quantity + p.quantity, packed_quantity = greatest(0, l.packed_quantity - p.quantity)
      from (select line_id, sum(quantity)::int as quantity from piece group by 1) p
      where l.organisation_id = ${organisationId} and l.id = p.line_id and l.quantity - l.shipped_quantity - l.cancelled_quantity >= p.quantity
        and (not l.is_personalised or l.decorated_quantity - l.shipped_quantity >= p.quantity)
      returning l.id, l.order_id, l.product_id, l.product_name, l.description, l.combination_id, p.quantity,
        case when l.made_to_measure_request_id is not null then exists (select from made_to_measure_request r
          where r.organisation_id = l.organisation_id and r.id = l.made_to_measure_request_id and r.made_at is not null) end as is_made),
    demand as (
      select combination_id, min(product_id) as product_id, min(${lineName('shipped')}) as name, sum(quantity)::int as quantity,
        bool_and(is_made) as is_made
      from shipped group by 1),
    locked as materialized (
      select s.combination_id from stock_level s join demand using (combination_id) order by s.combination_id for update of s),
    taken as (
      update stock_level s set on_hand = s.on_hand - d.quantity, reserved = s.reserved - d.quantity, version = s.version + 1
      from demand d join locked using (combination_id) join product p on p.id = d.product_id
      where s.combination_id = d.combination_id and coalesce(d.is_made, s.on_hand >= d.quantity or not p.manages_stock)
      returning s.combination_id),
    entered as (
      insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id, shipment_line_id, actor_kind, actor_id)
      select l.combination_id, 'ship', -p.quantity, -p.quantity, ${organisationId}::bigint, l.order_id, l.id, p.id, ${actor.kind}, ${actor.id}::bigint
      from packed p join shipped l on l.id = p.order_line_id)
    select (select count(*)::int from shipped) as lines,
      (select coalesce(array_agg(name order by name), '{}') from demand where combination_id not in (select combination_id from taken)) as short`.execute(
    tx,
  );
  return found.rows[0] as { lines: number; short: string[] };
}
