import type { ClientBase } from 'pg';
import { projectParcels, reserveShipmentIds } from '#api/ordering/fulfilment/shipments/shipments.queries.ts';
import { insertShipments } from '#api/ordering/order-lines/ship-pieces.queries.ts';
import { advanceOrder } from '#api/ordering/order-states/advance-order.actions.ts';
import type { StepTaker } from '#api/ordering/order-states/order-steps.queries.ts';
import { asTransaction } from './connection.ts';

const SYSTEM: StepTaker = { kind: 'system', id: null };

/** A parcel that left some days ago with pieces of one order. */
export interface SentParcel {
  orderId: number;
  carrier: string;
  number: string;
  /** Link to the carrier's page, without the number. */
  url: string;
  sentDaysAgo: number;
  delivered: boolean;
  /** Paid for since, as its order is with it. */
  paid?: boolean;
  pieces: { lineId: number; quantity: number }[];
}

/** The times of a parcel that was sent, and its entry in the timeline of the order. */
const DATE_PARCEL_SQL = `
  with sent as (
    update shipment set shipped_at = now() - $3 * interval '1 day',
      delivered_at = case when $4 then now() - ($3 - 1) * interval '1 day' end
    where organisation_id = $1 and id = $2
    returning organisation_id, id, order_id, carrier, tracking_number, tracking_url, shipped_at, delivered_at),
  pieces as (
    select jsonb_agg(jsonb_build_object('name', concat_ws(', ', l.product_name, nullif(l.description, '')), 'quantity', p.quantity)) as lines
    from shipment_line p join order_line l on l.organisation_id = p.organisation_id and l.id = p.order_line_id
    where p.organisation_id = $1 and p.shipment_id = $2)
  insert into order_event (organisation_id, order_id, kind, data, created_at)
  select organisation_id, order_id, 'shipped', jsonb_build_object('shipmentId', id, 'carrier', carrier, 'trackingNumber', tracking_number,
    'trackingUrl', tracking_url, 'lines', lines), shipped_at from sent, pieces
  union all
  select organisation_id, order_id, 'delivered', jsonb_build_object('shipmentId', id, 'lines', lines), delivered_at
  from sent, pieces where delivered_at is not null`;

/** What the order of a parcel says of its picking, a day before the parcel left, and of its payment. */
const DATE_ORDER_SQL = `
  update orders set picking_started_at = coalesce(picking_started_at, greatest(released_at, now() - ($3::float8 + 1) * interval '1 day')),
    payment_state_id = case when $4 then 30 else payment_state_id end, paid_at = case when $4 then now() - $3::float8 / 2 * interval '1 day' else paid_at end
  where organisation_id = $1 and id = $2`;

/** Sends pieces that are on hand in parcels of the past, which were billed before the portal, and moves the orders on. Throws where too few are on hand. */
export async function sendParcels(client: ClientBase, organisationId: number, parcels: readonly SentParcel[]): Promise<void> {
  const tx = asTransaction(client);
  const ids = await reserveShipmentIds(tx, parcels.length);
  const { short } = await insertShipments(
    tx,
    organisationId,
    parcels.map(({ orderId, carrier, number, url, pieces }, index) => ({
      id: ids[index] as number,
      orderId,
      parcelId: null,
      wearerId: null,
      carrier,
      trackingNumber: number,
      trackingUrl: url + number,
      collectedBy: null,
      pieces,
    })),
    SYSTEM,
  );
  if (short.length > 0) throw new Error(`Too few pieces are on hand for parcels: ${short.join('; ')}.`);
  for (const [index, { orderId, sentDaysAgo, delivered, paid = false }] of parcels.entries()) {
    await client.query(DATE_PARCEL_SQL, [organisationId, ids[index], sentDaysAgo, delivered]);
    await client.query(DATE_ORDER_SQL, [organisationId, orderId, sentDaysAgo, paid]);
  }
  const orderIds = [...new Set(parcels.map(({ orderId }) => orderId))];
  await projectParcels(tx, organisationId, orderIds);
  for (const orderId of orderIds) await advanceOrder(tx, { organisationId, orderId }, SYSTEM);
  // Last, since an order of which every parcel has been billed, and no invoice is open, counts as paid.
  await client.query('update shipment set billed_at = shipped_at where organisation_id = $1 and id = any ($2::bigint[])', [
    organisationId,
    ids,
  ]);
}
