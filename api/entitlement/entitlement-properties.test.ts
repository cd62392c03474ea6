import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aGroup, aWardrobe, aWearer, Ledger, SEASONS, TODAY } from '#api/testing/entitlement-facts.ts';
import {
  type AccountPlan,
  getBalance,
  planAccounts,
  toAccountKey,
  type WardrobeFacts,
  type WearerFacts,
} from './entitlement.rules.ts';
import { explainBalance } from './reasoning.rules.ts';

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
            // Both wardrobes can have a group of one name.
            name: `Group ${group.id}`,
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
    fc
      .record({ facts, isCorrection: fc.boolean() })
      .map(({ facts: value, isCorrection }) => ({ kind: 'sync' as const, isCorrection, ...value })),
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

/** Only the second cut says how much is owed of each product. */
const cutsWithNumbers: typeof facts extends fc.Arbitrary<infer F> ? F : never = {
  wearer: aWearer({ allocationTypeId: 10, seasonIds: [], collectionIds: [] }),
  wardrobes: [
    aWardrobe({ id: 10, seasonId: null, groups: [aGroup({ id: 10_100, name: 'Group 100', quantity: null, products: [] })] }),
    aWardrobe({
      id: 11,
      seasonId: null,
      groups: [
        aGroup({ id: 11_100, name: 'Group 100', quantity: null, products: [{ id: 502, name: 'Blue shirt', quantity: 1 }] }),
      ],
    }),
  ],
};
/** A line of which nothing counts any more, in the account of another line that has to stay. */
const cancelledAndOrdered: Step[] = [
  { kind: 'order', product: 502, pieces: 1 },
  { kind: 'cancel', line: 0, pieces: 1 },
  { kind: 'order', product: 501, pieces: 1 },
];

/** The wardrobes of the model are cuts of one; people who have one of them had, or have, the other. */
const CUTS = [
  { fromId: 10, toId: 11 },
  { fromId: 11, toId: 10 },
];

function apply(ledger: Ledger, step: Step): void {
  if (step.kind === 'sync') ledger.sync(step.wearer, step.wardrobes, step.isCorrection ? { corrections: CUTS } : {});
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

  it('every line counts in an account of its own group and season, or of the group of the same name that it was moved to', () => {
    fc.assert(
      fc.property(facts, steps, (first, all) => {
        const ledger = new Ledger();
        ledger.sync(first.wearer, first.wardrobes);
        for (const step of all) apply(ledger, step);
        for (const { lineId, accountId, group, season, productId } of ledger.lines) {
          const account = ledger.accounts.find(({ id }) => id === accountId);
          expect([account?.groupId, account?.seasonId]).toEqual([group, season]);
          const first = ledger.moved.find((move) => move.lineId === lineId);
          const origin = ledger.accounts.find(({ id }) => id === first?.from) ?? account;
          // Groups of one name have the same number in both wardrobes.
          expect((account?.groupId ?? 0) % 1000).toBe((origin?.groupId ?? 0) % 1000);
          expect([null, productId]).toContain(account?.productId);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a corrected cut takes along what was ordered in groups that the other one has, and brings it back', () => {
    const cut = { collectionIds: [10], hasOptedOut: false };
    fc.assert(
      fc.property(facts, steps, (first, all) => {
        const ledger = new Ledger();
        ledger.sync({ ...first.wearer, ...cut }, first.wardrobes);
        for (const step of all) if (step.kind !== 'sync') apply(ledger, step);
        const before = structuredClone(ledger.lines);
        const corrected = { ...first.wearer, ...cut, collectionIds: [11] };
        ledger.sync(corrected, first.wardrobes, { corrections: [{ fromId: 10, toId: 11 }] });

        const other = first.wardrobes.find(({ id }) => id === 11);
        for (const line of ledger.lines) {
          const account = ledger.accounts.find(({ id }) => id === line.accountId);
          const origin = ledger.accounts.find(({ id }) => id === before.find(({ lineId }) => lineId === line.lineId)?.accountId);
          const same = other?.groups.find(({ id }) => id % 1000 === (origin?.groupId ?? 0) % 1000);
          const isOwed = ledger.accounts.some(
            (one) =>
              one.collectionId === 11 &&
              one.groupId === same?.id &&
              one.seasonId === line.season &&
              [null, line.productId].includes(one.productId),
          );
          // Lines of which nothing counts any more go as well.
          if (same && isOwed && (account?.endsOn ?? '9999') >= TODAY)
            expect([account?.collectionId, account?.groupId]).toEqual([11, same.id]);
        }
        expect(ledger.lines.map(({ reserved, used }) => [reserved, used])).toEqual(
          before.map(({ reserved, used }) => [reserved, used]),
        );

        ledger.sync({ ...first.wearer, ...cut }, first.wardrobes, { corrections: [{ fromId: 11, toId: 10 }] });
        expect(ledger.lines.map(({ accountId }) => accountId)).toEqual(before.map(({ accountId }) => accountId));
      }),
      { numRuns: 200, examples: [[cutsWithNumbers, cancelledAndOrdered]] },
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
