import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountChange,
  type AccountPlan,
  type CountedLine,
  explainBalance,
  type GroupFacts,
  getBalance,
  getGrantedSeasons,
  getGrantedTarget,
  listReplacedAccounts,
  planAccounts,
  planChanges,
  planMoves,
  type SeasonFacts,
  type StoredAccount,
  toAccountKey,
  type WardrobeFacts,
  type WearerFacts,
} from './entitlement.rules.ts';

const TODAY = '2026-11-23';
const LAST_YEAR: SeasonFacts = { id: 1, startsOn: '2025-07-01', endsOn: '2026-06-30', isCurrent: false };
const THIS_YEAR: SeasonFacts = { id: 2, startsOn: '2026-07-01', endsOn: '2027-06-30', isCurrent: true };
const NEXT_YEAR: SeasonFacts = { id: 3, startsOn: '2027-07-01', endsOn: '2028-06-30', isCurrent: false };
const SEASONS = [LAST_YEAR, THIS_YEAR, NEXT_YEAR];

const aWearer = (overrides: Partial<WearerFacts> = {}): WearerFacts => ({
  customerId: 7,
  allocationTypeId: null,
  hasOptedOut: false,
  seasonIds: [2],
  collectionIds: [10],
  chosenOptionIds: [],
  ...overrides,
});
const aGroup = (overrides: Partial<GroupFacts> = {}): GroupFacts => ({
  id: 100,
  name: 'Shirts',
  quantity: 4,
  minQuantity: 1,
  superGroupId: null,
  superGroupOptionId: null,
  products: [
    { id: 501, name: 'White shirt', quantity: null },
    { id: 502, name: 'Blue shirt', quantity: null },
  ],
  ...overrides,
});
const aWardrobe = (overrides: Partial<WardrobeFacts> = {}): WardrobeFacts => ({
  id: 10,
  name: 'Kitchen',
  seasonId: 2,
  budgetPoints: 300,
  budgetMinor: 25_000,
  groups: [aGroup()],
  ...overrides,
});

/** An account in one line: kind, target, its limit (∞ without one), what is due of it, and its status. */
function describePlan(plan: AccountPlan): string {
  const { kind, unit, groupId, productId, isLimited, base, minimum, status, isWithdrawn } = plan;
  const target = kind === 'budget' ? unit : kind === 'group' ? groupId : `${groupId}/${productId}`;
  const due = minimum === null ? '' : `, at least ${minimum}`;
  return `${target}: ${isLimited ? base : '∞'}${due}${status === 'unchosen' ? ', unchosen' : ''}${isWithdrawn ? ', withdrawn' : ''}`;
}
const plan = (wearer: Partial<WearerFacts>, wardrobe: Partial<WardrobeFacts> = {}) =>
  planAccounts(aWearer(wearer), [aWardrobe(wardrobe)], SEASONS, TODAY);

const NUMBERS = {
  products: [
    { id: 501, name: 'White shirt', quantity: 3 },
    { id: 502, name: 'Blue shirt', quantity: null },
  ],
};
const EITHER = aGroup({ id: 101, superGroupId: 60, superGroupOptionId: 61, quantity: 3 });
const OR = aGroup({ id: 102, superGroupId: 60, superGroupOptionId: 62, quantity: 2 });

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

/** Accounts with their entries, in memory: what the database does with changes, orders, cancellations, shipments and returns. */
class Ledger {
  accounts: StoredAccount[] = [];
  lines: (CountedLine & { group: number; season: number | null })[] = [];
  entries: { accountId: number; granted: number; reserved: number; used: number }[] = [];

