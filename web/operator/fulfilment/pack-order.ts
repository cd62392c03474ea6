import type { ReplyOf } from '#contract/index.ts';
import { formatDueDay } from './fulfilment-dates.ts';

/** A released order as the warehouse sees it. */
export type PackOrder = ReplyOf<'GET /api/operator/packing'>['orders'][number];

/**
 * An order as it is packed: pieces that wait to be collected are no longer to be packed, as those that were shipped, and those that are to be decorated
 * wait for it.
 */
export const toPackable = (order: PackOrder): PackOrder => ({
  ...order,
  lines: order.lines.map((line) => ({
    ...line,
    pendingQuantity: line.pendingQuantity - line.packedQuantity,
    shippedQuantity: line.shippedQuantity + line.packedQuantity,
    readyQuantity: Math.min(
      line.readyQuantity,
      Math.max(0, line.pendingQuantity - line.packedQuantity - line.toDecorateQuantity),
    ),
  })),
});

/** Whether nothing of an order is left to be sent or collected, so that its day no longer matters. */
export const isDone = ({ readyToCollectOnUtc, lines }: PackOrder): boolean =>
  readyToCollectOnUtc === null && lines.every(({ pendingQuantity }) => pendingQuantity === 0);

/** A line of an order, with the number of the order. */
export type PackLine = PackOrder['lines'][number] & { orderId: number };

/** A garment as it is called while packing: "Harland flat-front trousers, 34 Regular". */
export const nameLine = ({ productName, size, attributeDescription }: PackOrder['lines'][number]): string =>
  [productName, size ?? attributeDescription].filter(Boolean).join(', ');

/** When the pieces of a line that are not on hand are expected, as the end of a sentence. */
export const describeDue = ({ dueOn, toDecorateQuantity }: Pick<PackLine, 'dueOn' | 'toDecorateQuantity'>): string =>
  toDecorateQuantity > 0 ? 'is to be decorated first' : dueOn === null ? 'has no date yet' : `is due ${formatDueDay(dueOn)}`;
