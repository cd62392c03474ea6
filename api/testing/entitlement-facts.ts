import { type CutCorrection, listAnswersThatMove, matchCuts } from '#api/entitlement/cut-correction.rules.ts';
import {
  type AccountChange,
  type CountedLine,
  type GroupFacts,
  getBalance,
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
} from '#api/entitlement/entitlement.rules.ts';

export const TODAY = '2026-11-23';
export const LAST_YEAR: SeasonFacts = { id: 1, startsOn: '2025-07-01', endsOn: '2026-06-30', isCurrent: false };
export const THIS_YEAR: SeasonFacts = { id: 2, startsOn: '2026-07-01', endsOn: '2027-06-30', isCurrent: true };
export const NEXT_YEAR: SeasonFacts = { id: 3, startsOn: '2027-07-01', endsOn: '2028-06-30', isCurrent: false };
export const SEASONS = [LAST_YEAR, THIS_YEAR, NEXT_YEAR];

export const aWearer = (overrides: Partial<WearerFacts> = {}): WearerFacts => ({
  customerId: 7,
  allocationTypeId: null,
  hasOptedOut: false,
  seasonIds: [2],
  collectionIds: [10],
  chosenOptionIds: [],
  ...overrides,
});
export const aGroup = (overrides: Partial<GroupFacts> = {}): GroupFacts => ({
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
export const aWardrobe = (overrides: Partial<WardrobeFacts> = {}): WardrobeFacts => ({
  id: 10,
  name: 'Kitchen',
  seasonId: 2,
  budgetPoints: 300,
  budgetMinor: 25_000,
  groups: [aGroup()],
  ...overrides,
});

export const NUMBERS = {
  products: [
    { id: 501, name: 'White shirt', quantity: 3 },
    { id: 502, name: 'Blue shirt', quantity: null },
  ],
};
export const EITHER = aGroup({ id: 101, superGroupId: 60, superGroupOptionId: 61, quantity: 3 });
export const OR = aGroup({ id: 102, superGroupId: 60, superGroupOptionId: 62, quantity: 2 });

/** Accounts with their entries, in memory: what the database does with changes, orders, cancellations, shipments and returns. */
export class Ledger {
  accounts: StoredAccount[] = [];
  /** `group` is that in which the line was ordered, or which it was moved to with a corrected cut. */
  lines: (CountedLine & { group: number; season: number | null })[] = [];
  /** Lines that a corrected cut has moved. */
  moved: { lineId: number; from: number; to: number; pieces: number }[] = [];
  entries: { accountId: number; granted: number; reserved: number; used: number }[] = [];

  sync(
    wearer: WearerFacts,
    wardrobes: readonly WardrobeFacts[],
    {
      today = TODAY,
      seasons = SEASONS,
      corrections = [],
    }: { today?: string; seasons?: SeasonFacts[]; corrections?: CutCorrection[] } = {},
  ): AccountChange[] {
    const corrected = matchCuts(corrections, wardrobes);
    const chosenOptionIds = [...wearer.chosenOptionIds, ...listAnswersThatMove(corrected, this.accounts, today)];
    const planned = planAccounts({ ...wearer, chosenOptionIds }, wardrobes, seasons, today);
    const replaced = listReplacedAccounts(planned, this.accounts, today, corrected);
    const moves = planMoves(planned, replaced, this.lines, corrected);
    const changes = planChanges(planned, this.accounts, today, moves);
    for (const { id, grantedDelta, reservedDelta, usedDelta, ...after } of changes) {
      const old = this.accounts.find((account) => account.id === id);
      const account = old ?? { ...after, id: this.accounts.length + 1, adjusted: 0, granted: 0, reserved: 0, used: 0 };
      if (!old) this.accounts.push(account);
      Object.assign(account, after);
      this.enter(account, { granted: grantedDelta, reserved: reservedDelta, used: usedDelta });
    }
    for (const { lineId, accountId, reserved, used, to, cause } of moves) {
      const target = this.accounts.find((account) => toAccountKey(account) === toAccountKey(to)) as StoredAccount;
      if (cause === 'cut_corrected') this.moved.push({ lineId, from: accountId, to: target.id, pieces: reserved + used });
      for (const line of this.lines)
        if (line.lineId === lineId)
          Object.assign(line, { accountId: target.id, ...(cause === 'cut_corrected' && { group: to.groupId }) });
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
