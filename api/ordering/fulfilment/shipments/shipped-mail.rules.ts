import { formatDay } from '#api/platform/local-day.ts';
import { toPostalLines } from '../../documents/postal-address.rules.ts';
import type { OrderShipped } from '../fulfilment-mails.ts';
import type { OpenLine, OpenOrder } from '../open-order.rules.ts';

interface ShippedParcel {
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  pieces: readonly { lineId: number; quantity: number }[];
}

/** What has just been shipped of an order. */
export interface ShippedOrder<Parcel extends ShippedParcel = ShippedParcel> {
  order: OpenOrder;
  /** Of all orders that are shipped together, as they were before. */
  lines: readonly OpenLine[];
  /** The parcels of the order. */
  shipments: readonly Parcel[];
  /** By line, `YYYY-MM-DD`. */
  dueDays: ReadonlyMap<number, string | null>;
}

/** What the mail about shipped pieces says: the garments of each parcel, what is still to follow and when, and where it goes. */
export function toShippedMail({
  order,
  lines,
  shipments,
  dueDays,
}: ShippedOrder): Pick<OrderShipped, 'parcels' | 'rest' | 'deliverTo'> {
  const nameWearer = ({ wearerId, wearerName }: OpenLine) => (wearerId === order.customerId ? null : wearerName);
  const toPieces = (line: OpenLine, quantity: number) => ({
    quantity,
    name: line.name,
    sku: line.sku,
    wearerName: nameWearer(line),
  });
  const sent = new Map<number, number>();
  for (const { lineId, quantity } of shipments.flatMap(({ pieces }) => pieces))
    sent.set(lineId, (sent.get(lineId) ?? 0) + quantity);
  return {
    parcels: shipments.map(({ carrier, trackingNumber, trackingUrl, pieces }) => ({
      ...{ carrier, trackingNumber, trackingUrl },
      lines: pieces.map(({ lineId, quantity }) => toPieces(lines.find(({ id }) => id === lineId) as OpenLine, quantity)),
    })),
    rest: lines.flatMap((line) => {
      const left = line.pending - (sent.get(line.id) ?? 0);
      if (line.orderId !== order.orderId || left <= 0) return [];
      const due = dueDays.get(line.id) ?? null;
      return [{ ...toPieces(line, left), due: due && formatDay(due) }];
    }),
    deliverTo: toPostalLines('', order.shippingAddress).lines,
  };
}
