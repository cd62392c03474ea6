import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createHosts } from '#api/platform/http/hosts.ts';
import { anEventOf, createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { cancel } from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import { anOwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import { readPaymentEnd } from '#api/testing/payment-ends.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { applyPaymentEvent } from './apply-event.actions.ts';
import { endStaleAttempts, expirePayments } from './payment-deadlines.actions.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** How often what happens at the same moment is repeated. */
const ROUNDS = Number(process.env.PAYMENT_RACES ?? 6);

const fake = createFakePaymentProvider();
const portal = usePortal({ findPaymentProvider: fake.find });
const mailJobs = useMailJobs(portal);
const dependencies = (now = Date.now()): PaymentDependencies => ({
  ...mailJobs,
  db: portal.db,
  hosts: createHosts(portal.db),
  clock: { now: () => now },
  log: pino({ level: 'silent' }),
  findPaymentProvider: fake.find,
});
const LATER = Date.now() + 15 * 86_400_000;

/** Does all at the same moment; every order of them is one that has to end well. */
const atOnce = (...acts: (() => Promise<unknown>)[]) => Promise.all(acts.map((act) => act()));

describe('at the same moment', () => {
  it('an order is paid, cancelled, tried again and expired, and ends paid or cancelled with all money back', {
    timeout: 60_000 + ROUNDS * 5000,
  }, async () => {
    const ends = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const payer = await anOwnPayer(portal);
      const { orderId } = await placeMixedOrder(portal.db, payer);
      const session = fake.sessionOf(orderId);
      const paid = anEventOf(session, 'paid');
      const acts = [
        async () => {
          fake.settle(session, 'paid');
          await applyPaymentEvent(dependencies(), 1, 'simulated', paid);
        },
        () => applyPaymentEvent(dependencies(), 1, 'simulated', paid),
        () => expirePayments(dependencies(LATER)),
        () => cancel(payer.client, orderId),
        () => payer.client.get(`/api/checkout/tryagain/${orderId}`),
        () => payer.client.get(`/api/checkout/tryagain/${orderId}`),
        () => endStaleAttempts(dependencies()),
      ];
      await atOnce(...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length));
      await endStaleAttempts(dependencies());

      const end = await readPaymentEnd(portal.db, orderId);
      const open = end.attempts.filter((state) => state === 'open' || state === 'created');
      // An order can be paid first and cancelled then.
      const { order, isReleased, received, refunds } = end;
      if (order === 40) expect({ refunds, open }).toEqual({ refunds: received, open: [] });
      else
        expect({ order, isReleased, open, kept: received - refunds }).toEqual({
          order: 20,
          isReleased: true,
          open: [],
          kept: received,
        });
      ends.add(`${order} ${received > 0}`);
    }
    expect(ends.size).toBeGreaterThan(0);
  });

  it('two windows try again after a failure, and there is one attempt', async () => {
    const payer = await anOwnPayer(portal);
    const { orderId } = await placeMixedOrder(portal.db, payer);
    await applyPaymentEvent(dependencies(), 1, 'simulated', anEventOf(fake.sessionOf(orderId), 'failed'));

    const pages = await Promise.all(
      Array.from({ length: 6 }, () => payer.client.get<'GET /api/checkout/tryagain/:id'>(`/api/checkout/tryagain/${orderId}`)),
    );

    expect(new Set(pages.map(({ status, body }) => `${status} ${body.redirectUrl}`)).size).toBe(1);
    expect((await readPaymentEnd(portal.db, orderId)).attempts).toEqual(['failed', 'open']);
  });

  it('an order that waits for approval anew is paid, and is released by the approval', async () => {
    const payer = await anOwnPayer(portal);
    const { orderId } = await placeMixedOrder(portal.db, payer);
    await sql`update orders set order_state_id = 50, payment_due_at = null where id = ${orderId}`.execute(portal.db);
    await sql`insert into approval (organisation_id, order_id, reasons, expires_at) values (1, ${orderId}, '[]', now() + interval '9 days')`.execute(
      portal.db,
    );
    await applyPaymentEvent(dependencies(), 1, 'simulated', anEventOf(fake.sessionOf(orderId), 'paid'));
    expect(await readPaymentEnd(portal.db, orderId)).toMatchObject({ order: 50, payment: 30, isReleased: false });

    const approver = await signInAs(portal, { approver: true });
    expect((await approver.post('/api/orders/approvereject', { id: orderId, action: 'approve' })).status).toBe(200);
    expect(await readPaymentEnd(portal.db, orderId)).toMatchObject({ order: 10, payment: 30, isReleased: true });
  });
});

it('after all of this, money, stock, ledger and states agree', async () => {
  const { rows } = await sql<{
    id: number;
  }>`select coalesce(min(order_id), 0) as id from card_payment where created_at > now() - interval '1 hour'`.execute(portal.db);
  expect(await findOrderFaults(portal.db, (rows[0]?.id ?? 1) - 1)).toEqual([]);
});
