import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aGarment, anAttribute, colours, fits, sizes } from '../builders.ts';
import { findSelectedCombination, getInitialSelection, listMissingAttributes, listValueStates } from './attribute-selection.ts';
import { getAttributeParamNames, parseSelection, updateSelectionSearchParams } from './selection-url-state.ts';

describe('what to start from', () => {
  test('a colour that can be ordered is chosen, a size is not', () => {
    const { attributes, combinations } = aGarment([colours(), sizes()], ({ attributeDescription }) =>
      attributeDescription.startsWith('Navy') ? { stockStatus: 'Discontinued' } : {},
    );
    expect(getInitialSelection(attributes, combinations)).toEqual({ 1: 102 });
    expect(listMissingAttributes(attributes, { 1: 102 })).toEqual(['size']);
  });

  test('a garment without choices needs none', () => {
    const { attributes, combinations } = aGarment([]);
    expect(findSelectedCombination(attributes, combinations, {})).toBe(combinations[0]);
  });
});

test('every complete selection means the one combination that has all of its values', () => {
  const { attributes, combinations } = aGarment([colours(), sizes(), fits()]);
  for (const combination of combinations) {
    const selection = Object.fromEntries(combination.attributes.map(({ id, valueId }) => [id, valueId]));
    expect(findSelectedCombination(attributes, combinations, selection)).toBe(combination);
  }
});

describe('how values stand', () => {
  const out = { stockStatus: 'OutOfStock', stockQuantity: 0, dueDateUtc: '2026-12-04T00:00:00Z', dueQuantity: 30 } as const;
  const garment = aGarment([colours(), sizes()], ({ id }) =>
    id === 1001 ? out : id === 1002 ? { stockStatus: 'LowStock', stockQuantity: 3 } : {},
  );
  const [colour, size] = garment.attributes as [ReturnType<typeof colours>, ReturnType<typeof sizes>];

  test('a size out of stock shows the next delivery, a size low in stock the number left', () => {
    const states = listValueStates(size, garment.combinations, { 1: 101 });
    expect(states.map(({ disabled }) => disabled)).toEqual([false, true, false]);
    expect(states[1]?.note).toMatch(/^Out of stock · 30 due 4 Dec/);
    expect(states[2]?.note).toBe('3 left');
  });

  test('the same sizes are free in another colour', () => {
    expect(listValueStates(size, garment.combinations, { 1: 102 }).some(({ disabled }) => disabled)).toBe(false);
  });

  test('a colour does not depend on the size that was chosen', () => {
    expect(listValueStates(colour, garment.combinations, { 2: 202 }).some(({ disabled }) => disabled)).toBe(false);
  });
});

describe('the choice in the address', () => {
  test('reads as it was written, whatever the names are', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(names, names, fc.nat(), fc.nat(), (some, others, one, other) => {
        const attributes = [anAttribute(1, 'colour', some), anAttribute(2, 'size', others)];
        const selection = { 1: 101 + (one % some.length), 2: 201 + (other % others.length) };
        const address = updateSelectionSearchParams(attributes, new URLSearchParams('page=2'), selection);
        expect(address.get('page')).toBe('2');
        expect(parseSelection(attributes, address)).toEqual(selection);
      }),
    );
  });

  test('names that look the same in an address are told apart', () => {
    const attributes = [anAttribute(1, 'size', ['S', 's', '½'])];
    for (const chosen of [101, 102, 103]) {
      expect(parseSelection(attributes, updateSelectionSearchParams(attributes, new URLSearchParams(), { 1: chosen }))).toEqual({
        1: chosen,
      });
    }
  });

  test('is readable', () => {
    expect(String(updateSelectionSearchParams([colours(), sizes()], new URLSearchParams(), { 1: 101, 2: 202 }))).toBe(
      'colour=navy&size=m',
    );
  });

  test('two choices of one role do not share a name', () => {
    const attributes = [anAttribute(3, 'fit', ['Long']), anAttribute(4, 'fit', ['Slim'])];
    expect(new Set(getAttributeParamNames(attributes).values()).size).toBe(2);
  });

  test('what the garment does not have is passed over', () => {
    expect(parseSelection([colours()], new URLSearchParams('colour=pink&size=m'))).toEqual({});
  });
});
