import { describe, expect, it } from 'vitest';
import {
  aGroup,
  aWardrobe,
  aWearer,
  EITHER,
  LAST_YEAR,
  NEXT_YEAR,
  NUMBERS,
  OR,
  SEASONS,
  TODAY,
} from '#api/testing/entitlement-facts.ts';
import {
  type AccountPlan,
  getGrantedSeasons,
  getGrantedTarget,
  planAccounts,
  type SeasonFacts,
  type StoredAccount,
  type WardrobeFacts,
  type WearerFacts,
} from './entitlement.rules.ts';
import { explainBalance } from './reasoning.rules.ts';

/** An account in one line: kind, target, its limit (∞ without one), what is due of it, and its status. */
function describePlan(plan: AccountPlan): string {
  const { kind, unit, groupId, productId, isLimited, base, minimum, status, isWithdrawn } = plan;
  const target = kind === 'budget' ? unit : kind === 'group' ? groupId : `${groupId}/${productId}`;
  const due = minimum === null ? '' : `, at least ${minimum}`;
  return `${target}: ${isLimited ? base : '∞'}${due}${status === 'unchosen' ? ', unchosen' : ''}${isWithdrawn ? ', withdrawn' : ''}`;
}
const plan = (wearer: Partial<WearerFacts>, wardrobe: Partial<WardrobeFacts> = {}) =>
  planAccounts(aWearer(wearer), [aWardrobe(wardrobe)], SEASONS, TODAY);

