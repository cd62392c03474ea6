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
 * leave more than before, unless an adjustment is being undone.
 */
export function planAdjustment(
  account: StoredAccount,
  amount: number,
  { currency, isReversal = false }: { currency: string; isReversal?: boolean },
): AdjustmentPlan | { refusal: string } {
  const { unit, label, base, adjusted, granted } = account;
  const format = (size: number) => (unit === 'pieces' ? formatPieces(size) : formatAmount(size, unit, currency));
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
  if (amount > 0 && grantedDelta <= 0 && !isReversal)
    return {
      refusal: `More has been taken from ${label} than is granted now. Add at least ${format(granted - base - adjusted + 1)}.`,
    };
  return { amount, grantedDelta, correction: grantedDelta - amount };
}

const formatPieces = (pieces: number) => (pieces === 1 ? '1 piece' : `${pieces} pieces`);
