import { invalid } from '#api/platform/http/errors.ts';
import { formatAmount } from './coverage.rules.ts';
import { getBalance, getGrantedTarget, type StoredAccount } from './entitlement.rules.ts';

/** Why an account cannot be adjusted on `today`, as a sentence; undefined when it can. */
export function findAdjustmentBlocker(
  { status, isWithdrawn, isLimited, endsOn }: Pick<StoredAccount, 'status' | 'isWithdrawn' | 'isLimited' | 'endsOn'>,
  today: string,
): string | undefined {
  if (status === 'closed') return 'The wardrobe no longer grants this.';
  if (endsOn !== null && endsOn < today) return 'This period has ended.';
  if (isWithdrawn) return 'This person has opted out of a uniform.';
  if (!isLimited) return 'There is no limit to adjust.';
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
 * The effect of adjusting an account by an amount in its unit, or why it cannot be adjusted by that amount, as a sentence. What is added has to
 * leave more than before, unless `mayLeaveAsMuch`: when an adjustment is undone, or an opening balance is what has been taken.
 */
export function planAdjustment(
  account: StoredAccount,
  amount: number,
  { currency, mayLeaveAsMuch = false }: { currency: string; mayLeaveAsMuch?: boolean },
): AdjustmentPlan | { refusal: string } {
  const { unit, label, base, adjusted, granted } = account;
  const format = (size: number) => formatQuantity(size, unit, currency);
  const left = getBalance(account) ?? 0;
  if (amount < 0 && -amount > left)
    return {
      refusal:
        left === 0
          ? `Nothing is left in ${label} that could be removed.`
          : `At most ${format(left)} can be removed from ${label}: the rest has been ordered or sent.`,
    };
  const grantedDelta = getGrantedTarget({ ...account, adjusted: adjusted + amount }) - granted;
  // More has been taken than is granted now, for example because the wardrobe's number was lowered.
  if (amount > 0 && grantedDelta <= 0 && !mayLeaveAsMuch)
    return {
      refusal: `More has been taken from ${label} than is granted now. Add at least ${format(granted - base - adjusted + 1)}.`,
    };
  return { amount, grantedDelta, correction: grantedDelta - amount };
}

/** An amount with its unit as display text: `3 pieces`, `12 points` or `£180.00`. Money in minor units. */
export const formatQuantity = (amount: number, unit: StoredAccount['unit'], currency: string): string =>
  unit === 'pieces' ? `${amount} ${amount === 1 ? 'piece' : 'pieces'}` : formatAmount(amount, unit, currency);

/** An account as texts name it: the group, product or budget, the wardrobe, and the season where there is one. */
export const describeAccount = ({
  kind,
  label,
  collectionName,
  seasonName,
}: Pick<StoredAccount, 'kind' | 'label'> & { collectionName: string; seasonName: string | null }): string =>
  [kind === 'budget' ? 'Budget' : label, collectionName, seasonName].filter((name) => name !== null).join(', ');

/** An account to adjust, with whose it is. */
export interface AdjustableAccount extends StoredAccount {
  customerId: number;
  collectionName: string;
  seasonName: string | null;
  /** The present name of its group; null for a budget, and where the group has been deleted. */
  groupName: string | null;
}
