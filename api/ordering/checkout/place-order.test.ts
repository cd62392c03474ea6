import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  orderItems,
  requestSummary,
  setProductPrice,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let buyer: TestClient;

beforeEach(async () => {
  buyer = await portal.as((await aPerson(portal.db, { firstName: 'Zoë <b>' })).email);
});

const cartOf = async (person: TestClient) => (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
const orderRow = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from orders where id = ${id}`.execute(portal.db)).rows[0];
const lineRows = async (id: number) =>
  (await sql<Record<string, number>>`select * from order_line where order_id = ${id} order by id`.execute(portal.db)).rows;

/** Numbers of a person’s rows that placing an order writes; a refused order must write none. */
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
const NO_WRITES = { orders: 0, mails: 0, jobs: 0, auditEvents: 0, answers: 0 };

/** Stock level and summed stock entries of a product's first combination. */
async function stockOf(product: { combinations: { id: number }[] }) {
  const { rows } = await sql<{ on_hand: number; reserved: number; ledger_on_hand: number; ledger_reserved: number }>`
    select s.on_hand, s.reserved, sum(e.on_hand_delta)::int as ledger_on_hand, sum(e.reserved_delta)::int as ledger_reserved
    from stock_level s join stock_entry e using (combination_id) where combination_id = ${product.combinations[0]?.id} group by 1, 2`.execute(
    portal.db,
  );
  return rows[0];
}

describe('placing an order', () => {
  it('writes rows that add up, with the tax of each line rounded half up', async () => {
    const [a, b] = [await aStockedProduct(portal.db, { price: 1999 }), await aStockedProduct(portal.db, { price: 13 })];

    const id = await orderItems(portal.db, buyer, anItem(a, 3), anItem(b, 5));

    const [row, lines] = [await orderRow(id), await lineRows(id)];
    const sum = (name: string) => lines.reduce((total, line) => total + (line[name] ?? 0), 0);
    // 59.97 × 20% = 11.994; 0.65 × 20% = 0.13.
    expect(lines.map(({ price_minor, tax_minor }) => [price_minor, tax_minor])).toEqual([
      [5997, 1199],
      [65, 13],
    ]);
    expect(row).toMatchObject({
      goods_minor: sum('price_minor'),
      goods_tax_minor: sum('tax_minor'),
      shipping_minor: 495,
      shipping_tax_minor: 99,
      total_minor: 5997 + 65 + 1199 + 13 + 495 + 99,
      pending_value_minor: 5997 + 65,
      order_state_id: 10,
      payment_state_id: 10,
      shipping_state_id: 20,
      customer_id: buyer.customerId,
      placed_by_id: buyer.customerId,
      po_number: 'PO-4711',
      resort_id: 1,
      organisation_group_id: 1,
    });
  });

  it('empties the cart, clears PO number and comments, and keeps the other choices for the next order', async () => {
    await orderItems(portal.db, buyer, anItem(await aStockedProduct(portal.db)));
    expect((await cartOf(buyer)).items).toEqual([]);

    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    const { body } = await buyer.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', {});

    expect(body).toMatchObject({ poNumber: null, comments: null, shippingOption: { name: 'Standard delivery' } });
    expect(body.billingAddress).not.toBeNull();
  });

  it('reserves the stock, with stock entries that match the level', async () => {
    const product = await aStockedProduct(portal.db, { stock: [9] });
    const wearer = await aPerson(portal.db, { role: 'Staff' });

    const id = await orderItems(portal.db, buyer, anItem(product, 2), { ...anItem(product, 4), customerId: wearer.id });

    expect(await stockOf(product)).toEqual({ on_hand: 9, reserved: 6, ledger_on_hand: 9, ledger_reserved: 6 });
    const entries = await sql`
      select e.kind, e.reserved_delta, l.quantity, l.wearer_id from stock_entry e join order_line l on l.id = e.order_line_id
      where e.order_id = ${id} order by e.id`.execute(portal.db);
    expect(entries.rows).toEqual([
      { kind: 'reserve', reserved_delta: 2, quantity: 2, wearer_id: null },
      { kind: 'reserve', reserved_delta: 4, quantity: 4, wearer_id: wearer.id },
    ]);
    expect((await lineRows(id)).map(({ wearer_id }) => wearer_id)).toEqual([null, wearer.id]);
  });

  it('writes one order, one mail with its job, and one audit event', async () => {
    const id = await orderItems(portal.db, buyer, anItem(await aStockedProduct(portal.db)));

    expect(await countWrites(buyer)).toEqual({ orders: 1, mails: 1, jobs: 1, auditEvents: 1, answers: 0 });
    const event = await sql`
      select brand_id, subject_id, impersonated_id, after ->> 'totalMinor' as total, request_id is not null as has_request from audit_event
      where actor_id = ${buyer.customerId} and action = 'order.placed'`.execute(portal.db);
    expect(event.rows).toEqual([
      { brand_id: 1, subject_id: String(id), impersonated_id: null, total: '1794', has_request: true },
    ]);
  });

  it('stores the data of the mail, which is rendered later', async () => {
    const id = await orderItems(portal.db, buyer, anItem(await aStockedProduct(portal.db), 2));

    const { rows } = await sql<{ data: object }>`
      select data from mail_outbox where template = 'order-placed' and sealed is null and dedupe_key = ${`order-placed:${id}`}`.execute(
      portal.db,
    );
    expect(rows[0]?.data).toMatchObject({ orderId: id, firstName: 'Zoë <b>', requiresApproval: false, currencyCode: 'GBP' });
    expect(rows[0]?.data).toMatchObject({ lines: [{ quantity: 2, inclTaxMinor: 2400 }], totalMinor: 2994 });
  });

  it('returns the response that the contract defines', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer);

    const { status, body } = await submitOrder(buyer);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      customOrderNumber: String(body.orderId),
      orderStatus: 'Pending',
      requiresApproval: false,
      items: [],
    });
  });

  it('waits for approval where the organisation requires it, with its stock reserved', async () => {
    const product = await aStockedProduct(portal.db, { organisationIds: [2], stock: [5] });
    const hallam = await portal.as((await aPerson(portal.db, { organisationId: 2, groupIds: [11], resortId: 11 })).email);
    await fillCart(hallam, anItem(product, 2));
    await requestSummary(portal.db, hallam);

    const { body } = await submitOrder(hallam);

    expect(body).toMatchObject({ orderStatus: 'AwaitingApproval', requiresApproval: true });
    expect(await orderRow(body.orderId ?? 0)).toMatchObject({ order_state_id: 50, released_at: null });
    expect((await stockOf(product))?.reserved).toBe(2);
  });
});

describe('an order that cannot be placed', () => {
  it('needs a PO number where the organisation requires one', async () => {
    const corvane = await portal.as((await aPerson(portal.db, { organisationId: 3, groupIds: [21], resortId: 21 })).email);
    await fillCart(corvane, anItem(await aStockedProduct(portal.db, { organisationIds: [3] })));
    await requestSummary(portal.db, corvane, { ...(await createCheckoutChoices(portal.db, corvane)), poNumber: '  ' });

    const refused = await submitOrder(corvane);
    const accepted = await submitOrder(corvane, { poNumber: 'PO-1' });

    expect([refused.status, refused.errors]).toEqual([422, { poNumber: ['PO number is required.'] }]);
    expect(accepted.status).toBe(200);
  });

  it('is refused when the terms are declined, and leaves the cart unchanged', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer, await createCheckoutChoices(portal.db, buyer));

    const declined = await submitOrder(buyer, { termsAccepted: false });

    expect([declined.status, declined.errors]).toEqual([422, { termsAccepted: ['Please accept the terms to place the order.'] }]);
    expect((await cartOf(buyer)).items).toHaveLength(1);
    expect((await submitOrder(buyer, { termsAccepted: true })).status).toBe(200);
  });

  it('requires the summary to have been requested', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    const { status, errors } = await submitOrder(buyer, await createCheckoutChoices(portal.db, buyer));

    expect([status, errors]).toEqual([400, { cart: ['Please review the summary before you place the order.'] }]);
  });

  it.each([
    ['shippingAddress', { shippingAddressId: null }],
    ['billingAddress', { billingAddressId: null }],
    ['shippingOption', { shippingOption: null }],
    ['paymentMethodSystemName', { paymentMethodSystemName: null }],
  ])('needs the choice of %s', async (key, missing) => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer, { ...(await createCheckoutChoices(portal.db, buyer)), ...missing });

    const { status, errors } = await submitOrder(buyer);

    expect([status, Object.keys(errors)]).toEqual([400, [key]]);
    expect(await countWrites(buyer)).toEqual(NO_WRITES);
  });

  it('reports the old and new price when a price has changed since the summary, and orders nothing', async () => {
    const product = await aStockedProduct(portal.db, { price: 1000 });
    await fillCart(buyer, anItem(product, 2));
    await requestSummary(portal.db, buyer);
    await setProductPrice(portal.db, product.id, 1250);

    const { status, errors } = await submitOrder(buyer);

    expect(status).toBe(400);
    expect(errors).toEqual({
      cart: [
        `The price of ${product.name} has changed from £10.00 to £12.50 excluding tax.`,
        'Nothing has been ordered yet. Please review the summary again.',
      ],
    });
    expect(await countWrites(buyer)).toEqual(NO_WRITES);
    expect((await stockOf(product))?.reserved).toBe(0);

    await buyer.post('/api/checkoutsummary', {});
    expect((await submitOrder(buyer)).status).toBe(200);
  });

  it('reports lines added, removed or changed in another tab since the summary', async () => {
    const [kept, removed, added] = [
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
    ];
    const { items } = await fillCart(buyer, anItem(kept), anItem(removed));
    await requestSummary(portal.db, buyer);
    await buyer.put(`/api/shopping_cart_items/${items[0]?.id}`, { quantity: 3 });
    await buyer.delete(`/api/shopping_cart_items/${items[1]?.id}`);
    await fillCart(buyer, anItem(added));

    expect((await submitOrder(buyer)).errors.cart?.slice(0, 3)).toEqual([
      `The quantity of ${kept.name} has changed from 1 to 3.`,
      `${removed.name} is no longer in the cart.`,
      `${added.name} has been added to the cart.`,
    ]);
  });

  it('reports when only the delivery cost has changed', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer);

    const { status, errors } = await submitOrder(buyer, { shippingOption: { name: 'Next working day' } });

    expect([status, errors.cart?.[0]]).toEqual([400, 'The delivery cost, the tax or what your entitlement covers has changed.']);
  });

  it('names a product that was withdrawn during checkout', async () => {
    const [kept, withdrawn] = [await aStockedProduct(portal.db), await aStockedProduct(portal.db)];
    await fillCart(buyer, anItem(kept), anItem(withdrawn));
    await requestSummary(portal.db, buyer);
    await unpublishProduct(portal.db, withdrawn.id);

    const { status, errors } = await submitOrder(buyer);

    expect([status, errors]).toEqual([400, { cart: [`${withdrawn.name}: This product is no longer available.`] }]);
    expect(await countWrites(buyer)).toEqual(NO_WRITES);
    expect((await cartOf(buyer)).items).toHaveLength(2);
  });

  it('does not accept someone else’s address', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));
    await requestSummary(portal.db, buyer);
    const { shippingAddressId } = await createCheckoutChoices(portal.db, await portal.as('buyer@hallam.example'));

    expect((await submitOrder(buyer, { shippingAddressId })).errors).toEqual({ address: ['Address not found.'] });
  });

  it('requires a non-empty cart, also directly after an order', async () => {
    await orderItems(portal.db, buyer, anItem(await aStockedProduct(portal.db)));

    const { status, errors } = await submitOrder(buyer);

    expect([status, errors]).toEqual([400, { cart: ['Your cart is empty.'] }]);
    expect((await countWrites(buyer))?.orders).toBe(1);
  });
});

describe('the last unit in stock', () => {
  it.each([
    ['of one organisation', [1, 1]],
    ['of two organisations', [1, 2]],
  ])('is sold once when two people %s order it concurrently', async (_, organisationIds) => {
    const product = await aStockedProduct(portal.db, { stock: [1], organisationIds: [1, 2] });
    const people = await Promise.all(
      organisationIds.map(async (organisationId) =>
        portal.as((await aPerson(portal.db, { organisationId, resortId: null, groupIds: [] })).email),
      ),
    );
    for (const person of people) {
      await fillCart(person, anItem(product));
      await requestSummary(portal.db, person);
    }

    const answers = await Promise.all(people.map((person) => submitOrder(person)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const loser = answers.findIndex(({ status }) => status === 400);
    expect(Object.keys(answers[loser]?.errors ?? {})).toEqual(['cart']);
    expect(await countWrites(people[loser] as TestClient)).toEqual(NO_WRITES);
    expect((await cartOf(people[loser] as TestClient)).items).toHaveLength(1);
    expect(await stockOf(product)).toEqual({ on_hand: 1, reserved: 1, ledger_on_hand: 1, ledger_reserved: 1 });
  });

  it('is ordered once when someone submits in two tabs without a key', async () => {
    const product = await aStockedProduct(portal.db, { stock: [5] });
    await fillCart(buyer, anItem(product));
    await requestSummary(portal.db, buyer);

    const answers = await Promise.all([submitOrder(buyer), submitOrder(buyer)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.errors).toEqual({ cart: ['Your cart is empty.'] });
    expect(await countWrites(buyer)).toEqual({ orders: 1, mails: 1, jobs: 1, auditEvents: 1, answers: 0 });
    expect((await stockOf(product))?.reserved).toBe(1);
  });

  it('is never oversold to forty people who order concurrently, from carts sorted differently', async () => {
    const [a, b] = [await aStockedProduct(portal.db, { stock: [15] }), await aStockedProduct(portal.db, { stock: [15] })];
    const people: TestClient[] = [];
    for (let index = 0; index < 40; index += 1) {
      const person = await portal.as((await aPerson(portal.db)).email);
      await fillCart(person, ...(index % 2 ? [anItem(a), anItem(b)] : [anItem(b), anItem(a)]));
      await requestSummary(portal.db, person);
      people.push(person);
    }

    const answers = await Promise.all(people.map((person) => submitOrder(person)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(25);
    for (const product of [a, b])
      expect(await stockOf(product)).toMatchObject({ on_hand: 15, reserved: 15, ledger_reserved: 15 });
  });
});
