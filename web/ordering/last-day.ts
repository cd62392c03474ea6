import type { Summary } from './checkout/checkout-choices.ts';

const DAY_MS = 86_400_000;

/** Working days that are reckoned with where the delivery does not say how many it takes, and for an approval. */
const UNKNOWN_TRANSIT_DAYS = 5;
const APPROVAL_DAYS = 5;

/** The number of working days after `today` up to and including `day`, both like `2026-12-04`; at most `enough`. */
function countWorkingDays(today: string, day: string, enough: number): number {
  let count = 0;
  for (let moment = Date.parse(today) + DAY_MS; moment <= Date.parse(day) && count < enough; moment += DAY_MS) {
    const weekday = new Date(moment).getUTCDay();
    if (weekday !== 0 && weekday !== 6) count += 1;
  }
  return count;
}

/**
 * Whether a parcel ordered on `today` may come only on the last day of work or after it. Where no day of arrival is known, it is sent on the next working
 * day and takes the working days of the delivery. Days like `2026-12-04`.
 */
export function mayComeTooLate(
  { expectedOn, requiresApproval, shippingOption }: Pick<Summary, 'expectedOn' | 'requiresApproval' | 'shippingOption'>,
  lastDay: string,
  today: string,
): boolean {
  const days = expectedOn ? 0 : 1 + (shippingOption?.transitDays ?? UNKNOWN_TRANSIT_DAYS);
  const needed = days + (requiresApproval ? APPROVAL_DAYS : 0);
  return countWorkingDays(expectedOn ?? today, lastDay, needed + 1) <= needed;
}
