import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeMissingSize, isObtainable } from '#web/sizing/size-stock.ts';
import { aGarment, anAttribute, colours, fits } from '../builders.ts';
import type { Combination } from '../catalogue-types.ts';
import { canOrder } from '../stock-labels.ts';
import { findSelectedCombination, getInitialSelection, selectOrderable } from './attribute-selection.ts';
import { describeShortage } from './shortage.ts';
import { createSizeStock, findColourFor } from './size-stock.ts';

const OUT = { stockStatus: 'OutOfStock', stockQuantity: 0 } as const;
const LATER = { ...OUT, dueDateUtc: '2026-12-09T00:00:00Z', dueQuantity: 30 } as const;
const SOON = { ...OUT, dueDateUtc: '2026-12-04T00:00:00Z', dueQuantity: 10 } as const;
const [NAVY, WHITE] = [101, 102];
const [S, M, L] = [201, 202, 203];
const M_ALONE = { sizeId: M, valueIds: [M] };

const polo = (stock: Record<string, Partial<Combination>>) =>
  aGarment([colours(), anAttribute(2, 'size', ['S', 'M', 'L'])], ({ attributeDescription }) => stock[attributeDescription] ?? {});

describe('the colour to begin with', () => {
  it('is the usual one that has the size, otherwise the first that has it', () => {
    expect(findColourFor(polo({}), [M_ALONE])?.valueId).toBe(NAVY);
    expect(findColourFor(polo({ 'Navy, M': SOON }), [M_ALONE])?.valueId).toBe(WHITE);
    expect(findColourFor(polo({ 'Navy, M': SOON, 'White, M': OUT }), [M_ALONE])?.valueId).toBe(NAVY);
    expect(findColourFor(polo({ 'Navy, M': SOON }), [])?.valueId).toBe(NAVY);
  });

  it('is that which has most of the sizes that are asked', () => {
    const asked = [M_ALONE, { sizeId: L, valueIds: [L] }];
    expect(findColourFor(polo({ 'Navy, M': OUT }), asked)?.valueId).toBe(WHITE);
    expect(findColourFor(polo({ 'Navy, M': OUT, 'White, L': OUT }), asked)?.valueId).toBe(NAVY);
  });
});

describe('a size that is out of stock', () => {
  const missingIn = (stock: Record<string, Partial<Combination>>, colour = NAVY) => {
    const { missing } = createSizeStock(polo(stock), { 1: colour })(M_ALONE);
    return missing && describeMissingSize('M', missing);
  };

  it('is said with its day, in the colour that lacks it, or of all with the colour that comes first', () => {
    expect(missingIn({})).toBeUndefined();
    expect(missingIn({ 'Navy, M': SOON })).toBe('M is out of stock in Navy, due 4 Dec.');
    expect(missingIn({ 'Navy, M': SOON }, WHITE)).toBe('M is out of stock in Navy, due 4 Dec.');
    expect(missingIn({ 'Navy, M': OUT })).toBe('M is out of stock in Navy.');
    expect(missingIn({ 'Navy, M': LATER, 'White, M': SOON })).toBe('M is out of stock, due 4 Dec in White.');
    expect(missingIn({ 'Navy, M': { stockStatus: 'Discontinued' } })).toBe('M is discontinued in Navy.');
  });

  it('is said of the selected combination, or how many there are', () => {
    const lackOf = (stock: Partial<Combination>) => {
      const garment = polo({ 'Navy, M': stock });
      const combination = findSelectedCombination(garment.attributes, garment.combinations, { 1: NAVY, 2: M });
      return combination && describeShortage(garment, combination);
    };
    expect(lackOf(SOON)).toBe('M in Navy is out of stock until 4 Dec.');
    expect(lackOf(OUT)).toBe('M in Navy is out of stock.');
    expect(lackOf({ stockStatus: 'LowStock', stockQuantity: 2 })).toBe('Only 2 of M in Navy are in stock.');
  });

  it('offers the colours that have it, and sizes beside it only where no colour does', () => {
    const stock = createSizeStock(polo({ 'Navy, M': SOON }), { 1: NAVY })(M_ALONE);
    expect(stock).toMatchObject({ isHere: false, colours: [{ id: WHITE }], neighbours: [] });
    const nowhere = createSizeStock(polo({ 'Navy, M': SOON, 'White, M': OUT, 'Navy, L': OUT }), { 1: NAVY })(M_ALONE);
    expect(nowhere.neighbours).toEqual([
      { sizeId: S, valueIds: [S], label: 'S', is: 'smaller' },
      { sizeId: L, valueIds: [L, WHITE], label: 'L in White', is: 'larger' },
    ]);
    expect(nowhere.missing?.awaitable).toEqual({ combinationId: 1001, name: 'Navy, M' });
  });
});

it('offers nothing that cannot be ordered, whatever is in stock, and begins with what is wanted if any colour has it', () => {
  const attributes = [
    anAttribute(1, 'colour', ['Navy', 'White', 'Black']),
    anAttribute(2, 'size', ['S', 'M', 'L', 'XL']),
    fits(),
  ];
  const states = fc.array(fc.constantFrom<Partial<Combination>>({}, OUT, SOON, { stockStatus: 'Discontinued' }), {
    minLength: 24,
    maxLength: 24,
  });
  fc.assert(
    fc.property(states, fc.constantFrom(101, 102, 103), fc.constantFrom(201, 202, 203, 204), (list, colour, sizeId) => {
      const garment = aGarment(attributes, ({ id }) => list[id - 1000] ?? {});
      const size = { sizeId, valueIds: [sizeId, 301] };
      const stock = createSizeStock(garment, { 1: colour })(size);
      const isOrderable = (valueIds: readonly number[]) => {
        const named = Object.fromEntries(
          attributes.flatMap(({ id, attributeValues }) =>
            attributeValues.filter((value) => valueIds.includes(value.id)).map((value) => [id, value.id]),
          ),
        );
        const found = findSelectedCombination(attributes, garment.combinations, { 1: colour, ...named });
        return found !== undefined && canOrder(found);
      };
      expect(stock.isHere).toBe(isOrderable(size.valueIds));
      for (const { id } of stock.colours) expect(isOrderable([...size.valueIds, id])).toBe(true);
      for (const { valueIds } of stock.neighbours) expect(isOrderable(valueIds)).toBe(true);
      // What is missing is said.
      if (!stock.isHere) expect(stock.missing).toBeDefined();
      const begun = selectOrderable(attributes, garment.combinations, size.valueIds, findColourFor(garment, [size]));
      const isWanted = begun[2] === sizeId && begun[3] === 301;
      expect(isWanted).toBe(attributes[0]?.attributeValues.some(({ id }) => isOrderable([...size.valueIds, id])) ?? false);
      expect(begun[1] ?? getInitialSelection(attributes, garment.combinations)[1]).toBeDefined();
      expect(isObtainable(stock)).toBe(isWanted);
    }),
  );
});
