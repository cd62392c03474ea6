import { runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { actAsSystem } from '../order-acts/record-act.actions.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import { type OrderRef, recordOrderEvent } from '../order-states/order-steps.queries.ts';
import { planEvent } from './apply-event.rules.ts';
import { findAttemptOfReference, lockAttempt, moveAttempt } from './attempts.queries.ts';
import { CARD_PAYMENT_TRANSITIONS, type PaymentAttempt } from './card-payment-states.rules.ts';
import { holdPayment, type PayableOrder, readPayableOrder } from './payable-order.queries.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { type EventOutcome, type EventSource, insertEvent, listUnknownEvents, setOutcome } from './payment-events.queries.ts';
import type { PaymentEvent } from './providers/payment-provider.ts';
import { applyDisputeEvent } from './refunds/dispute-events.actions.ts';
import { applyRefundEvent } from './refunds/refund-events.actions.ts';
import { applyStoredEvents } from './refunds/stored-events.actions.ts';
import { takePayment } from './take-payment.actions.ts';

/**
 * Applies what a provider tells about a payment of a brand: once for each event, in whatever order events come, and only to attempts of that brand and
 * provider. Its order is locked first, then the attempt. Returns what was made of it; `unknown` belongs to no attempt and is kept all the same.
 */
export async function applyPaymentEvent(
  dependencies: PaymentDependencies,
  brandId: number,
  provider: string,
  event: PaymentEvent,
): Promise<EventOutcome> {
  const source = { brandId, provider };
  const attempt = await findAttemptOfReference(dependencies.db, source, event);
  if (!attempt) return (await insertEvent(dependencies.db, source, event, 'unknown')) ? 'unknown' : 'repeated';
  const outcome = await runInTransaction(dependencies.db, (tx) => applyToAttempt(tx, dependencies, source, attempt, event));
  // What was told about this payment before its reference was known.
  if (outcome === 'applied' || outcome === 'held')
    await replayEvents(dependencies, { ...attempt, paymentReference: event.paymentReference });
  return outcome;
}

/** Applies the events of an attempt that came before its references were known. */
export async function replayEvents(
  dependencies: PaymentDependencies,
  attempt: Pick<PaymentAttempt, 'brandId' | 'provider' | 'sessionReference' | 'paymentReference'>,
): Promise<void> {
  for (const event of await listUnknownEvents(dependencies.db, attempt, attempt))
    await applyPaymentEvent(dependencies, attempt.brandId, attempt.provider, event);
}

async function applyToAttempt(
  tx: Tx,
  dependencies: PaymentDependencies,
  source: EventSource,
  { organisationId, orderId, id }: PaymentAttempt,
  event: PaymentEvent,
): Promise<EventOutcome> {
  const ref: OrderRef = { organisationId, orderId };
  await lockOrder(tx, ref);
  const attempt = (await lockAttempt(tx, { organisationId, id })) as PaymentAttempt;
  const order = (await readPayableOrder(tx, ref)) as PayableOrder;
  const plan = planEvent(attempt, order, event);
  const outcome = plan.kind === 'superseded' || plan.kind === 'held' ? plan.kind : 'applied';
  if (!(await insertEvent(tx, source, event, outcome, attempt))) return 'repeated';
  const { paymentReference, amountMinor: receivedMinor, reason } = event;
  const { actor } = actAsSystem(dependencies);
  const payment = { ...ref, paymentId: id };
  const now = dependencies.clock.now();
  switch (plan.kind) {
    case 'superseded':
      break;
    case 'later': {
      const later = await applyLater(tx, dependencies, attempt, event);
      if (later !== outcome) await setOutcome(tx, source, event, later);
      return later;
    }
    case 'failed':
    case 'expired':
      await move(tx, attempt, { ...CARD_PAYMENT_TRANSITIONS[plan.kind], problem: reason });
      if (plan.kind === 'failed') await recordOrderEvent(tx, ref, { kind: 'payment_failed' }, actor);
      break;
    case 'held':
      await move(tx, attempt, { ...CARD_PAYMENT_TRANSITIONS.held, paymentReference, receivedMinor, problem: plan.problem });
      await holdPayment(tx, ref);
      await applyStoredEvents(tx, dependencies, payment, now);
      await recordOrderEvent(tx, ref, { kind: 'payment_held' }, actor);
      break;
    case 'paid':
    case 'not_taken':
      await move(tx, attempt, { ...CARD_PAYMENT_TRANSITIONS.paid, paymentReference, receivedMinor });
      await takePayment(tx, dependencies, attempt);
      await applyStoredEvents(tx, dependencies, payment, now);
      break;
  }
  return outcome;
}

/** Applies an event about a payment that has been received. One about a refund that comes before its payment is applied once that is received. */
function applyLater(
  tx: Tx,
  dependencies: PaymentDependencies,
  { organisationId, orderId, id: paymentId }: PaymentAttempt,
  event: PaymentEvent,
): Promise<EventOutcome> {
  const payment = { organisationId, orderId, paymentId };
  return event.kind === 'refunded' || event.kind === 'refund_refused'
    ? applyRefundEvent(tx, dependencies, payment, event, dependencies.clock.now())
    : applyDisputeEvent(tx, dependencies, payment, event);
}

async function move(tx: Tx, attempt: PaymentAttempt, change: Parameters<typeof moveAttempt>[2]): Promise<void> {
  if (!(await moveAttempt(tx, attempt, change)))
    throw new Error(`Attempt ${attempt.id} cannot become ${change.to}: it is ${attempt.state}.`);
}
