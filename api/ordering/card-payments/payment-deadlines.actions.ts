import { repeatInBatches } from '#api/platform/db/batches.ts';
import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { lockCartOfPerson, returnLinesToCart } from '../cart/returned-lines.queries.ts';
import { actAsSystem, recordAct } from '../order-acts/record-act.actions.ts';
import { cancelPieces, listPendingPieces } from '../order-lines/cancel-pieces.queries.ts';
import { sendBackPieces } from '../order-lines/send-back-pieces.queries.ts';
import { type OrderRef, takeStep } from '../order-states/order-steps.queries.ts';
import { endAttempt } from './ask-provider.actions.ts';
import { findOpenAttempt, listStaleAttempts, lockAttempt, moveAttempt } from './attempts.queries.ts';
import { paymentExpiredMail } from './card-payment-mails.ts';
import { CARD_PAYMENT_TRANSITIONS } from './card-payment-states.rules.ts';
import { mailPaymentDue } from './mail-payment-due.actions.ts';
import { type PayableOrder, readPayableOrder } from './payable-order.queries.ts';
import { listOverdueOrders, lockOverdueOrder, markPaymentReminders } from './payment-deadlines.queries.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { ProviderUnavailableError } from './providers/payment-provider.ts';

const BATCH_SIZE = 100;
/** An order whose provider cannot be asked is kept for as much longer. Money that arrives after that is refunded. */
const MAX_HOURS_UNASKED = 24;

/**
 * Ends the open attempt of an order whose time is over, at the provider first: it may have been paid although no webhook has come. False while the provider
 * cannot be asked; the order is then kept until the next run, for at most a day.
 */
async function endOverdueAttempt(
  dependencies: PaymentDependencies,
  { dueAt, ...ref }: OrderRef & { dueAt: Date },
): Promise<boolean> {
  const attempt = await findOpenAttempt(dependencies.db, ref);
  if (!attempt) return true;
  try {
    await endAttempt(dependencies, attempt, 'expired');
    return true;
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    dependencies.log.warn(
      { orderId: ref.orderId, reason: error.message },
      'an attempt to pay that is overdue could not be checked',
    );
    return dueAt.getTime() + MAX_HOURS_UNASKED * 3_600_000 <= dependencies.clock.now();
  }
}

/**
 * Cancels an order that was not paid in time: stock and entitlement are given back, its lines go to the cart as they were, and its people are mailed. False
 * when it has been paid or given more time, or someone is just deciding that.
 */
async function expirePayment(tx: Tx, dependencies: PaymentDependencies, ref: OrderRef, at: Date): Promise<boolean> {
  if (!(await lockOverdueOrder(tx, ref, at))) return false;
  const acting = actAsSystem(dependencies);
  const order = (await readPayableOrder(tx, ref)) as PayableOrder;
  const attempt = await findOpenAttempt(tx, ref);
  if (attempt) {
    await lockAttempt(tx, attempt);
    await moveAttempt(tx, attempt, CARD_PAYMENT_TRANSITIONS.expired);
  }
  if (!(await takeStep(tx, ref, 'expirePayment', { actor: acting.actor }))) return false;
  const pieces = await listPendingPieces(tx, ref);
  // Placing an order locks the cart before the stock; the other way round, the two could wait for each other.
  const cartId = await lockCartOfPerson(tx, ref.organisationId, order.customerId);
  if (!(await cancelPieces(tx, ref, pieces, acting.actor)))
    throw new Error(`The pending pieces of order ${ref.orderId} cannot be cancelled.`);
  await returnLinesToCart(tx, ref, cartId, pieces);
  await sendBackPieces(tx, ref.organisationId, pieces);
  await recordAct(
    tx,
    acting,
    { ...ref, brandId: order.brandId },
    {
      events: [{ kind: 'payment_expired' }],
      audits: [{ action: 'order.payment-expired', subjectId: String(ref.orderId) }],
      mail: { definition: paymentExpiredMail, people: order, lines: [], occasion: 'unpaid', toData: () => ({}) },
    },
  );
  return true;
}

/**
 * Cancels the orders that were not paid in time, each in its own transaction, after the provider has been asked. One that fails does not stop the others.
 * Returns how many were cancelled; throws when one has failed.
 */
export async function expirePayments(dependencies: PaymentDependencies): Promise<number> {
  const { db, clock, log } = dependencies;
  const at = new Date(clock.now());
  let expired = 0;
  let failed = 0;
  let afterId = 0;
  await repeatInBatches(BATCH_SIZE, async () => {
    const orders = await listOverdueOrders(db, { at, afterId, limit: BATCH_SIZE });
    for (const { dueAt, ...ref } of orders)
      try {
        if (!(await endOverdueAttempt(dependencies, { ...ref, dueAt }))) continue;
        if (await runInTransaction(db, (tx) => expirePayment(tx, dependencies, ref, at))) expired += 1;
      } catch (error) {
        failed += 1;
        log.error({ err: error, orderId: ref.orderId }, 'an order that was not paid could not be cancelled');
      }
    afterId = orders.at(-1)?.orderId ?? afterId;
    return orders.length;
  });
  if (failed > 0) throw new Error(`Orders that were not paid and could not be cancelled: ${failed}.`);
  return expired;
}

/**
 * Ends the open attempts, at the provider and with us, by which their orders are no longer to be paid: cancelled, paid otherwise, or of another amount by
 * now. Returns how many were looked at; those whose provider cannot be reached are left for the next run.
 */
export async function endStaleAttempts(dependencies: PaymentDependencies): Promise<number> {
  let afterId = 0;
  let ended = 0;
  await repeatInBatches(BATCH_SIZE, async () => {
    const attempts = await listStaleAttempts(dependencies.db, { afterId, limit: BATCH_SIZE });
    for (const attempt of attempts)
      try {
        await endAttempt(dependencies, attempt);
        ended += 1;
      } catch (error) {
        dependencies.log.warn({ err: error, orderId: attempt.orderId }, 'an attempt to pay could not be ended');
      }
    afterId = attempts.at(-1)?.id ?? afterId;
    return attempts.length;
  });
  return ended;
}

/** Reminds the people of approved orders of the payment, a day before its time ends. Returns the number of orders. */
export const remindOfPayments = (dependencies: PaymentDependencies): Promise<number> =>
  repeatInBatches(BATCH_SIZE, () =>
    runInTransaction(dependencies.db, async (tx) => {
      const refs = await markPaymentReminders(tx, { at: new Date(dependencies.clock.now()), limit: BATCH_SIZE });
      for (const ref of refs) await mailPaymentDue(tx, dependencies, ref, 'reminder', 'reminder');
      return refs.length;
    }),
  );
