import { notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { askProvider } from './ask-provider.actions.ts';
import { findOpenAttempt } from './attempts.queries.ts';
import type { PaymentAttempt } from './card-payment-states.rules.ts';
import { findLastAttemptState, type PayableOrder, readPayableOrder } from './payable-order.queries.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { namePaymentState, type PaymentStateName } from './payment-words.rules.ts';
import { ProviderUnavailableError } from './providers/payment-provider.ts';

/** A page that waits asks every few seconds; the provider is asked no more often than this. */
const MIN_SECONDS_BETWEEN_CHECKS = 3;

/** How the payment of an order stands. */
export interface PaymentStatus {
  state: PaymentStateName;
  order: PayableOrder;
}

const wasJustChecked = ({ checkedAt }: PaymentAttempt, now: number): boolean =>
  checkedAt !== null && checkedAt.getTime() > now - MIN_SECONDS_BETWEEN_CHECKS * 1000;

/**
 * How the payment of an order of the person stands. While its attempt is open, the provider is asked first, so that a page which waits need not wait for a
 * webhook. It decides nothing else. Throws 404 for an order that is not theirs, or of which no card pays anything.
 */
export async function readPaymentStatus(
  dependencies: PaymentDependencies,
  scope: Scope,
  orderId: number,
): Promise<PaymentStatus> {
  const ref: OrderRef = { organisationId: scope.organisationId, orderId };
  const before = await readPayableOrder(dependencies.db, ref);
  if (before?.customerId !== scope.customerId || before.cardPayer === null) throw notFound('order');
  const attempt = await findOpenAttempt(dependencies.db, ref);
  if (attempt && !wasJustChecked(attempt, dependencies.clock.now()))
    try {
      await askProvider(dependencies, attempt);
    } catch (error) {
      if (!(error instanceof ProviderUnavailableError)) throw error;
      dependencies.log.warn({ orderId, reason: error.message }, 'an attempt to pay could not be checked');
    }
  const order = (await readPayableOrder(dependencies.db, ref)) as PayableOrder;
  const state = namePaymentState(order, await findLastAttemptState(dependencies.db, ref));
  if (state === null) throw notFound('order');
  return { state, order };
}
