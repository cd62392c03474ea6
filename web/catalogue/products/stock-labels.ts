import { createDateFormat, formatNumber } from '#web/ui/format/format.ts';
import type { Combination } from './catalogue-types.ts';

type Stock = Pick<
  Combination,
  'stockStatus' | 'stockQuantity' | 'allowOutOfStockOrders' | 'dueDateUtc' | 'dueQuantity' | 'stockMessage'
>;

const shortDays = createDateFormat({ day: 'numeric', month: 'short' });
const shortDaysWithYear = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** "4 Dec", with the year once it is not within the next ten months. */
export function formatShortDate(utc: string, now = Date.now()): string {
  const date = new Date(utc);
  const far = Math.abs(date.getTime() - now) > 300 * 86_400_000;
  return (far ? shortDaysWithYear : shortDays)(date);
}

/** "30 due 4 Dec"; empty when nothing is on its way. */
export function formatDueStock({ dueDateUtc, dueQuantity }: Pick<Stock, 'dueDateUtc' | 'dueQuantity'>): string {
  if (!dueDateUtc) return '';
  return dueQuantity ? `${formatNumber(dueQuantity)} due ${formatShortDate(dueDateUtc)}` : `due ${formatShortDate(dueDateUtc)}`;
}

/** Whether one piece at least can be ordered. */
export const canOrder = ({ stockStatus, allowOutOfStockOrders }: Pick<Stock, 'stockStatus' | 'allowOutOfStockOrders'>) =>
  stockStatus !== 'Discontinued' && (stockStatus !== 'OutOfStock' || allowOutOfStockOrders);

/** Most pieces that stock allows; Infinity where nothing limits them or the level is not shown. */
export function getMaxOrderable(stock: Stock): number {
  if (!canOrder(stock)) return 0;
  const isCounted = stock.stockStatus === 'InStock' || stock.stockStatus === 'LowStock';
  return isCounted && !stock.allowOutOfStockOrders ? (stock.stockQuantity ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** For the small print below a field: "12", "3 left", "Out, 30 due 4 Dec". Empty when stock says nothing. */
export function formatStockLabel(stock: Stock): string {
  const due = formatDueStock(stock);
  switch (stock.stockStatus) {
    case 'Discontinued':
      return 'Discontinued';
    case 'OutOfStock':
      return due ? `Out, ${due}` : 'Out of stock';
    case 'Backorder':
      return due ? `To order, ${due}` : 'To order';
    case 'LowStock':
      return stock.stockQuantity === null ? 'Low stock' : `${formatNumber(stock.stockQuantity)} left`;
    case 'InStock':
      // Nothing on the shelf and in stock nevertheless: more can be ordered than there is, without waiting for it.
      return stock.stockQuantity ? formatNumber(stock.stockQuantity) : 'In stock';
    case 'NotManaged':
      return '';
  }
}

/** A whole line about one combination: the server's words, and what arrives next. */
export function describeStock(stock: Stock): string {
  const due = stock.stockStatus === 'Backorder' ? '' : formatDueStock(stock);
  const said =
    stock.stockStatus === 'LowStock' && stock.stockQuantity !== null ? `Only ${formatStockLabel(stock)}` : stock.stockMessage;
  return [said, due && (said ? due : due.replace(/^./, (first) => first.toUpperCase()))].filter(Boolean).join(' · ');
}
