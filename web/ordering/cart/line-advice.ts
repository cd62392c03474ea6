import type { CartItem } from './pending-quantities.ts';

/** How to make a line orderable: change it to this quantity, or remove it (`null`). */
export type LineAdvice = { change: number } | { change: null };

type Limits = Pick<
  CartItem,
  | 'quantity'
  | 'warnings'
  | 'callForPrice'
  | 'orderMinimumQuantity'
  | 'orderMaximumQuantity'
  | 'allowedQuantities'
  | 'isEditable'
  | 'quote'
>;

const stockLimit = /maximum quantity that can be added is (\d+)/i;
const unavailable = /no longer available|buying is disabled|out of stock/i;

/** The most pieces of a line: of a quoted one no more than are left of its quote, while its price leads. */
export const getMaxOfLine = ({
  orderMaximumQuantity,
  quote,
  quantity,
}: Pick<Limits, 'orderMaximumQuantity' | 'quote' | 'quantity'>) =>
  quote && !quote.hasEnded ? Math.min(orderMaximumQuantity, quantity + quote.left) : orderMaximumQuantity;

/**
 * The nearest quantity that can be ordered, preferring a smaller one; `change: null` if none can and the line must be
 * removed. The remaining stock is read from the server's message, because not every organisation shows it as a figure.
 */
export function getLineAdvice(line: Limits): LineAdvice {
  const isWithoutPrice = line.callForPrice && (!line.quote || line.quote.hasEnded);
  if (isWithoutPrice || !line.isEditable || line.warnings.some((warning) => unavailable.test(warning))) return { change: null };
  const inStock = line.warnings.map((warning) => stockLimit.exec(warning)?.[1]).find(Boolean);
  const max = Math.min(getMaxOfLine(line), inStock === undefined ? Number.POSITIVE_INFINITY : Number(inStock));
  const min = Math.max(1, line.orderMinimumQuantity);
  if (max < min) return { change: null };
  if (line.allowedQuantities.length === 0) return { change: Math.min(max, Math.max(min, line.quantity)) };
  const allowed = line.allowedQuantities.filter((quantity) => quantity >= min && quantity <= max).sort((a, b) => a - b);
  const fewer = allowed.findLast((quantity) => quantity <= line.quantity);
  return { change: fewer ?? allowed[0] ?? null };
}
