import { runInTransaction } from '#api/platform/db/database.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { askProvider, endAttempt } from './ask-provider.actions.ts';
import { findOpenAttempt, insertAttempt } from './attempts.queries.ts';
import { openPayment } from './open-payment.actions.ts';
import { extendPaymentTime, isOrderOf, type PayableOrder, readPayableOrder } from './payable-order.queries.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { explainNotPayable, formatMoment } from './payment-words.rules.ts';
import { ProviderUnavailableError } from './providers/payment-provider.ts';

/** A page on which an order is paid, or why there is none. */
export interface PaymentPage {
  redirectUrl: string | null;
  /** A sentence for the person; null where there is a page. */
  msg: string | null;
}

/** What a person is told whose order has been placed while the provider cannot be reached. */
export const explainNoPage = (orderId: number, { dueAt, timeZone }: Pick<PayableOrder, 'dueAt' | 'timeZone'>): string =>
  `The payment page cannot be reached at the moment. Order ${orderId} is kept ${dueAt === null ? 'for you' : `until ${formatMoment(dueAt, timeZone)}`}. Please try again from the order.`;

/** The page of an order that waits for its payment, as `openPayment` finds it, or a sentence that says that it cannot be reached. */
export async function openPaymentPage(dependencies: PaymentDependencies, ref: OrderRef): Promise<PaymentPage> {
  const redirectUrl = await openPayment(dependencies, ref);
  if (redirectUrl !== null) return { redirectUrl, msg: null };
  const order = (await readPayableOrder(dependencies.db, ref)) as PayableOrder;
  const refusal = explainNotPayable(order);
  return { redirectUrl, msg: refusal ?? explainNoPage(ref.orderId, order) };
}

/** Throws 404 unless the order is the person's own, 409 unless it can be paid by card now. */
async function assertPayable(dependencies: Pick<PaymentDependencies, 'db'>, { customerId }: Scope, ref: OrderRef): Promise<void> {
  const order = await readPayableOrder(dependencies.db, ref);
  if (order?.customerId !== customerId) throw notFound('order');
  const refusal = explainNotPayable(order);
  if (refusal !== undefined) throw conflict('order', refusal);
}

/** Brings the open attempt of an order up to what its provider says, and ends one of another amount than is owed by now. */
async function reviewOpenAttempt(dependencies: PaymentDependencies, ref: OrderRef): Promise<void> {
  const attempt = await findOpenAttempt(dependencies.db, ref);
  if (!attempt) return;
  const order = await readPayableOrder(dependencies.db, ref);
  // A page that could not be opened in its time is not opened any more.
  const hasLapsed = attempt.state === 'created' && attempt.expiresAt.getTime() <= dependencies.clock.now();
  try {
    if (order?.cardMinor !== attempt.amountMinor || hasLapsed)
      await endAttempt(dependencies, attempt, hasLapsed ? 'expired' : 'cancelled');
    else await askProvider(dependencies, attempt);
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    dependencies.log.warn({ orderId: ref.orderId, reason: error.message }, 'an attempt to pay could not be checked');
  }
}

/**
 * The page on which an order of the person is paid: that of the open attempt, or of a new one when there is none any more. Lines and prices stay as they
 * are, and the order is kept for as long as the organisation says from now on. However many windows ask at the same moment, there is one attempt.
 * Throws 404 for an order that is not theirs, and 409 for one that cannot be paid now.
 */
export async function tryPaymentAgain(dependencies: PaymentDependencies, scope: Scope, orderId: number): Promise<PaymentPage> {
  const ref: OrderRef = { organisationId: scope.organisationId, orderId };
  await assertPayable(dependencies, scope, ref);
  await reviewOpenAttempt(dependencies, ref);
  const hasAttempt = await runInTransaction(dependencies.db, async (tx) => {
    if (!(await lockOrder(tx, ref, isOrderOf(scope)))) throw notFound('order');
    await assertPayable({ db: tx }, scope, ref);
    await extendPaymentTime(tx, ref, new Date(dependencies.clock.now()));
    return (await findOpenAttempt(tx, ref)) !== undefined || (await insertAttempt(tx, ref)) !== undefined;
  });
  if (!hasAttempt) throw conflict('order', 'Payments by card are not possible at the moment. Please ask your supplier.');
  return openPaymentPage(dependencies, ref);
}
