import type { ReplyOf } from '#contract/index.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';

export type OperatorShipment = ReplyOf<'GET /api/operator/shipments'>['shipments'][number];

/** One shipment of each parcel that is on the way, and how many orders of the list are in these parcels. */
export function listOpenParcels(shipments: readonly OperatorShipment[]): { parcels: OperatorShipment[]; orders: number } {
  const open = shipments.filter(({ deliveredOnUtc }) => deliveredOnUtc === null);
  return {
    parcels: [...new Map(open.toReversed().map((shipment) => [shipment.parcelId, shipment])).values()].toReversed(),
    orders: new Set(open.map(({ orderId }) => orderId)).size,
  };
}

/** The days, `YYYY-MM-DD`, on which parcels can have been delivered: from the latest dispatch to today. */
export const getDeliveryDays = (parcels: readonly OperatorShipment[], now = new Date()): { first: string; last: string } => {
  const last = toIsoDay(now);
  const days = parcels.flatMap(({ shippedOnUtc }) => (shippedOnUtc ? [toIsoDay(new Date(shippedOnUtc))] : []));
  return { first: days.toSorted().at(-1) ?? last, last };
};

/** The time of delivery to send for a day: its end, because the hour is not known; null, which means now, for today. */
export const toDeliveryTime = (day: string, now = new Date()): string | null =>
  day === toIsoDay(now) ? null : new Date(`${day}T23:59:00`).toISOString();
