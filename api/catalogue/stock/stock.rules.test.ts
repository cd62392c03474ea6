import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantityWarnings } from '../pricing/pricing.rules.ts';
import { getAvailability, getProductAvailability, type StockFacts } from './stock.rules.ts';

const shirt: StockFacts = {
  managesStock: true,
  backorderMode: 0,
  displaysStockQuantity: true,
  lowStockQuantity: 5,
  discontinued: false,
  onHand: 20,
  reserved: 4,
  dueOn: null,
  dueQuantity: null,
};
const delivery = { dueOn: '2026-03-12', dueQuantity: 40 };

describe('getAvailability', () => {
  test.each<[string, Partial<StockFacts>, { status: string; message: string; orderable: number; shownQuantity: number | null }]>([
    ['enough', {}, { status: 'InStock', message: '16 in stock', orderable: 16, shownQuantity: 16 }],
    [
      'enough, number hidden',
      { displaysStockQuantity: false },
      { status: 'InStock', message: 'In stock', orderable: 16, shownQuantity: null },
    ],
    ['few', { reserved: 15 }, { status: 'LowStock', message: '5 in stock', orderable: 5, shownQuantity: 5 }],
    ['none', { reserved: 20 }, { status: 'OutOfStock', message: 'Out of stock', orderable: 0, shownQuantity: 0 }],
    [
      'none, silent backorder',
      { reserved: 20, backorderMode: 1 },
      { status: 'InStock', message: 'In stock', orderable: Infinity, shownQuantity: 0 },
    ],
    [
      'less than none, announced backorder',
      { reserved: 25, backorderMode: 2 },
      {
        status: 'Backorder',
        message: 'Out of stock, on backorder: will be dispatched once in stock',
        orderable: Infinity,
        shownQuantity: 0,
      },
    ],
    [
      'announced backorder with a delivery',
      { reserved: 20, backorderMode: 2, ...delivery },
      {
        status: 'Backorder',
        message: 'Out of stock, on backorder: expected on 12 March 2026',
        orderable: Infinity,
        shownQuantity: 0,
      },
    ],
    [
      'not managed',
      { managesStock: false, onHand: 0, reserved: 0 },
      { status: 'NotManaged', message: '', orderable: Infinity, shownQuantity: null },
    ],
    [
      'discontinued',
      { discontinued: true },
      { status: 'Discontinued', message: 'Discontinued', orderable: 0, shownQuantity: null },
    ],
  ])('%s', (_, change, expected) => {
    expect(getAvailability({ ...shirt, ...change })).toMatchObject(expected);
  });

  test('includes the next delivery only when stock is managed', () => {
    expect(getAvailability({ ...shirt, ...delivery })).toMatchObject(delivery);
    expect(getAvailability({ ...shirt, ...delivery, managesStock: false })).toMatchObject({ dueOn: null, dueQuantity: null });
  });

  test('agrees with the checks of the cart: what is orderable raises no warning, one more does', () => {
    fc.assert(
      fc.property(
        fc.record({
          managesStock: fc.boolean(),
          backorderMode: fc.constantFrom(0, 1, 2),
          displaysStockQuantity: fc.boolean(),
          lowStockQuantity: fc.nat(10),
          onHand: fc.nat(500),
          reserved: fc.nat(600),
        }),
        fc.integer({ min: 1, max: 700 }),
        (facts, pieces) => {
          const there = getAvailability({ ...facts, discontinued: false, dueOn: null, dueQuantity: null });
          const rules = {
            ...facts,
            onOffer: true,
            disableBuyButton: false,
            callForPrice: false,
            orderMinimumQuantity: 1,
            orderMaximumQuantity: 10_000,
            allowedQuantities: [],
          };
          expect(quantityWarnings(rules, pieces, there.free).length === 0).toBe(pieces <= there.orderable);
          expect(there.message === '').toBe(!facts.managesStock);
          expect(there.shownQuantity ?? 0).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('a product without a selected combination', () => {
  const of = (...changes: Partial<StockFacts>[]) =>
    getProductAvailability(changes.map((change) => getAvailability({ ...shirt, ...change })));

  test.each<[string, Partial<StockFacts>[], { message: string; shownQuantity: number | null }]>([
    ['one combination speaks for the product', [{}], { message: '16 in stock', shownQuantity: 16 }],
    ['one of several in stock is in stock', [{ onHand: 4 }, {}], { message: 'In stock', shownQuantity: 16 }],
    ['none of them', [{ onHand: 4 }, { onHand: 0 }], { message: 'Out of stock', shownQuantity: 0 }],
    [
      'only on backorder',
      [
        { onHand: 4, backorderMode: 2 },
        { onHand: 0, backorderMode: 2 },
      ],
      { message: 'On backorder', shownQuantity: 0 },
    ],
    [
      'hidden quantities',
      [{ displaysStockQuantity: false }, { displaysStockQuantity: false }],
      { message: 'In stock', shownQuantity: null },
    ],
    ['not managed', [{ managesStock: false }, { managesStock: false }], { message: '', shownQuantity: null }],
    ['nothing at all', [], { message: 'Out of stock', shownQuantity: null }],
  ])('%s', (_, changes, expected) => {
    expect(of(...changes)).toMatchObject(expected);
  });
});
