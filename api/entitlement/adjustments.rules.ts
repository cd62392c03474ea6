import { invalid } from '#api/platform/http/errors.ts';
import { describeReason, type ReasonOf } from '#api/platform/reasons.ts';
import { formatAmount } from './coverage.rules.ts';
import { getBalance, getGrantedTarget, type StoredAccount } from './entitlement.rules.ts';

/** An amount in the unit of an account; money in minor units of a currency. */
type Quantity = { amount: number; unit: StoredAccount['unit']; currency: string };
const describeQuantity = ({ amount, unit, currency }: Quantity) => formatQuantity(amount, unit, currency);

/** Why an account cannot be adjusted, or not by an amount. */
export const ADJUSTMENT_WORDING = {
  no_longer_granted: () => 'The wardrobe no longer grants this.',
  period_ended: () => 'This period has ended.',
  opted_out: () => 'This person has opted out of a uniform.',
  no_limit: () => 'There is no limit to adjust.',
  nothing_left: ({ label }: { label: string }) => `Nothing left in ${label} to remove.`,
  less_left: ({ label, left }: { label: string; left: Quantity }) =>
    `At most ${describeQuantity(left)} can be removed from ${label}: the rest has been ordered or sent.`,
  more_taken: ({ label, least }: { label: string; least: Quantity }) =>
    `More has been taken from ${label} than is granted now. Add at least ${describeQuantity(least)}.`,
};
/** One of them, as it is stored. */
export type AdjustmentReason = ReasonOf<typeof ADJUSTMENT_WORDING>;
/** One of them as a sentence. */
export const describeAdjustmentReason = (reason: AdjustmentReason): string => describeReason(ADJUSTMENT_WORDING, reason);

/** Why an account cannot be adjusted on `today`; undefined when it can. */
export function findAdjustmentBlocker(
  { status, isWithdrawn, isLimited, endsOn }: Pick<StoredAccount, 'status' | 'isWithdrawn' | 'isLimited' | 'endsOn'>,
  today: string,
): AdjustmentReason | undefined {
  if (status === 'closed') return { kind: 'no_longer_granted' };
  if (endsOn !== null && endsOn < today) return { kind: 'period_ended' };
  if (isWithdrawn) return { kind: 'opted_out' };
  if (!isLimited) return { kind: 'no_limit' };
  return undefined;
}

/** An amount of a request in the unit of an account: pieces, points or minor units. Throws 422 `amount`. */
export function parseAdjustmentAmount(amount: number, unit: StoredAccount['unit']): number {
  if (amount === 0) throw invalid('amount', 'Please enter an amount other than 0.');
  if (unit !== 'money') {
    if (!Number.isInteger(amount)) throw invalid('amount', `Please enter a whole number of ${unit}.`);
    return amount;
  }
  const minor = Math.round(amount * 100);
  if (minor === 0 || Math.abs(minor / 100 - amount) > 1e-9)
    throw invalid('amount', 'Please enter an amount with at most two decimals.');
  return minor;
}

/** What an adjustment changes. `correction` is the rest of its effect: what is not granted because more than that was taken before. */
export interface AdjustmentPlan {
  amount: number;
  grantedDelta: number;
  correction: number;
}

/**
 * The effect of adjusting an account by an amount in its unit, or why it cannot be adjusted by that amount. What is added has to
 * leave more than before, unless `mayLeaveAsMuch`: when an adjustment is undone, or an opening balance is what has been taken.
 */
export function planAdjustment(
  account: StoredAccount,
  amount: number,
  { currency, mayLeaveAsMuch = false }: { currency: string; mayLeaveAsMuch?: boolean },
): AdjustmentPlan | { refusal: AdjustmentReason } {
  const { unit, label, base, adjusted, granted } = account;
  const quantity = (size: number): Quantity => ({ amount: size, unit, currency });
  const left = getBalance(account) ?? 0;
  if (amount < 0 && -amount > left)
    return {
      refusal: left === 0 ? { kind: 'nothing_left', label } : { kind: 'less_left', label, left: quantity(left) },
    };
  const grantedDelta = getGrantedTarget({ ...account, adjusted: adjusted + amount }) - granted;
  // More has been taken than is granted now, for example because the wardrobe's number was lowered.
  if (amount > 0 && grantedDelta <= 0 && !mayLeaveAsMuch)
    return { refusal: { kind: 'more_taken', label, least: quantity(granted - base - adjusted + 1) } };
  return { amount, grantedDelta, correction: grantedDelta - amount };
}

/** An amount with its unit as display text: `3 pieces`, `12 points` or `£180.00`. Money in minor units. */
export const formatQuantity = (amount: number, unit: StoredAccount['unit'], currency: string): string =>
  unit === 'pieces' ? `${amount} ${amount === 1 ? 'piece' : 'pieces'}` : formatAmount(amount, unit, currency);

/** How much more is asked for, within a sentence: `2 more pieces of Shirts`, `20 more points`, `£30.00 more`. `amount` in the unit. */
export function describeRequest(
  amount: number,
  { unit, label }: Pick<StoredAccount, 'unit' | 'label'>,
  currencyCode: string,
): string {
  if (unit === 'money') return `${formatAmount(amount, unit, currencyCode)} more`;
  if (unit === 'points') return `${amount} more ${amount === 1 ? 'point' : 'points'}`;
  return `${amount} more ${amount === 1 ? 'piece' : 'pieces'} of ${label}`;
}

/** By how much an account changes, or is asked to change, as the audit log stores it. Money in minor units. */
export type StoredDifference = Quantity & { kind: 'difference' };

/** A difference to be stored. */
export const toDifference = (amount: number, unit: StoredAccount['unit'], currency: string): StoredDifference => ({
  kind: 'difference',
  amount,
  unit,
  currency,
});

/** A stored difference with its sign: `+3`, `−12 points`. */
export const describeDifference = ({ amount, unit, currency }: StoredDifference): string =>
  `${amount > 0 ? '+' : '−'}${formatAmount(Math.abs(amount), unit, currency)}`;

/** An account as texts name it: the group, product or budget, the wardrobe, and the season where there is one. */
export const describeAccount = ({ kind, label, collectionName, seasonName }: StoredAccountName): string =>
  [kind === 'budget' ? 'Budget' : label, collectionName, seasonName].filter((name) => name !== null).join(', ');

/** What `describeAccount` makes a name of, as the audit log and imports store it. */
export type StoredAccountName = Pick<StoredAccount, 'kind' | 'label'> & { collectionName: string; seasonName: string | null };

/** The name of an account to be stored. */
export const toStoredAccountName = ({ kind, label, collectionName, seasonName }: AdjustableAccount): StoredAccountName => ({
  kind,
  label,
  collectionName,
  seasonName,
});

/** An account to adjust, with whose it is. */
export interface AdjustableAccount extends StoredAccount {
  customerId: number;
  collectionName: string;
  seasonName: string | null;
  /** The present name of its group; null for a budget, and where the group has been deleted. */
  groupName: string | null;
}
