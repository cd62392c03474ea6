import { runInTransaction } from '#api/platform/db/database.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import { applyPaymentEvent } from './apply-event.actions.ts';
import { lockAttempt, markChecked, moveAttempt } from './attempts.queries.ts';
import { CARD_PAYMENT_TRANSITIONS, type PaymentAttempt } from './card-payment-states.rules.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { type PaymentProvider, ProviderUnavailableError } from './providers/payment-provider.ts';

async function findProviderOf({ findPaymentProvider }: PaymentDependencies, attempt: PaymentAttempt): Promise<PaymentProvider> {
  const found = await findPaymentProvider(attempt.brandId);
  if (found?.name !== attempt.provider)
    throw new ProviderUnavailableError(`The brand no longer takes payments by ${attempt.provider}.`);
  return found.provider;
}

/**
 * Asks the provider how an open attempt stands, and applies what it says like an event, so that a webhook that was lost does no harm. Nothing happens for an
 * attempt whose page was never opened. Never call it in a transaction.
 *
 * @throws ProviderUnavailableError
 */
export async function askProvider(dependencies: PaymentDependencies, attempt: PaymentAttempt): Promise<void> {
  const { sessionReference } = attempt;
  if (sessionReference === null) return;
  const status = await (await findProviderOf(dependencies, attempt)).getStatus(sessionReference);
  const at = new Date(dependencies.clock.now());
  await markChecked(dependencies.db, attempt, at);
  if (status.kind === 'opened') return;
  await applyPaymentEvent(dependencies, attempt.brandId, attempt.provider, {
    ...status,
    eventId: `status:${sessionReference}:${status.kind}`,
    occurredAt: at,
    sessionReference,
    refundReference: null,
    disputeReference: null,
  });
}

/**
 * Ends an open attempt at the provider, so that it can no longer be paid, and then with us. One that has been paid or has ended at the provider becomes what
 * the provider says. Never call it in a transaction.
 *
 * @throws ProviderUnavailableError
 */
export async function endAttempt(
  dependencies: PaymentDependencies,
  attempt: PaymentAttempt,
  as: 'cancelled' | 'expired' = 'cancelled',
): Promise<void> {
  const { sessionReference } = attempt;
  // No one has been sent to a page that was not kept.
  if (sessionReference !== null && !(await (await findProviderOf(dependencies, attempt)).endPayment(sessionReference)))
    return askProvider(dependencies, attempt);
  await runInTransaction(dependencies.db, async (tx) => {
    await lockOrder(tx, attempt);
    await lockAttempt(tx, attempt);
    await moveAttempt(tx, attempt, CARD_PAYMENT_TRANSITIONS[as]);
  });
}
