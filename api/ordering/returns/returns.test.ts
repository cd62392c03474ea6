import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { eventsOf, mailsOf, orderOf, reservedOf, sizeOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import {
  askToExchange,
  askToReturn,
  getReturnForm,
  listReturns,
  RETURN_ACTIONS,
  RETURN_REASONS,
  shipOrder,
} from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let buyer: SignedIn;

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [500, 500, 500] });
  buyer = await signInAs(portal, { firstName: 'Bea' });
});

/** An order that has been delivered, with its lines. */
async function aDeliveredOrder(
  { client = buyer, items = [anItem(shirt, 2)] }: { client?: TestClient; items?: object[] } = {},
  parcel: Parameters<typeof shipOrder>[2] = {},
): Promise<{ id: number; lines: number[] }> {
  const id = await orderItems(portal.db, client, ...items);
  await shipOrder(portal.db, id, parcel);
  return { id, lines: (await orderOf(client, id)).orderItems.map((item) => item.id) };
}

const credit = (orderId: number, ...items: object[]) => ({
  orderId,
  returnRequestReasonId: RETURN_REASONS.wrongOrdered,
  returnRequestActionId: RETURN_ACTIONS.credit,
  items,
});

describe('GET /api/returnrequest/:id', () => {
  const isAllowed = async (client: TestClient, orderId: number) => {
    const { returnRequestAllowed } = await orderOf(client, orderId);
    const list = (await client.get<'GET /api/orders'>(`/api/orders?searchTerm=${orderId}&limit=5`)).body.orders;
    const form = await getReturnForm(client, orderId);
    // List, detail and form never contradict each other.
    expect(list.find(({ id }) => id === orderId)?.returnRequestAllowed).toBe(returnRequestAllowed);
    expect(form.status).toBe(returnRequestAllowed ? 200 : 409);
    return returnRequestAllowed || (form.errors.order?.[0] ?? '');
  };
  const withReturnDays = async (days: number, act: () => Promise<void>) => {
    await sql`update organisation set return_days = ${days} where id = 1`.execute(portal.db);
    try {
      await act();
    } finally {
      await sql`update organisation set return_days = 365 where id = 1`.execute(portal.db);
    }
  };

  it('not before anything was sent', async () => {
    const id = await orderItems(portal.db, buyer, anItem(shirt));
    expect(await isAllowed(buyer, id)).toBe('Nothing in this order has been sent yet, so there is nothing to return.');
  });

  it.each([
    ['on the last day after delivery', 10, { daysAgo: 10 }, true],
    ['not on the day after', 10, { daysAgo: 11 }, expect.stringMatching(/^This order could be returned until \d+ \w+ \d{4}\.$/)],
    ['from dispatch without a delivery date', 10, { daysAgo: 10, delivered: false }, true],
    ['not any more from dispatch', 10, { daysAgo: 11, delivered: false }, expect.stringContaining('could be returned until')],
    ['without a limit, after three years', 0, { daysAgo: 1000 }, true],
  ])('%s', async (_, days, parcel, expected) => {
    const { id } = await aDeliveredOrder({}, parcel);
    await withReturnDays(days, async () => expect(await isAllowed(buyer, id)).toEqual(expected));
  });

  it('whatever the state of the order, and paid or not', async () => {
    const { id } = await aDeliveredOrder();
    for (const state of [10, 20, 30, 40]) {
      await sql`update orders set order_state_id = ${state} where id = ${id}`.execute(portal.db);
      expect(await isAllowed(buyer, id)).toBe(true);
    }
  });

  it('by its person and its wearers alone: others who see the order are told that something can be returned', async () => {
    const { id, lines } = await aDeliveredOrder();
    const admin = await signInAs(portal, { role: 'Admin' });
    expect(await orderOf(admin, id)).toMatchObject({ returnRequestAllowed: true, returnAllowed: false });
    expect((await getReturnForm(admin, id)).status).toBe(404);
    expect((await askToReturn(admin, credit(id, { id: lines[0], quantity: 1 }))).status).toBe(404);
  });

  it('pieces of each parcel by its own date', async () => {
    const id = await orderItems(portal.db, buyer, anItem(shirt, 3));
    await shipOrder(portal.db, id, { daysAgo: 20 });
    await sql`with parcel as (insert into shipment (organisation_id, order_id, delivered_at) values (1, ${id}, now()) returning id)
      insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity) select 1, parcel.id, l.id, 1 from parcel, order_line l where l.order_id = ${id}`.execute(
      portal.db,
    );
    await sql`update shipment_line set quantity = 2 where quantity = 3 and order_line_id in (select id from order_line where order_id = ${id})`.execute(
      portal.db,
    );
    await withReturnDays(10, async () => {
      const { body } = await getReturnForm(buyer, id);
      expect(body.returnRequest.items.map(({ quantity, returnableQuantity }) => [quantity, returnableQuantity])).toEqual([
        [3, 1],
      ]);
    });
  });
});

