import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound, unavailable } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { lockCartOfPerson, returnLinesToCart } from '../../cart/returned-lines.queries.ts';
import { actAsSupplier, recordAct } from '../../order-acts/record-act.actions.ts';
import { cancelPieces, listPendingPieces } from '../../order-lines/cancel-pieces.queries.ts';
import { sendBackPieces } from '../../order-lines/send-back-pieces.queries.ts';
import { lockOrder } from '../../order-states/lock-orders.queries.ts';
import { recordOrderEvent, takeStep } from '../../order-states/order-steps.queries.ts';
import { canBePaidAsIs } from '../../payment-parts/payable-amount.rules.ts';
import { isToBePaid } from '../apply-event.rules.ts';
import { moveAttempt } from '../attempts.queries.ts';
import { CARD_PAYMENT_TRANSITIONS } from '../card-payment-states.rules.ts';
import { type PayableOrder, readPayableOrder } from '../payable-order.queries.ts';
import type { FindPaymentProvider } from '../payment-dependencies.ts';
import { ProviderUnavailableError } from '../providers/payment-provider.ts';
import { issueReceipt } from '../receipts/issue-receipt.actions.ts';
import { lockPayment } from '../refunds/refunds.queries.ts';
import { refundsJob } from '../refunds/refunds-job.ts';
import { requestRefund } from '../refunds/request-refund.actions.ts';
import { type ComparedMovement, compareMovements } from './comparison.rules.ts';
import { assertPaymentAsSeen, getRefundable } from './operator-card-payments.mapper.ts';
import {
  endHold,
  findOperatorPayment,
  findPaymentOfRefund,
  listOwnMovements,
  type OperatorPaymentRow,
  readPaymentActivity,
  rearmRefund,
} from './operator-card-payments.queries.ts';
import { rejectedPaymentMail } from './rejected-payment-mail.ts';

/** What acting on payments needs. */
export interface PaymentCommand extends MailDependencies {
  clock: Clock;
  requestId: string;
}

/** Finds an attempt of the operator's brands, and locks its order and itself. Throws 404. */
async function lockOperatorPayment(tx: Tx, operator: OperatorScope, id: number): Promise<OperatorPaymentRow> {
  const seen = await findOperatorPayment(tx, operator, id);
  if (!seen) throw notFound('cardPayment');
  await lockOrder(tx, seen);
  await lockPayment(tx, { organisationId: seen.organisationId, paymentId: id });
  return (await findOperatorPayment(tx, operator, id)) as OperatorPaymentRow;
}

const audit = (
  tx: Tx,
  operator: OperatorScope,
  { organisationId, brandId, id }: OperatorPaymentRow,
  { requestId }: PaymentCommand,
  { action, after }: { action: string; after: Record<string, string | number | null> },
) => recordOperatorAuditEvent(tx, operator, { organisationId, brandId }, { action, subjectId: String(id), after, requestId });

const asActor = ({ kind, id }: OperatorScope) => ({ kind, id });

/**
 * Refunds a part of a payment, or all of it, within the caller's transaction. The same key again changes nothing. Throws 404, and 409 `cardPayment` when less is left,
 * and for a held payment, which is to be decided first.
 */
export async function refundPayment(
  tx: Tx,
  command: PaymentCommand,
  operator: OperatorScope,
  id: number,
  { amount, reason, key }: BodyOf<'POST /api/operator/cardpayments/:id/refund'>,
): Promise<void> {
  const payment = await lockOperatorPayment(tx, operator, id);
  if (payment.state === 'held')
    throw conflict('cardPayment', 'This payment is held. Accept it, or refund it and cancel the order.');
  const amountMinor = toMinorUnits(amount, 'amount');
  if (!canBePaidAsIs(amountMinor, payment.currencyCode))
    throw invalid('amount', 'This currency has no decimals. Please enter a whole amount.');
  const before = payment.claimedMinor;
  const isDecided = await requestRefund(tx, payment, {
    key: `operator:${id}:${key}`,
    amountMinor,
    reason: reason.trim(),
    actor: asActor(operator),
    paymentId: id,
    jobs: command.jobs,
  });
  if (!isDecided)
    throw conflict(
      'cardPayment',
      getRefundable(payment) === 0
        ? 'Nothing of this payment is left to refund.'
        : 'Less than this is left of the payment. Please enter at most what can still be refunded.',
    );
  const after = (await findOperatorPayment(tx, operator, id)) as OperatorPaymentRow;
  if (after.claimedMinor === before) return;
  await audit(tx, operator, payment, command, { action: 'card-payment.refunded', after: { amountMinor, reason: reason.trim() } });
}

/** Sends a refund again within the caller's transaction, also one that was refused. Returns its attempt. Throws 404. */
export async function repeatRefund(tx: Tx, command: PaymentCommand, operator: OperatorScope, refundId: number): Promise<number> {
  const found = await findPaymentOfRefund(tx, operator, refundId);
  if (!found) throw notFound('cardRefund');
  const payment = await lockOperatorPayment(tx, operator, found.id);
  const { organisationId } = payment;
  if (await rearmRefund(tx, { organisationId, refundId, at: new Date(command.clock.now()) })) {
    await command.jobs.enqueue(tx, refundsJob, {});
    await audit(tx, operator, payment, command, { action: 'card-payment.refund-repeated', after: { refundId } });
  }
  return found.id;
}

/** Throws 409 unless a payment is held and no one has decided, and as the operator has seen it. */
function assertUndecided(payment: OperatorPaymentRow, fingerprint: string | null | undefined): void {
  assertPaymentAsSeen(fingerprint, payment);
  if (!payment.needsDecision) throw conflict('cardPayment', 'This payment is not held any more.');
}

