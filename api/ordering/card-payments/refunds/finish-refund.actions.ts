import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { type OrderRef, recordOrderEvent, type StepTaker, takeStep } from '../../order-states/order-steps.queries.ts';
import { issueRefundReceipt } from '../receipts/issue-receipt.actions.ts';
import { readKeptAmount, type StoredRefund, writeRefundDone } from './refunds.queries.ts';

export const SYSTEM: StepTaker = { kind: 'system', id: null };

/**
 * Counts a refund that the provider has done: in its attempt and order, whose payment is then refunded in part or wholly, with its receipt and an entry in the
 * timeline. False when it was done already. Order, attempt and refund must be locked. `at` in milliseconds.
 */
export async function finishRefund(
  tx: Tx,
  mails: MailDependencies,
  refund: StoredRefund,
  { refundReference, at }: { refundReference: string; at: number },
): Promise<boolean> {
  if (!(await writeRefundDone(tx, refund, refundReference))) return false;
  const ref: OrderRef = { organisationId: refund.organisationId, orderId: refund.orderId };
  const { amountMinor, currencyCode, reason, isExcess } = refund;
  if (!isExcess) {
    const step = (await readKeptAmount(tx, ref)) > 0 ? 'refundPart' : 'refund';
    await takeStep(tx, ref, step, { actor: SYSTEM });
    await issueRefundReceipt(tx, mails, refund, at);
  }
  await recordOrderEvent(tx, ref, { kind: 'refunded_to_card', data: { amountMinor, currencyCode, reason } }, SYSTEM);
  return true;
}
