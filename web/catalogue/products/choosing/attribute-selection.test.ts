import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aGarment, anAttribute, colours, fits, sizes } from '../builders.ts';
import { describeMissingChoice, findSelectedCombination, getInitialSelection, listValueStates } from './attribute-selection.ts';
import { getAttributeParamNames, parseSelection, updateSelectionSearchParams } from './selection-url-state.ts';

describe('the initial selection', () => {
  test('includes a colour that can be ordered, but no size', () => {
    const garment = aGarment([colours(), sizes()], ({ attributeDescription }) =>
      attributeDescription.startsWith('Navy') ? { stockStatus: 'Discontinued' } : {},
    );
    expect(getInitialSelection(garment.attributes, garment.combinations)).toEqual({ 1: 102 });
    expect(describeMissingChoice(garment, { 1: 102 })).toBe('Choose a size first.');
    expect(describeMissingChoice(garment, { 1: 101 })).toBe('No size can be ordered in Navy at the moment.');
    expect(describeMissingChoice(garment, { 1: 102, 2: 201 })).toBeUndefined();
  });

  test('is empty when the garment has no attributes', () => {
    const { attributes, combinations } = aGarment([]);
    expect(findSelectedCombination(attributes, combinations, {})).toBe(combinations[0]);
  });
});

test('resolves every complete selection to the combination with its values', () => {
  const { attributes, combinations } = aGarment([colours(), sizes(), fits()]);
  for (const combination of combinations) {
    const selection = Object.fromEntries(combination.attributes.map(({ id, valueId }) => [id, valueId]));
    expect(findSelectedCombination(attributes, combinations, selection)).toBe(combination);
  }
});

describe('the states of values', () => {
  const out = { stockStatus: 'OutOfStock', stockQuantity: 0, dueDateUtc: '2026-12-04T00:00:00Z', dueQuantity: 30 } as const;
  const garment = aGarment([colours(), sizes()], ({ id }) =>
    id === 1001 ? out : id === 1002 ? { stockStatus: 'LowStock', stockQuantity: 3 } : {},
  );
  const [colour, size] = garment.attributes as [ReturnType<typeof colours>, ReturnType<typeof sizes>];

  test('show the next delivery of a size out of stock, and the quantity left of a size low in stock', () => {
    const states = listValueStates(size, garment.combinations, { 1: 101 });
    expect(states.map(({ disabled }) => disabled)).toEqual([false, true, false]);
    expect(states[1]?.note).toMatch(/^Out of stock · 30 due 4 Dec/);
    expect(states[2]?.note).toBe('3 left');
  });

  test('are calculated for the selected colour', () => {
    expect(listValueStates(size, garment.combinations, { 1: 102 }).some(({ disabled }) => disabled)).toBe(false);
  });

  test('of colours do not depend on the selected size', () => {
    expect(listValueStates(colour, garment.combinations, { 2: 202 }).some(({ disabled }) => disabled)).toBe(false);
  });
});

describe('the selection in the URL', () => {
  test('is read back for any names', () => {
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

  test('distinguishes names that look the same in a URL', () => {
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

  test('uses different names for two attributes with the same role', () => {
    const attributes = [anAttribute(3, 'fit', ['Long']), anAttribute(4, 'fit', ['Slim'])];
    expect(new Set(getAttributeParamNames(attributes).values()).size).toBe(2);
  });

  test('ignores values that the garment does not have', () => {
    expect(parseSelection([colours()], new URLSearchParams('colour=pink&size=m'))).toEqual({});
  });
});
