import type { CartItem } from './pending-quantities.ts';

/** What somebody can do about a line that cannot be ordered as it is. */
export type LineAdvice = { change: number } | { change: null };

type Limits = Pick<
  CartItem,
  'quantity' | 'warnings' | 'callForPrice' | 'orderMinimumQuantity' | 'orderMaximumQuantity' | 'allowedQuantities' | 'isEditable'
>;

const stockLimit = /maximum quantity that can be added is (\d+)/i;
const hopeless = /no longer available|buying is disabled|out of stock/i;

/**
 * The nearest quantity that can be ordered, preferring fewer; `change: null` when none can and the line has to go.
 * The stock that is left is told in the server's sentence alone, because not every organisation shows it as a figure.
 */
export function getLineAdvice(line: Limits): LineAdvice {
  if (line.callForPrice || !line.isEditable || line.warnings.some((warning) => hopeless.test(warning))) return { change: null };
  const inStock = line.warnings.map((warning) => stockLimit.exec(warning)?.[1]).find(Boolean);
  const most = Math.min(line.orderMaximumQuantity, inStock === undefined ? Number.POSITIVE_INFINITY : Number(inStock));
  const least = Math.max(1, line.orderMinimumQuantity);
  if (most < least) return { change: null };
  if (line.allowedQuantities.length === 0) return { change: Math.min(most, Math.max(least, line.quantity)) };
  const allowed = line.allowedQuantities.filter((quantity) => quantity >= least && quantity <= most).sort((a, b) => a - b);
  const fewer = allowed.findLast((quantity) => quantity <= line.quantity);
  return { change: fewer ?? allowed[0] ?? null };
}
