import { sql } from 'kysely';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createHosts } from '#api/platform/http/hosts.ts';
import { anEventOf, createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { anOwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import { isRefundedOnce, readPaymentEnd, resetPayments } from '#api/testing/payment-ends.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { applyPaymentEvent } from './apply-event.actions.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import type { PaymentEvent } from './providers/payment-provider.ts';

/**
 * Every order of six events about two attempts to pay for an order, the first of which had ended when it was paid all the same: 24 of the 720 orders, the same
 * each time, or all of them with `PAYMENT_EVENT_ORDERS=all`.
 */
const isAll = process.env.PAYMENT_EVENT_ORDERS === 'all';
const EVERY = isAll ? 1 : 30;

const fake = createFakePaymentProvider();
const portal = usePortal({ findPaymentProvider: fake.find });
const mailJobs = useMailJobs(portal);

const permute = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) =>
        permute([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
      );

it(`${isAll ? 'all 720 orders' : 'some orders'} of six events, each also doubled, end in the same state and charge once`, {
  timeout: 3_600_000,
}, async () => {
  const dependencies: PaymentDependencies = {
    ...mailJobs,
    db: portal.db,
    hosts: createHosts(portal.db),
    clock: { now: () => Date.now() },
    log: pino({ level: 'silent' }),
    findPaymentProvider: fake.find,
  };
  const payer = await anOwnPayer(portal);
  const { orderId } = await placeMixedOrder(portal.db, payer);
  const first = fake.sessionOf(orderId);
  await sql`update card_payment set state = 'cancelled' where order_id = ${orderId}`.execute(portal.db);
  await payer.client.get(`/api/checkout/tryagain/${orderId}`);
  const second = fake.sessionOf(orderId);
  expect(second).not.toBe(first);
  const events: PaymentEvent[] = [first, second].flatMap((session) => [
    anEventOf(session, 'failed'),
    anEventOf(session, 'expired'),
    anEventOf(session, 'paid'),
  ]);

  const ends = new Map<string, PaymentEvent['eventId'][]>();
  for (const order of permute(events).filter((_, index) => index % EVERY === 0))
    for (const isDoubled of [false, true]) {
      await resetPayments(portal.db, orderId);
      for (const event of isDoubled ? order.flatMap((each) => [each, each]) : order)
        await applyPaymentEvent(dependencies, 1, 'simulated', event);
      const end = await readPaymentEnd(portal.db, orderId);
      expect(isRefundedOnce(end)).toBe(true);
      const { refundedAttempts: _, ...same } = end;
      ends.set(
        JSON.stringify(same),
        order.map(({ eventId }) => eventId),
      );
    }

  // Whichever attempt paid first has paid for the order; the other one goes back.
  expect([...ends.keys()].map((end) => JSON.parse(end))).toEqual([
    {
      order: 20,
      payment: 30,
      isReleased: true,
      isHeld: false,
      attempts: ['paid', 'paid'],
      received: 7200,
      refunds: 3600,
      lateMails: 1,
      stepsPaid: 1,
    },
  ]);
});
