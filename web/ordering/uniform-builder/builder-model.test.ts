import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBuilder, aGroup, aLine, anEitherOr, productsOf } from './builder-builders.ts';
import {
  type Builder,
  countEntitled,
  findDestination,
  findNextStep,
  type GroupStep,
  getTotals,
  isIncomplete,
  listOwnLines,
  listSteps,
} from './builder-model.ts';

const setUp = (builder: Builder, cart: ReturnType<typeof aLine>[] = []) => {
  const products = productsOf(builder.collection.collectionGroups);
  const steps = listSteps(builder, products, cart);
  return { steps, groups: steps.filter((step) => step.kind === 'group'), totals: getTotals(builder, products, cart, steps) };
};
const group = (steps: readonly unknown[], at: number) => steps[at] as GroupStep;

describe('quantity', () => {
  const builder = aBuilder([
    aGroup(1, 'Shirts', { allocatedQuantity: 3, usedQuantity: 1, remainingQuantity: 2, numbers: [null, null] }),
    aGroup(2, 'Trousers', { allocatedQuantity: 2 }),
  ]);

  it('counts what is ordered and what is in the cart', () => {
    const { groups, totals } = setUp(builder, [aLine(1, 11, 1)]);
    expect(group(groups, 0).progress).toEqual({ owed: 3, ordered: 1, inCart: 1, beyond: 0, chosen: 2, left: 1, needed: 1 });
    expect(totals).toMatchObject({ owed: 5, needed: 3, chosen: 2, ordered: 1, inCart: 1, budget: null });
  });

  it('goes to the next group that needs pieces, and to the order after the last', () => {
    const { steps, groups } = setUp(builder, [aLine(1, 11, 1)]);
    const [shirts, trousers] = [group(groups, 0), group(groups, 1)];
    expect(findNextStep(steps)).toBe(shirts);
    const [shirt] = shirts.products;
    if (!shirt) throw new Error('The group has no product.');
    expect(findDestination(steps, shirts, shirt, 1, 'pieces')).toEqual({ kind: 'step', step: trousers });
    const complete = setUp(builder, [aLine(1, 11, 1), aLine(2, 21, 2)]);
    expect(findDestination(complete.steps, group(complete.groups, 0), shirt, 1, 'pieces')).toEqual({ kind: 'order' });
    const unfinished = setUp(builder, []);
    expect(findDestination(unfinished.steps, group(unfinished.groups, 0), shirt, 1, 'pieces')).toEqual({ kind: 'group' });
  });

  it('covers no more than the group has left', () => {
    const { groups } = setUp(builder);
    const [shirt] = group(groups, 0).products;
    if (!shirt) throw new Error('The group has no product.');
    expect(countEntitled(group(groups, 0), shirt, { budget: null }, null, 0)).toBe(2);
    expect(countEntitled(group(groups, 0), shirt, { budget: null }, null, 1)).toBe(3);
  });

  it('takes nothing for pieces beyond the entitlement', () => {
    const { groups, totals } = setUp(builder, [aLine(1, 11, 4, { beyondQuantity: 2 })]);
    expect(group(groups, 0).progress).toEqual({ owed: 3, ordered: 1, inCart: 2, beyond: 2, chosen: 3, left: 0, needed: 0 });
    expect(totals).toMatchObject({ owed: 5, needed: 2, inCart: 4 });
  });

  it('counts more pieces than a group owes only once', () => {
    const { totals } = setUp(builder, [aLine(1, 11, 9)]);
    expect(totals).toMatchObject({ owed: 5, needed: 2 });
  });

  it('ignores lines of other wardrobes, other wearers and no group', () => {
    const items = [
      aLine(1, 11, 1, { id: 1 }),
      aLine(1, 11, 1, { id: 2, customerId: 7 }),
      aLine(1, 11, 1, { id: 3, organisationCollectionId: 2 }),
      aLine(1, 11, 1, { id: 4, collectionGroupId: null }),
      aLine(1, 11, 1, { id: 5, customerId: 8 }),
    ];
    expect(listOwnLines({ items }, builder, 7).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('leaves out a group without any product', () => {
    const steps = listSteps(builder, productsOf(builder.collection.collectionGroups.slice(1)), []);
    expect(steps.map(({ title }) => title)).toEqual(['Trousers']);
  });
});

describe('an either/or', () => {
  const groups = [
    aGroup(1, 'Shirts', { allocatedQuantity: 3 }),
    aGroup(2, 'Trousers', { allocatedQuantity: 2, superGroupOptionId: 51, status: 'unchosen' }),
    aGroup(3, 'Skirts', { allocatedQuantity: 1, superGroupOptionId: 52, status: 'unchosen' }),
  ];
  const eitherOr = anEitherOr(5, 'Trousers or skirt', ['Trousers', 'Skirts']);

  it('is one step that needs the least of its options while it is not answered', () => {
    const { steps, totals } = setUp(aBuilder(groups, {}, [eitherOr]));
    expect(steps.map(({ kind, title }) => [kind, title])).toEqual([
      ['group', 'Shirts'],
      ['choice', 'Trousers or skirt'],
    ]);
    expect(totals).toMatchObject({ owed: 4, needed: 4 });
    expect(steps.map(isIncomplete)).toEqual([true, true]);
  });

  it('is the chosen group once it is answered', () => {
    const open = groups.map((one) => (one.id === 3 ? { ...one, status: 'open' as const } : one));
    const { steps } = setUp(aBuilder(open, { superGroupOptionIds: [52] }, [eitherOr]));
    expect(steps.map(({ kind, title }) => [kind, title])).toEqual([
      ['group', 'Shirts'],
      ['group', 'Trousers or skirt'],
    ]);
    expect(group(steps, 1).group.name).toBe('Skirts');
  });

  it('that may stay without an answer is not incomplete', () => {
    const { steps, totals } = setUp(aBuilder(groups, {}, [{ ...eitherOr, minSelect: 0 }]));
    expect(steps.map(isIncomplete)).toEqual([true, false]);
    expect(totals).toMatchObject({ needed: 3 });
  });
});

describe('fixed allocation', () => {
  const builder = aBuilder([aGroup(1, 'Blouses', { allocatedQuantity: 4, numbers: [3, 1] })], { allocationTypeId: 10 });

  it('needs the number of each product', () => {
    const { groups, steps, totals } = setUp(builder, [aLine(1, 11, 3)]);
    const [oxford, short] = group(groups, 0).products;
    expect([oxford?.progress?.needed, short?.progress?.needed]).toEqual([0, 1]);
    expect(totals).toMatchObject({ owed: 4, needed: 1 });
    if (!oxford || !short) throw new Error('A product is missing.');
    expect(findDestination(steps, group(groups, 0), oxford, 3, 'pieces')).toEqual({ kind: 'product', product: short });
    expect(findDestination(steps, group(groups, 0), short, 1, 'pieces')).toEqual({ kind: 'order' });
  });
});

it('leaves out a product of which nothing is owed', () => {
  const groups = [aGroup(1, 'Knitwear', { allocatedQuantity: 1, numbers: [1, 0] })];
  const { steps } = setUp(aBuilder(groups, { allocationTypeId: 10 }));
  expect(group(steps, 0).products.map(({ product }) => product.id)).toEqual([11]);
});

describe('a budget', () => {
  const groups = [aGroup(1, 'Shirts', { allocatedQuantity: 4, minQuantity: 1 }), aGroup(2, 'Knitwear')];

  it('of points is reduced by what the cart costs', () => {
    const builder = aBuilder(groups, { allocationTypeId: 30, pointsTotal: 50, pointsUsed: 20 });
    const { steps, totals } = setUp(builder, [aLine(2, 21, 3)]);
    expect(totals).toMatchObject({ unit: 'points', budget: { total: 50, left: 15 }, needed: 1 });
    const shirts = group(steps, 0);
    const [shirt] = shirts.products;
    if (!shirt) throw new Error('The group has no product.');
    expect(countEntitled(shirts, shirt, totals, 5, 0)).toBe(3);
    expect(countEntitled(shirts, shirt, totals, 1, 0)).toBe(4);
    expect(findDestination(steps, shirts, shirt, 1, 'points')).toEqual({ kind: 'overview' });
  });

  it('of money counts prices without tax', () => {
    const builder = aBuilder(groups, { allocationTypeId: 40, budgetTotal: 180, budgetUsed: 60.1 });
    expect(setUp(builder, [aLine(1, 11, 2)]).totals.budget).toMatchObject({ total: 180, left: 99.9 });
  });

  it('is left alone by pieces beyond it, which need an approval', () => {
    const points = aBuilder(groups, { allocationTypeId: 30, pointsTotal: 50, pointsUsed: 35 });
    expect(setUp(points, [aLine(2, 21, 5, { beyondQuantity: 2 })]).totals.budget).toMatchObject({ total: 50, left: 0 });
    const money = aBuilder(groups, { allocationTypeId: 40, budgetTotal: 180, budgetUsed: 165 });
    expect(setUp(money, [aLine(1, 11, 3, { beyondQuantity: 2 })]).totals.budget).toMatchObject({ total: 180, left: 5 });
  });
});

it('without limit needs only the least quantities', () => {
  const builder = aBuilder([aGroup(1, 'Shirts', { minQuantity: 2 }), aGroup(2, 'Ties')], { allocationTypeId: 50 });
  const { steps, totals } = setUp(builder, [aLine(1, 11, 1), aLine(2, 21, 4)]);
  expect(steps.map(isIncomplete)).toEqual([true, false]);
  expect(totals).toMatchObject({ unit: 'none', needed: 1, chosen: 5, budget: null });
  expect(group(steps, 1).progress).toMatchObject({ owed: null, left: null, needed: 0 });
});

it('what is chosen and what is needed add up to what is owed, whatever is in the cart', () => {
  const numbers = fc.record({ owed: fc.nat(9), used: fc.nat(9), cart: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 6 }), (rows) => {
      const groups = rows.map(({ owed, used }, at) =>
        aGroup(at + 1, `Group ${at + 1}`, {
          allocatedQuantity: owed,
          usedQuantity: Math.min(used, owed),
          remainingQuantity: owed - Math.min(used, owed),
        }),
      );
      const cart = rows.flatMap(({ cart: quantity }, at) => (quantity === 0 ? [] : [aLine(at + 1, (at + 1) * 10 + 1, quantity)]));
      const { totals } = setUp(aBuilder(groups), cart);
      expect(totals.owed).toBe(rows.reduce((total, { owed }) => total + owed, 0));
      expect(totals.needed).toBeGreaterThanOrEqual(0);
      expect(totals.needed).toBeLessThanOrEqual(totals.owed);
    }),
  );
});
