import { describe, expect, it } from 'vitest';
import { aBuilder, aGroup, aLine, productsOf } from './builder-builders.ts';
import {
  describeClosing,
  describeOrder,
  describeProgress,
  describeStep,
  formatBalance,
  formatClosedHeadline,
  formatHeadline,
  toMidSentence,
} from './builder-labels.ts';
import { listSteps, type Totals } from './builder-model.ts';
import { describeLateLine } from './late-pieces.ts';
import { getInitialQuantity } from './use-garment-choice.ts';

const totals = (over: Partial<Totals>): Totals => ({
  unit: 'pieces',
  chosen: 0,
  inCart: 0,
  ordered: 0,
  needed: 0,
  owed: 0,
  budget: null,
  ...over,
});

it.each([
  ['Shirts', 'shirts'],
  ['PPE', 'PPE'],
  ['T-shirts', 'T-shirts'],
  ['Trousers or skirt', 'trousers or skirt'],
  ['Marlow Poplin Blouse', 'Marlow Poplin Blouse'],
  ['Meridian polo shirt', 'Meridian polo shirt'],
])('%s inside a sentence is %s', (name, text) => expect(toMidSentence(name, ['Meridian polo shirt'])).toBe(text));

describe('the headline', () => {
  it.each([
    [{ needed: 7, owed: 12 }, '7 of 12 pieces left to choose'],
    [{ needed: 0, owed: 12, chosen: 12, inCart: 2 }, '12 pieces chosen'],
    [{ needed: 0, owed: 12, chosen: 12, ordered: 12 }, '12 pieces ordered'],
    [{ unit: 'points', budget: { total: 50, left: 32, chosen: 0 } }, '32 points left of 50 points'],
    [{ unit: 'money', budget: { total: 180, left: 99.9, chosen: 20.1 } }, '£99.90 left of £180.00, £20.10 chosen'],
    [{ unit: 'none', chosen: 1, inCart: 1 }, '1 piece chosen'],
    [{ unit: 'none', chosen: 3, inCart: 1, ordered: 2 }, '1 piece chosen, 2 ordered'],
    [{ unit: 'none' }, 'No pieces chosen'],
  ] satisfies [Partial<Totals>, string][])('%j', (over, text) => {
    const { figure, text: after } = formatHeadline(totals(over), 'GBP');
    expect(`${figure} ${after}`).toBe(text);
  });
});

describe('while nothing can be ordered, in the words chosen, ordered and complete', () => {
  it.each([
    [{ needed: 7, owed: 12 }, 'No pieces ordered'],
    [{ needed: 7, owed: 12, chosen: 5, inCart: 5 }, '5 pieces chosen, not ordered'],
    [{ needed: 4, owed: 12, chosen: 8, inCart: 5, ordered: 3 }, '5 pieces chosen, 3 ordered'],
    [{ needed: 4, owed: 12, chosen: 8, ordered: 8 }, '8 pieces ordered'],
    [{ needed: 0, owed: 12, chosen: 12, ordered: 12 }, 'Complete 12 pieces ordered'],
    [{ unit: 'money', ordered: 2, budget: { total: 180, left: 99.9, chosen: 0 } }, '2 pieces ordered'],
  ] satisfies [Partial<Totals>, string][])('the headline of %j', (over, text) => {
    const { figure, text: after } = formatClosedHeadline(totals(over));
    expect(`${figure} ${after}`).toBe(text);
  });

  const progress = { owed: 4, ordered: 0, inCart: 0, beyond: 0, chosen: 0, left: 4, needed: 4 };
  it.each([
    [{}, '0 of 4 ordered'],
    [{ inCart: 1, chosen: 1, left: 3 }, '1 chosen'],
    [{ ordered: 2, inCart: 1, chosen: 3, left: 1 }, '2 ordered, 1 chosen'],
    [{ ordered: 4, chosen: 4, left: 0, needed: 0 }, '4 of 4 ordered'],
    [{ owed: null, left: null, ordered: 2 }, '2 ordered'],
  ])('the progress %j', (over, text) => expect(describeProgress({ ...progress, ...over }, false)).toBe(text));
});

it.each([
  [{ owed: 8, needed: 0 }, 8, '8 of 8 pieces chosen.'],
  [{ owed: 8, needed: 6 }, 2, '2 of 8 pieces chosen.'],
  [{ owed: 8, needed: 3, ordered: 3 }, 2, '2 pieces chosen, 3 already ordered.'],
  // One of another wardrobe, or beyond the entitlement.
  [{ owed: 8, needed: 0 }, 9, '9 pieces chosen.'],
  [{ unit: 'points', budget: { total: 50, left: 3, chosen: 12 } }, 2, '2 pieces chosen. 3 points of 50 points left.'],
  [
    { unit: 'money', ordered: 4, budget: { total: 180, left: 57.7, chosen: 33.5 } },
    1,
    '1 piece chosen, 4 already ordered. £57.70 of £180.00 left.',
  ],
  [{ unit: 'none', ordered: 3 }, 2, '2 pieces chosen, 3 already ordered.'],
] satisfies [Partial<Totals>, number, string][])('with %j, an order of %i pieces is summed up', (over, pieces, text) =>
  expect(describeOrder(totals(over), pieces, 'GBP')).toBe(text),
);

