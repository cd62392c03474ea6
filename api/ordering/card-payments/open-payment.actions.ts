import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { replayEvents } from './apply-event.actions.ts';
import { findOpenAttempt, markOpened } from './attempts.queries.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { type CreatedPayment, ProviderUnavailableError } from './providers/payment-provider.ts';

const NOT_OPENED = 'a payment page could not be opened';

/**
 * The address of the page on which the open attempt of an order is paid. The page is opened at the provider when it has not been: outside of any transaction,
 * and the same one again however often that is tried. Null when the order has no open attempt, or the provider cannot be reached.
 */
export async function openPayment(dependencies: PaymentDependencies, ref: OrderRef): Promise<string | null> {
  const { db, hosts, log } = dependencies;
  const attempt = await findOpenAttempt(db, ref);
  if (!attempt) return null;
  if (attempt.state === 'open') return attempt.redirectUrl;
  const found = await dependencies.findPaymentProvider(attempt.brandId);
  if (found?.name !== attempt.provider) return null;
  const { canonicalOrigin } = await hosts.getBrandById(attempt.brandId);
  const addressOf = (outcome: 'return' | 'cancel') =>
    new URL(`/index/orders/${ref.orderId}?payment=${outcome}`, canonicalOrigin).href;
  let created: CreatedPayment;
  try {
    created = await found.provider.createPayment({
      idempotencyKey: `${ref.orderId}-${attempt.attempt}`,
      ...ref,
      attempt: attempt.attempt,
      amountMinor: attempt.amountMinor,
      currencyCode: attempt.currencyCode,
      description: `Order ${ref.orderId}`,
      returnUrl: addressOf('return'),
      cancelUrl: addressOf('cancel'),
      expiresAt: attempt.expiresAt,
    });
  } catch (error) {
    // Whatever is wrong, the order has been placed and can be paid later.
    if (error instanceof ProviderUnavailableError) log.warn({ orderId: ref.orderId, reason: error.message }, NOT_OPENED);
    else log.error({ err: error, orderId: ref.orderId }, NOT_OPENED);
    return null;
  }
  const redirectUrl = await markOpened(db, attempt, created);
  await replayEvents(dependencies, { ...attempt, ...created, paymentReference: null });
  return redirectUrl ?? null;
}
