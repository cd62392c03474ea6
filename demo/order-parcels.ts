import { addDays, type Calendar } from './calendar.ts';
import type { Row } from './insert.ts';
import type { OrderHistory, Parcel, SeedOrderLine } from './order-history.ts';
import { isCancelled, type OrderStates } from './order-lifecycle.ts';
import type { Random } from './random.ts';
import type { StockEvent } from './stock.ts';

const carriers = [
  { name: 'Northline Parcels', prefix: 'NL', url: 'https://track.northline.example/parcel/' },
  { name: 'Harrier Express', prefix: 'HX', url: 'https://harrier-express.example/track/' },
  { name: 'Penfold Couriers', prefix: 'PC', url: 'https://www.penfold.example/find?parcel=' },
];

/** Packs the shipped items into one or two parcels; the first is sent one to three days after the release. */
export function packParcels(
  lines: SeedOrderLine[],
  fate: OrderStates,
  orderId: number,
  releasedAt: Date,
  calendar: Calendar,
  random: Random,
): Parcel[] {
  const sent = lines.filter(({ shipped }) => shipped > 0);
  const halves = sent.length > 2 && random.chance(0.22) ? [sent.slice(0, -1), sent.slice(-1)] : [sent];
  const age = calendar.daysSince(releasedAt);
  const isCollected = fate.isCollected ?? false;
  let shippedAt = addDays(releasedAt, Math.min(0.9 + random.next() * 1.8, age * 0.45));
  return halves.map((contents, index) => {
    if (index > 0) shippedAt = addDays(shippedAt, Math.min(0.8 + random.next() * 3, calendar.daysSince(shippedAt) * 0.4));
    const carrier = random.pick(carriers);
    const number = `${carrier.prefix}${String(random.between(10_000_000, 99_999_999))}GB`;
    const arrives = addDays(
      shippedAt,
      isCollected ? 0 : Math.min(0.8 + random.next() * 1.4, calendar.daysSince(shippedAt) * 0.6),
    );
    const hasArrived = fate.shipping === 40 || isCollected || (fate.shipping === 25 && calendar.daysSince(shippedAt) > 3);
    return {
      id: (orderId - 10_000) * 4 + index,
      carrier: isCollected ? null : carrier.name,
      number: isCollected ? null : number,
      url: isCollected ? null : carrier.url + number,
      shippedAt,
      deliveredAt: hasArrived ? arrives : null,
      contents: contents.map((line) => ({ line, quantity: line.shipped })),
    };
  });
}

/** Rows of an order's parcels and of their lines. */
export function parcelRows(
  organisationId: number,
  orderId: number,
  parcels: Parcel[],
  personName: string,
): { shipments: Row[]; shipmentLines: Row[] } {
  return {
    shipments: parcels.map((parcel) => ({
      id: parcel.id,
      organisation_id: organisationId,
      order_id: orderId,
      carrier: parcel.carrier,
      tracking_number: parcel.number,
      tracking_url: parcel.url,
      // They fetched it from the depot.
      collected_by: parcel.carrier === null ? personName : null,
      shipped_at: parcel.shippedAt,
      delivered_at: parcel.deliveredAt,
      // Billed before the portal, unless the demonstration's invoices cover it.
      billed_at: parcel.shippedAt,
    })),
    shipmentLines: parcels.flatMap(({ id, contents }) =>
      contents.map(({ line, quantity }) => ({
        organisation_id: organisationId,
        shipment_id: id,
        order_line_id: line.id,
        quantity,
      })),
    ),
  };
}

/** When pieces of the order came back, if any did. */
export const getReturnTime = (parcels: Parcel[]): Date => addDays(parcels.at(-1)?.shippedAt ?? new Date(), 9);

/** Stock movements of the order: reserved when it was placed, then shipped, released or returned. */
export function listStockEvents(
  organisationId: number,
  { id, lines, parcels, placedAt, cancelledAt, states }: OrderHistory,
): StockEvent[] {
  const event = (kind: StockEvent['kind'], line: SeedOrderLine, quantity: number, at: Date): StockEvent[] =>
    quantity > 0
      ? [{ combinationId: line.combination.id, kind, quantity, organisationId, orderId: id, orderLineId: line.id, at }]
      : [];
  return [
    ...lines.flatMap((line) => event('reserve', line, line.quantity, placedAt)),
    ...lines.flatMap((line) =>
      event(
        'release',
        line,
        line.cancelled,
        isCancelled(states) && cancelledAt ? cancelledAt : (parcels[0]?.shippedAt ?? placedAt),
      ),
    ),
    ...parcels.flatMap(({ contents, shippedAt }) =>
      contents.flatMap(({ line, quantity }) => event('ship', line, quantity, shippedAt)),
    ),
    ...lines.flatMap((line) => event('return', line, line.returned, getReturnTime(parcels))),
  ];
}