describe('a part of the uniform', () => {
  const describeGroup = (over: Parameters<typeof aGroup>[2], inCart = 0) => {
    const groups = [aGroup(1, 'Shirts', over)];
    const cart = inCart > 0 ? [aLine(1, 11, inCart)] : [];
    return listSteps(aBuilder(groups), productsOf(groups), cart).map((step) => describeStep(step))[0];
  };
  it.each([
    [{ allocatedQuantity: 3 }, 0, '0 of 3 chosen'],
    [{ allocatedQuantity: 3, usedQuantity: 3, remainingQuantity: 0 }, 0, '3 of 3 ordered'],
    [{ allocatedQuantity: 3, usedQuantity: 1, remainingQuantity: 2 }, 2, '1 ordered, 2 chosen'],
    [{ allocatedQuantity: 5, usedQuantity: 2, remainingQuantity: 3 }, 1, '2 ordered, 1 chosen, 2 left'],
    [{ allocatedQuantity: 3 }, 1, '1 chosen, 2 left'],
    [{ allocatedQuantity: 4, usedQuantity: 2, remainingQuantity: 2 }, 0, '2 of 4 ordered'],
    [{ minQuantity: 3, usedQuantity: 2 }, 0, '2 ordered, 1 more needed'],
    [{ minQuantity: 2 }, 1, '1 chosen, 1 more needed'],
    [{}, 0, 'None chosen'],
  ])('%j with %i in the cart', (over, inCart, text) => expect(describeGroup(over, inCart)).toBe(text));

  it('names what needs an approval', () => {
    const groups = [aGroup(1, 'Shirts', { allocatedQuantity: 3 })];
    const [step] = listSteps(aBuilder(groups), productsOf(groups), [aLine(1, 11, 5, { beyondQuantity: 2 })]);
    expect(step && describeStep(step)).toBe('3 chosen · 2 beyond your entitlement');
  });
});

describe('the end of the ordering window', () => {
  const season = (closes: string | null) =>
    ({ id: 1, name: 'Winter', startDateUtc: null, endDateUtc: null, orderingOpensUtc: null, orderingClosesUtc: closes }) as const;
  const now = new Date(2026, 10, 22, 15);
  it.each([
    ['2026-11-30T00:00:00Z', { day: 'Mon 30 Nov', left: '8 days left', isSoon: true }],
    ['2026-11-22T00:00:00Z', { day: 'Sun 22 Nov', left: 'Last day', isSoon: true }],
    ['2027-01-31T00:00:00Z', { day: 'Sun 31 Jan', left: '70 days left', isSoon: false }],
    ['2026-11-21T00:00:00Z', undefined],
    [null, undefined],
  ])('%s', (closes, expected) => {
    const found = describeClosing(season(closes), now);
    expect(found && { ...found, day: found.day.replace(',', '') }).toEqual(expected);
  });
});

describe('the balance with the selection included names what is chosen and what is left', () => {
  const progress = { owed: 5, ordered: 2, inCart: 1, chosen: 3, left: 2, needed: 2, beyond: 0 };
  it.each([
    ['fixed and quantity', {}, null, '2 ordered, 2 chosen', '1 left'],
    ['points', { unit: 'points', budget: { total: 50, left: 15, chosen: 0 } }, 12, '12 points chosen', '3 points left'],
    ['money', { unit: 'money', budget: { total: 180, left: 91.2, chosen: 0 } }, 33.5, '£33.50 chosen', '£57.70 left'],
    ['money, nothing chosen', { unit: 'money', budget: { total: 180, left: 91.2, chosen: 0 } }, 0, null, '£91.20 left'],
    [
      'money, some chosen',
      { unit: 'money', budget: { total: 180, left: 71.25, chosen: 19.95 } },
      33.5,
      '£53.45 chosen',
      '£37.75 left',
    ],
  ] satisfies [string, Partial<Totals>, number | null, string | null, string][])('%s', (_type, over, cost, chosen, left) =>
    expect(formatBalance({ progress }, totals(over), 1, cost, 'GBP')).toEqual({ chosen, left }),
  );
  it('unlimited', () =>
    expect(
      formatBalance({ progress: { ...progress, owed: null, left: null } }, totals({ unit: 'none' }), 1, null, 'GBP'),
    ).toEqual({
      chosen: '2 ordered, 2 chosen',
      left: null,
    }));
});

it.each([
  [{ stockStatus: 'InStock', stockQuantity: 20, dueDateUtc: null }, undefined],
  [{ stockStatus: 'Backorder', stockQuantity: 0, dueDateUtc: '2026-12-09T00:00:00Z' }, 'due 9 Dec, sent later'],
  [{ stockStatus: 'LowStock', stockQuantity: 2, dueDateUtc: null }, 'sent later'],
  [{ stockStatus: 'NotManaged', stockQuantity: null, dueDateUtc: null }, undefined],
] as const)('three pieces of %j are late: %s', (stock, text) => {
  const late = describeLateLine({ quantity: 3, isMadeToOrder: false }, stock);
  expect(late?.replace(/ 202\d/, '')).toBe(text);
});

it('begins with what is needed, and with one where nothing is', () => {
  const groups = [aGroup(1, 'Shirts', { allocatedQuantity: 3 })];
  const [step] = listSteps(aBuilder(groups), productsOf(groups), []);
  if (step?.kind !== 'group' || !step.products[0]) throw new Error('The group is missing.');
  expect(getInitialQuantity(step.products[0], step, 'pieces', 10)).toBe(3);
  expect(getInitialQuantity(step.products[0], step, 'pieces', 2)).toBe(2);
  const free = { ...step, progress: { ...step.progress, needed: 0 } };
  expect(getInitialQuantity(step.products[0], free, 'points', 10)).toBe(1);
});
