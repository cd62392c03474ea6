import { describe, expect, it } from 'vitest';
import {
  aGroup,
  aWardrobe,
  aWearer,
  EITHER,
  LAST_YEAR,
  Ledger,
  NUMBERS,
  OR,
  SEASONS,
  TODAY,
} from '#api/testing/entitlement-facts.ts';
import {
  listReplacedAccounts,
  planAccounts,
  planChanges,
  planMoves,
  type WardrobeFacts,
  type WearerFacts,
} from './entitlement.rules.ts';
import { previewWearer, summarisePreviews, type WardrobePreview } from './entitlement-preview.rules.ts';

const wearer = aWearer({ allocationTypeId: 20 });

/** The preview of a change of the facts, and the accounts that the ledger then has. */
function preview(ledger: Ledger, after: Partial<WearerFacts>, wardrobes: WardrobeFacts[] = [aWardrobe()]) {
  const planned = planAccounts({ ...wearer, ...after }, wardrobes, SEASONS, TODAY);
  const moves = planMoves(planned, listReplacedAccounts(planned, ledger.accounts, TODAY), ledger.lines);
  const changes = planChanges(planned, ledger.accounts, TODAY, moves);
  return previewWearer({ customerId: 7, planned, accounts: ledger.accounts, changes }, TODAY);
}
const start = (wardrobes: WardrobeFacts[] = [aWardrobe()], facts: Partial<WearerFacts> = {}) => {
  const ledger = new Ledger();
  ledger.sync({ ...wearer, ...facts }, wardrobes);
  return ledger;
};
const format = (previews: Pick<WardrobePreview, 'rows'>[]) =>
  previews.flatMap(({ rows }) =>
    rows.map(
      ({ label, before, after, reserved, used }) =>
        `${label}: ${before ? (before.amount ?? '∞') : '–'} → ${after ? (after.amount ?? '∞') : '–'}, ${reserved} + ${used}`,
    ),
  );

