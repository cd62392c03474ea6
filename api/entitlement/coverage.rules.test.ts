import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverLines, getUnitCost, type LineEntitlement, type LineToCover, sumEntitlementDemand } from './coverage.rules.ts';

interface Overrides {
  quantity?: number;
  unitMinor?: number;
  wearerName?: string | null;
  /** What is left in the group; null without a limit. */
  left?: number | null;
  groupId?: number;
  budget?: { unit: 'points' | 'money'; left: number | null };
  unitPoints?: number | null;
  beyond?: LineEntitlement['beyond'];
  necessity?: LineEntitlement['necessity'];
}
const aLine = (overrides: Overrides = {}): LineToCover & { entitlement: LineEntitlement } => {
  const { quantity = 1, unitMinor = 1000, wearerName = null, left = 3, groupId = 1, budget, unitPoints = null } = overrides;
  return {
    quantity,
    unitMinor,
    wearerName,
    entitlement: {
      collectionId: 10,
      groupId,
      superGroupId: null,
      superGroupName: null,
      superGroupOptionId: null,
      seasonId: 2,
      isFixed: false,
      beyond: overrides.beyond ?? 'block',
      necessity: overrides.necessity ?? null,
      unitPoints,
      group: { id: groupId, label: 'Shirts', unit: 'pieces', left },
      budget: budget ? { id: 90, label: 'Kitchen', ...budget } : null,
    },
  };
};
const points = (left: number | null) => ({ unit: 'points', left }) as const;
const money = (left: number | null) => ({ unit: 'money', left }) as const;

describe('how much of a line is covered', () => {
  it.each<[name: string, line: Overrides, covered: number, beyond: number]>([
    ['all of it', { quantity: 2 }, 2, 0],
    ['exactly what is left', { quantity: 3 }, 3, 0],
    ['what is left, of more', { quantity: 5 }, 3, 2],
    ['nothing when nothing is left', { quantity: 2, left: 0 }, 0, 2],
    ['all of it without a limit', { quantity: 500, left: null }, 500, 0],
    ['points: as many as the budget buys', { quantity: 3, unitPoints: 20, budget: points(50) }, 2, 1],
    ['points: exactly the budget', { quantity: 3, unitPoints: 20, budget: points(60) }, 3, 0],
    ['points: the group is the lower limit', { quantity: 5, unitPoints: 1, budget: points(100) }, 3, 2],
    ['points: a group without a limit', { quantity: 5, left: null, unitPoints: 20, budget: points(90) }, 4, 1],
    ['points: a budget without a limit', { quantity: 5, left: null, unitPoints: 20, budget: points(null) }, 5, 0],
    ['points: both limits are the same', { quantity: 5, left: 2, unitPoints: 20, budget: points(40) }, 2, 3],
    ['points: a garment without points is not covered', { quantity: 1, budget: points(100) }, 0, 1],
    ['points: nor with a budget without a limit', { quantity: 1, budget: points(null) }, 0, 1],
    ['points: a garment that costs none', { quantity: 2, unitPoints: 0, budget: points(0) }, 2, 0],
    ['points: an empty budget', { quantity: 1, unitPoints: 1, budget: points(0) }, 0, 1],
    ['money: whole pieces only', { quantity: 3, unitMinor: 1999, budget: money(4_000) }, 2, 1],
    ['money: a penny too little', { quantity: 2, unitMinor: 2000, budget: money(3_999) }, 1, 1],
    ['money: free of charge', { quantity: 2, unitMinor: 0, budget: money(0) }, 2, 0],
    ['money: points do not matter', { quantity: 1, unitMinor: 1000, unitPoints: 9_999, budget: money(1_000) }, 1, 0],
    ['money: no limit anywhere', { quantity: 99, left: null, budget: money(null) }, 99, 0],
  ])('%s', (_name, overrides, covered, beyond) => {
    expect(coverLines([aLine(overrides)], 'GBP', { paysOwnPart: false })).toMatchObject([{ covered, beyond }]);
  });

  it('is undecided for a line that counts nowhere', () => {
    expect(
      coverLines([{ quantity: 9, unitMinor: 1, wearerName: null, entitlement: null }], 'GBP', { paysOwnPart: false }),
    ).toEqual([{ covered: null, beyond: 0, own: 0, refusal: undefined }]);
  });

  it.each<[name: string, lines: Overrides[], covered: number[]]>([
    ['lines of one group share it', [{ quantity: 2 }, { quantity: 2 }], [2, 1]],
    ['the first line takes what it needs', [{ quantity: 9 }, { quantity: 1 }], [3, 0]],
    ['lines of two groups do not share', [{ quantity: 3 }, { quantity: 3, groupId: 2 }], [3, 3]],
    [
      'lines of two groups share the budget',
      [
        { quantity: 3, unitPoints: 10, budget: points(50) },
        { quantity: 3, groupId: 2, unitPoints: 10, budget: points(50) },
      ],
      [3, 2],
    ],
    [
      'what the group does not cover leaves the budget alone',
      [
        { quantity: 9, left: 1, unitPoints: 10, budget: points(50) },
        { quantity: 3, groupId: 2, unitPoints: 10, budget: points(50) },
      ],
      [1, 3],
    ],
    [
      'a dear garment leaves the rest of the budget to a cheap one',
      [
        { quantity: 1, unitMinor: 9_000, budget: money(5_000) },
        { quantity: 2, unitMinor: 2_500, budget: money(5_000) },
      ],
      [0, 2],
    ],
  ])('%s', (_name, lines, covered) => {
    expect(coverLines(lines.map(aLine), 'GBP', { paysOwnPart: false }).map((line) => line.covered)).toEqual(covered);
  });
});