describe('POST /api/returnrequest', () => {
  it('is a row for each line with pieces, and is confirmed by mail', async () => {
    const { id, lines } = await aDeliveredOrder({ items: [anItem(shirt, 2), anItem(shirt, 1, 1)] });
    const { status, body } = await askToReturn(buyer, {
      ...credit(id, { id: lines[0], quantity: 2 }, { id: lines[1], quantity: 0 }),
      comments: ' Ordered twice. ',
    });
    expect(status).toBe(200);
    expect(body.returnRequests).toMatchObject([
      {
        orderId: id,
        orderItemId: lines[0],
        quantity: 2,
        customNumber: expect.stringMatching(/^R\d+$/),
        returnRequestStatus: 'Pending',
        returnRequestStatusId: 0,
        returnReason: 'Wrong product ordered',
        returnAction: 'Store credit',
        comments: 'Ordered twice.',
        exchangeOrderItemId: null,
        cancelAllowed: true,
      },
    ]);
    const order = await orderOf(buyer, id);
    expect(order.returnRequests).toEqual(body.returnRequests);
    expect((await listReturns(buyer))[0]).toEqual(body.returnRequests[0]);
    expect(order.orderItems.map(({ returnedQuantity }) => returnedQuantity)).toEqual([0, 0]);
    expect(await eventsOf(portal, id)).toContain('return_requested');
    expect(await mailsOf(portal, id)).toEqual([{ template: 'return-requested', recipient: buyer.email }]);
  });

  it('is refused for more than was sent, less what is being returned', async () => {
    const { id, lines } = await aDeliveredOrder();
    const three = await askToReturn(buyer, credit(id, { id: lines[0], quantity: 3 }));
    expect([three.status, three.errors]).toEqual([422, { 'items[0].quantity': ['Only 2 pieces of this line can be returned.'] }]);
    expect((await askToReturn(buyer, credit(id, { id: lines[0], quantity: 1 }))).status).toBe(200);
    const { body } = await getReturnForm(buyer, id);
    expect(body.returnRequest.items[0]?.returnableQuantity).toBe(1);
    const two = await askToReturn(buyer, credit(id, { id: lines[0], quantity: 2 }));
    expect(two.errors['items[0].quantity']).toEqual([
      'Only 1 piece of this line can be returned; you have already asked to return 1 piece.',
    ]);
  });

  it.each([
    ['an unknown reason', { returnRequestReasonId: 99 }, 'returnRequestReasonId'],
    ['an unknown action', { returnRequestActionId: 99 }, 'returnRequestActionId'],
    ['no pieces', { items: [{ id: 1, quantity: 0 }] }, 'items'],
    ['a line of another order', { items: [{ id: 1, quantity: 1 }] }, 'items[0].id'],
  ])('is refused with %s', async (_, overrides, field) => {
    const { id, lines } = await aDeliveredOrder();
    const { status, errors } = await askToReturn(buyer, { ...credit(id, { id: lines[0], quantity: 1 }), ...overrides });
    expect([status, Object.keys(errors)]).toEqual([422, [field]]);
  });

  it('of goods made to order is possible only when they are faulty', async () => {
    const jacket = await aStockedProduct(portal.db);
    await sql`update product set is_made_to_order = true, lead_time_days = 20 where id = ${jacket.id}`.execute(portal.db);
    const { id, lines } = await aDeliveredOrder({ items: [anItem(jacket)] });
    const request = credit(id, { id: lines[0], quantity: 1 });
    expect((await getReturnForm(buyer, id)).body.returnRequest.items[0]?.onlyIfFaulty).toBe(true);
    const refused = await askToReturn(buyer, request);
    expect(refused.errors).toEqual({
      'items[0].id': [`${jacket.name} was made for you, so it can only be returned when it is faulty.`],
    });
    expect((await askToReturn(buyer, { ...request, returnRequestReasonId: RETURN_REASONS.faulty })).status).toBe(200);
  });

  it('that is repeated, with a key or by a double click, is made once', async () => {
    const { id, lines } = await aDeliveredOrder();
    const request = credit(id, { id: lines[0], quantity: 1 });
    const [first, second] = await Promise.all([askToReturn(buyer, request), askToReturn(buyer, request)]);
    expect(second.body.returnRequests).toEqual(first.body.returnRequests);
    expect((await orderOf(buyer, id)).returnRequests).toHaveLength(1);
    // The other piece, with a key: the answer is lost and asked for again a day later.
    await sql`update return_request set created_at = now() - interval '2 minutes' where order_id = ${id}`.execute(portal.db);
    const third = await askToReturn(buyer, request, 'once');
    await sql`update return_request set created_at = now() - interval '1 day' where order_id = ${id}`.execute(portal.db);
    const fourth = await askToReturn(buyer, request, 'once');
    expect([third.status, fourth.body]).toEqual([200, third.body]);
    expect((await orderOf(buyer, id)).returnRequests).toHaveLength(2);
  });

  it('is made for a wearer without a log-in by someone who impersonates them', async () => {
    const wearer = await aWearer(portal, [shirt]);
    const { id, lines } = await aDeliveredOrder({ client: wearer.client, items: [anItem(shirt)] });
    await sql`update customer set password_hash = null where id = ${wearer.id}`.execute(portal.db);
    const sales = await orderFor(portal, wearer.id);
    const { status, body } = await askToReturn(sales, credit(id, { id: lines[0], quantity: 1 }));
    expect(status).toBe(200);
    expect((await sales.post(`/api/returnrequest/${body.returnRequests[0]?.id}/cancel`, {})).status).toBe(200);
    expect(await listReturns(sales)).toMatchObject([{ returnRequestStatus: 'Cancelled', cancelAllowed: false }]);
    const { rows } = await sql<{ customer_id: number; is_own: boolean }>`
      select customer_id, actor_id = customer_id as is_own from return_request where order_id = ${id}`.execute(portal.db);
    expect(rows).toEqual([{ customer_id: wearer.id, is_own: false }]);
  });

  it('that is cancelled frees its pieces; cancelling again changes nothing', async () => {
    const { id, lines } = await aDeliveredOrder();
    const { body } = await askToReturn(buyer, credit(id, { id: lines[0], quantity: 2 }));
    const cancelPath = `/api/returnrequest/${body.returnRequests[0]?.id}/cancel`;
    expect((await getReturnForm(buyer, id)).status).toBe(409);
    const first = await buyer.post(cancelPath, {});
    expect(await buyer.post(cancelPath, {})).toMatchObject({ status: 200, body: first.body });
    expect((await getReturnForm(buyer, id)).body.returnRequest.items[0]?.returnableQuantity).toBe(2);
    expect((await mailsOf(portal, id)).map(({ template }) => template)).toEqual(['return-cancelled', 'return-requested']);
    const other = await signInAs(portal, {});
    expect((await other.post(cancelPath, {})).status).toBe(404);
  });

  it('that says what is too small is kept as feedback on the fit', async () => {
    const { client } = await aWearer(portal, [shirt]);
    const { id, lines } = await aDeliveredOrder({ client, items: [anItem(shirt)] });
    await askToReturn(client, { ...credit(id, { id: lines[0], quantity: 1 }), fit: 'tooSmall', fitPlaces: ['chest', 'chest'] });
    expect((await orderOf(client, id)).orderItems[0]?.fit).toBe('tooSmall');
    const { rows } = await sql`select fit, fit_places from return_request where order_id = ${id}`.execute(portal.db);
    expect(rows).toEqual([{ fit: 'tooSmall', fit_places: ['chest'] }]);
  });

  it('shows no amounts to people who see no prices', async () => {
    const { client } = await aWearer(portal, [shirt]);
    const { id } = await aDeliveredOrder({ client, items: [anItem(shirt)] });
    expect((await getReturnForm(client, id)).body.returnRequest.items[0]?.unitPrice).toBeNull();
    const own = await aDeliveredOrder();
    expect((await getReturnForm(buyer, own.id)).body.returnRequest.items[0]?.unitPrice).toBe(10);
  });
});

