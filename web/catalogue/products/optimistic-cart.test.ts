import { expect, test } from 'vitest';
import { aDesign } from '../customisation/builders.ts';
import { aGarment, colours, sizes } from './builders.ts';
import { applyCartAdditions, findAddedLines } from './optimistic-cart.ts';

const empty = {
  items: [],
  warnings: [],
  totalQuantity: 0,
  subTotal: 0,
  subTotalInclTax: 0,
  subTotalExclTax: 0,
  tax: 0,
  charges: [],
  taxDisplayType: 10,
  currencyCode: 'GBP',
  canCheckout: true,
};
const garment = aGarment([colours(), sizes()]);
const [first, second] = garment.combinations as [(typeof garment.combinations)[0], (typeof garment.combinations)[0]];

test('new combinations become lines, existing ones are increased, and the previous cart is not modified', () => {
  const once = applyCartAdditions(empty, [{ garment, combination: first, quantity: 2 }]);
  const twice = applyCartAdditions(once, [
    { garment, combination: first, quantity: 3 },
    { garment, combination: second, quantity: 1 },
  ]);
  expect(twice.items.map(({ combinationId, quantity }) => [combinationId, quantity])).toEqual([
    [first.id, 5],
    [second.id, 1],
  ]);
  expect(twice.totalQuantity).toBe(6);
  expect(once.items[0]?.quantity).toBe(2);
});

test('a line that belongs to a wardrobe is not increased', () => {
  const [line] = applyCartAdditions(empty, [{ garment, combination: first, quantity: 2 }]).items;
  const withAllocation = { ...empty, items: line ? [{ ...line, organisationCollectionId: 7 }] : [] };
  expect(applyCartAdditions(withAllocation, [{ garment, combination: first, quantity: 1 }]).items).toHaveLength(2);
});

test('a line for a person is increased only by what is ordered for that person', () => {
  const addition = [{ garment, combination: first, quantity: 2 }];
  const forSite = applyCartAdditions(empty, addition);
  const both = applyCartAdditions(forSite, addition, { wearer: { id: 4, name: 'Ana Sousa' } });
  expect(both.items.map(({ customerName, quantity }) => [customerName, quantity])).toEqual([
    [null, 2],
    ['Ana Sousa', 2],
  ]);
});

test('the lines that an addition made or increased are found again, whatever else is in the cart', () => {
  const additions = [{ garment, combination: first, quantity: 2 }];
  const once = applyCartAdditions(empty, additions);
  const [line] = once.items;
  if (!line) throw new Error('No line was added.');
  const other = { ...line, id: 7, organisationCollectionId: 3 };
  const before = { ...empty, items: [other] };

  expect(findAddedLines(before, { ...once, items: [other, { ...line, id: 8 }] }, additions)).toEqual([
    { lineId: 8, quantity: 2 },
  ]);
  expect(findAddedLines(before, { ...once, items: [{ ...other, quantity: 4 }] }, additions)).toEqual([
    { lineId: 7, quantity: 2 },
  ]);
  expect(findAddedLines(before, before, additions)).toEqual([]);
  expect(findAddedLines(undefined, once, additions)).toEqual([]);
});

test('a line is increased only by pieces with the same designs, apart from required ones', () => {
  const required = aDesign({ isMandatory: true, positionId: 1, text: null, logoId: 5 });
  const name = aDesign({ customisationId: null });
  const plain = applyCartAdditions(empty, [{ garment, combination: first, quantity: 2 }]);
  const withRequired = { ...plain, items: plain.items.map((line) => ({ ...line, customisations: [required] })) };
  const named = { garment, combination: first, quantity: 1, designs: [name] };
  const both = applyCartAdditions(withRequired, [{ garment, combination: first, quantity: 1 }, named, named]);
  expect(both.items.map(({ quantity, customisations }) => [quantity, customisations])).toEqual([
    [3, [required]],
    [2, [name]],
  ]);
  expect(new Set(both.items.map(({ id }) => id)).size).toBe(2);
});