describe('what a person is owed', () => {
  it.each<[name: string, wearer: Partial<WearerFacts>, wardrobe: Partial<WardrobeFacts>, expected: string[]]>([
    ['no type counts as quantity', { allocationTypeId: null }, {}, ['100: 4']],
    ['quantity: pieces of the group', { allocationTypeId: 20 }, {}, ['100: 4']],
    ['quantity: numbers of products do not matter', { allocationTypeId: 20 }, { groups: [aGroup(NUMBERS)] }, ['100: 4']],
    ['quantity: no number is no limit', { allocationTypeId: 20 }, { groups: [aGroup({ quantity: null })] }, ['100: ∞']],
    ['quantity: zero is a limit', { allocationTypeId: 20 }, { groups: [aGroup({ quantity: 0 })] }, ['100: 0']],
    ['quantity: a group without products', { allocationTypeId: 20 }, { groups: [aGroup({ products: [] })] }, ['100: 4']],
    ['quantity: a wardrobe without groups', { allocationTypeId: 20 }, { groups: [] }, []],
    [
      'fixed: each product with its number, none without',
      { allocationTypeId: 10 },
      { groups: [aGroup(NUMBERS)] },
      ['100/501: 3', '100/502: 0'],
    ],
    ['fixed: the group’s number where no product has one', { allocationTypeId: 10 }, {}, ['100: 4']],
    ['fixed: no number anywhere is no limit', { allocationTypeId: 10 }, { groups: [aGroup({ quantity: null })] }, ['100: ∞']],
    ['fixed: zero for the group', { allocationTypeId: 10 }, { groups: [aGroup({ quantity: 0 })] }, ['100: 0']],
    ['fixed: a group without products', { allocationTypeId: 10 }, { groups: [aGroup({ products: [] })] }, ['100: 4']],
    ['points: a budget, and the limits of groups', { allocationTypeId: 30 }, {}, ['points: 300', '100: 4, at least 1']],
    ['points: no budget set is no limit', { allocationTypeId: 30 }, { budgetPoints: null }, ['points: ∞', '100: 4, at least 1']],
    ['points: a budget of zero', { allocationTypeId: 30 }, { budgetPoints: 0 }, ['points: 0', '100: 4, at least 1']],
    [
      'points: a group without a number',
      { allocationTypeId: 30 },
      { groups: [aGroup({ quantity: null })] },
      ['points: 300', '100: ∞, at least 1'],
    ],
    [
      'points: no minimum means that nothing is due',
      { allocationTypeId: 30 },
      { groups: [aGroup({ minQuantity: null })] },
      ['points: 300', '100: 4, at least 0'],
    ],
    [
      'points: one budget for all groups',
      { allocationTypeId: 30 },
      { groups: [aGroup(), aGroup({ id: 103 })] },
      ['points: 300', '100: 4, at least 1', '103: 4, at least 1'],
    ],
    ['money: a budget in minor units', { allocationTypeId: 40 }, {}, ['money: 25000', '100: 4, at least 1']],
    ['money: no budget set is no limit', { allocationTypeId: 40 }, { budgetMinor: null }, ['money: ∞', '100: 4, at least 1']],
    ['money: a budget of zero', { allocationTypeId: 40 }, { budgetMinor: 0 }, ['money: 0', '100: 4, at least 1']],
    ['unlimited: pieces are counted without a limit', { allocationTypeId: 50 }, {}, ['100: ∞, at least 1']],
    [
      'unlimited: no budget',
      { allocationTypeId: 50 },
      { groups: [aGroup({ quantity: 0, minQuantity: null })] },
      ['100: ∞, at least 0'],
    ],
    [
      'either/or: both are unchosen before the answer',
      { allocationTypeId: 20 },
      { groups: [EITHER, OR] },
      ['101: 3, unchosen', '102: 2, unchosen'],
    ],
    ['either/or: the answer opens one', { chosenOptionIds: [61] }, { groups: [EITHER, OR] }, ['101: 3', '102: 2, unchosen']],
    [
      'either/or: another answer opens the other',
      { chosenOptionIds: [62] },
      { groups: [EITHER, OR] },
      ['101: 3, unchosen', '102: 2'],
    ],
    ['either/or: several options', { chosenOptionIds: [61, 62] }, { groups: [EITHER, OR] }, ['101: 3', '102: 2']],
    [
      'either/or: the option of another either/or changes nothing',
      { chosenOptionIds: [99] },
      { groups: [EITHER] },
      ['101: 3, unchosen'],
    ],
    [
      'either/or: fixed products',
      { allocationTypeId: 10 },
      { groups: [{ ...EITHER, ...NUMBERS }] },
      ['101/501: 3, unchosen', '101/502: 0, unchosen'],
    ],
    [
      'opt-out: everything is withdrawn',
      { allocationTypeId: 30, hasOptedOut: true },
      {},
      ['points: 300, withdrawn', '100: 4, at least 1, withdrawn'],
    ],
    ['opt-out: also what has no limit', { allocationTypeId: 50, hasOptedOut: true }, {}, ['100: ∞, at least 1, withdrawn']],
    ['no wardrobe', { collectionIds: [] }, {}, []],
    ['another wardrobe', { collectionIds: [11] }, {}, []],
    ['a wardrobe of a season in which the person takes no part', { seasonIds: [] }, {}, ['100: 4']],
  ])('%s', (_name, wearer, wardrobe, expected) => {
    expect(plan(wearer, wardrobe).map(describePlan)).toEqual(expected);
  });

  it('has the names of groups, products and wardrobes as labels', () => {
    expect(plan({ allocationTypeId: 30 }).map(({ label }) => label)).toEqual(['Kitchen', 'Shirts']);
    expect(plan({ allocationTypeId: 10 }, { groups: [aGroup(NUMBERS)] }).map(({ label }) => label)).toEqual([
      'White shirt',
      'Blue shirt',
    ]);
  });

  it('comes from each of several wardrobes, and from each of a person’s seasons', () => {
    const wardrobes = [aWardrobe(), aWardrobe({ id: 11, seasonId: null, groups: [aGroup({ id: 110 })] })];
    const accounts = planAccounts(aWearer({ collectionIds: [10, 11], seasonIds: [2, 3] }), wardrobes, SEASONS, TODAY);
    expect(accounts.map(({ groupId, seasonId, startsOn, endsOn }) => [groupId, seasonId, startsOn, endsOn])).toEqual([
      [100, 2, '2026-07-01', '2027-06-30'],
      [110, 2, '2026-07-01', '2027-06-30'],
      [110, 3, '2027-07-01', '2028-06-30'],
    ]);
  });
});

describe('the seasons of a wardrobe', () => {
  it.each<
    [name: string, own: number | null, attended: number[], seasons: SeasonFacts[], today: string, expected: (number | null)[]]
  >([
    ['its own', 3, [2], SEASONS, TODAY, [3]],
    ['its own, though it has ended', 1, [2], SEASONS, TODAY, [1]],
    ['its own, though the person takes part in none', 2, [], SEASONS, TODAY, [2]],
    ['the person’s', null, [2], SEASONS, TODAY, [2]],
    ['those of the person that have not ended', null, [1, 2, 3], SEASONS, TODAY, [2, 3]],
    ['one that has not begun', null, [3], SEASONS, TODAY, [3]],
    ['the last one of the person, where all have ended', null, [1], SEASONS, TODAY, [1]],
    ['the later of two that have ended', null, [2, 1], SEASONS, '2029-01-01', [2]],
    ['the season on its last day', null, [1], SEASONS, '2026-06-30', [1]],
    ['the next on the day after', null, [1, 2], SEASONS, '2026-07-01', [2]],
    ['the current one without a season of the person', null, [], SEASONS, TODAY, [2]],
    ['none where none is current', null, [], [LAST_YEAR, NEXT_YEAR], TODAY, [null]],
    ['none in an organisation without seasons', null, [], [], TODAY, [null]],
    ['the person’s, where the wardrobe’s has been deleted', 99, [2], SEASONS, TODAY, [2]],
  ])('are %s', (_name, seasonId, seasonIds, seasons, today, expected) => {
    expect(getGrantedSeasons({ seasonId }, { seasonIds }, seasons, today).map((season) => season?.id ?? null)).toEqual(expected);
  });
});