describe('the preview of a change', () => {
  it('shows from quantity to points the budget, and what was ordered', () => {
    const ledger = start();
    const line = ledger.order(501, 3);
    if (line) ledger.change(line, 1, 2);
    expect(format(preview(ledger, { allocationTypeId: 30 }))).toEqual(['Kitchen: – → 300, 0 + 0', 'Shirts: 4 → 4, 1 + 2']);
  });

  it('shows from points to unlimited that the budget goes and the limit too', () => {
    const ledger = start([aWardrobe()], { allocationTypeId: 30 });
    expect(format(preview(ledger, { allocationTypeId: 50 }))).toEqual(['Shirts: 4 → ∞, 0 + 0', 'Kitchen: 300 → –, 0 + 0']);
  });

  it('shows from quantity to fixed what moves to the products, and who has ordered more than is owed', () => {
    const wardrobes = [aWardrobe({ groups: [aGroup(NUMBERS)] })];
    const ledger = start(wardrobes);
    ledger.order(501, 1);
    ledger.order(502, 3);
    const [shown] = preview(ledger, { allocationTypeId: 10 }, wardrobes);
    expect(format(shown ? [shown] : [])).toEqual([
      'White shirt: – → 3, 1 + 0',
      'Blue shirt: – → 0, 3 + 0',
      'Shirts: 4 → –, 0 + 0',
    ]);
    expect(shown?.excesses).toEqual([
      { customerId: 7, collectionId: 10, label: 'Blue shirt', unit: 'pieces', taken: 3, owed: 0 },
    ]);
  });

  it('counts what was sent of the products to which it moves', () => {
    const wardrobes = [aWardrobe({ groups: [aGroup(NUMBERS)] })];
    const ledger = start(wardrobes);
    const line = ledger.order(502, 3);
    if (line) ledger.change(line, 0, 3);
    const [shown] = preview(ledger, { allocationTypeId: 10 }, wardrobes);
    expect(format(shown ? [shown] : [])).toEqual([
      'White shirt: – → 3, 0 + 0',
      'Blue shirt: – → 0, 0 + 3',
      'Shirts: 4 → –, 0 + 0',
    ]);
    expect(shown?.excesses).toMatchObject([{ label: 'Blue shirt', taken: 3, owed: 0 }]);
  });

  it('shows wardrobes that are taken away and given', () => {
    const other = aWardrobe({ id: 11, name: 'Bar', groups: [aGroup({ id: 110, name: 'Waistcoats', quantity: 2 })] });
    const ledger = start();
    ledger.order(501, 2);
    expect(format(preview(ledger, { collectionIds: [11] }, [aWardrobe(), other]))).toEqual([
      'Waistcoats: – → 2, 0 + 0',
      'Shirts: 4 → –, 2 + 0',
    ]);
  });

  it('leaves out wardrobes of which nothing else is owed and options that are not chosen', () => {
    const other = aWardrobe({ id: 11, groups: [EITHER, OR], seasonId: 3 });
    const ledger = start([aWardrobe(), other], { collectionIds: [10, 11], chosenOptionIds: [61] });
    expect(preview(ledger, { collectionIds: [10, 11], chosenOptionIds: [61] }, [aWardrobe(), other])).toEqual([]);
    const shown = preview(ledger, { collectionIds: [10, 11], chosenOptionIds: [61], allocationTypeId: 40 }, [
      aWardrobe({ budgetMinor: null, groups: [] }),
      other,
    ]);
    expect(shown.map(({ collectionId, seasonId }) => [collectionId, seasonId])).toEqual([
      [10, 2],
      [11, 3],
    ]);
    expect(format(shown)).toEqual([
      'Kitchen: – → ∞, 0 + 0',
      'Shirts: 4 → –, 0 + 0',
      'Kitchen: – → 25000, 0 + 0',
      'Shirts: 3 → 3, 0 + 0',
    ]);
  });

  it('leaves out periods that have ended, although their wardrobe is taken away or the type changes', () => {
    const ledger = new Ledger();
    const lastYears = aWardrobe({ id: 11, seasonId: LAST_YEAR.id });
    ledger.sync({ ...wearer, collectionIds: [10, 11] }, [aWardrobe(), lastYears], { today: LAST_YEAR.endsOn });
    expect(ledger.accounts).toHaveLength(2);

    expect(preview(ledger, { collectionIds: [10] }, [aWardrobe(), lastYears])).toEqual([]);
    const points = preview(ledger, { collectionIds: [10, 11], allocationTypeId: 30 }, [aWardrobe(), lastYears]);
    expect(points.map(({ collectionId }) => collectionId)).toEqual([10]);
  });

  it('leaves out products of which nothing is owed before and after', () => {
    const wardrobes = [aWardrobe({ groups: [aGroup(NUMBERS)] })];
    const ledger = start(wardrobes, { allocationTypeId: 10 });
    expect(format(preview(ledger, { allocationTypeId: 20 }, wardrobes))).toEqual([
      'Shirts: – → 4, 0 + 0',
      'White shirt: 3 → –, 0 + 0',
    ]);
  });

  it('shows what an opt-out takes', () => {
    expect(format(preview(start(), { hasOptedOut: true }))).toEqual(['Shirts: 4 → 0, 0 + 0']);
  });

  it('counts adjustments', () => {
    const ledger = start();
    const [account] = ledger.accounts;
    if (account) ledger.adjust(account, 2);
    expect(format(preview(ledger, { allocationTypeId: 30 }))[1]).toBe('Shirts: 6 → 6, 0 + 0');
  });
});

describe('the previews of several people', () => {
  it('are joined where the same is owed, with the sums of what was ordered', () => {
    const ordered = (pieces: number, sent: number, after: Partial<WearerFacts> = { allocationTypeId: 30 }) => {
      const ledger = start();
      const line = ledger.order(501, pieces);
      if (line) ledger.change(line, pieces - sent, sent);
      return preview(ledger, after);
    };
    const previews = [...ordered(1, 0, { hasOptedOut: true }), ...ordered(2, 1), ...ordered(3, 1)];
    const before = structuredClone(previews);
    expect(summarisePreviews(previews).map(({ people, rows }) => [people, ...format([{ rows }])])).toEqual([
      [2, 'Kitchen: – → 300, 0 + 0', 'Shirts: 4 → 4, 3 + 2'],
      [1, 'Shirts: 4 → 0, 1 + 0'],
    ]);
    expect(previews).toEqual(before);
  });

  it('are not joined for other wardrobes or seasons', () => {
    const [shown] = preview(start(), { hasOptedOut: true });
    const previews = shown ? [shown, { ...shown, seasonId: 3 }, { ...shown, collectionId: 9 }] : [];
    expect(summarisePreviews(previews).map(({ collectionId, seasonId }) => [collectionId, seasonId])).toEqual([
      [9, 2],
      [10, 2],
      [10, 3],
    ]);
  });
});
