import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHosts } from '#api/platform/http/hosts.ts';
import {
  anItem,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  orderItems,
  requestSummary,
  submitOrder,
} from '#api/testing/builders.ts';
import { anEventOf, createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { cancel, lineOf, mailsOf, orderOf, piecesLeft, reservedOf, withRules } from '#api/testing/order-changes.ts';
import { anOwnPayer, type OwnPayer, placeMixedOrder, placeOrganisationCardOrder } from '#api/testing/own-payment.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { applyPaymentEvent } from './apply-event.actions.ts';
import { endStaleAttempts, expirePayments, remindOfPayments } from './payment-deadlines.actions.ts';
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
beforeEach(async () => {
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

    const paid = anEventOf(fake.sessionOf(placed.orderId), 'paid');
    // Once by a webhook, which is repeated, and once because the provider was asked.
    expect([await tell(paid), await tell(paid), await tell({ ...paid, eventId: `status:${placed.orderId}` })]).toEqual([
      'applied',
      'repeated',
      'superseded',
    ]);

    expect(await stateOf(placed.orderId)).toEqual(PAID);
    expect(await statusOf(payer.client, placed.orderId)).toMatchObject({ state: 'paid', canRetryPayment: false });
  });
});

/** Fills the cart of an own payer and requests the summary, for an order that is placed by the test itself. */
async function fillForOrder({ client, shirt }: OwnPayer, quantity = 5) {
  await fillCart(client, anItem(shirt, quantity));
  const { paymentMethodSystemName: _, ...choices } = await createCheckoutChoices(portal.db, client);
  await requestSummary(portal.db, client, choices);
}

describe('the page of the provider', () => {
  it('is the same one however often the order is sent', async () => {
    await fillForOrder(payer);
    const key = { 'idempotency-key': randomUUID() };
    const place = () => payer.client.post<'POST /api/setpaymentform'>('/api/setpaymentform', { checkout: {} }, key);

    const [first, second] = [await place(), await place()];

    expect(first.body.redirectUrl).toBe(fake.sessionOf(first.body.orderId as number).redirectUrl);
    expect(second.body).toEqual(first.body);
  });

  it('can be opened later when the provider did not answer', async () => {
    await fillForOrder(payer);
    fake.isDown = true;
    const { body, status } = await submitOrder(payer.client).finally(() => {
      fake.isDown = false;
    });
    const id = body.orderId as number;

    expect([status, body.success, body.redirectUrl]).toEqual([200, true, null]);
    expect(body.msg).toMatch(
      new RegExp(
        `^The payment page cannot be reached at the moment. Order ${id} is kept until .* at \\d\\d:\\d\\d. Please try again from the order.$`,
      ),
    );
    expect(await stateOf(id)).toMatchObject({ released: false, attempts: ['created'] });
    const again = await tryAgain(payer.client, id);
    expect(again.body).toMatchObject({ success: true, msg: null, redirectUrl: fake.sessionOf(id).redirectUrl });
    expect(await stateOf(id)).toEqual(WAITING);
  });
});

describe('trying again', () => {
  it('answers the open page, and a new one of the same amount after a failure', async () => {
    const { orderId, redirectUrl } = await placeMixedOrder(portal.db, payer);
    const [one, other] = await Promise.all([tryAgain(payer.client, orderId), tryAgain(payer.client, orderId)]);
    expect([one.body.redirectUrl, other.body.redirectUrl]).toEqual([redirectUrl, redirectUrl]);

    await tell(anEventOf(fake.sessionOf(orderId), 'failed'));
    expect(await statusOf(payer.client, orderId)).toMatchObject({ state: 'failed', canRetryPayment: true });
    const pages = await Promise.all(Array.from({ length: 4 }, () => tryAgain(payer.client, orderId)));

    expect(new Set(pages.map(({ body }) => body.redirectUrl))).toEqual(new Set([fake.sessionOf(orderId).redirectUrl]));
    expect(fake.sessionOf(orderId).redirectUrl).not.toBe(redirectUrl);
    expect(fake.sessionOf(orderId).asked).toMatchObject({ attempt: 2, amountMinor: 3600 });
    expect(await stateOf(orderId)).toEqual({ ...WAITING, attempts: ['failed', 'open'] });
    await tell(anEventOf(fake.sessionOf(orderId), 'paid'));
    expect(await stateOf(orderId)).toEqual({ ...PAID, attempts: ['failed', 'paid'] });
  });

  it('asks the provider first, so that an order whose webhook was lost is not paid twice', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    fake.settle(fake.sessionOf(orderId), 'paid');

    expect(toRefusal(await tryAgain(payer.client, orderId))).toEqual([
      409,
      { order: ['This order has been paid. You need not do anything.'] },
    ]);
    expect(await stateOf(orderId)).toEqual(PAID);
  });

  it('is refused for orders of others, on account, paid, cancelled, held or waiting for approval', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    const colleague = await signInAs(portal, { role: 'Staff' });
    expect((await tryAgain(colleague, orderId)).status).toBe(404);
    expect((await colleague.get(`/api/checkout/${orderId}/payment`)).status).toBe(404);

    const buyer = await signInAs(portal, {});
    const onAccount = await orderItems(portal.db, buyer, anItem(await aStockedProduct(portal.db, {}), 1));
    expect(toRefusal(await tryAgain(buyer, onAccount))).toEqual([409, { order: ['This order is not paid by card.'] }]);

    await cancel(payer.client, orderId);
    expect(toRefusal(await tryAgain(payer.client, orderId))).toEqual([
      409,
      { order: ['This order was cancelled, so it cannot be paid. Please place a new order.'] },
    ]);
  });
});