describe('GET /api/customerreturnrequests', () => {
  it('lists one’s own requests, newest first', async () => {
    const client = await signInAs(portal, {});
    expect(await listReturns(client)).toEqual([]);
    const { id, lines } = await aDeliveredOrder({ client, items: [anItem(shirt, 1), anItem(shirt, 1, 1)] });
    for (const line of lines) await askToReturn(client, credit(id, { id: line, quantity: 1 }));
    expect((await listReturns(client)).map(({ orderItemId }) => orderItemId)).toEqual(lines.toReversed());
  });
});

describe('an exchange', () => {
  it('reserves the new size with an order that costs nothing and is not released', async () => {
    const { id, lines } = await aDeliveredOrder();
    const before = await reservedOf(portal, shirt);
    const { status, body } = await askToExchange(buyer, id, lines[0] as number, sizeOf(shirt, 1));
    expect(status).toBe(200);
    const request = body.returnRequests[0];
    expect(request).toMatchObject({
      returnAction: 'Exchange for another size',
      exchangeCombinationId: sizeOf(shirt, 1),
      exchangeDescription: 'Size 1',
      reservedUntilUtc: expect.stringMatching(/T23:59:59.000Z$/),
    });
    const days = (Date.parse(request?.reservedUntilUtc ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(15.1);
    const after = await reservedOf(portal, shirt);
    expect([after[0], after[1]]).toEqual([before[0], (before[1] as number) + 1]);

    const exchange = await orderOf(buyer, request?.exchangeOrderId as number);
    expect(exchange).toMatchObject({
      orderTotal: 0,
      totalValue: 0,
      pendingValue: 0,
      paymentMethod: 'Exchange, nothing to pay',
      releasedOnUtc: null,
      cancelAllowed: false,
      exchangeOfOrderId: id,
      returnRequests: [{ id: request?.id }],
      orderItems: [{ id: request?.exchangeOrderItemId, quantity: 1, pendingQuantity: 1, attributeDescription: 'Size 1' }],
    });
    // The chain is shown on both orders.
    const chain = [
      { orderId: id, orderItemId: lines[0], attributeDescription: 'Size 0' },
      { orderId: exchange.id, orderItemId: request?.exchangeOrderItemId, attributeDescription: 'Size 1' },
    ];
    expect(exchange.orderItems[0]?.exchangeChain).toEqual(chain);
    expect((await orderOf(buyer, id)).orderItems[0]?.exchangeChain).toEqual(chain);
    expect(await eventsOf(portal, exchange.id)).toEqual(['exchange_requested']);
  });

  it('offers the other sizes with their stock', async () => {
    const garment = await aStockedProduct(portal.db, { stock: [5, 0, 7] });
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values (${sizeOf(garment, 1)}, current_date + 9, 20)`.execute(
      portal.db,
    );
    const { id } = await aDeliveredOrder({ items: [anItem(garment)] });
    const { body } = await getReturnForm(buyer, id);
    expect(
      body.returnRequest.items[0]?.exchangeOptions.map(({ size, availableQuantity, dueDateUtc }) => [
        size,
        availableQuantity,
        dueDateUtc !== null,
      ]),
    ).toEqual([
      ['Size 1', 0, true],
      ['Size 2', 7, false],
    ]);
  });

  it.each([
    ['another product', async () => (await aStockedProduct(portal.db)).combinations[0]?.id, 'size or colour of the same product'],
    ['a size that is out of stock', async () => sizeOf(lastShirt, 1), 'not enough stock'],
    ['no new size', async () => null, 'choose the new size'],
    [
      'a size that is no longer made',
      async () => {
        await sql`update combination set discontinued = true where id = ${sizeOf(lastShirt, 2)}`.execute(portal.db);
        return sizeOf(lastShirt, 2);
      },
      'no longer made',
    ],
  ])('is refused for %s', async (_, getCombination, message) => {
    lastShirt = await aStockedProduct(portal.db, { stock: [5, 0, 5] });
    const { id, lines } = await aDeliveredOrder({ items: [anItem(lastShirt)] });
    const { status, errors } = await askToExchange(buyer, id, lines[0] as number, (await getCombination()) as number);
    expect([status, errors['items[0].exchangeCombinationId']?.[0]]).toEqual([422, expect.stringContaining(message)]);
    expect((await orderOf(buyer, id)).returnRequests).toEqual([]);
    expect((await reservedOf(portal, lastShirt)).reduce((sum: number, pieces) => sum + (pieces as number), 0)).toBe(0);
  });
  let lastShirt: StockedProduct;

  it('that is cancelled releases the new size and cancels its order', async () => {
    const garment = await aStockedProduct(portal.db, { stock: [5, 5] });
    const { id, lines } = await aDeliveredOrder({ items: [anItem(garment)] });
    const { body } = await askToExchange(buyer, id, lines[0] as number, sizeOf(garment, 1));
    expect(await reservedOf(portal, garment)).toEqual([0, 1]);
    await buyer.post(`/api/returnrequest/${body.returnRequests[0]?.id}/cancel`, {});
    expect(await reservedOf(portal, garment)).toEqual([0, 0]);
    expect((await orderOf(buyer, body.returnRequests[0]?.exchangeOrderId as number)).orderStatus).toBe('Cancelled');
    expect((await orderOf(buyer, id)).orderItems[0]?.exchangeChain).toEqual([]);
  });

  it('cannot be cancelled as an order', async () => {
    const { id, lines } = await aDeliveredOrder();
    const { body } = await askToExchange(buyer, id, lines[0] as number, sizeOf(shirt, 1));
    const [request] = body.returnRequests;
    const cancelled = await buyer.post(`/api/orders/${request?.exchangeOrderId}/cancel`, { cancellation: {} });
    expect([cancelled.status, cancelled.errors]).toEqual([
      409,
      { order: ['This order is an exchange. To cancel it, cancel the return request.'] },
    ]);
  });
});
