import { formatPieces } from '../../order-states/line-names.rules.ts';
import type { OpenLine, OpenOrder } from '../open-order.rules.ts';
import { explainEnded, explainUndecorated, type ShippingRefusal } from '../shipments/shipping.rules.ts';

/** Pieces in a request. */
interface Item {
  orderItemId: number;
  quantity: number;
}

/** Pieces of a line. */
export interface HandedPieces {
  line: OpenLine;
  quantity: number;
}

const explainTooManyToPack = ({ name, pending, packed }: OpenLine): string =>
  pending === packed
    ? `Nothing of ${name} is left to pack.`
    : `Only ${formatPieces(pending - packed)} of ${name} ${pending - packed === 1 ? 'is' : 'are'} to be packed.`;

const explainTooManyToCollect = ({ name, packed }: OpenLine): string =>
  packed === 0
    ? `Nothing of ${name} is ready to collect.`
    : `Only ${formatPieces(packed)} of ${name} ${packed === 1 ? 'is' : 'are'} ready to collect.`;

/** The pieces of items, each line once; a refusal for more than `limit` says of a line. */
function gatherPieces(
  items: readonly Item[],
  lines: readonly OpenLine[],
  { limit, explain }: { limit: (line: OpenLine) => number; explain: (line: OpenLine) => string },
): HandedPieces[] | ShippingRefusal {
  const pieces = new Map<number, HandedPieces>();
  for (const [index, { orderItemId, quantity }] of items.entries()) {
    const line = lines.find(({ id }) => id === orderItemId);
    const field = `items[${index}].quantity`;
    if (!line) return { status: 422, field, message: 'This line is not of this order.' };
    const sum = (pieces.get(line.id)?.quantity ?? 0) + quantity;
    if (sum > limit(line)) return { status: 422, field, message: explain(line) };
    pieces.set(line.id, { line, quantity: sum });
  }
  return [...pieces.values()];
}

/** Why an order cannot be made ready, or handed over; undefined when it can. */
function findRefusal(order: OpenOrder): ShippingRefusal | undefined {
  const message = explainEnded(order);
  if (message) return { status: 409, field: 'order', message };
  if (order.deliveryKind === 'collected') return undefined;
  return { status: 422, field: 'order', message: `Order ${order.orderId} is sent and not collected. Please ship it.` };
}

/** The pieces of orders that are to be made ready; a refusal when one has ended or is sent, places differ, or a line has fewer pieces to pack or decorated. */
export function planReady(
  items: readonly Item[],
  orders: readonly OpenOrder[],
  lines: readonly OpenLine[],
): HandedPieces[] | ShippingRefusal {
  for (const order of orders) {
    const refusal = findRefusal(order);
    if (refusal) return refusal;
  }
  if (new Set(orders.map(({ destination }) => destination)).size > 1)
    return {
      status: 422,
      field: 'items',
      message: 'These orders are collected at different places. Please pack them separately.',
    };
  const pieces = gatherPieces(items, lines, { limit: ({ pending, packed }) => pending - packed, explain: explainTooManyToPack });
  if (!Array.isArray(pieces)) return pieces;
  const early = pieces.find(({ line, quantity }) => line.pending - line.packed - quantity < line.undecorated)?.line;
  if (!early) return pieces;
  const index = items.findLastIndex(({ orderItemId }) => orderItemId === early.id);
  return { status: 409, field: `items[${index}].quantity`, message: explainUndecorated(early) };
}

/** The pieces of an order that are handed over, all that are ready unless some are named; a refusal when they cannot be. */
export function planHandover(
  items: readonly Item[] | undefined,
  order: OpenOrder,
  lines: readonly OpenLine[],
): HandedPieces[] | ShippingRefusal {
  const refusal = findRefusal(order);
  if (refusal) return refusal;
  const ready = lines.filter(({ packed }) => packed > 0);
  if (ready.length === 0)
    return { status: 409, field: 'order', message: `Nothing of order ${order.orderId} is ready to collect.` };
  return gatherPieces(items ?? ready.map(({ id, packed }) => ({ orderItemId: id, quantity: packed })), lines, {
    limit: ({ packed }) => packed,
    explain: explainTooManyToCollect,
  });
}
