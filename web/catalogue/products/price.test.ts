import { describe, expect, test } from 'vitest';
import { aGarment, sizes } from './builders.ts';
import { hideMadeToOrderStock } from './garment.ts';
import { formatProductPrice, getQuantityError, getUnitPrice, listPriceBands, sumMoney } from './price.ts';
import { describeStock, formatShortDate, formatStockLabel, getMaxOrderable } from './stock-labels.ts';

const tiers = [
  { quantity: 25, price: 10.6 },
  { quantity: 100, price: 9.85 },
];

test.each([
  [1, 11.45],
  [24, 11.45],
  [25, 10.6],
  [99, 10.6],
  [100, 9.85],
])('calculates the unit price for %i pieces as %d', (quantity, expected) => {
  expect(getUnitPrice({ price: 11.45, tierPrices: tiers }, { price: 11.45 }, quantity)).toBe(expected);
});

test('starts the price bands at the minimum quantity', () => {
  expect(listPriceBands(11.45, tiers).map(({ quantities }) => quantities)).toEqual(['1–24', '25–99', '100 and more']);
  expect(listPriceBands(11.45, tiers, 50)).toEqual([
    { quantities: '50–99', price: 10.6 },
    { quantities: '100 and more', price: 9.85 },
  ]);
});

test('adds money without rounding errors', () => {
  expect(sumMoney([0.1, 0.2])).toBe(0.3);
});

test.each([
  [{ callForPrice: true, price: null, priceFrom: null }, 'Price on request'],
  [{ callForPrice: false, price: 12.5, priceFrom: 12.5 }, 'from £12.50'],
  [{ callForPrice: false, price: 1234, priceFrom: null }, '£1,234.00'],
  [{ callForPrice: false, price: null, priceFrom: null }, ''],
])('formats the price of %j as %j', (product, words) => {
  expect(formatProductPrice(product, 'GBP')).toBe(words);
});

test.each([
  [0, 12, undefined],
  [12, 12, undefined],
  [13, 12, 'Only 12 in stock'],
  [1, 0, 'Out of stock'],
])('%i of a stock of %i: %s', (quantity, stock, expected) => {
  expect(getQuantityError({ orderMinimumQuantity: 1, orderMaximumQuantity: 99, allowedQuantities: [] }, stock, quantity)).toBe(
    expected,
  );
});

describe('stock', () => {
  const stock = {
    stockStatus: 'OutOfStock',
    stockQuantity: 0,
    allowOutOfStockOrders: false,
    dueDateUtc: null,
    dueQuantity: null,
    stockMessage: '',
  } as const;

  test('shows the next delivery', () => {
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString();
    expect(formatStockLabel({ ...stock, dueDateUtc: soon, dueQuantity: 30 })).toBe(
      `Out of stock · 30 due ${formatShortDate(soon)}`,
    );
    expect(formatShortDate(soon)).toMatch(/^\d{1,2} [A-Z][a-z]{2,3}$/);
    expect(formatStockLabel(stock)).toBe('Out of stock');
  });

  test('limits an order unless backorders are allowed or the stock level is hidden', () => {
    expect(getMaxOrderable(stock)).toBe(0);
    expect(getMaxOrderable({ ...stock, stockStatus: 'InStock', stockQuantity: 8 })).toBe(8);
    expect(getMaxOrderable({ ...stock, stockStatus: 'InStock', stockQuantity: null })).toBe(Number.POSITIVE_INFINITY);
    expect(getMaxOrderable({ ...stock, stockStatus: 'InStock', stockQuantity: 8, allowOutOfStockOrders: true })).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(getMaxOrderable({ ...stock, stockStatus: 'Discontinued', allowOutOfStockOrders: true })).toBe(0);
  });

  test('is not shown for garments made to order, unless it limits the order', () => {
    const due = { dueDateUtc: new Date().toISOString(), dueQuantity: 72 };
    const { combinations } = aGarment([sizes()], ({ id }) => ({ ...due, allowOutOfStockOrders: id === 1000 }));
    const [made, limited] = hideMadeToOrderStock(combinations);
    expect([made && describeStock(made), made && formatStockLabel(made), made && getMaxOrderable(made)]).toEqual([
      '',
      '',
      Number.POSITIVE_INFINITY,
    ]);
    expect([limited && formatStockLabel(limited), limited && getMaxOrderable(limited)]).toEqual(['10', 10]);
  });
});
