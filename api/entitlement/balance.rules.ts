import {
  AllocationType,
  getBalance,
  planAccounts,
  type SeasonFacts,
  type StoredAccount,
  type WardrobeFacts,
} from './entitlement.rules.ts';

/** A balance with what explains it. Amounts in the unit of the account: pieces, points or minor units. */
export interface Balance
  extends Pick<
    StoredAccount,
    | 'seasonId'
    | 'kind'
    | 'unit'
    | 'groupId'
    | 'productId'
    | 'label'
    | 'startsOn'
    | 'endsOn'
    | 'isLimited'
    | 'base'
    | 'granted'
    | 'reserved'
    | 'used'
  > {
  /** Null in a preview. */
  id: number | null;
  status: 'open' | 'unchosen';
  /** What administrators have added or taken away, without what they have reversed. */
  adjustments: readonly { amount: number; reason: string | null }[];
  /** What has been sent back, and is therefore no longer counted as used. */
  returned: number;
}

/** A season with its ordering window. Days such as `2026-03-29`, included. */
export interface OrderingSeason extends SeasonFacts {
  name: string;
  orderingOpensOn: string | null;
  orderingClosesOn: string | null;
}

/** Why as much is left as there is. Amounts in the unit of the account. */
export interface BalanceExplanation {
  rule: { kind: 'groupQuantity' | 'productQuantity' | 'budget' | 'noLimit'; label: string; amount: number | null };
  /** Add up to `left`, where there is a limit. */
  lines: {
    kind: 'allowance' | 'adjustment' | 'reserved' | 'used' | 'returned' | 'withdrawn';
    amount: number;
    note: string | null;
  }[];
  left: number | null;
  /** The day after the period, when what is left lapses; null when the period has no end. */
  changesOn: string | null;
}

const RULES = { group: 'groupQuantity', product: 'productQuantity', budget: 'budget' } as const;

/** Explains a balance, line by line. */
export function explainBalance(balance: Balance): BalanceExplanation {
  const { kind, label, isLimited, base, granted, reserved, used, returned, adjustments, endsOn } = balance;
  const adjusted = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  // More than the wardrobe grants at present is kept where more has been ordered already; less after opting out.
  const difference = granted - base - adjusted;
  const lines: BalanceExplanation['lines'] = isLimited
    ? [
        { kind: 'allowance', amount: base + Math.max(difference, 0), note: null },
        ...adjustments.map(({ amount, reason }) => ({ kind: 'adjustment' as const, amount, note: reason })),
        { kind: 'withdrawn', amount: Math.min(difference, 0), note: null },
      ]
    : [];
  lines.push(
    { kind: 'reserved', amount: -reserved, note: null },
    { kind: 'used', amount: -(used + returned), note: null },
    { kind: 'returned', amount: returned, note: null },
  );
  return {
    rule: { kind: isLimited ? RULES[kind] : 'noLimit', label, amount: isLimited ? base : null },
    // `+ 0` turns -0 into 0.
    lines: lines
      .filter(({ kind: line, amount }) => line === 'allowance' || amount !== 0)
      .map((line) => ({ ...line, amount: line.amount + 0 })),
    left: getBalance(balance),
    changesOn: endsOn === null ? null : nextDay(endsOn),
  };
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
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

/** The allocation type with which a wardrobe is previewed: pieces where it permits them, otherwise the first one that it permits. */
export const getPreviewedType = (permitted: readonly number[]): number =>
  permitted.includes(AllocationType.QUANTITY) ? AllocationType.QUANTITY : (permitted[0] ?? AllocationType.QUANTITY);

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
    reserved: 0,
    used: 0,
    adjustments: [],
    returned: 0,
  }));
}
