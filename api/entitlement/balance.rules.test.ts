import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Balance,
  explainBalance,
  getPreviewedType,
  type OrderingSeason,
  pickOrderingSeason,
  planPreview,
} from './balance.rules.ts';

const aBalance = (overrides: Partial<Balance> = {}): Balance => ({
  id: 1,
  seasonId: 1,
  kind: 'group',
  unit: 'pieces',
  groupId: 1,
  productId: null,
  label: 'Shirts',
  startsOn: '2027-01-01',
  endsOn: '2027-12-31',
  status: 'open',
  isLimited: true,
  base: 3,
  granted: 3,
  reserved: 0,
  used: 0,
  adjustments: [],
  returned: 0,
  ...overrides,
});

const linesOf = (overrides: Partial<Balance>) =>
  explainBalance(aBalance(overrides)).lines.map(({ kind, amount, note }) => [kind, amount, ...(note === null ? [] : [note])]);

describe('a balance', () => {
  it.each<[string, Partial<Balance>, unknown[], number | null]>([
    ['untouched', {}, [['allowance', 3]], 3],
    ['zero', { base: 0, granted: 0 }, [['allowance', 0]], 0],
    [
      'ordered and sent',
      { reserved: 1, used: 2 },
      [
        ['allowance', 3],
        ['reserved', -1],
        ['used', -2],
      ],
      0,
    ],
    [
      'sent back',
      { used: 1, returned: 1 },
      [
        ['allowance', 3],
        ['used', -2],
        ['returned', 1],
      ],
      2,
    ],
    [
      'adjusted',
      {
        granted: 4,
        adjustments: [
          { amount: 2, reason: 'Torn' },
          { amount: -1, reason: 'Too many' },
        ],
      },
      [
        ['allowance', 3],
        ['adjustment', 2, 'Torn'],
        ['adjustment', -1, 'Too many'],
      ],
      4,
    ],
    [
      'after opting out',
      { granted: 1, used: 1 },
      [
        ['allowance', 3],
        ['withdrawn', -2],
        ['used', -1],
      ],
      0,
    ],
    [
      'of which more was ordered than is granted now',
      { base: 1, granted: 2, used: 2 },
      [
        ['allowance', 2],
        ['used', -2],
      ],
      0,
    ],
    [
      'without a limit',
      { isLimited: false, base: 0, granted: 0, used: 5, reserved: 1 },
      [
        ['reserved', -1],
        ['used', -5],
      ],
      null,
    ],
  ])('%s is explained', (_, overrides, lines, left) => {
    expect(linesOf(overrides)).toEqual(lines);
    expect(explainBalance(aBalance(overrides)).left).toBe(left);
  });

  it('names its rule and the day on which it changes', () => {
    const explain = (overrides: Partial<Balance>) => {
      const { rule, changesOn } = explainBalance(aBalance(overrides));
      return [rule.kind, rule.label, rule.amount, changesOn];
    };
    expect(explain({})).toEqual(['groupQuantity', 'Shirts', 3, '2028-01-01']);
    expect(explain({ kind: 'product', endsOn: '2028-02-28' })).toEqual(['productQuantity', 'Shirts', 3, '2028-02-29']);
    expect(explain({ kind: 'budget', endsOn: null })).toEqual(['budget', 'Shirts', 3, null]);
    expect(explain({ isLimited: false })).toEqual(['noLimit', 'Shirts', null, '2028-01-01']);
  });

  it('is the sum of its lines', () => {
    const pieces = fc.integer({ min: 0, max: 1000 });
    const anyBalance = fc.record({
      base: pieces,
      granted: pieces,
      reserved: pieces,
      used: pieces,
      returned: pieces,
      adjustments: fc.array(fc.record({ amount: fc.integer({ min: -50, max: 50 }), reason: fc.constant('Because') })),
    });
    fc.assert(
      fc.property(anyBalance, (overrides) => {
        const { lines, left } = explainBalance(aBalance(overrides));
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(left);
      }),
    );
  });
});

describe('the season in which an order counts', () => {
  const season = (id: number, overrides: Partial<OrderingSeason>): OrderingSeason => ({
    id,
    name: `Season ${id}`,
    startsOn: `202${id}-01-01`,
    endsOn: `202${id}-12-31`,
    isCurrent: false,
    orderingOpensOn: null,
    orderingClosesOn: null,
    ...overrides,
  });
  const closed = { orderingClosesOn: '2026-12-31' };

  it.each<[string, OrderingSeason[], number | undefined]>([
    ['none', [], undefined],
    [
      'one whose window is open',
      [season(1, closed), season(2, { orderingOpensOn: '2027-03-01', orderingClosesOn: '2027-03-01' })],
      2,
    ],
    ['the current one of several open', [season(1, { isCurrent: true }), season(2, {})], 1],
    ['the current one of several closed', [season(1, { ...closed, isCurrent: true }), season(2, closed)], 1],
    ['an open one before the current one', [season(1, {}), season(2, { ...closed, isCurrent: true })], 1],
    ['the last of equals', [season(1, {}), season(3, {}), season(2, {})], 3],
  ])('%s', (_, seasons, id) => {
    expect(pickOrderingSeason(seasons, '2027-03-01')?.id).toBe(id);
    expect(pickOrderingSeason(seasons.toReversed(), '2027-03-01')?.id).toBe(id);
  });
});

describe('a preview', () => {
  it('uses pieces where the wardrobe permits them', () => {
    expect([[10, 20, 50], [30, 40], []].map(getPreviewedType)).toEqual([20, 30, 20]);
  });

  it('opens every group and contains the numbers of the wardrobe', () => {
    const group = (id: number, superGroupOptionId: number | null) => ({
      id,
      name: `Group ${id}`,
      quantity: id,
      minQuantity: null,
      superGroupId: superGroupOptionId === null ? null : 1,
      superGroupOptionId,
      products: [],
    });
    const wardrobe = {
      id: 1,
      name: 'Wardrobe',
      seasonId: 1,
      budgetPoints: 50,
      budgetMinor: null,
      groups: [group(1, null), group(2, 21), group(3, 22)],
    };
    const seasons = [{ id: 1, startsOn: '2027-01-01', endsOn: '2027-12-31', isCurrent: false }];
    const preview = (type: number) =>
      planPreview(wardrobe, type, seasons, '2027-03-01').map((one) => [one.label, one.status, one.granted, one.isLimited]);

    expect(preview(20)).toEqual([
      ['Group 1', 'open', 1, true],
      ['Group 2', 'open', 2, true],
      ['Group 3', 'open', 3, true],
    ]);
    expect(preview(30)[0]).toEqual(['Wardrobe', 'open', 50, true]);
    expect(preview(50)[0]).toEqual(['Group 1', 'open', 0, false]);
  });
});