describe('an event', () => {
  it('of another brand, or about nothing of ours, changes nothing', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    const paid = anEventOf(fake.sessionOf(orderId), 'paid');

    expect(await tell(paid, 2)).toBe('unknown');
    expect(await tell(paid, 2)).toBe('repeated');
    expect(await tell({ ...paid, eventId: randomUUID(), sessionReference: 'session-of-no-one' })).toBe('unknown');

    expect(await stateOf(orderId)).toEqual(WAITING);
  });

  it.each([
    ['amount', { amountMinor: 3599 }, '£35.99 instead of £36.00'],
    ['currency', { currencyCode: 'EUR' }, 'currency EUR instead of GBP'],
    ['order', { orderId: 1 }, 'order 1 instead of'],
  ])('with another %s than was asked for holds the payment and releases nothing', async (_, difference, problem) => {
    const { orderId } = await placeMixedOrder(portal.db, payer);

    expect(await tell(anEventOf(fake.sessionOf(orderId), 'paid', difference))).toBe('held');

    expect(await stateOf(orderId)).toMatchObject({
      order: 10,
      payment: 10,
      released: false,
      held: true,
      attempts: ['held'],
      refunds: 0,
    });
    const { rows } = await sql<{ problem: string }>`select problem from card_payment where order_id = ${orderId}`.execute(
      portal.db,
    );
    expect(rows[0]?.problem).toContain(problem);
    expect((await tryAgain(payer.client, orderId)).errors.order?.[0]).toContain('we are checking it');
    expect(await statusOf(payer.client, orderId)).toMatchObject({ state: 'held', canRetryPayment: false });
    await expirePayments(dependencies(Date.now() + 30 * 86_400_000));
    expect(await stateOf(orderId)).toMatchObject({ order: 10, held: true });
  });

  it('is applied when it comes before what it is about is known', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    const session = fake.sessionOf(orderId);
    await sql`update card_payment set state = 'created', session_reference = null, redirect_url = null where order_id = ${orderId}`.execute(
      portal.db,
    );
    expect(await tell(anEventOf(session, 'paid'))).toBe('unknown');

    await tryAgain(payer.client, orderId);

    expect(await stateOf(orderId)).toEqual(PAID);
  });
});

describe('an order that is changed while its page is open', () => {
  it('gives back what it costs less by when the old amount is paid', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    const item = await lineOf(payer.client, orderId);
    expect((await cancel(payer.client, orderId, { items: [{ id: item, quantity: 1 }] })).status).toBe(200);

    await tell(anEventOf(fake.sessionOf(orderId), 'paid'));

    expect(await stateOf(orderId)).toEqual({ ...PAID, refunds: 1200 });
  });

  it('is held when the old amount is paid and it costs more by now', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    await sql`update card_payment set amount_minor = 2400 where order_id = ${orderId}`.execute(portal.db);

    expect(await tell(anEventOf(fake.sessionOf(orderId), 'paid', { amountMinor: 2400 }))).toBe('held');

    expect(await stateOf(orderId)).toMatchObject({ released: false, held: true, received: 2400, refunds: 0 });
  });

  it('is asked for the new amount when it is tried again', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    await cancel(payer.client, orderId, { items: [{ id: await lineOf(payer.client, orderId), quantity: 1 }] });

    await tryAgain(payer.client, orderId);

    expect(fake.sessionOf(orderId).asked).toMatchObject({ attempt: 2, amountMinor: 2400 });
    expect(fake.sessions.filter(({ asked, kind }) => asked.orderId === orderId && kind === 'opened')).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ ...WAITING, attempts: ['cancelled', 'open'] });
  });

  it('is released when nothing is left that a card pays, and its page is ended', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    await cancel(payer.client, orderId, { items: [{ id: await lineOf(payer.client, orderId), quantity: 3 }] });

    expect(await stateOf(orderId)).toMatchObject({ order: 10, released: true, due: false, attempts: ['open'] });
    expect((await orderOf(payer.client, orderId)).orderNotes.map(({ kind }) => kind)).toContain('payment_not_needed');
    await endStaleAttempts(dependencies());
    expect(await stateOf(orderId)).toMatchObject({ attempts: ['cancelled'] });
    expect(fake.sessionOf(orderId).kind).toBe('expired');
  });

  it('is refunded what was paid while it was cancelled, and its person is told', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    await cancel(payer.client, orderId);
    fake.settle(fake.sessionOf(orderId), 'paid');

    await endStaleAttempts(dependencies());

    expect(await stateOf(orderId)).toMatchObject({ order: 40, payment: 50, attempts: ['paid'], received: 3600, refunds: 3600 });
    expect(await mailsOf(portal, orderId)).toContainEqual(expect.objectContaining({ template: 'payment-not-taken' }));
  });
});

