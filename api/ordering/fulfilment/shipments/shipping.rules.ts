import { formatDay, getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf } from '#contract/index.ts';
import { formatPieces } from '../../order-states/line-names.rules.ts';
import { ORDER } from '../../order-states/order-states.rules.ts';
import type { OpenLine, OpenOrder } from '../open-order.rules.ts';

type Parcels = BodyOf<'POST /api/operator/shipments'>['parcels'];

/** What of one order is in one parcel, before it has an id. */
export interface PlannedShipment {
  /** Position of the parcel in the request. */
  parcel: number;
  orderId: number;
  wearerId: number | null;
  pieces: { lineId: number; quantity: number }[];
}

/** Why a request is refused: status, field and sentence. */
export interface ShippingRefusal {
  status: 409 | 422;
  field: string;
  message: string;
}

/** Why pieces of an order cannot be shipped or cancelled; undefined when they can. */
export function explainEnded({ orderId, stateId }: Pick<OpenOrder, 'orderId' | 'stateId'>): string | undefined {
  if (stateId === ORDER.pending || stateId === ORDER.processing) return undefined;
  if (stateId === ORDER.complete) return `Order ${orderId} is complete.`;
  if (stateId === ORDER.awaitingApproval) return `Order ${orderId} waits for approval.`;
  return `Order ${orderId} was cancelled.`;
}

/** A sentence about more pieces than are pending of a line. */
export const explainTooMany = ({ name, pending }: Pick<OpenLine, 'name' | 'pending'>): string =>
  pending === 0
    ? `Nothing of ${name} is pending any more.`
    : `Only ${formatPieces(pending)} of ${name} ${pending === 1 ? 'is' : 'are'} pending.`;

/** Why a line of which the decoration has begun cannot be cancelled. `timeZone` is that of the organisation. */
export const explainDecorationBegun = (
  { name, decorationStartedAt }: Pick<OpenLine, 'name' | 'decorationStartedAt'>,
  timeZone: string,
): string => {
  const day = decorationStartedAt && ` on ${formatDay(getLocalDay(decorationStartedAt.getTime(), timeZone))}`;
  return `The decoration of ${name} began${day ?? ''}, so it can no longer be cancelled. Please send it; what is faulty can be returned.`;
};

/** A sentence about more pieces than are decorated of a line. */
export const explainUndecorated = ({ name, undecorated }: Pick<OpenLine, 'name' | 'undecorated'>): string =>
  `${formatPieces(undecorated)} of ${name} ${undecorated === 1 ? 'is' : 'are'} not decorated yet. Scan what is finished on the page Decoration first.`;

/**
 * The shipments of parcels: one for each order in a parcel, sorted by parcel and order. A refusal when an order has ended, orders go to different
 * destinations, a line has fewer pending or decorated pieces, or a parcel mixes wearers where each wearer gets a parcel.
 */
export function planShipments(
  parcels: Parcels,
  orders: readonly OpenOrder[],
  lines: readonly OpenLine[],
): PlannedShipment[] | ShippingRefusal {
  for (const order of orders) {
    const message = explainEnded(order);
    if (message) return { status: 409, field: 'order', message };
  }
  const collected = orders.find(({ deliveryKind }) => deliveryKind === 'collected');
  if (collected)
    return { status: 422, field: 'order', message: `Order ${collected.orderId} is collected. Make its pieces ready to collect.` };
  if (new Set(orders.map(({ destination }) => destination)).size > 1)
    return { status: 422, field: 'parcels', message: 'These orders go to different destinations. Please ship them separately.' };
  const byId = new Map(lines.map((line) => [line.id, { ...line, left: line.pending }]));
  const shipments: PlannedShipment[] = [];
  for (const [index, { items }] of parcels.entries()) {
    for (const [at, { orderItemId, quantity }] of items.entries()) {
      const line = byId.get(orderItemId);
      if (!line || quantity > line.left)
        return {
          status: 422,
          field: `parcels[${index}].items[${at}].quantity`,
          message: line ? explainTooMany(line) : 'This line is not pending.',
        };
      line.left -= quantity;
      if (line.left < line.undecorated)
        return { status: 409, field: `parcels[${index}].items[${at}].quantity`, message: explainUndecorated(line) };
    }
    const packed = items.flatMap(({ orderItemId, quantity }) => ({ ...(byId.get(orderItemId) as OpenLine), quantity }));
    const wearers = new Set(packed.map(({ wearerId }) => wearerId));
    if (wearers.size > 1 && orders.some(({ parcelMode }) => parcelMode === 'wearer'))
      return {
        status: 422,
        field: `parcels[${index}].items`,
        message: `Each wearer gets a separate parcel. This one has pieces for ${listNames(packed)}.`,
      };
    const wearerId = wearers.size === 1 ? (packed[0]?.wearerId ?? null) : null;
    for (const orderId of new Set(packed.map((line) => line.orderId).sort((a, b) => a - b)))
      shipments.push({
        parcel: index,
        orderId,
        wearerId,
        pieces: packed.filter((line) => line.orderId === orderId).map(({ id, quantity }) => ({ lineId: id, quantity })),
      });
  }
  return shipments;
}

function listNames(lines: readonly { wearerName: string | null }[]): string {
  const names = [...new Set(lines.map(({ wearerName }) => wearerName ?? 'no named wearer'))];
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