  sync(wearer: WearerFacts, wardrobes: readonly WardrobeFacts[], today = TODAY, seasons = SEASONS): AccountChange[] {
    const planned = planAccounts(wearer, wardrobes, seasons, today);
    const replaced = listReplacedAccounts(planned, this.accounts, today);
    const moves = planMoves(planned, replaced, this.lines);
    const changes = planChanges(planned, this.accounts, today, moves);
    for (const { id, grantedDelta, reservedDelta, usedDelta, ...after } of changes) {
      const old = this.accounts.find((account) => account.id === id);
      const account = old ?? { ...after, id: this.accounts.length + 1, adjusted: 0, granted: 0, reserved: 0, used: 0 };
      if (!old) this.accounts.push(account);
      Object.assign(account, after);
      this.enter(account, { granted: grantedDelta, reserved: reservedDelta, used: usedDelta });
    }
    for (const { lineId, to } of moves) {
      const target = this.accounts.find((account) => toAccountKey(account) === toAccountKey(to)) as StoredAccount;
      for (const line of this.lines) if (line.lineId === lineId) line.accountId = target.id;
    }
    return changes;
  }
  enter(account: StoredAccount, { granted = 0, reserved = 0, used = 0 }): void {
    account.granted += granted;
    account.reserved += reserved;
    account.used += used;
    if (granted !== 0 || reserved !== 0 || used !== 0) this.entries.push({ accountId: account.id, granted, reserved, used });
  }
  /** Orders as many of these pieces as the account has left; undefined when it has none. */
  order(productId: number, pieces: number): CountedLine | undefined {
    const account = this.accounts.find(
      ({ unit, status, isWithdrawn, productId: own }) =>
        unit === 'pieces' && status === 'open' && !isWithdrawn && (own === null || own === productId),
    );
    if (!account) return undefined;
    const reserved = Math.min(pieces, getBalance(account) ?? pieces);
    if (reserved <= 0) return undefined;
    this.enter(account, { reserved });
    const line = {
      lineId: this.lines.length + 1,
      accountId: account.id,
      productId,
      reserved,
      used: 0,
      group: account.groupId as number,
      season: account.seasonId,
    };
    this.lines.push(line);
    return line;
  }
  /** Changes what a line has reserved and used; what the wardrobe no longer grants expires. */
  change(line: CountedLine, reserved: number, used: number): void {
    const account = this.accounts.find(({ id }) => id === line.accountId) as StoredAccount;
    this.enter(account, { reserved: reserved - line.reserved, used: used - line.used });
    Object.assign(line, { reserved, used });
    this.enter(account, { granted: Math.min(getGrantedTarget(account) - account.granted, 0) });
  }
  adjust(account: StoredAccount, pieces: number): void {
    account.adjusted += pieces;
    this.enter(account, { granted: getGrantedTarget(account) - account.granted });
  }
  /** Label, status, granted, reserved, used and balance of every account that has, or has had, something. */
  figures(): string[] {
    return this.accounts.map(({ kind, productId, groupId, status, granted, reserved, used, ...account }) => {
      const target = kind === 'budget' ? account.unit : `${groupId}${productId === null ? '' : `/${productId}`}`;
      const left = getBalance({ ...account, granted, reserved, used });
      return `${target} ${status}: ${granted} − ${reserved} − ${used} = ${left ?? '∞'}`;
    });
  }
}

