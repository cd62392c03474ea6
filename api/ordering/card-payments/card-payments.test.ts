import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHosts } from '#api/platform/http/hosts.ts';
import { anItem } from '#api/testing/builders.ts';
import { anEventOf, createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { anOwnPayer, type OwnPayer, placeMixedOrder, placeOrganisationCardOrder } from '#api/testing/own-payment.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { applyPaymentEvent } from './apply-event.actions.ts';
import { endStaleAttempts, expirePayments } from './payment-deadlines.actions.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import type { PaymentEvent } from './providers/payment-provider.ts';

const fake = createFakePaymentProvider();
const portal = usePortal({ findPaymentProvider: fake.find });
const mailJobs = useMailJobs(portal);
const MERIDIAN_BRAND = 1;

const dependencies = (now = Date.now()): PaymentDependencies => ({
  ...mailJobs,
  db: portal.db,
  hosts: createHosts(portal.db),
  clock: { now: () => now },
  log: pino({ level: 'silent' }),
  findPaymentProvider: fake.find,
});
const tell = (event: PaymentEvent, brandId = MERIDIAN_BRAND) => applyPaymentEvent(dependencies(), brandId, 'simulated', event);

/** What of an order and its attempts must be the same in whatever order events come. */
async function stateOf(orderId: number) {
  const { rows } = await sql<Record<string, unknown>>`
    select o.order_state_id as "order", o.payment_state_id as payment, o.released_at is not null as released, o.payment_held_at is not null as held,
      o.payment_due_at is not null as due,
      (select array_agg(p.state order by p.attempt) from card_payment p where p.order_id = o.id) as attempts,
      (select coalesce(sum(p.received_minor), 0)::int from card_payment p where p.order_id = o.id) as received,
      (select coalesce(sum(f.amount_minor), 0)::int from card_refund f where f.order_id = o.id) as refunds
    from orders o where o.id = ${orderId}`.execute(portal.db);
  return rows[0];
}
const WAITING = { order: 10, payment: 10, released: false, held: false, due: true, attempts: ['open'], received: 0, refunds: 0 };
const PAID = { order: 20, payment: 30, released: true, held: false, due: false, attempts: ['paid'], received: 3600, refunds: 0 };
const tryAgain = (client: OwnPayer['client'], id: number) =>
  client.get<'GET /api/checkout/tryagain/:id'>(`/api/checkout/tryagain/${id}`);
const statusOf = async (client: OwnPayer['client'], id: number) =>
  (await client.get<'GET /api/checkout/:orderId/payment'>(`/api/checkout/${id}/payment`)).body;

let payer: OwnPayer;
beforeAll(async () => {
  payer = await anOwnPayer(portal);
});

describe('an order with a part for the card', () => {
  it('is reserved and not released until the provider says that it is paid', async () => {
    const placed = await placeMixedOrder(portal.db, payer);

    expect(placed.redirectUrl).toBe(fake.sessionOf(placed.orderId).redirectUrl);
    expect(fake.sessionOf(placed.orderId).asked).toMatchObject({
      idempotencyKey: `${placed.orderId}-1`,
      amountMinor: 3600,
      currencyCode: 'GBP',
      description: `Order ${placed.orderId}`,
      returnUrl: expect.stringMatching(new RegExp(`^https?://.*/index/orders/${placed.orderId}\\?payment=return$`)),
    });
    expect(await stateOf(placed.orderId)).toEqual(WAITING);
    expect(await statusOf(payer.client, placed.orderId)).toMatchObject({ state: 'waiting', amount: 36, canRetryPayment: true });

    expect(await tell(anEventOf(fake.sessionOf(placed.orderId), 'paid'))).toBe('applied');

    expect(await stateOf(placed.orderId)).toEqual(PAID);
    expect(await statusOf(payer.client, placed.orderId)).toMatchObject({ state: 'paid', canRetryPayment: false });
  });
});
