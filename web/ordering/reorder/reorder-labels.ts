import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, plural } from '#web/ui/format/format.ts';

export type Reordered = ReplyOf<'POST /api/reorder'>;
type Line = Reordered['lines'][number];

/** What became of a re-order as a whole. */
export interface ReorderSummary {
  title: string;
  text: string;
}

/** Title and first sentence of the result: whether everything, or how much, is in the cart. */
export function describeReorder({ lines }: Pick<Reordered, 'lines'>, orderId: number): ReorderSummary {
  const added = lines.reduce((sum, line) => sum + line.addedQuantity, 0);
  const wanted = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (added === wanted) {
    const text = wanted === 1 ? `The garment of order ${orderId} is` : `All ${wanted} garments of order ${orderId} are`;
    return { title: 'Added to your cart', text: `${text} in your cart.` };
  }
  return {
    title: 'Partly added to your cart',
    text: `${added} of ${plural(wanted, 'garment')} of order ${orderId} ${added === 1 ? 'is' : 'are'} in your cart.`,
  };
}

/** How many pieces of a line were added. */
export const describeAdded = ({ addedQuantity, quantity }: Pick<Line, 'addedQuantity' | 'quantity'>) =>
  addedQuantity === 0 ? 'Not added' : addedQuantity === quantity ? `${quantity} added` : `${addedQuantity} of ${quantity} added`;

/** How the price of a piece has changed since the order; null when it has not, or no price is shown. */
export const describePriceChange = (
  { unitPrice, previousUnitPrice }: Pick<Line, 'unitPrice' | 'previousUnitPrice'>,
  currencyCode: string,
): string | null =>
  unitPrice === null || previousUnitPrice === null || unitPrice === previousUnitPrice
    ? null
    : `Now ${formatMoney(unitPrice, currencyCode)} each, ${formatMoney(previousUnitPrice, currencyCode)} in that order.`;
