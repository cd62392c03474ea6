import { expect, test } from 'vitest';
import { describeListedStock, formatShortDate, isReadyToOrder } from './stock-labels.ts';

const inStock = { stockStatus: 'InStock', dueDateUtc: null, isMadeToOrder: false, leadTimeDays: null } as const;
const dueDateUtc = new Date(Date.now() + 40 * 86_400_000).toISOString();
const due = formatShortDate(dueDateUtc);

test.each([
  [{}, 'In stock'],
  [{ stockStatus: 'LowStock' as const }, 'Low stock'],
  [{ stockStatus: 'OutOfStock' as const }, 'Out of stock'],
  [{ stockStatus: 'OutOfStock' as const, dueDateUtc }, `Out of stock · due ${due}`],
  [{ stockStatus: 'Backorder' as const, dueDateUtc }, `On backorder · due ${due}`],
  [{ stockStatus: 'NotManaged' as const }, ''],
  [{ stockStatus: null }, ''],
  [{ stockStatus: 'NotManaged' as const, isMadeToOrder: true, leadTimeDays: 42 }, 'Made to order · 6 weeks'],
  [{ stockStatus: 'Backorder' as const, isMadeToOrder: true, dueDateUtc }, 'Made to order'],
  [{ stockStatus: 'OutOfStock' as const, isMadeToOrder: true }, 'Out of stock'],
])('%o is described as "%s"', (change, words) => {
  expect(describeListedStock({ ...inStock, ...change })).toBe(words);
});

test('a product is ready to order if it is in stock, on sale and has a price', () => {
  const ready = { stockStatus: 'LowStock', callForPrice: false, disableBuyButton: false } as const;
  expect(isReadyToOrder(ready)).toBe(true);
  expect(isReadyToOrder({ ...ready, callForPrice: true })).toBe(false);
  expect(isReadyToOrder({ ...ready, disableBuyButton: true })).toBe(false);
  expect(isReadyToOrder({ ...ready, stockStatus: 'OutOfStock' })).toBe(false);
  expect(isReadyToOrder({ ...ready, stockStatus: 'Backorder' })).toBe(true);
});
