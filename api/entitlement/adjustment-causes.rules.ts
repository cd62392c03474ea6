import { formatDay } from '#api/platform/local-day.ts';
import { describeReason, type ReasonOf, type StoredReason } from '#api/platform/reasons.ts';
import { describeRequest } from './adjustments.rules.ts';
import type { StoredAccount } from './entitlement.rules.ts';

const CAUSE_WORDING = {
  opening_balance: () => 'Opening balance',
  // The day as `2026-03-29`; money in minor units.
  request_granted: ({
    requestedOn,
    amount,
    currency,
    ...account
  }: { requestedOn: string; amount: number; currency: string } & Pick<StoredAccount, 'unit' | 'label'>) =>
    `Answer to the request of ${formatDay(requestedOn)} for ${describeRequest(amount, account, currency)}`,
};
/** Why the portal adjusted an account, as it is stored with the entry and the audit event. */
export type AdjustmentCause = ReasonOf<typeof CAUSE_WORDING>;

/** A stored cause as a text, which the statement quotes. */
export const describeAdjustmentCause = (cause: StoredReason): string => describeReason(CAUSE_WORDING, cause);
