import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { lockOrder } from '../../order-states/lock-orders.queries.ts';
import { type PaymentProvider, RefundRefusedError, type SentRefund } from '../providers/payment-provider.ts';
import { finishRefund } from './finish-refund.actions.ts';
import { getRefundDelay, getRefundKey } from './refund-times.rules.ts';
import {
  listDueRefunds,
  lockPayment,
  lockRefund,
  type StoredRefund,
  takeDueRefund,
  writeRefundProgress,
} from './refunds.queries.ts';
import { applyStoredEvents } from './stored-events.actions.ts';

/** What sending refunds needs. */
export interface RefundDependencies extends MailDependencies {
  db: Db;
  clock: Clock;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** The provider that takes card payments for a brand; undefined where there is none. */
  findPaymentProvider(brandId: number): Promise<{ name: string; provider: Pick<PaymentProvider, 'refund'> } | undefined>;
}

/** What a provider said to a refund. */
type Answer = (SentRefund & { reason?: undefined }) | { state: 'refused' | 'unavailable'; reason: string };

/** Refunds that one run sends; those that remain are due at the next. */
const MAX_SENT = 200;

/**
 * Sends the refunds that are due, one after the other, outside any transaction, and asks again for those that the provider has not finished. Returns how many
 * were tried. What fails is logged and tried again later, so that one refund does not stop the others.
 */
export async function sendRefunds(dependencies: RefundDependencies): Promise<number> {
  const { db, clock, log } = dependencies;
  const due = await listDueRefunds(db, { at: new Date(clock.now()), limit: MAX_SENT });
  for (const ref of due)
    try {
      await sendRefund(dependencies, ref);
    } catch (error) {
      log.error({ err: error, ...ref }, 'a refund could not be sent');
    }
  return due.length;
}

/** Sends one refund, unless it is not due any more or another process is sending it. The same refund is never paid twice: its key is always the same. */
async function sendRefund(dependencies: RefundDependencies, ref: { organisationId: number; refundId: number }): Promise<void> {
  const { db, clock, log } = dependencies;
  const refund = await runInTransaction(db, (tx) => {
    const at = clock.now();
    // Should this process end now, another one tries again after the pause.
    return takeDueRefund(tx, ref, { at: new Date(at), until: new Date(at + getRefundDelay(1)) });
  });
  if (!refund) return;
  const answer = await askProvider(dependencies, refund);
  if (answer.reason !== undefined)
    log.warn({ ...ref, attempts: refund.attempts, reason: answer.reason }, `a refund was ${answer.state}`);
  await runInTransaction(db, (tx) => keepAnswer(tx, dependencies, refund, answer));
}

async function askProvider({ findPaymentProvider }: RefundDependencies, refund: StoredRefund): Promise<Answer> {
  const { amountMinor, currencyCode, paymentReference, brandId } = refund;
  if (paymentReference === null) return { state: 'unavailable', reason: 'The provider has not named the payment yet.' };
  try {
    const found = await findPaymentProvider(brandId);
    if (!found) return { state: 'unavailable', reason: 'The brand has no provider of card payments.' };
    if (found.name !== refund.provider)
      return { state: 'unavailable', reason: `It was paid with the provider ${refund.provider}, which the brand has no longer.` };
    return await found.provider.refund({ idempotencyKey: getRefundKey(refund), paymentReference, amountMinor, currencyCode });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { state: error instanceof RefundRefusedError ? 'refused' : 'unavailable', reason };
  }
}

/** Writes what the provider has answered, unless an event has said more meanwhile. Locks the order, then the attempt and the refund. */
async function keepAnswer(tx: Tx, dependencies: RefundDependencies, sent: StoredRefund, answer: Answer): Promise<void> {
  const { organisationId, orderId, paymentId, id: refundId } = sent;
  await lockOrder(tx, { organisationId, orderId });
  await lockPayment(tx, sent);
  const refund = await lockRefund(tx, { organisationId, refundId });
  // Someone has repeated it since it was sent: that answer counts.
  if (!refund || refund.state === 'done' || refund.repeats !== sent.repeats) return;
  const at = dependencies.clock.now();
  const nextAttemptAt = new Date(at + getRefundDelay(refund.attempts));
  if (answer.state === 'done') {
    await finishRefund(tx, dependencies, refund, { refundReference: answer.refundReference, at });
  } else if (answer.state === 'pending') {
    const { refundReference } = answer;
    // What an event has refused stays so.
    if (refund.state !== 'refused')
      await writeRefundProgress(tx, refund, { state: 'sent', refundReference, nextAttemptAt, error: null });
  } else if (answer.state === 'refused') {
    const { refundReference } = refund;
    await writeRefundProgress(tx, refund, {
      state: 'refused',
      refundReference,
      nextAttemptAt: null,
      error: answer.reason ?? null,
    });
  } else if (refund.state !== 'refused') {
    const { state, refundReference } = refund;
    await writeRefundProgress(tx, refund, { state, refundReference, nextAttemptAt, error: answer.reason ?? null });
  }
  await applyStoredEvents(tx, dependencies, { organisationId, orderId, paymentId }, at);
}