describe('an order that is not paid in time', () => {
  const LATER = Date.now() + 15 * 86_400_000;

  it('is cancelled with its lines in the cart as they were, and money that arrives later goes back', async () => {
    const own = await anOwnPayer(portal);
    const before = await piecesLeft(portal, own.id);
    const { orderId } = await placeMixedOrder(portal.db, own);
    await expirePayments(dependencies());
    expect(await stateOf(orderId)).toEqual(WAITING);

    await expirePayments(dependencies(LATER));

    expect(await stateOf(orderId)).toMatchObject({ order: 40, payment: 50, released: false, due: false, attempts: ['expired'] });
    expect(await piecesLeft(portal, own.id)).toEqual(before);
    expect(await reservedOf(portal, own.shirt)).toEqual([0]);
    const { items } = (await own.client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    expect(items.map(({ quantity, productId }) => [productId, quantity])).toEqual([[own.shirt.id, 5]]);
    expect((await orderOf(own.client, orderId)).orderNotes.map(({ note }) => note)).toContain(
      'The order was cancelled because it was not paid in time. Its lines are in the cart again.',
    );
    expect(await mailsOf(portal, orderId)).toContainEqual(expect.objectContaining({ template: 'payment-expired' }));

    await tell(anEventOf(fake.sessionOf(orderId), 'paid'));
    expect(await stateOf(orderId)).toMatchObject({ order: 40, payment: 50, attempts: ['paid'], received: 3600, refunds: 3600 });
  });

  it('is paid when only the webhook was lost', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    fake.settle(fake.sessionOf(orderId), 'paid');

    await expirePayments(dependencies(LATER));

    expect(await stateOf(orderId)).toEqual(PAID);
  });

  it('is kept while the provider does not answer, for a day', async () => {
    const { orderId } = await placeMixedOrder(portal.db, payer);
    const { rows } = await sql<{ due: Date }>`select payment_due_at as due from orders where id = ${orderId}`.execute(portal.db);
    const due = (rows[0] as { due: Date }).due.getTime();
    fake.isDown = true;
    try {
      await expirePayments(dependencies(due + 23 * 3_600_000));
      expect(await stateOf(orderId)).toEqual(WAITING);
      await expirePayments(dependencies(due + 25 * 3_600_000));
      expect(await stateOf(orderId)).toMatchObject({ order: 40, attempts: ['expired'] });
    } finally {
      fake.isDown = false;
    }
  });
});

describe('an order that needs approval first', () => {
  it('is paid by the link of a mail within 72 hours of the approval, of which one reminder is sent', async () => {
    await withRules(portal, [{ kind: 'always' }], async () => {
      const own = await anOwnPayer(portal);
      const { orderId, redirectUrl } = await placeMixedOrder(portal.db, own);
      expect(redirectUrl).toBeNull();
      expect(await stateOf(orderId)).toMatchObject({ order: 50, due: false, attempts: null });
      expect(await statusOf(own.client, orderId)).toMatchObject({ state: 'approval', canRetryPayment: false });
      expect((await tryAgain(own.client, orderId)).status).toBe(409);

      const approver = await signInAs(portal, { approver: true });
      const { status } = await approver.post('/api/orders/approvereject', { id: orderId, action: 'approve' });
      expect(status).toBe(200);

      expect(await stateOf(orderId)).toMatchObject({ order: 10, payment: 10, released: false, due: true, attempts: null });
      expect(await mailsOf(portal, orderId)).toContainEqual(expect.objectContaining({ template: 'payment-due' }));
      const reminders = async () =>
        (await mailsOf(portal, orderId)).filter(({ template }) => template === 'payment-reminder').length;
      const hours = (count: number) => dependencies(Date.now() + count * 3_600_000);
      for (const [after, sent] of [
        [47, 0],
        [49, 1],
        [50, 1],
      ] as const) {
        await remindOfPayments(hours(after));
        expect([after, await reminders()]).toEqual([after, sent]);
      }
      await expirePayments(hours(71));
      expect((await tryAgain(own.client, orderId)).body.redirectUrl).toBe(fake.sessionOf(orderId).redirectUrl);
      await tell(anEventOf(fake.sessionOf(orderId), 'paid'));
      expect(await stateOf(orderId)).toEqual(PAID);
    });
  });
});

it('the organisation’s card pays for the whole order', async () => {
  const { orderId, client } = await placeOrganisationCardOrder(portal);
  await tell(anEventOf(fake.sessionOf(orderId), 'paid'));
  expect(await stateOf(orderId)).toMatchObject({ order: 20, payment: 30, released: true });
  expect((await orderOf(client, orderId)).payment).toMatchObject({ state: 'paid', isAll: true, payer: 'organisation' });
});
