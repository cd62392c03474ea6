import { AllocationType, planAccounts, type SeasonFacts, type StoredAccount, type WardrobeFacts } from './entitlement.rules.ts';

/** What someone is owed, in the unit of the account. The id is null in a preview. */
export type Balance = Omit<StoredAccount, 'id'> & { id: number | null };

/** A season with its ordering window. Days such as `2026-03-29`, included. */
export interface OrderingSeason extends SeasonFacts {
  name: string;
  orderingOpensOn: string | null;
  orderingClosesOn: string | null;
}

const isOrderingOpen = ({ orderingOpensOn, orderingClosesOn }: OrderingSeason, today: string) =>
  (orderingOpensOn === null || orderingOpensOn <= today) && (orderingClosesOn === null || today <= orderingClosesOn);

/**
 * The season in which an order of `today` counts: one whose ordering window is open, otherwise the current one, otherwise the one
 * that starts last. Undefined without seasons. The SQL function `open_account` chooses in the same order.
 */
export function pickOrderingSeason(seasons: readonly OrderingSeason[], today: string): OrderingSeason | undefined {
  const rank = (season: OrderingSeason) =>
    [isOrderingOpen(season, today) ? '1' : '0', season.isCurrent ? '1' : '0', season.startsOn].join();
  return seasons.toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))[0];
}

/**
 * The allocation type with which a wardrobe is previewed: the requested one, otherwise pieces where it permits them, otherwise the first
 * one that it permits. Undefined when it does not permit the requested one.
 */
export function getPreviewedType(permitted: readonly number[], requested?: number): number | undefined {
  if (requested !== undefined) return permitted.find((id) => id === requested);
  return permitted.includes(AllocationType.QUANTITY) ? AllocationType.QUANTITY : (permitted[0] ?? AllocationType.QUANTITY);
}

/** What someone would be owed who has just got the wardrobe, with all groups open. */
export function planPreview(
  wardrobe: WardrobeFacts,
  allocationTypeId: number,
  seasons: readonly SeasonFacts[],
  today: string,
): Balance[] {
  const wearer = {
    customerId: 0,
    allocationTypeId,
    hasOptedOut: false,
    seasonIds: [],
    collectionIds: [wardrobe.id],
    chosenOptionIds: wardrobe.groups.flatMap(({ superGroupOptionId }) => superGroupOptionId ?? []),
  };
  return planAccounts(wearer, [wardrobe], seasons, today).map((account) => ({
    ...account,
    id: null,
    granted: account.isLimited ? account.base : 0,
    adjusted: 0,
    reserved: 0,
    used: 0,
  }));
}
