import type { AccountChange, SeasonFacts, StoredAccount } from './entitlement.rules.ts';

type Days = Pick<StoredAccount, 'startsOn' | 'endsOn'>;

/** Accounts with the days that their seasons have now. Those of someone who has not followed a change of the seasons yet have the days from before. */
export function withSeasonDays<A extends StoredAccount>(accounts: readonly A[], seasons: readonly SeasonFacts[]): A[] {
  const daysOf = new Map(seasons.map(({ id, startsOn, endsOn }): [number, Days] => [id, { startsOn, endsOn }]));
  return accounts.map((account) => {
    const days = account.seasonId === null ? undefined : daysOf.get(account.seasonId);
    return days ? { ...account, ...days } : account;
  });
}

/**
 * The changes of accounts of which nothing changes but the days of their season; `accounts` are those of `stored` with the days of now. So do those of a season that has
 * ended by now, of which nothing else changes any more.
 */
export function listDayChanges(
  stored: readonly StoredAccount[],
  accounts: readonly StoredAccount[],
  changes: readonly AccountChange[],
): AccountChange[] {
  const changedIds = new Set(changes.map(({ id }) => id));
  const earlier = new Map(stored.map(({ id, startsOn, endsOn }): [number, Days] => [id, { startsOn, endsOn }]));
  return accounts.flatMap((account) => {
    const before = earlier.get(account.id);
    if (changedIds.has(account.id) || (account.startsOn === before?.startsOn && account.endsOn === before?.endsOn)) return [];
    const { granted: _granted, reserved: _reserved, used: _used, adjusted: _adjusted, ...after } = account;
    return [{ ...after, grantedDelta: 0, reservedDelta: 0, usedDelta: 0 }];
  });
}
