import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  submitOrder,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let buyer: TestClient;

beforeEach(async () => {
  buyer = await portal.as((await aPerson(portal.db, { firstName: 'Zoë <b>' })).email);
});

/** Numbers of a person’s rows that placing an order writes. */
async function countWrites(person: TestClient) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from orders where customer_id = ${person.customerId}) as orders,
      (select count(*)::int from mail_outbox m join customer c on c.email = m.recipient where c.id = ${person.customerId}) as mails,
      (select count(*)::int from pgboss.job j join mail_outbox m on m.id::text = j.data ->> 'mailId' join customer c on c.email = m.recipient
       where c.id = ${person.customerId}) as jobs,
      (select count(*)::int from audit_event where actor_id = ${person.customerId} and action = 'order.placed') as "auditEvents",
      (select count(*)::int from idempotency_key where customer_id = ${person.customerId}) as answers`.execute(portal.db);
  return rows[0];
}
describe('a repeated request', () => {
  it('gets the first response, byte for byte, however often it is repeated', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer);
    const press = () =>
      portal.app.inject({
        method: 'POST',
        url: '/api/setpaymentform',
        headers: { ...buyer.headers, 'idempotency-key': 'k1' },
        payload: {},
      });

    const first = await press();
    const again = [await press(), await press()];

    expect(first.statusCode).toBe(200);
    for (const repeat of again) expect([repeat.statusCode, repeat.payload]).toEqual([200, first.payload]);
    expect(await countWrites(buyer)).toEqual({ orders: 1, mails: 1, jobs: 1, auditEvents: 1, answers: 1 });
  });

  it('creates one order when it is sent twenty times concurrently', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer);

    const answers = await Promise.all(Array.from({ length: 20 }, () => submitOrder(buyer, {}, 'k20')));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await countWrites(buyer))?.orders).toBe(1);
  });

  it('is refused when its body differs under the same key', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer);
    const { body: placed } = await submitOrder(buyer, {}, 'k2');

    const { status, errors } = await submitOrder(buyer, { comments: 'and a hat' }, 'k2');

    expect([status, errors]).toEqual([
      422,
      { idempotencyKey: [`This order has been placed already: ${placed.customOrderNumber}. Nothing else was ordered.`] },
    ]);
    expect((await countWrites(buyer))?.orders).toBe(1);
  });

  it('leads another window, in which nothing is left to place, to the order', async () => {
    const find = (client: TestClient, id: string) =>
      client
        .get<'GET /api/checkout/:checkoutId/order'>(`/api/checkout/${id}/order`)
        .then(({ status, body }) => ({ status, body }));
    const none = { status: 200, body: { orderId: null, customOrderNumber: null } };
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    const { checkoutId } = await requestSummary(portal.db, buyer);
    expect(await find(buyer, checkoutId)).toEqual(none);

    const { body: placed } = await submitOrder(buyer, {}, checkoutId);

    const found = { orderId: placed.orderId, customOrderNumber: placed.customOrderNumber };
    expect(await find(buyer, checkoutId)).toEqual({ status: 200, body: found });
    const colleague = await portal.as((await aPerson(portal.db)).email);
    expect(await find(colleague, checkoutId)).toEqual(none);
    expect((await find(buyer, 'c1')).status).toBe(400);
  });

  it('can use the same key again after it was refused', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer, { ...(await createCheckoutChoices(portal.db, buyer)), shippingOption: null });
    expect((await submitOrder(buyer, {}, 'k3')).status).toBe(400);
    await requestSummary(portal.db, buyer);

    expect((await submitOrder(buyer, {}, 'k3')).status).toBe(200);
  });

  it('is separate for each person who uses the same key: repeated, each gets their own first response', async () => {
    const people = [buyer, await portal.as((await aPerson(portal.db)).email)];
    const first = [];
    for (const person of people) {
      await fillCart(person, anItem(await aStockedProduct(portal.db)));
      await requestSummary(portal.db, person);
      first.push((await submitOrder(person, {}, 'shared')).body);
    }
    const again = [];
    for (const person of people) again.push((await submitOrder(person, {}, 'shared')).body);

    expect(new Set(first.map(({ orderId }) => orderId)).size).toBe(2);
    expect(again).toEqual(first);
    for (const person of people) expect(await countWrites(person)).toMatchObject({ orders: 1, answers: 1 });
  });

  it('accepts keys of at most 200 characters', async () => {
    const { status, errors } = await submitOrder(buyer, {}, 'k'.repeat(201));

    expect([status, Object.keys(errors)]).toEqual([400, ['idempotencyKey']]);
  });
});
