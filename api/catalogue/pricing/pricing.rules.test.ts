import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calculateTax,
  distinctTiers,
  getDisplayPrice,
  getMinOrderQuantity,
  getProductTaxView,
  lineAmounts,
  type Orderable,
  quantityWarnings,
  toMajorUnits,
  unitPrice,
  withTax,
} from './pricing.rules.ts';

const minor = fc.integer({ min: 0, max: 1_000_000_000_000 });
const rate = fc.integer({ min: 0, max: 9999 }).map((units) => units / 10_000);
const quantity = fc.integer({ min: 1, max: 100_000 });
const tier = fc.record({ quantity: fc.integer({ min: 2, max: 500 }), priceMinor: fc.integer({ min: 0, max: 100_000 }) });

describe('the price of one unit', () => {
  const tiers = [
    { quantity: 50, priceMinor: 800 },
    { quantity: 10, priceMinor: 900 },
    { quantity: 10, priceMinor: 950 },
  ];
  test.each([
    [1, 1000],
    [9, 1000],
    [10, 900],
    [49, 900],
    [50, 800],
    [100_000, 800],
  ])('for %i units is %i', (pieces, price) => {
    expect(unitPrice({ priceMinor: 1000, tiers }, pieces)).toBe(price);
  });

  test('is the tier’s price even when it is higher', () => {
    expect(unitPrice({ priceMinor: 700, tiers }, 10)).toBe(900);
  });

  test('does not depend on the order of the tiers', () => {
    fc.assert(
      fc.property(fc.array(tier, { maxLength: 8 }), quantity, (list, pieces) => {
        const reversed = unitPrice({ priceMinor: 5000, tiers: list.toReversed() }, pieces);
        expect(unitPrice({ priceMinor: 5000, tiers: list }, pieces)).toBe(reversed);
        expect(unitPrice({ priceMinor: 5000, tiers: distinctTiers(list) }, pieces)).toBe(reversed);
      }),
    );
  });

  test('is the price of the highest tier reached, or the price itself below all of them', () => {
    fc.assert(
      fc.property(fc.array(tier, { maxLength: 8 }), quantity, (list, pieces) => {
        const reached = list.filter((one) => one.quantity <= pieces);
        const highest = Math.max(...reached.map((one) => one.quantity));
        const expected =
          reached.length === 0
            ? 5000
            : Math.min(...reached.filter((one) => one.quantity === highest).map((one) => one.priceMinor));
        expect(unitPrice({ priceMinor: 5000, tiers: list }, pieces)).toBe(expected);
      }),
    );
  });
});

describe('tax', () => {
  test.each([
    [1000, 0.2, 200],
    [1, 0.2, 0],
    [2, 0.2, 0],
    [3, 0.2, 1],
    [5, 0.1, 1],
    [4, 0.1, 0],
    [1999, 0.175, 350],
    [333, 0.055, 18],
    [0, 0.2, 0],
    [1000, 0, 0],
    [200_000_000_000_001, 0.2, 40_000_000_000_000],
  ])('on %i at a rate of %d is %i', (amount, at, tax) => {
    expect(calculateTax(amount, at)).toBe(tax);
    expect(withTax(amount, at)).toBe(amount + tax);
  });

  test('is the exact product rounded half up', () => {
    fc.assert(
      fc.property(minor, rate, (amount, at) => {
        const exact = (BigInt(amount) * BigInt(Math.round(at * 10_000)) * 2n + 10_000n) / 20_000n;
        expect(calculateTax(amount, at)).toBe(Number(exact));
      }),
    );
  });

  test('is added only when prices are shown including tax', () => {
    expect(getDisplayPrice(1000, { taxDisplayType: 0, taxRate: 0.2 })).toBe(1200);
    expect(getDisplayPrice(1000, { taxDisplayType: 10, taxRate: 0.2 })).toBe(1000);
    expect(getDisplayPrice(null, { taxDisplayType: 0, taxRate: 0.2 })).toBeNull();
    expect(
      getDisplayPrice(1000, getProductTaxView({ taxDisplayType: 0, taxRate: 0.2, taxRates: {} }, { taxClass: 'exempt' })),
    ).toBe(1000);
  });

  test('is calculated once on the sum of a line', () => {
    expect(lineAmounts(333, 3, 0.2)).toEqual({
      unitMinor: 333,
      unitTaxMinor: 67,
      exclTaxMinor: 999,
      taxMinor: 200,
      inclTaxMinor: 1199,
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), quantity, rate, (unit, pieces, at) => {
        const line = lineAmounts(unit, pieces, at);
        expect(line.exclTaxMinor + line.taxMinor).toBe(line.inclTaxMinor);
        expect(Object.values(line).every(Number.isSafeInteger)).toBe(true);
        expect(Math.abs(line.taxMinor - line.exclTaxMinor * at)).toBeLessThanOrEqual(0.51);
      }),
    );
  });
});

