import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { cancelLines, deliver, moveDate, shipPieces } from '#api/testing/fulfilment.ts';
import { cancel, changeLine, orderOf, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { reorder } from '#api/testing/reorder.ts';
import { askToExchange, askToReturn, getReturnForm, listReturns, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let buyer: SignedIn;
let ann: Awaited<ReturnType<typeof aWearer>>;
let ben: Awaited<ReturnType<typeof aWearer>>;

beforeAll(async () => {
  await setApprovalRules(portal);
  shirt = await aStockedProduct(portal.db, { stock: [500, 500, 500], price: 1000 });
  buyer = await signInAs(portal, { role: 'Buyer', firstName: 'Bea', groupIds: [NORTH.groupId] });
  ann = await aWearer(portal, [shirt], { quantity: 500, allocationTypeId: 50 });
  ben = await aWearer(portal, [shirt], { quantity: 500 });
});

/** Bea's order: two shirts for Ann, three for Ben in another size and one for the site. */
async function anOrderForTwo() {
  const items = [
    { ...anItem(shirt, 2), customerId: ann.id },
    { ...anItem(shirt, 3, 1), customerId: ben.id },
    anItem(shirt, 1, 2),
  ];
  const id = await orderItems(portal.db, buyer, ...items);
  const lines = (await orderOf(buyer, id)).orderItems;
  const lineOf = (wearerId: number | null) => lines.find(({ customerId }) => customerId === wearerId)?.id as number;
  return { id, anns: lineOf(ann.id), bens: lineOf(ben.id), sites: lineOf(null) };
}

/** The order with pieces of these lines delivered, each line in a parcel of its own. */
async function deliverLines(order: Awaited<ReturnType<typeof anOrderForTwo>>, ...lines: [id: number, pieces: number][]) {
  const operator = await portal.asOperator();
  await operator.post(`/api/operator/orders/${order.id}/picking`);
  for (const [id, pieces] of lines) await deliver(operator, await shipPieces(operator, [id, pieces]));
}

const listItemOf = async (client: TestClient, id: number) =>
  (await client.get<'GET /api/orders'>('/api/orders?limit=100')).body.orders.find((order) => order.id === id);

const statusOf = async (client: TestClient, id: number) => (await client.get(`/api/orders/${id}`)).status;

const credit = (orderId: number, ...items: object[]) => ({
  orderId,
  returnRequestReasonId: RETURN_REASONS.wrongOrdered,
  returnRequestActionId: RETURN_ACTIONS.credit,
  items,
});

/** The mails about an order to one person since the last look. */
async function mailsTo(person: { customerId: number }, orderId: number) {
  const { rows } = await sql<{ template: string; data: unknown }>`
    select m.template, m.data from mail_outbox m join customer c on c.email = m.recipient
    where c.id = ${person.customerId} and (m.data ->> 'orderId')::bigint = ${orderId} order by m.created_at, m.id`.execute(
    portal.db,
  );
  return rows.map(({ template, data }) => ({ template, text: JSON.stringify(data) }));
}

const templatesTo = async (person: { customerId: number }, orderId: number) =>
  (await mailsTo(person, orderId)).map(({ template }) => template);

describe('what a Buyer ordered for a wearer', () => {
  it('is returned by that wearer: seen, delivered, exchanged, credited and labelled, with mails to both', async () => {
    const order = await anOrderForTwo();
    expect(await getReturnForm(ann.client, order.id)).toMatchObject({ status: 409 });
    await deliverLines(order, [order.anns, 2], [order.bens, 3]);

    const form = (await getReturnForm(ann.client, order.id)).body.returnRequest;
    expect(form.items).toMatchObject([{ id: order.anns, returnableQuantity: 2 }]);
    expect((await askToExchange(ann.client, order.id, order.anns, sizeOf(shirt, 2))).status).toBe(200);
    const asked = await askToReturn(ann.client, credit(order.id, { id: order.anns, quantity: 1 }));
    expect(asked.status).toBe(200);
    const [returned, exchanged] = await listReturns(ann.client);
    expect(returned).toMatchObject({ orderItemId: order.anns, cancelAllowed: true });
    // Nothing is left that Ann could return, and Ben still can.
    expect(await orderOf(ann.client, order.id)).toMatchObject({ returnAllowed: false, returnRequestAllowed: true });
    expect(await orderOf(ben.client, order.id)).toMatchObject({ returnAllowed: true, returnRequestAllowed: true });

    // The owner of the order sees both, Ben neither.
    expect((await listReturns(buyer)).map(({ id }) => id)).toEqual([returned?.id, exchanged?.id]);
    expect(await listReturns(ben.client)).toEqual([]);
    expect((await orderOf(ben.client, order.id)).returnRequests).toEqual([]);
    for (const [client, status] of [
      [ann.client, 200],
      [buyer, 200],
      [ben.client, 404],
    ] as const)
      expect((await client.get(`/api/returnrequest/${returned?.id}/label`)).status).toBe(status);
    expect((await ben.client.post(`/api/returnrequest/${returned?.id}/cancel`)).status).toBe(404);

    const operator = await portal.asOperator();
    for (const request of [exchanged, returned])
      await operator.post(`/api/operator/returns/${request?.id}/receive`, { quantity: 1, condition: 'asNew' });
    await operator.post(`/api/operator/returns/${returned?.id}/decide`, { decision: 'refund' });
    const [refunded] = await listReturns(ann.client);
    expect(refunded).toMatchObject({ returnRequestStatus: 'ItemsRefunded' });
    // The new size is an order of Bea's with a line for Ann.
    expect(await orderOf(ann.client, exchanged?.exchangeOrderId as number)).toMatchObject({
      isExchange: true,
      ownLinesOnly: true,
      orderItems: [{ customerId: ann.id, quantity: 1 }],
    });

    const returnMails = ['return-requested', 'return-requested', 'return-received', 'return-received', 'return-decided'];
    for (const person of [ann.client, buyer])
      expect((await templatesTo(person, order.id)).filter((name) => name.startsWith('return-'))).toEqual(returnMails);
    expect((await templatesTo(ben.client, order.id)).filter((name) => name.startsWith('return-'))).toEqual([]);
  });

  it('is returned by an Admin who acts for the wearer, and cancelled again', async () => {
    const order = await anOrderForTwo();
    await deliverLines(order, [order.anns, 2]);
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const acting = await orderFor(portal, ann.id, admin.email);
    expect((await askToReturn(acting, credit(order.id, { id: order.anns, quantity: 1 }))).status).toBe(200);
    const [request] = await listReturns(acting);
    expect((await acting.post(`/api/returnrequest/${request?.id}/cancel`)).status).toBe(200);
    expect((await listReturns(ann.client))[0]).toMatchObject({ returnRequestStatus: 'Cancelled' });
  });

  it('is not returned by others: the lines of other wearers do not exist for a wearer, nor the order for anyone else', async () => {
    const order = await anOrderForTwo();
    await deliverLines(order, [order.anns, 2], [order.bens, 3]);
    const stranger = await aWearer(portal, [shirt]);
    for (const client of [stranger.client, await signInAs(portal, { role: 'Admin' })]) {
      expect((await getReturnForm(client, order.id)).status).toBe(404);
      expect((await askToReturn(client, credit(order.id, { id: order.anns, quantity: 1 }))).status).toBe(404);
    }
    for (const line of [order.bens, order.sites])
      expect(
        await askToReturn(ann.client, credit(order.id, { id: order.anns, quantity: 1 }, { id: line, quantity: 0 })),
      ).toMatchObject({ status: 404, errors: { orderItem: expect.anything() } });
    expect(await listReturns(ann.client)).not.toContainEqual(expect.objectContaining({ orderId: order.id }));
    expect(await statusOf(stranger.client, order.id)).toBe(404);
  });

  it('tells everyone alike whether anything can be returned, in list, page and Excel', async () => {
    const order = await anOrderForTwo();
    const admin = await signInAs(portal, { role: 'Admin' });
    const everyone = [buyer, ann.client, ben.client, admin];
    const allowed = () =>
      Promise.all(
        everyone.map(async (client) => [
          (await orderOf(client, order.id)).returnRequestAllowed,
          (await listItemOf(client, order.id))?.returnRequestAllowed,
        ]),
      );
    expect(await allowed()).toEqual(everyone.map(() => [false, false]));
    await deliverLines(order, [order.bens, 3]);
    expect(await allowed()).toEqual(everyone.map(() => [true, true]));
    const may = async (client: TestClient) => [
      (await orderOf(client, order.id)).returnAllowed,
      (await listItemOf(client, order.id))?.returnAllowed,
    ];
    expect(await Promise.all(everyone.map(may))).toEqual([
      [true, true],
      [false, false],
      [true, true],
      [false, false],
    ]);
    expect((await orderOf(admin, order.id)).orderItems.map(({ returnableQuantity }) => returnableQuantity)).toEqual([0, 0, 0]);
    for (const client of everyone) {
      const { orders } = await workbookOf(client, order.id);
      expect(orders).toMatchObject([['Can be returned'], ['Yes']]);
    }
  });
});

/** The rows of the export of one order: whether it can be returned, and its lines. */
async function workbookOf(client: TestClient, id: number) {
  const { rawPayload } = await portal.app.inject({
    url: `/api/orders/exporttoexcel?searchTerm=${id}&fields=returnRequestAllowed`,
    headers: client.headers,
  });
  const [orders, lines] = (await readXlsx(rawPayload)).sheets;
  return { orders: orders?.rows ?? [], lines: lines?.rows ?? [] };
}

describe('someone else’s order, for a wearer of it', () => {
  it('has the lines for them, sums of these, and nothing that is about the rest of it', async () => {
    const order = await anOrderForTwo();
    await deliverLines(order, [order.anns, 1], [order.bens, 3]);
    await sql`update orders set comments = 'For Ben Other, room 7', po_number = 'PO-SECRET' where id = ${order.id}`.execute(
      portal.db,
    );
    await sql`update customer set last_name = 'Secretname' where id = ${ben.id}`.execute(portal.db);
    const whole = await orderOf(buyer, order.id);
    const seen = await orderOf(ann.client, order.id);
    expect(whole).toMatchObject({ ownLinesOnly: false, poNumber: 'PO-SECRET' });
    expect(seen).toMatchObject({
      ...{ ownLinesOnly: true, poNumber: null, comments: null, paymentMethod: null, paymentMethodSystemName: null },
      ...{ totalValue: 20, shippedValue: 10, cancelledValue: 0, pendingValue: 10 },
      ...{ orderTotal: 24, orderSubtotalExclTax: 20, orderSubtotalInclTax: 24, orderTax: 4, remainingTotal: 24 },
      ...{ orderShippingInclTax: 0, orderShippingExclTax: 0, paymentMethodAdditionalFeeInclTax: 0 },
      taxRates: [{ rate: 20, value: 4 }],
      ...{ shippingStatus: 'PartiallyShipped', cancelAllowed: false, reOrderAllowed: false },
      orderItems: [{ id: order.anns, quantity: 2, shippedQuantity: 1, cancellableQuantity: 0, changeAllowed: false }],
      shipments: [{ items: [{ orderItemId: order.anns, quantity: 1 }] }],
    });
    expect(seen.shipments).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toMatch(/Secretname|SECRET|room 7/);
    const item = await listItemOf(ann.client, order.id);
    const { orderItems: _, ...listed } = seen;
    expect(listed).toMatchObject(item as object);
    const { lines } = await workbookOf(ann.client, order.id);
    expect(lines.slice(1)).toHaveLength(1);
    expect((await workbookOf(buyer, order.id)).lines.slice(1)).toHaveLength(3);
  });

  it('counts in the list with these sums alone, is sorted by them and found by what they see', async () => {
    const wearer = await aWearer(portal, [shirt], { quantity: 100, allocationTypeId: 50 });
    const small = await orderItems(portal.db, buyer, { ...anItem(shirt, 1), customerId: wearer.id }, anItem(shirt, 90, 1));
    const large = await orderItems(portal.db, buyer, { ...anItem(shirt, 5), customerId: wearer.id });
    const own = await orderItems(portal.db, wearer.client, anItem(shirt, 2));
    const list = async (query = '') => (await wearer.client.get<'GET /api/orders'>(`/api/orders?${query}`)).body;
    const idsOf = async (query: string) => (await list(query)).orders.map(({ id }) => id);
    const { totals, totalCount } = await list();
    const { totalValue: ownValue } = await orderOf(wearer.client, own);
    expect([totalCount, totals?.orderCount, totals?.totalValue]).toEqual([3, 3, 60 + (ownValue ?? 0)]);
    expect((await list(`productId=${shirt.id}`)).totalCount).toBe(3);
    expect(await idsOf('order=orderTotal desc')).toEqual([large, own, small]);
    const other = shirt.combinations[1]?.sku;
    expect(await idsOf(`searchTerm=${other}`)).toEqual([]);
    expect(await idsOf(`searchTerm=${shirt.combinations[0]?.sku}`)).toEqual([own, large, small]);
    const search = await wearer.client.get<'GET /api/search'>(`/api/search?query=%23${small}`);
    expect(JSON.stringify(search.body)).toContain(String(small));
    const underWay = (await wearer.client.get<'GET /api/orders/underway'>('/api/orders/underway')).body.orders;
    expect(underWay.map(({ orderId, quantity }) => [orderId, quantity])).toEqual([
      [own, 2],
      [large, 5],
      [small, 1],
    ]);
    // Of a sent order with the 90 others pending, nothing of theirs is outstanding.
    await sql`update order_line set shipped_quantity = quantity where order_id = ${small} and wearer_id = ${wearer.id}`.execute(
      portal.db,
    );
    expect(await idsOf('outstandingOnly=true')).toEqual([own, large]);
  });

  it('is filtered by the delivery of what is for them, not of the rest', async () => {
    const order = await anOrderForTwo();
    await deliverLines(order, [order.anns, 2]);
    const isFound = async (client: TestClient, query: string) =>
      (await client.get<'GET /api/orders'>(`/api/orders?limit=100&${query}`)).body.orders.some(({ id }) => id === order.id);
    const found = async (client: TestClient) => [
      await isFound(client, 'shippingStatusId=20'),
      await isFound(client, 'shippingStatusId=25'),
      await isFound(client, 'shippingStatusId=40'),
      await isFound(client, 'overallStatusId=20'),
      await isFound(client, 'overallStatusId=25'),
      await isFound(client, 'overallStatusId=30'),
    ];
    expect(await found(ann.client)).toEqual([false, false, true, false, false, true]);
    expect(await found(ben.client)).toEqual([true, false, false, true, false, false]);
    expect(await found(buyer)).toEqual([false, true, false, false, true, false]);
  });

  it('is changed and cancelled by the orderer alone', async () => {
    const order = await anOrderForTwo();
    const items = [{ id: order.anns, quantity: 1 }];
    expect((await cancel(ann.client, order.id, { items })).status).toBe(403);
    expect((await changeLine(ann.client, order.id, order.anns, { combinationId: sizeOf(shirt, 2) })).status).toBe(403);
    expect((await reorder(ann.client, order.id)).status).toBe(404);
    // An Admin of other groups who only wears a line of it is no Admin of it either.
    const admin = await aWearer(portal, [shirt], { role: 'Admin' });
    await sql`insert into customer_adminable_group values (1, ${admin.id}, ${SOUTH.groupId})`.execute(portal.db);
    await sql`delete from customer_group where customer_id = ${admin.id}`.execute(portal.db);
    await sql`update order_line set wearer_id = ${admin.id} where id = ${order.anns}`.execute(portal.db);
    const { client } = admin;
    expect(await orderOf(client, order.id)).toMatchObject({ ownLinesOnly: true, cancelAllowed: false, reOrderAllowed: false });
    expect((await cancel(client, order.id, { items })).status).toBe(403);
  });

  it('has mails about their lines alone, without amounts for those who see none', async () => {
    await sql`update organisation set wearers_see_prices = false where id = 1`.execute(portal.db);
    try {
      const order = await anOrderForTwo();
      expect(await mailsTo(ann.client, order.id)).toMatchObject([{ template: 'ordered-for-you' }]);
      expect((await mailsTo(ann.client, order.id))[0]?.text).not.toMatch(/"quantity":[13]|Minor":[1-9]/);
      const operator = await portal.asOperator();
      await moveDate(operator, order.id, order.bens, '2099-01-02');
      expect(await templatesTo(ann.client, order.id)).toHaveLength(1);
      await cancel(buyer, order.id, {
        items: [
          { id: order.bens, quantity: 1 },
          { id: order.anns, quantity: 1 },
        ],
      });
      await cancelLines(operator, order.id, [order.bens, 1]);
      await deliverLines(order, [order.anns, 1]);
      await deliverLines(order, [order.bens, 1]);
      const mails = await mailsTo(ann.client, order.id);
      expect(mails.map(({ template }) => template)).toEqual(['ordered-for-you', 'order-changed', 'order-shipped']);
      expect(mails.map(({ text }) => text).join()).not.toMatch(/Size 1|£|Minor":[1-9]/);
      expect(await templatesTo(ben.client, order.id)).toEqual([
        ...['ordered-for-you', 'order-date-moved', 'order-changed', 'order-changed', 'order-shipped'],
      ]);
    } finally {
      await sql`update organisation set wearers_see_prices = true where id = 1`.execute(portal.db);
    }
  });
});
