import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import type { Cart } from '#web/app/cart.ts';
import { formatShortDate } from '#web/catalogue/products/stock-labels.ts';

type Line = Pick<Cart['items'][number], 'id' | 'sku' | 'quantity' | 'isMadeToOrder'>;
type Stock = Pick<ReplyOf<'POST /api/product/stockmultiple'>['stock'][number], 'stockStatus' | 'stockQuantity' | 'dueDateUtc'>;

/** "due 9 Dec, sent later" for a line that cannot be sent at once; undefined if it can. */
export function describeLateLine(line: Pick<Line, 'quantity' | 'isMadeToOrder'>, stock: Stock | undefined): string | undefined {
  if (line.isMadeToOrder) return 'made to order, sent later';
  if (!stock || stock.stockStatus === 'NotManaged') return undefined;
  const isOut = stock.stockStatus === 'Backorder' || stock.stockStatus === 'OutOfStock';
  const isShort = stock.stockQuantity !== null && stock.stockQuantity < line.quantity;
  if (!isOut && !isShort) return undefined;
  return stock.dueDateUtc ? `due ${formatShortDate(stock.dueDateUtc)}, sent later` : 'sent later';
}

/** The largest number of SKUs in one call. */
const MAX_SKUS = 100;

/** What is sent later, by the id of the line. Empty until the stock is known. */
export function useLateLines(lines: readonly Line[]): ReadonlyMap<number, string> {
  const items = lines.flatMap(({ sku, quantity }) => (sku === null ? [] : [{ sku, quantity }])).slice(0, MAX_SKUS);
  const { data } = useQuery({
    queryKey: ['POST /api/product/stockmultiple', items],
    queryFn: ({ signal }) => api('POST /api/product/stockmultiple', { body: { items }, signal }),
    enabled: items.length > 0,
    staleTime: 30_000,
  });
  return new Map(
    lines.flatMap((line) => {
      const late = describeLateLine(
        line,
        data?.stock.find(({ sku }) => sku === line.sku),
      );
      return late ? [[line.id, late] as const] : [];
    }),
  );
}