describe('what an account grants', () => {
  const open = { status: 'open', isWithdrawn: false, isLimited: true, base: 4, adjusted: 0, reserved: 0, used: 0 } as const;
  it.each<[name: string, account: Parameters<typeof getGrantedTarget>[0], expected: number]>([
    ['its number', open, 4],
    ['its number and the adjustments', { ...open, adjusted: 2 }, 6],
    ['less after an adjustment downwards', { ...open, adjusted: -3 }, 1],
    ['nothing below zero', { ...open, adjusted: -9 }, 0],
    ['its number under an option that was not chosen', { ...open, status: 'unchosen' }, 4],
    ['nothing when closed', { ...open, status: 'closed' }, 0],
    ['nothing after an opt-out', { ...open, isWithdrawn: true }, 0],
    ['what was used, when closed', { ...open, status: 'closed', used: 2, reserved: 1 }, 3],
    ['what was used, after an opt-out', { ...open, isWithdrawn: true, used: 2 }, 2],
    ['what was used, when the number is lower', { ...open, base: 1, used: 2, reserved: 1 }, 3],
    ['its number, when less was used', { ...open, used: 2, reserved: 1 }, 4],
    ['nothing without a limit', { ...open, isLimited: false, base: 0, used: 9 }, 0],
  ])('is %s', (_name, account, expected) => {
    expect(getGrantedTarget(account)).toBe(expected);
  });
});

describe('the explanation of a balance', () => {
  const account = {
    ...(plan({ allocationTypeId: 20 })[0] as AccountPlan),
    id: 9,
    adjusted: 0,
    granted: 4,
    reserved: 0,
    used: 0,
  };
  it.each<[name: string, account: StoredAccount, lines: [string, number][], left: number | null]>([
    ['untouched', account, [['allowance', 4]], 4],
    [
      'ordered and sent',
      { ...account, reserved: 1, used: 2 },
      [
        ['allowance', 4],
        ['reserved', -1],
        ['used', -2],
      ],
      1,
    ],
    [
      'adjusted',
      { ...account, adjusted: 2, granted: 6 },
      [
        ['allowance', 4],
        ['adjustment', 2],
      ],
      6,
    ],
    [
      'withdrawn',
      { ...account, isWithdrawn: true, granted: 1, used: 1 },
      [
        ['allowance', 4],
        ['withdrawn', -3],
        ['used', -1],
      ],
      0,
    ],
    [
      'lowered below what is used',
      { ...account, base: 2, granted: 3, used: 3 },
      [
        ['allowance', 2],
        ['withdrawn', 1],
        ['used', -3],
      ],
      0,
    ],
    [
      'adjusted below zero',
      { ...account, adjusted: -9, granted: 0 },
      [
        ['allowance', 4],
        ['adjustment', -9],
        ['withdrawn', 5],
      ],
      0,
    ],
    ['a number of zero', { ...account, base: 0, granted: 0 }, [['allowance', 0]], 0],
    ['no limit', { ...account, isLimited: false, base: 0, granted: 0, used: 2 }, [['used', -2]], null],
  ])('%s', (_name, stored, lines, left) => {
    const reasoning = explainBalance(stored);
    expect(reasoning.lines.map(({ kind, amount }) => [kind, amount])).toEqual(lines);
    expect(reasoning.left).toBe(left);
    if (left !== null) expect(lines.reduce((sum, [, amount]) => sum + amount, 0)).toBe(left);
  });

  it('names the rule, the period and the day after it', () => {
    expect(explainBalance(account)).toMatchObject({
      accountId: 9,
      unit: 'pieces',
      rule: { kind: 'groupQuantity', label: 'Shirts', amount: 4 },
      period: { startsOn: '2026-07-01', endsOn: '2027-06-30' },
      changesOn: '2027-07-01',
    });
    expect(explainBalance({ ...account, isLimited: false, endsOn: null })).toMatchObject({
      rule: { kind: 'noLimit', amount: null },
      changesOn: null,
    });
  });
});