describe('pieces that the person pays', () => {
  const OWN = { quantity: 5, beyond: 'own_payment' } as const;
  it.each<[name: string, line: Overrides, paysOwnPart: boolean, own: number, refusal: string | undefined]>([
    ['those beyond the entitlement', OWN, true, 2, undefined],
    ['none within it', { ...OWN, quantity: 3 }, true, 0, undefined],
    ['none where the wardrobe asks for approval', { ...OWN, beyond: 'approval' }, true, 0, undefined],
    ['none where the wardrobe allows none', { ...OWN, beyond: 'block' }, true, 0, 'You have only 3 left in Shirts.'],
    [
      'none where no payment can be taken',
      OWN,
      false,
      0,
      'You have only 3 left in Shirts. Paying for more yourself is not possible at the moment.',
    ],
    [
      'none of protective equipment',
      { ...OWN, necessity: 'protective' },
      true,
      0,
      'You have only 3 left in Shirts. Protective equipment is provided by the employer, so no one pays for it themselves.',
    ],
    [
      'none of what is required at work',
      { ...OWN, necessity: 'required' },
      true,
      0,
      'You have only 3 left in Shirts. It is required at work and provided by the employer, so no one pays for it themselves.',
    ],
    [
      'none for someone else',
      { ...OWN, wearerName: 'Wendy Ward' },
      true,
      0,
      'Wendy Ward has only 3 left in Shirts. Only Wendy Ward can pay for more.',
    ],
  ])('%s', (_name, line, paysOwnPart, own, refusal) => {
    expect(coverLines([aLine(line)], 'GBP', { paysOwnPart })[0]).toMatchObject({ own, refusal });
  });
});