describe('a change of what decides', () => {
  const wearer = aWearer();
  const start = (facts: Partial<WearerFacts> = {}, wardrobe: Partial<WardrobeFacts> = {}) => {
    const ledger = new Ledger();
    ledger.sync({ ...wearer, ...facts }, [aWardrobe(wardrobe)]);
    return ledger;
  };

  it('an opt-out takes what is left, and undoing it gives it back', () => {
    const ledger = start();
    ledger.order(501, 3);
    ledger.sync({ ...wearer, hasOptedOut: true }, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 3 − 3 − 0 = 0']);
    ledger.sync(wearer, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 3 − 0 = 1']);
  });

  it('what is cancelled during an opt-out expires', () => {
    const ledger = start();
    const line = ledger.order(501, 3) as CountedLine;
    ledger.sync({ ...wearer, hasOptedOut: true }, [aWardrobe()]);
    ledger.change(line, 1, 0);
    expect(ledger.figures()).toEqual(['100 open: 1 − 1 − 0 = 0']);
  });

  it('a wardrobe that is withdrawn takes what is left, and has it again when it is given back', () => {
    const ledger = start();
    const line = ledger.order(501, 2) as CountedLine;
    ledger.change(line, 0, 2);
    ledger.sync({ ...wearer, collectionIds: [] }, []);
    expect(ledger.figures()).toEqual(['100 closed: 2 − 0 − 2 = 0']);
    ledger.sync(wearer, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 0 − 2 = 2']);
  });

  it('a group that is deleted closes its account', () => {
    const ledger = start();
    ledger.order(501, 1);
    ledger.sync(wearer, [aWardrobe({ groups: [] })]);
    expect(ledger.figures()).toEqual(['100 closed: 1 − 1 − 0 = 0']);
  });

  it('a number lowered below what is used keeps that, and what is cancelled later expires', () => {
    const ledger = start();
    const line = ledger.order(501, 4) as CountedLine;
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: 2 })] })]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 4 − 0 = 0']);
    ledger.change(line, 3, 0);
    expect(ledger.figures()).toEqual(['100 open: 3 − 3 − 0 = 0']);
    ledger.change(line, 1, 0);
    expect(ledger.figures()).toEqual(['100 open: 2 − 1 − 0 = 1']);
  });

  it('a number that is raised grants the difference', () => {
    const ledger = start();
    ledger.order(501, 4);
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: 6 })] })]);
    expect(ledger.figures()).toEqual(['100 open: 6 − 4 − 0 = 2']);
  });

  it('a number that is removed lifts the limit, and setting it again counts what was ordered meanwhile', () => {
    const ledger = start();
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: null })] })]);
    ledger.order(501, 9);
    expect(ledger.figures()).toEqual(['100 open: 0 − 9 − 0 = ∞']);
    ledger.sync(wearer, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 9 − 9 − 0 = 0']);
  });

  it('an adjustment survives every change of the number', () => {
    const ledger = start();
    ledger.adjust(ledger.accounts[0] as StoredAccount, 2);
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: 1 })] })]);
    expect(ledger.figures()).toEqual(['100 open: 3 − 0 − 0 = 3']);
  });

  it('the answer of an either/or needs no entries, and another answer keeps what was used', () => {
    const groups = [EITHER, OR];
    const ledger = start({ chosenOptionIds: [61] }, { groups });
    ledger.order(501, 2);
    const before = ledger.entries.length;
    ledger.sync({ ...wearer, chosenOptionIds: [62] }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual(['101 unchosen: 3 − 2 − 0 = 1', '102 open: 2 − 0 − 0 = 2']);
    expect(ledger.entries).toHaveLength(before);
  });

  it('from quantity to points and back closes the budget and opens it again', () => {
    const ledger = start({ allocationTypeId: 20 });
    ledger.order(501, 3);
    ledger.sync({ ...wearer, allocationTypeId: 30 }, [aWardrobe()]);
    ledger.sync({ ...wearer, allocationTypeId: 20 }, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 3 − 0 = 1', 'points closed: 0 − 0 − 0 = 0']);
    ledger.sync({ ...wearer, allocationTypeId: 30 }, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 3 − 0 = 1', 'points open: 300 − 0 − 0 = 300']);
  });

  it('from points to money: one budget closes and the other opens', () => {
    const ledger = start({ allocationTypeId: 30 });
    ledger.sync({ ...wearer, allocationTypeId: 40 }, [aWardrobe()]);
    expect(ledger.figures()).toEqual([
      'points closed: 0 − 0 − 0 = 0',
      '100 open: 4 − 0 − 0 = 4',
      'money open: 25000 − 0 − 0 = 25000',
    ]);
  });

  it('from quantity to fixed: pieces that were ordered count for their products, and back for the group', () => {
    const groups = [
      aGroup({
        products: [
          { id: 501, name: 'White shirt', quantity: 3 },
          { id: 502, name: 'Blue shirt', quantity: 1 },
        ],
      }),
    ];
    const ledger = start({ allocationTypeId: 20 }, { groups });
    ledger.change(ledger.order(501, 3) as CountedLine, 1, 2);
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual(['100 closed: 0 − 0 − 0 = 0', '100/501 open: 3 − 1 − 2 = 0', '100/502 open: 1 − 0 − 0 = 1']);
    expect(ledger.order(501, 1)).toBeUndefined();
    ledger.sync({ ...wearer, allocationTypeId: 20 }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual([
      '100 open: 4 − 1 − 2 = 1',
      '100/501 closed: 0 − 0 − 0 = 0',
      '100/502 closed: 0 − 0 − 0 = 0',
    ]);
  });

  it('from quantity to fixed keeps more pieces of a product than its number, and nothing beyond', () => {
    const groups = [aGroup(NUMBERS)];
    const ledger = start({ allocationTypeId: 20 }, { groups });
    const line = ledger.order(502, 4) as CountedLine;
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual(['100 closed: 0 − 0 − 0 = 0', '100/501 open: 3 − 0 − 0 = 3', '100/502 open: 4 − 4 − 0 = 0']);
    ledger.change(line, 0, 0);
    expect(ledger.figures().at(-1)).toBe('100/502 open: 0 − 0 − 0 = 0');
  });

  it('from quantity to fixed leaves pieces of a product that the group no longer lists', () => {
    const ledger = start({ allocationTypeId: 20 });
    ledger.order(503, 2);
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups: [aGroup(NUMBERS)] })]);
    expect(ledger.figures()[0]).toBe('100 closed: 2 − 2 − 0 = 0');
  });

  it('the first number of a product under fixed allocation replaces the account of the group', () => {
    const ledger = start({ allocationTypeId: 10 });
    ledger.order(501, 2);
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups: [aGroup(NUMBERS)] })]);
    expect(ledger.figures().slice(0, 2)).toEqual(['100 closed: 0 − 0 − 0 = 0', '100/501 open: 3 − 2 − 0 = 1']);
  });

  it('does not reach periods that have ended', () => {
    const ledger = start({ allocationTypeId: 20 });
    ledger.order(501, 3);
    const before = ledger.figures();
    expect(ledger.sync({ ...wearer, allocationTypeId: 50, hasOptedOut: true }, [aWardrobe()], '2027-07-01')).toEqual([]);
    expect(ledger.sync({ ...wearer, collectionIds: [] }, [], '2027-07-01')).toEqual([]);
    expect(ledger.figures()).toEqual(before);
  });

  it('of the season’s dates moves the period without entries', () => {
    const ledger = start();
    const before = ledger.entries.length;
    const changes = ledger.sync(wearer, [aWardrobe()], TODAY, [LAST_YEAR, { ...THIS_YEAR, endsOn: '2027-07-31' }, NEXT_YEAR]);
    expect(changes.map(({ endsOn }) => endsOn)).toEqual(['2027-07-31']);
    expect(ledger.entries).toHaveLength(before);
  });

  it('of a name writes it on the account', () => {
    const changes = start().sync(wearer, [aWardrobe({ groups: [aGroup({ name: 'Tops' })] })]);
    expect(changes.map(({ label, grantedDelta }) => [label, grantedDelta])).toEqual([['Tops', 0]]);
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

const quantities = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null });
const groups = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 100, max: 103 }),
    quantity: quantities,
    minQuantity: quantities,
    option: fc.option(fc.constantFrom(61, 62), { nil: null }),
    products: fc.uniqueArray(
      fc.record({ id: fc.constantFrom(501, 502, 503), quantity: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }) }),
      { selector: ({ id }) => id, maxLength: 3 },
    ),
  }),
  { selector: ({ id }) => id, maxLength: 4 },
);
const wardrobes = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(10, 11),
    seasonId: fc.constantFrom(null, 2, 3),
    budgetPoints: fc.option(fc.integer({ min: 0, max: 50 }), { nil: null }),
    budgetMinor: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: null }),
    groups,
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 2 },
);
const facts = fc
  .record({
    allocationTypeId: fc.constantFrom(null, 10, 20, 30, 40, 50),
    hasOptedOut: fc.boolean(),
    seasonIds: fc.subarray([1, 2, 3]),
    collectionIds: fc.subarray([10, 11]),
    chosenOptionIds: fc.subarray([61, 62]),
    wardrobes,
  })
  .map(({ wardrobes: generated, ...wearer }) => ({
    wearer: aWearer(wearer),
    wardrobes: generated.map((wardrobe) =>
      aWardrobe({
        ...wardrobe,
        groups: wardrobe.groups.map(({ option, products, ...group }) =>
          // Ids of groups are unique in an organisation.
          aGroup({
            ...group,
            id: group.id + wardrobe.id * 1000,
            superGroupId: option && 60,
            superGroupOptionId: option,
            products: products.map((product) => ({ ...product, name: `Product ${product.id}` })),
          }),
        ),
      }),
    ),
  }));
