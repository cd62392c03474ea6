import type { Tx } from '#api/platform/db/database.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { lockOrder } from '../../order-states/lock-orders.queries.ts';
import { type OrderRef, recordOrderEvent, type StepTaker } from '../../order-states/order-steps.queries.ts';
import type { ReceiptLine } from '../receipts/receipt-lines.rules.ts';
import { claimRefund, isRefundRequested, lockRefundablePayments } from './refunds.queries.ts';
import { refundsJob } from './refunds-job.ts';

/** What is to be refunded to the card that paid for an order. */
export interface RefundRequest {
  /** What it is for, such as `return:12`. The same is refunded once. */
  key: string;
  /** Including tax, in minor units, above 0. */
  amountMinor: number;
  /** Why, in words for the person who paid, without a full stop; at most 500 characters. */
  reason: string;
  /** What is refunded, with positive amounts, for the receipt; without them it prints the reason, with tax in the shares of the receipt of the payment. */
  lines?: readonly ReceiptLine[];
  actor: StepTaker;
  /** Only from this attempt, which can also be held. */
  paymentId?: number;
  /** It gives back what never paid for the order: it came too late, twice or otherwise than asked for. The state of the order stays as it is. */
  isExcess?: boolean;
  /** Where given, the refund is sent right after the transaction; otherwise within a minute. */
  jobs?: Pick<JobQueue, 'enqueue'>;
}

/**
 * Decides a refund within the caller's transaction, taken from the newest paid attempts of the order; it is sent after the transaction. Returns whether it is
 * decided, by this call or by an earlier one with the same key; false when less than the amount is left of what was received, and nothing is written then.
 * Locks the order and its attempts.
 */
export async function requestRefund(tx: Tx, ref: OrderRef, request: RefundRequest): Promise<boolean> {
  const { key, amountMinor, reason, lines = [], actor, paymentId, isExcess = false, jobs } = request;
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0) throw new Error(`A refund of ${amountMinor} is none.`);
  if (!(await lockOrder(tx, ref))) return false;
  const payments = await lockRefundablePayments(tx, ref, paymentId);
  if (await isRefundRequested(tx, ref, key)) return true;
  if (payments.reduce((sum, { leftMinor }) => sum + leftMinor, 0) < amountMinor) return false;
  let openMinor = amountMinor;
  for (const { id, leftMinor } of payments) {
    const taken = Math.min(leftMinor, openMinor);
    if (taken === 0) break;
    openMinor -= taken;
    // Lines that several attempts share cannot be told apart.
    const ofAttempt = taken === amountMinor ? lines : [];
    const refund = { paymentId: id, key, amountMinor: taken, reason, lines: ofAttempt, isExcess, actor };
    if ((await claimRefund(tx, ref, refund)) === undefined)
      throw new Error(`Attempt ${id} has been refunded at the same moment.`);
  }
  await recordOrderEvent(tx, ref, { kind: 'refund_decided', data: { amountMinor, reason, isExcess }, visible: false }, actor);
  await jobs?.enqueue(tx, refundsJob, {});
  return true;
}