/**
 * Takes a held payment as it is, within the caller's transaction: its order is paid and released. Throws 404, and 409 `cardPayment` when it is not held, is in another
 * currency, or its order no longer waits for a payment.
 */
export async function acceptPayment(
  tx: Tx,
  command: PaymentCommand,
  operator: OperatorScope,
  id: number,
  { fingerprint }: BodyOf<'POST /api/operator/cardpayments/:id/accept'>,
): Promise<void> {
  const payment = await lockOperatorPayment(tx, operator, id);
  assertUndecided(payment, fingerprint);
  const { events } = await readPaymentActivity(tx, payment);
  const paidIn = events.findLast(({ kind }) => kind === 'paid')?.currencyCode?.toUpperCase();
  if (paidIn !== undefined && paidIn !== payment.currencyCode)
    throw conflict('cardPayment', `This payment was made in ${paidIn}. Refund it and cancel the order.`);
  const order = (await readPayableOrder(tx, payment)) as PayableOrder;
  if (!isToBePaid(order)) throw conflict('cardPayment', 'The order no longer waits for a payment. Refund this one instead.');
  const actor = asActor(operator);
  if (!(await moveAttempt(tx, payment, CARD_PAYMENT_TRANSITIONS.accepted)))
    throw new Error(`Attempt ${id} is no longer held although it was locked.`);
  if (!(await takeStep(tx, payment, 'payByCard', { actor })) && !(await takeStep(tx, payment, 'payWhileApproved', { actor })))
    throw new Error(`Order ${payment.orderId} cannot be paid although it waits for it.`);
  await endHold(tx, payment);
  await recordOrderEvent(tx, payment, { kind: 'paid_by_card' }, actor);
  const paymentRef = { organisationId: payment.organisationId, orderId: payment.orderId, paymentId: id };
  await issueReceipt(tx, command, paymentRef, command.clock.now());
  const { receivedMinor, amountMinor } = payment;
  await audit(tx, operator, payment, command, { action: 'card-payment.accepted', after: { receivedMinor, amountMinor } });
}

/**
 * Refunds a held payment within the caller's transaction, and cancels its order if that waits for the payment: stock and entitlement are given back, its lines go to
 * the cart, and its people are mailed. Throws 404, and 409 `cardPayment` when it is not held.
 */
export async function rejectPayment(
  tx: Tx,
  command: PaymentCommand,
  operator: OperatorScope,
  id: number,
  { reason: given, fingerprint }: BodyOf<'POST /api/operator/cardpayments/:id/reject'>,
): Promise<void> {
  const payment = await lockOperatorPayment(tx, operator, id);
  assertUndecided(payment, fingerprint);
  const reason = given.trim();
  const { receivedMinor, currencyCode, brandId, organisationId, orderId } = payment;
  const amountMinor = receivedMinor ?? 0;
  const actor = asActor(operator);
  const refund = { key: `held:${id}`, amountMinor, reason, actor, paymentId: id, isExcess: true, jobs: command.jobs };
  if (!(await requestRefund(tx, payment, refund))) throw conflict('cardPayment', 'Nothing of this payment is left to refund.');
  await endHold(tx, payment);
  const order = (await readPayableOrder(tx, payment)) as PayableOrder;
  const ref = { organisationId, orderId };
  const isCancelled = isToBePaid(order) && (await takeStep(tx, ref, 'expirePayment', { actor }));
  if (isCancelled) {
    const pieces = await listPendingPieces(tx, ref);
    // Placing an order locks the cart before the stock; the other way round, the two could wait for each other.
    const cartId = await lockCartOfPerson(tx, organisationId, order.customerId);
    if (!(await cancelPieces(tx, ref, pieces, actor)))
      throw new Error(`The pending pieces of order ${orderId} cannot be cancelled.`);
    await returnLinesToCart(tx, ref, cartId, pieces);
    await sendBackPieces(tx, organisationId, pieces);
  }
  await recordAct(
    tx,
    actAsSupplier(operator, command, command.requestId),
    { ...ref, brandId },
    {
      events: isCancelled ? [{ kind: 'payment_rejected', data: { reason } }] : [],
      audits: isCancelled ? [{ action: 'order.payment-rejected', subjectId: String(orderId), after: { reason } }] : [],
      mail: {
        definition: rejectedPaymentMail,
        people: order,
        lines: [],
        occasion: `held:${id}`,
        toData: () => ({ amountMinor, currencyCode, reason, isCancelled }),
      },
    },
  );
  await audit(tx, operator, payment, command, { action: 'card-payment.rejected', after: { receivedMinor: amountMinor, reason } });
}

/**
 * Compares the payments and refunds of a day in UTC with those that the provider lists. Throws 404 for another brand and one without a provider, 503 when the
 * provider cannot be reached.
 */
export async function comparePayments(
  db: Db,
  findPaymentProvider: FindPaymentProvider,
  { brandIds }: OperatorScope,
  { brandId, day }: { brandId: number; day: string },
): Promise<ComparedMovement[]> {
  const found = brandIds.includes(brandId) ? await findPaymentProvider(brandId) : undefined;
  if (!found) throw notFound('brand');
  try {
    const theirs = await found.provider.listMovements(day);
    return compareMovements(
      await listOwnMovements(
        db,
        brandId,
        day,
        theirs.map(({ reference }) => reference),
      ),
      theirs,
    );
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    throw unavailable('The payment provider cannot be reached at the moment. Please try again in a few minutes.');
  }
}
