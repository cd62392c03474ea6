import { createDateFormat, formatNumber } from '#web/ui/format/format.ts';
import type { Combination, OrderableGarment, TileProduct } from './catalogue-types.ts';
import { formatLeadTime } from './purchase-labels.ts';

type Stock = Pick<
  Combination,
  'stockStatus' | 'stockQuantity' | 'allowOutOfStockOrders' | 'dueDateUtc' | 'dueQuantity' | 'stockMessage'
>;

const shortDays = createDateFormat({ day: 'numeric', month: 'short' });
const shortDaysWithYear = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** "4 Dec"; includes the year if the date is more than 300 days away. */
export function formatShortDate(utc: string, now = Date.now()): string {
  const date = new Date(utc);
  const far = Math.abs(date.getTime() - now) > 300 * 86_400_000;
  return (far ? shortDaysWithYear : shortDays)(date);
}

/** "30 due 4 Dec"; empty if no delivery is due. */
export function formatDueStock({ dueDateUtc, dueQuantity }: Pick<Stock, 'dueDateUtc' | 'dueQuantity'>): string {
  if (!dueDateUtc) return '';
  return dueQuantity ? `${formatNumber(dueQuantity)} due ${formatShortDate(dueDateUtc)}` : `due ${formatShortDate(dueDateUtc)}`;
}

/** Whether at least one can be ordered. */
export const canOrder = ({ stockStatus, allowOutOfStockOrders }: Pick<Stock, 'stockStatus' | 'allowOutOfStockOrders'>) =>
  stockStatus !== 'Discontinued' && (stockStatus !== 'OutOfStock' || allowOutOfStockOrders);

/** Whether a combination cannot be ordered until pieces are in stock again; products with back orders can. */
export const isAwaitable = ({ stockStatus, allowOutOfStockOrders }: Combination): boolean =>
  stockStatus === 'OutOfStock' && !allowOutOfStockOrders;

/** Whether a garment can be ordered once it is in stock. */
export const isSoldOnline = ({ callForPrice, disableBuyButton }: Pick<OrderableGarment, 'callForPrice' | 'disableBuyButton'>) =>
  !callForPrice && !disableBuyButton;

/** The maximum quantity that stock allows; Infinity if stock does not limit it or is not shown. */
export function getMaxOrderable(stock: Stock): number {
  if (!canOrder(stock)) return 0;
  const isCounted = stock.stockStatus === 'InStock' || stock.stockStatus === 'LowStock';
  return isCounted && !stock.allowOutOfStockOrders ? (stock.stockQuantity ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** A short stock label for below a field: "12", "3 left", "Out of stock · 30 due 4 Dec". Empty if stock is not managed. */
export function formatStockLabel(stock: Stock): string {
  const due = formatDueStock(stock);
  switch (stock.stockStatus) {
    case 'Discontinued':
      return 'Discontinued';
    case 'OutOfStock':
      return due ? `Out of stock · ${due}` : 'Out of stock';
    case 'Backorder':
      return due ? `To order · ${due}` : 'To order';
    case 'LowStock':
      return stock.stockQuantity === null ? 'Low stock' : `${formatNumber(stock.stockQuantity)} left`;
    case 'InStock':
      // Zero stock can still count as in stock if orders beyond it are allowed.
      return stock.stockQuantity ? formatNumber(stock.stockQuantity) : 'In stock';
    case 'NotManaged':
      return '';
  }
}

/** The stock of one combination in one line: the server's stock message and the next delivery due. */
export function describeStock(stock: Stock): string {
  const due = stock.stockStatus === 'Backorder' ? '' : formatDueStock(stock);
  const message =
    stock.stockStatus === 'LowStock' && stock.stockQuantity !== null ? `Only ${formatStockLabel(stock)}` : stock.stockMessage;
  return [message, due && (message ? due : due.replace(/^./, (first) => first.toUpperCase()))].filter(Boolean).join(' · ');
}

/** Whether a listed product can be ordered as far as stock decides it. */
const isObtainable = ({ stockStatus }: Pick<TileProduct, 'stockStatus'>) =>
  stockStatus !== 'OutOfStock' && stockStatus !== 'Discontinued';

/** Whether a listed product can be put into the cart from its tile: it can be ordered, and its price is known. */
export const isReadyToOrder = (product: Pick<TileProduct, 'stockStatus' | 'callForPrice' | 'disableBuyButton'>) =>
  isObtainable(product) && !product.callForPrice && !product.disableBuyButton;

type ListedStock = Pick<TileProduct, 'stockStatus' | 'dueDateUtc' | 'isMadeToOrder' | 'leadTimeDays'>;

/**
 * The stock of a listed product in a few words: "In stock", "Out of stock · due 4 Dec", "Made to order · 6 weeks". Empty if stock
 * is not managed. A product is in stock if any of its combinations is.
 */
export function describeListedStock(product: ListedStock): string {
  const { stockStatus, dueDateUtc, isMadeToOrder, leadTimeDays } = product;
  const due = dueDateUtc ? ` · due ${formatShortDate(dueDateUtc)}` : '';
  // Made after the order, so stock does not matter unless it limits what can be ordered.
  if (isMadeToOrder && isObtainable(product)) return `Made to order${leadTimeDays ? ` · ${formatLeadTime(leadTimeDays)}` : ''}`;
  switch (stockStatus) {
    case 'InStock':
      return 'In stock';
    case 'LowStock':
      return 'Low stock';
    case 'OutOfStock':
      return `Out of stock${due}`;
    case 'Backorder':
      return `On backorder${due}`;
    case 'Discontinued':
      return 'Discontinued';
    default:
      return '';
  }
}
