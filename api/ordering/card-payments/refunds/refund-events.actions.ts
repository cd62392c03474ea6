import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { PaymentEvent } from '../providers/payment-provider.ts';
import type { PaymentRef } from '../receipts/receipts.queries.ts';
import { finishRefund, SYSTEM } from './finish-refund.actions.ts';
import {
  claimRefund,
  findRefundByReference,
  isSendingRefund,
  lockRefund,
  type StoredRefund,
  writeRefundProgress,
} from './refunds.queries.ts';

/** What was made of an event. */
export type LaterOutcome = 'applied' | 'repeated' | 'superseded';

/** What an event says about a refund. */
export type RefundEvent = Pick<PaymentEvent, 'kind' | 'amountMinor' | 'refundReference' | 'reason'>;

/**
 * Applies what a provider tells about a refund, within the caller's transaction; order and attempt must be locked. In whatever order events come, a refund that
 * was done stays done. One of which we know nothing was made at the provider, and is added, unless a refund of ours is being sent: then the answer to
 * it says which one it is. Before the payment is known to have been received, the event waits for it: `superseded`, and `applyStoredEvents` applies it. `at` in
 * milliseconds.
 */
export async function applyRefundEvent(
  tx: Tx,
  mails: MailDependencies,
  payment: PaymentRef,
  { kind, amountMinor, refundReference, reason }: RefundEvent,
  at: number = Date.now(),
): Promise<LaterOutcome> {
  if (refundReference === null) return 'superseded';
  const known = await findRefundByReference(tx, payment, refundReference);
  if (!known) {
    if (kind !== 'refunded' || amountMinor === null || amountMinor <= 0) return 'superseded';
    if (await isSendingRefund(tx, payment)) return 'superseded';
    return (await addForeignRefund(tx, mails, payment, { amountMinor, refundReference, at })) ? 'applied' : 'superseded';
  }
  const refund = (await lockRefund(tx, { organisationId: payment.organisationId, refundId: known.id })) as StoredRefund;
  if (refund.state === 'done') return kind === 'refunded' ? 'repeated' : 'superseded';
  if (kind === 'refunded') {
    await finishRefund(tx, mails, refund, { refundReference, at });
    return 'applied';
  }
  if (refund.state === 'refused') return 'repeated';
  const error = reason ?? 'The provider has refused it.';
  await writeRefundProgress(tx, refund, { state: 'refused', refundReference, nextAttemptAt: null, error });
  return 'applied';
}

/** Adds a refund that someone has made at the provider; false when less than it is left of what was received. */
async function addForeignRefund(
  tx: Tx,
  mails: MailDependencies,
  { organisationId, orderId, paymentId }: PaymentRef,
  { amountMinor, refundReference, at }: { amountMinor: number; refundReference: string; at: number },
): Promise<boolean> {
  const id = await claimRefund(
    tx,
    { organisationId, orderId },
    {
      paymentId,
      amountMinor,
      key: `provider:${refundReference}`.slice(0, 200),
      reason: 'Refunded by the provider of card payments',
      lines: [],
      isExcess: false,
      actor: SYSTEM,
    },
  );
  if (id === undefined) return false;
  const refund = (await lockRefund(tx, { organisationId, refundId: id })) as StoredRefund;
  return finishRefund(tx, mails, refund, { refundReference, at });
}
