import { describe, expect, it } from 'vitest';
import { describeAdded, describePriceChange, describeReorder } from './reorder-labels.ts';

const aLine = (addedQuantity: number, quantity: number) => ({ addedQuantity, quantity }) as never;

describe('the result of ordering again', () => {
  it.each([
    [[aLine(1, 1)], 'Added to your cart', 'The garment of order 7 is in your cart.'],
    [[aLine(2, 2), aLine(3, 3)], 'Added to your cart', 'All 5 garments of order 7 are in your cart.'],
    [[aLine(1, 2), aLine(0, 3)], 'Partly added to your cart', '1 of 5 garments of order 7 is in your cart.'],
    [[aLine(2, 2), aLine(0, 3)], 'Partly added to your cart', '2 of 5 garments of order 7 are in your cart.'],
  ])('says how much of the order is in the cart', (lines, title, text) => {
    expect(describeReorder({ lines }, 7)).toEqual({ title, text });
  });

  it('says for each line how much of it was added', () => {
    expect([aLine(0, 2), aLine(1, 2), aLine(2, 2)].map(describeAdded)).toEqual(['Not added', '1 of 2 added', '2 added']);
  });

  it('names a price only when it has changed', () => {
    const describe = (unitPrice: number | null, previousUnitPrice: number | null) =>
      describePriceChange({ unitPrice, previousUnitPrice }, 'GBP');

    expect([describe(10, 10), describe(null, 10), describe(10, null)]).toEqual([null, null, null]);
    expect(describe(12.5, 10)).toBe('Now £12.50 each, £10.00 in that order.');
  });
});