const steps = fc.array(
  fc.oneof(
    facts.map((value) => ({ kind: 'sync' as const, ...value })),
    fc.record({
      kind: fc.constant('order' as const),
      product: fc.constantFrom(501, 502, 503),
      pieces: fc.integer({ min: 1, max: 5 }),
    }),
    fc.record({
      kind: fc.constantFrom('cancel' as const, 'ship' as const, 'return' as const),
      line: fc.nat(20),
      pieces: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ kind: fc.constant('adjust' as const), account: fc.nat(20), pieces: fc.integer({ min: -4, max: 4 }) }),
  ),
  { maxLength: 25 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

function apply(ledger: Ledger, step: Step): void {
  if (step.kind === 'sync') ledger.sync(step.wearer, step.wardrobes);
  else if (step.kind === 'order') ledger.order(step.product, step.pieces);
  else if (step.kind === 'adjust') {
    const account = ledger.accounts[step.account % Math.max(ledger.accounts.length, 1)];
    if (account) ledger.adjust(account, step.pieces);
  } else {
    const line = ledger.lines[step.line % Math.max(ledger.lines.length, 1)];
    if (!line) return;
    const pieces = Math.min(step.pieces, step.kind === 'return' ? line.used : line.reserved);
    if (step.kind === 'cancel') ledger.change(line, line.reserved - pieces, line.used);
    else if (step.kind === 'ship') ledger.change(line, line.reserved - pieces, line.used + pieces);
    else ledger.change(line, line.reserved, line.used - pieces);
  }
}

describe('whatever happens', () => {
  it('no balance is negative, and every account is the sum of its entries and counts its lines', () => {
    fc.assert(
      fc.property(facts, steps, (first, all) => {
        const ledger = new Ledger();
        ledger.sync(first.wearer, first.wardrobes);
        for (const step of all) {
          apply(ledger, step);
          for (const account of ledger.accounts) {
            expect(getBalance(account) ?? 0).toBeGreaterThanOrEqual(0);
            const own = ledger.entries.filter(({ accountId }) => accountId === account.id);
            const sum = (name: 'granted' | 'reserved' | 'used') => own.reduce((total, entry) => total + entry[name], 0);
            expect([sum('granted'), sum('reserved'), sum('used')]).toEqual([account.granted, account.reserved, account.used]);
            const counted = ledger.lines.filter(({ accountId }) => accountId === account.id);
            expect(counted.reduce((total, line) => total + line.reserved + line.used, 0)).toBe(account.reserved + account.used);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('every line counts in an account of its own group and season', () => {
    fc.assert(
      fc.property(facts, steps, (first, all) => {
        const ledger = new Ledger();
        ledger.sync(first.wearer, first.wardrobes);
        for (const step of all) apply(ledger, step);
        for (const { accountId, group, season, productId } of ledger.lines) {
          const account = ledger.accounts.find(({ id }) => id === accountId);
          expect([account?.groupId, account?.seasonId]).toEqual([group, season]);
          expect([null, productId]).toContain(account?.productId);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('an order that is cancelled leaves every account as it was', () => {
    fc.assert(
      fc.property(facts, steps, fc.constantFrom(501, 502, 503), (first, all, product) => {
        const ledger = new Ledger();
        ledger.sync(first.wearer, first.wardrobes);
        for (const step of all) apply(ledger, step);
        const before = structuredClone(ledger.accounts);
        const line = ledger.order(product, 2);
        if (line) ledger.change(line, 0, 0);
        expect(ledger.accounts).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  it('the second of two equal plans changes nothing', () => {
    fc.assert(
      fc.property(facts, steps, facts, (first, all, last) => {
        const ledger = new Ledger();
        ledger.sync(first.wearer, first.wardrobes);
        for (const step of all) apply(ledger, step);
        ledger.sync(last.wearer, last.wardrobes);
        expect(ledger.sync(last.wearer, last.wardrobes)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('the order of wardrobes, groups, products, seasons and options does not matter', () => {
    const reversed = ({ wearer, wardrobes: all }: { wearer: WearerFacts; wardrobes: WardrobeFacts[] }) => ({
      wearer: {
        ...wearer,
        seasonIds: wearer.seasonIds.toReversed(),
        collectionIds: wearer.collectionIds.toReversed(),
        chosenOptionIds: wearer.chosenOptionIds.toReversed(),
      },
      wardrobes: all
        .map((wardrobe) => ({
          ...wardrobe,
          groups: wardrobe.groups.map((group) => ({ ...group, products: group.products.toReversed() })).toReversed(),
        }))
        .toReversed(),
    });
    const sorted = (accounts: readonly AccountPlan[]) =>
      accounts.toSorted((a, b) => (toAccountKey(a) < toAccountKey(b) ? -1 : 1));
    fc.assert(
      fc.property(facts, (one) => {
        const other = reversed(one);
        expect(sorted(planAccounts(other.wearer, other.wardrobes, SEASONS.toReversed(), TODAY))).toEqual(
          sorted(planAccounts(one.wearer, one.wardrobes, SEASONS, TODAY)),
        );
      }),
    );
  });

  it('an explanation adds up', () => {
    fc.assert(
      fc.property(facts, steps, (first, all) => {
        const ledger = new Ledger();
        ledger.sync(first.wearer, first.wardrobes);
        for (const step of all) apply(ledger, step);
        for (const account of ledger.accounts.filter(({ isLimited }) => isLimited)) {
          const { lines, left } = explainBalance(account);
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(left);
        }
      }),
    );
  });
});
