import { describe, expect, it } from 'vitest';
import { calculateTotals } from './wardrobe-totals.ts';

const product = (price: number | null, allocatedQuantity: number | null = null, priceHighest: number | null = null) => ({
  price,
  priceHighest,
  allocatedQuantity,
});
const group = (
  allocatedQuantity: number | null,
  products: ReturnType<typeof product>[],
  superGroupOptionId: number | null = null,
) => ({
  allocatedQuantity,
  products,
  superGroupOptionId,
});

describe('the totals of a wardrobe', () => {
  it('are those of groups, own numbers of products and the options of an either/or', () => {
    const totals = calculateTotals({
      superGroups: [{ minSelect: 1, maxSelect: 1, options: [{ id: 1 }, { id: 2 }] }],
      collectionGroups: [
        group(6, [product(19.95)]),
        group(4, [product(34)], 1),
        group(4, [product(28.3)], 2),
        // One of each.
        group(2, [product(74.5, 1), product(32.05, 1)]),
        group(1, [product(28.4)]),
        group(1, [product(41)]),
      ],
    });
    expect(totals).toEqual({ pieces: [14, 14], price: [408.85, 431.65], incomplete: 0 });
  });

  it('range from the cheapest to the dearest product and size', () => {
    const totals = calculateTotals({ superGroups: [], collectionGroups: [group(3, [product(10), product(20, null, 25)])] });
    expect(totals).toEqual({ pieces: [3, 3], price: [30, 75], incomplete: 0 });
  });

  it('range from the fewest to the most options', () => {
    const options = { minSelect: 0, maxSelect: 2, options: [{ id: 1 }, { id: 2 }, { id: 3 }] };
    const collectionGroups = [group(1, [product(10)], 1), group(2, [product(10)], 2), group(3, [product(10)], 3)];
    expect(calculateTotals({ superGroups: [options], collectionGroups })).toEqual({
      pieces: [0, 5],
      price: [0, 50],
      incomplete: 0,
    });
  });

  it('leave out groups without a number, without products or without a price', () => {
    const collectionGroups = [group(null, [product(10)]), group(2, []), group(2, [product(null)]), group(1, [product(5)])];
    expect(calculateTotals({ superGroups: [], collectionGroups })).toEqual({ pieces: [1, 1], price: [5, 5], incomplete: 3 });
  });
});