describe('the refusal of pieces beyond the entitlement', () => {
  const NO_PAYMENT = ' Paying for more yourself is not possible at the moment.';
  it.each<[name: string, line: Overrides, refusal: string | undefined]>([
    ['none while they are covered', { quantity: 3 }, undefined],
    ['blocked', { quantity: 4 }, 'You have only 3 left in Shirts.'],
    ['blocked, nothing left', { left: 0 }, 'You have nothing left in Shirts.'],
    ['blocked, for someone else', { quantity: 4, wearerName: 'Ana Ruiz' }, 'Ana Ruiz has only 3 left in Shirts.'],
    ['with approval none', { quantity: 4, beyond: 'approval' }, undefined],
    ['own payment', { quantity: 4, beyond: 'own_payment' }, `You have only 3 left in Shirts.${NO_PAYMENT}`],
    ['points', { quantity: 3, unitPoints: 20, budget: points(50) }, 'You have only 50 points left in Kitchen.'],
    ['one point', { unitPoints: 2, budget: points(1) }, 'You have only 1 point left in Kitchen.'],
    ['points, nothing left', { unitPoints: 2, budget: points(0) }, 'You have nothing left in Kitchen.'],
    ['points, the group is the limit', { quantity: 9, unitPoints: 1, budget: points(50) }, 'You have only 3 left in Shirts.'],
    ['no points', { budget: points(50) }, 'This garment has no points, so it cannot be ordered with points.'],
    [
      'no points and own payment',
      { budget: points(50), beyond: 'own_payment' },
      `This garment has no points, so it cannot be ordered with points.${NO_PAYMENT}`,
    ],
    ['money', { unitMinor: 4_000, budget: money(3_950) }, 'You have only £39.50 left in Kitchen.'],
    ['money, nothing left', { budget: money(0), beyond: 'own_payment' }, `You have nothing left in Kitchen.${NO_PAYMENT}`],
  ])('%s', (_name, overrides, refusal) => {
    expect(coverLines([aLine(overrides)], 'GBP', { paysOwnPart: false })[0]?.refusal).toBe(refusal);
  });

  it('is in the currency of the organisation', () => {
    expect(coverLines([aLine({ unitMinor: 4_000, budget: money(3_950) })], 'EUR', { paysOwnPart: false })[0]?.refusal).toBe(
      'You have only €39.50 left in Kitchen.',
    );
  });
});

describe('what lines take from accounts', () => {
  it('is summed by account, sorted, without lines that count nowhere or are not covered', () => {
    const lines = [
      { ...aLine({ groupId: 5, unitPoints: 10, budget: points(100) }), covered: 2 },
      { ...aLine({ groupId: 3, unitPoints: 25, budget: points(100) }), covered: 1 },
      { ...aLine({ groupId: 5, unitPoints: 10, budget: points(100) }), covered: 1 },
      { ...aLine({ groupId: 4 }), covered: 0 },
      { quantity: 1, unitMinor: 1, wearerName: null, entitlement: null, covered: null },
    ];
    expect(sumEntitlementDemand(lines)).toEqual([
      { accountId: 3, amount: 1 },
      { accountId: 5, amount: 3 },
      { accountId: 90, amount: 55 },
    ]);
  });

  it('never exceeds what is left, and is never less than it could be', () => {
    const overrides = fc.record({
      quantity: fc.integer({ min: 1, max: 6 }),
      unitMinor: fc.integer({ min: 0, max: 3_000 }),
      unitPoints: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
      groupId: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(
        fc.array(overrides, { maxLength: 8 }),
        fc.constantFrom(undefined, points(70), points(null), money(5_000), money(null)),
        fc.constantFrom(0, 4, null),
        (all, budget, left) => {
          const lines = all.map((line) => aLine({ ...line, left, ...(budget ? { budget } : {}) }));
          const coverage = coverLines(lines, 'GBP', { paysOwnPart: false });
          const demand = new Map(
            sumEntitlementDemand(lines.map((line, index) => ({ ...line, covered: coverage[index]?.covered ?? null }))).map(
              ({ accountId, amount }) => [accountId, amount],
            ),
          );
          const rest = (id: number, limit: number | null) => (limit ?? Number.POSITIVE_INFINITY) - (demand.get(id) ?? 0);
          for (const id of [1, 2]) expect(rest(id, left)).toBeGreaterThanOrEqual(0);
          if (budget) expect(rest(90, budget.left)).toBeGreaterThanOrEqual(0);
          for (const [index, line] of lines.entries()) {
            const { covered, beyond } = coverage[index] as { covered: number; beyond: number };
            expect(covered + beyond).toBe(line.quantity);
            const cost = getUnitCost(line);
            if (beyond > 0 && !(budget && cost === undefined))
              expect(rest(line.entitlement.groupId, left) < 1 || (budget ? rest(90, budget.left) < (cost ?? 0) : false)).toBe(
                true,
              );
          }
        },
      ),
    );
  });
});