test('converts minor units to an amount with two decimals', () => {
  expect([0, 1, 10, 1250, 118_80].map(toMajorUnits)).toEqual([0, 0.01, 0.1, 12.5, 118.8]);
  fc.assert(
    fc.property(minor, (amount) => {
      expect(Math.round(toMajorUnits(amount) * 100)).toBe(amount);
    }),
  );
});

describe('a quantity', () => {
  const polo: Orderable = {
    onOffer: true,
    disableBuyButton: false,
    callForPrice: false,
    orderMinimumQuantity: 2,
    orderMaximumQuantity: 100,
    allowedQuantities: [],
    managesStock: true,
    backorderMode: 0,
  };

  test.each<[string, Partial<Orderable>, number, number, string[]]>([
    ['within all bounds', {}, 5, 5, []],
    [
      'of what is withdrawn says only that',
      { onOffer: false, disableBuyButton: true },
      500,
      0,
      ['This product is no longer available.'],
    ],
    ['of what cannot be bought', { disableBuyButton: true }, 5, 9, ['Buying is disabled for this product.']],
    ['without a price', { callForPrice: true }, 5, 9, ['The price of this product is on request. Please ask for a quote.']],
    ['below the minimum', {}, 1, 9, ['The minimum quantity allowed for purchase is 2.']],
    ['above the maximum', {}, 101, 999, ['The maximum quantity allowed for purchase is 100.']],
    ['that is not one of those allowed', { allowedQuantities: [5, 10] }, 6, 9, ['Allowed quantities for this product: 5, 10.']],
    ['above stock', {}, 6, 5, ['Your quantity exceeds stock on hand. The maximum quantity that can be added is 5.']],
    ['when nothing is left', {}, 6, 0, ['Out of stock.']],
    ['when more was promised than there is', {}, 6, -3, ['Out of stock.']],
    ['above stock with backorders', { backorderMode: 1 }, 6, 0, []],
    ['above stock with announced backorders', { backorderMode: 2 }, 6, 0, []],
    ['of what has no managed stock', { managesStock: false }, 6, 0, []],
    [
      'with several faults names them in order',
      { disableBuyButton: true, callForPrice: true, allowedQuantities: [5] },
      1,
      0,
      [
        'Buying is disabled for this product.',
        'The price of this product is on request. Please ask for a quote.',
        'The minimum quantity allowed for purchase is 2.',
        'Allowed quantities for this product: 5.',
        'Out of stock.',
      ],
    ],
  ])('%s', (_, change, pieces, free, warnings) => {
    expect(quantityWarnings({ ...polo, ...change }, pieces, free)).toEqual(warnings);
  });

  test.each<[Partial<Orderable>, number]>([
    [{}, 2],
    [{ allowedQuantities: [10, 5, 1] }, 5],
    [{ allowedQuantities: [1] }, 2],
  ])('with the rules %o is at least %i', (change, minimum) => {
    expect(getMinOrderQuantity({ ...polo, ...change })).toBe(minimum);
  });
});
