import { formatDay } from '#api/platform/local-day.ts';
import { toPostalLines } from '../../documents/postal-address.rules.ts';
import type { OrderMailRecipient } from '../../mails/order-mail-recipient.rules.ts';
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
export function toShippedMail(
  { order, lines, shipments, dueDays }: ShippedOrder,
  { isWearer, select }: Pick<OrderMailRecipient, 'isWearer' | 'select'>,
): Pick<OrderShipped, 'parcels' | 'rest' | 'deliverTo'> {
  const told = select(lines);
  const nameWearer = ({ wearerId, wearerName }: OpenLine) => (isWearer || wearerId === order.customerId ? null : wearerName);
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
    parcels: shipments
      .map(({ carrier, trackingNumber, trackingUrl, pieces }) => ({
        ...{ carrier, trackingNumber, trackingUrl },
        lines: pieces.flatMap(({ lineId, quantity }) => {
          const line = told.find(({ id }) => id === lineId);
          return line ? [toPieces(line, quantity)] : [];
        }),
      }))
      .filter((parcel) => parcel.lines.length > 0),
    rest: told.flatMap((line) => {
      const left = line.pending - (sent.get(line.id) ?? 0);
      if (line.orderId !== order.orderId || left <= 0) return [];
      const due = dueDays.get(line.id) ?? null;
      return [{ ...toPieces(line, left), due: due && formatDay(due) }];
    }),
    deliverTo: toPostalLines('', order.shippingAddress).lines,
  };
}
