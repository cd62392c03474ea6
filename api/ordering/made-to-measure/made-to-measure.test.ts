import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aStockedProduct,
  aWardrobe,
  NORTH,
  requestSummary,
  SOUTH,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import { aParcel, operatorOrderOf, ship } from '#api/testing/fulfilment.ts';
import { changeLine, mailsOf, orderOf, piecesLeft, setApprovalRules } from '#api/testing/order-changes.ts';
import { readPdf } from '#api/testing/pdf-reader.ts';
import { type TestClient, type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { retention } from './keep-measurements.queries.ts';

const portal = usePortal();
const CHEST = { name: 'Chest', value: 117.5, unit: 0 };
const ARM = { name: 'Left arm', value: 71, unit: 0 };
const GIVEN = { measurements: [CHEST, ARM], comments: 'Left arm 2 cm longer', consentVersion: 1 };

let maker: TestOperatorClient;
let wearer: SignedIn;
let jacket: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  maker = await portal.asOperator({ brandIds: [1], name: 'Tilda Tailor' });
});

/** A jacket in two sizes, of which three pieces are owed, and none is on hand. */
beforeEach(async () => {
  jacket = await aStockedProduct(portal.db, { stock: [0, 0], price: 20_000 });
  wearer = await signInAs(portal, { role: 'Staff', firstName: 'Wendy' });
  await aWardrobe(portal.db, wearer.customerId, [jacket]);
});

const offer = (product = jacket) =>
  sql`update product set is_made_to_measure = true, lead_time_days = 28 where id = ${product.id}`.execute(portal.db);
const ask = (person: TestClient, body: object = {}) =>
  person.post<'POST /api/madetomeasure'>('/api/madetomeasure', { productId: jacket.id, ...GIVEN, ...body });
const listOf = async (person: TestClient) => (await person.get<'GET /api/madetomeasure'>('/api/madetomeasure')).body.requests;
const cartOf = async (person: TestClient) =>
  (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.items;
const act = (person: TestClient, id: number, what: 'order' | 'withdraw') =>
  what === 'order'
    ? person.post<'POST /api/madetomeasure/:id/order'>(`/api/madetomeasure/${id}/order`)
    : person.post<'POST /api/madetomeasure/:id/withdraw'>(`/api/madetomeasure/${id}/withdraw`);
const answer = (id: number, body: object = {}, by = maker) =>
  by.post<'POST /api/operator/madetomeasure/:id/answer'>(`/api/operator/madetomeasure/${id}/answer`, {
    unitPrice: 240.5,
    leadTimeDays: 35,
    answer: 'We need two fittings.',
    ...body,
  });
const openMeasurements = (id: number, by = maker) =>
  by.get<'GET /api/operator/madetomeasure/:id/measurements'>(`/api/operator/madetomeasure/${id}/measurements`);
const finish = (id: number) => maker.post(`/api/operator/madetomeasure/${id}/made`);
const queueOf = async (state: string, by = maker) =>
  (await by.get<'GET /api/operator/madetomeasure'>(`/api/operator/madetomeasure?state=${state}&pageSize=100`)).body.requests;
const auditOf = async (id: number) =>
  (
    await sql<{ action: string; before: unknown; after: unknown }>`
      select action, before, after from audit_event where subject_kind = 'made_to_measure' and subject_id = ${String(id)} order by id`.execute(
      portal.db,
    )
  ).rows;
const actionsOf = async (id: number) => (await auditOf(id)).map(({ action }) => action.replace('made_to_measure.', ''));
const sealedOf = async (id: number) =>
  (await sql<{ sealed: Buffer | null }>`select sealed from made_to_measure_request where id = ${id}`.execute(portal.db)).rows[0]
    ?.sealed;
const mailsAbout = async (email: string) =>
  (
    await sql<{
      template: string;
      data: unknown;
    }>`select template, data from mail_outbox where recipient = ${email} order by created_at`.execute(portal.db)
  ).rows;

const priceOf = async (orderId: number) =>
  (await sql<{ price: number }>`select unit_price_minor as price from order_line where order_id = ${orderId}`.execute(portal.db))
    .rows[0]?.price;

/** Orders what is in the cart and returns the order. */
async function order(person: TestClient): Promise<number> {
  await requestSummary(portal.db, person);
  const { status, body, errors } = await submitOrder(person);
  expect([status, errors]).toEqual([200, {}]);
  return body.orderId as number;
}

/** The work sheet of a request as lines of text. */
async function workSheetOf(id: number, by = maker) {
  const { statusCode, headers, rawPayload } = await portal.app.inject({
    url: `/api/operator/madetomeasure/${id}/worksheet`,
    headers: by.headers,
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const { pages, faults } = await readPdf(Readable.from([rawPayload]));
  expect(faults).toBe('');
  return pages.join('\n').replaceAll(/\s+/g, ' ');
}

/** Has a garment made and sends it; returns the line. */
async function makeAndShip(id: number, orderId: number): Promise<number> {
  const line = (await operatorOrderOf(maker, orderId))?.lines[0];
  const lineId = line?.id as number;
  expect(line).toMatchObject({ size: 'Made to measure', pendingQuantity: 1, readyQuantity: 0 });
  // Not before it is made.
  expect((await ship(maker, [aParcel([lineId, 1])])).status).toBe(409);
  expect((await finish(id)).status).toBe(200);
  expect((await operatorOrderOf(maker, orderId))?.lines[0]).toMatchObject({ readyQuantity: 1 });
  expect((await ship(maker, [aParcel([lineId, 1])])).status).toBe(200);
  return lineId;
}

describe('a jacket that is offered made to measure', () => {
  it('is ordered with the measurements, made by the work sheet, sent, and returned only if faulty', async () => {
    await offer();
    const { garment } = (await wearer.get<'GET /api/madetomeasure/garments/:id'>(`/api/madetomeasure/garments/${jacket.id}`))
      .body;
    expect(garment).toMatchObject({ isOffered: true, leadTimeDays: 28, colours: [] });
    const owed = await piecesLeft(portal, wearer.customerId);

    const { status, body } = await ask(wearer);
    expect(status).toBe(200);
    const { id } = body.request;
    expect(body.request).toMatchObject({ status: 'answered', isOffered: true, isInCart: true, hasMeasurements: true });
    expect(await cartOf(wearer)).toMatchObject([
      { attributeDescription: 'Made to measure', quantity: 1, coveredQuantity: 1, isMadeToOrder: true, warnings: [] },
    ]);

    const orderId = await order(wearer);
    expect(await listOf(wearer)).toMatchObject([{ id, status: 'ordered', orderId, canOrder: false, isInCart: false }]);
    expect(await priceOf(orderId)).toBe(20_000);
    expect(await piecesLeft(portal, wearer.customerId)).toBe((owed as number) - 1);
    expect((await orderOf(wearer, orderId))?.orderItems[0]).toMatchObject({ attributeDescription: 'Made to measure' });

    expect(await queueOf('toMake')).toContainEqual(
      expect.objectContaining({ id, orderId, attributeDescription: 'Made to measure' }),
    );
    const sheet = await workSheetOf(id);
    for (const text of ['Wendy', jacket.name, 'Chest', '117.5 cm', 'Left arm', '71 cm', 'Left arm 2 cm longer', String(orderId)])
      expect(sheet).toContain(text);
    expect(await actionsOf(id)).toEqual(['requested', 'measurements_opened']);

    const lineId = await makeAndShip(id, orderId);
    const unwanted = await askToReturn(wearer, {
      orderId,
      returnRequestReasonId: RETURN_REASONS.wrongOrdered,
      returnRequestActionId: RETURN_ACTIONS.credit,
      items: [{ id: lineId, quantity: 1 }],
    });
    expect(toRefusal(unwanted)).toEqual([422, expect.anything()]);
    expect(JSON.stringify(unwanted.errors)).toContain('it can only be returned when it is faulty');
  });

  it('appears in no size, no list and no stock, and is given no other size', async () => {
    await offer();
    const before = (await wearer.get<'GET /api/product/:id'>(`/api/product/${jacket.id}`)).body;
    await ask(wearer);
    const after = (await wearer.get<'GET /api/product/:id'>(`/api/product/${jacket.id}`)).body;
    expect(after).toEqual(before);
    const [inCart] = await cartOf(wearer);
    const otherSize = { shoppingCartItem: { combinationId: jacket.combinations[1]?.id } };
    expect((await wearer.put(`/api/shopping_cart_items/${inCart?.id}`, otherSize)).status).toBe(400);
    const orderId = await order(wearer);
    const lineId = (await orderOf(wearer, orderId))?.orderItems[0]?.id as number;
    const changed = await changeLine(wearer, orderId, lineId, { combinationId: jacket.combinations[1]?.id });
    expect(toRefusal(changed)).toEqual([409, expect.anything()]);
  });
});

describe('a garment that is not offered so', () => {
  it('is requested, answered with price and date, mailed without measurements, ordered at that price, made and sent', async () => {
    const { body } = await ask(wearer, { quantity: 1 });
    const { id } = body.request;
    expect(body.request).toMatchObject({ status: 'requested', isOffered: false, isInCart: false, unitPrice: null });
    expect(await cartOf(wearer)).toEqual([]);
    expect(toRefusal(await act(wearer, id, 'order'))).toEqual([
      409,
      { madeToMeasureRequest: ['The supplier has not answered this request yet.'] },
    ]);
    expect(await queueOf('toAnswer')).toContainEqual(expect.objectContaining({ id, hasMeasurements: true }));
    expect((await openMeasurements(id)).body).toEqual({ measurements: [CHEST, ARM], comments: 'Left arm 2 cm longer' });
    expect((await answer(id)).body.request).toMatchObject({ status: 'answered', unitPrice: 240.5, leadTimeDays: 35 });
    expect(toRefusal(await answer(id))).toEqual([409, expect.anything()]);

    const mails = await mailsAbout(wearer.email);
    expect(mails.map(({ template }) => template)).toEqual(['made-to-measure-answered']);
    expect((await act(wearer, id, 'order')).body.request).toMatchObject({ isInCart: true });
    expect((await act(wearer, id, 'order')).status).toBe(200);
    expect(await cartOf(wearer)).toMatchObject([{ quantity: 1, unitPriceExclTax: null, coveredQuantity: 1 }]);
    const orderId = await order(wearer);
    expect(await priceOf(orderId)).toBe(24_050);
    await makeAndShip(id, orderId);
    expect((await queueOf('closed')).find((each) => each.id === id)).toMatchObject({ status: 'made', shippedQuantity: 1 });
    const card = await maker.get<'GET /api/operator/madetomeasure/:id'>(`/api/operator/madetomeasure/${id}`);
    expect(card.body.request).toMatchObject({ id, orderId, customerName: expect.stringContaining('Wendy'), dueOn: expect.anything() });

    // No mail and no audit event has a measurement.
    const everything = JSON.stringify([await mailsAbout(wearer.email), await mailsOf(portal, orderId), await auditOf(id)]);
    expect(everything).not.toContain('117.5');
    expect(everything).not.toContain('2 cm longer');
    expect(await actionsOf(id)).toEqual(['requested', 'measurements_opened', 'answered', 'made']);
  });

  it('is declined with a reason, and its measurements are deleted', async () => {
    const { id } = (await ask(wearer)).body.request;
    const path = `/api/operator/madetomeasure/${id}/decline`;
    expect((await maker.post(path, { reason: ' ' })).status).toBe(422);
    expect((await maker.post(path, { reason: 'This cloth is no longer woven.' })).status).toBe(200);
    expect(await listOf(wearer)).toMatchObject([
      { status: 'declined', answer: 'This cloth is no longer woven.', hasMeasurements: false },
    ]);
    expect(await sealedOf(id)).toBeNull();
    expect(toRefusal(await openMeasurements(id))).toEqual([409, expect.anything()]);
    expect((await mailsAbout(wearer.email)).map(({ template }) => template)).toEqual(['made-to-measure-declined']);
  });

  it('is ordered once, however often it is sent', async () => {
    const { id } = (await ask(wearer)).body.request;
    await answer(id);
    await act(wearer, id, 'order');
    await requestSummary(portal.db, wearer);
    const orders = await Promise.all([submitOrder(wearer), submitOrder(wearer)]);
    expect(new Set(orders.map(({ body }) => body.orderId)).size).toBe(1);
    const { rows } = await sql`select from order_line where made_to_measure_request_id = ${id}`.execute(portal.db);
    expect(rows).toHaveLength(1);
  });

  it('can be ordered again after its order was cancelled', async () => {
    const { id } = (await ask(wearer)).body.request;
    await answer(id);
    await act(wearer, id, 'order');
    const orderId = await order(wearer);
    expect((await wearer.post(`/api/orders/${orderId}/cancel`, {})).status).toBe(200);
    expect(await listOf(wearer)).toMatchObject([{ status: 'ordered', canOrder: true }]);
    expect((await act(wearer, id, 'order')).status).toBe(200);
    expect(await order(wearer)).toBeGreaterThan(orderId);
  });
});

describe('consent', () => {
  it('is needed, and withdrawn with the request: between request and answer, and from the cart', async () => {
    expect(toRefusal(await ask(wearer, { consentVersion: 0 }))).toMatchObject([422, { consentVersion: expect.anything() }]);
    const { id } = (await ask(wearer)).body.request;
    expect((await act(wearer, id, 'withdraw')).body.request).toMatchObject({ status: 'withdrawn', hasMeasurements: false });
    expect(await sealedOf(id)).toBeNull();
    expect(toRefusal(await answer(id))).toEqual([
      409,
      { madeToMeasureRequest: ['The wearer has withdrawn this request, and the measurements are deleted.'] },
    ]);
    expect(toRefusal(await openMeasurements(id))).toEqual([409, expect.anything()]);

    await offer();
    const other = (await ask(wearer)).body.request.id;
    expect(await cartOf(wearer)).toHaveLength(1);
    expect((await act(wearer, other, 'withdraw')).status).toBe(200);
    expect(await cartOf(wearer)).toEqual([]);
  });

  it('cannot be withdrawn from a garment in an order, which can be cancelled', async () => {
    await offer();
    const { id } = (await ask(wearer)).body.request;
    const orderId = await order(wearer);
    expect(toRefusal(await act(wearer, id, 'withdraw'))).toEqual([
      409,
      { madeToMeasureRequest: [`It is in order ${orderId}. You can cancel it there.`] },
    ]);
  });
});

describe('an administrator', () => {
  it('asks for a wearer, who alone gives measurements and reads them', async () => {
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId], firstName: 'Ada' });
    expect((await ask(admin, { customerId: wearer.customerId })).status).toBe(422);
    const withoutMeasurements = { measurements: undefined, comments: undefined, consentVersion: undefined };
    const asked = await ask(admin, { customerId: wearer.customerId, ...withoutMeasurements });
    expect(asked.body.request).toMatchObject({ status: 'asked', isOwn: false, hasMeasurements: false });
    const { id } = asked.body.request;
    expect((await mailsAbout(wearer.email)).map(({ template }) => template)).toEqual(['measurements-asked']);
    const path = `/api/madetomeasure/${id}/measurements`;
    const give = (person: TestClient) => person.post<'POST /api/madetomeasure/:id/measurements'>(path, GIVEN);
    const read = (person: TestClient) => person.get<'GET /api/madetomeasure/:id/measurements'>(path);
    expect((await give(admin)).status).toBe(404);
    expect((await give(wearer)).status).toBe(200);
    expect((await read(wearer)).body).toMatchObject({ measurements: [CHEST, ARM] });
    expect((await read(admin)).status).toBe(404);
    expect(JSON.stringify(await listOf(admin))).not.toContain('117');

    await answer(id);
    expect((await mailsAbout(admin.email)).map(({ template }) => template)).toEqual(['made-to-measure-answered']);
    expect((await act(admin, id, 'order')).status).toBe(200);
    expect(await cartOf(admin)).toMatchObject([{ customerId: wearer.customerId, coveredQuantity: 1, unitPriceExclTax: 240.5 }]);
    const orderId = await order(admin);
    expect((await operatorOrderOf(maker, orderId))?.lines[0]).toMatchObject({ wearerId: wearer.customerId });
    expect(await listOf(wearer)).toMatchObject([{ id, status: 'ordered', orderId }]);
  });

  it('of another organisation or group, and another wearer, finds nothing', async () => {
    const { id } = (await ask(wearer)).body.request;
    const south = await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId], ...SOUTH });
    const stranger = await signInAs(portal, { role: 'Staff' });
    for (const person of [south, stranger]) {
      expect((await act(person, id, 'order')).status).toBe(404);
      expect((await act(person, id, 'withdraw')).status).toBe(404);
      expect((await person.get(`/api/madetomeasure/${id}/measurements`)).status).toBe(404);
      const asked = await ask(person, {
        customerId: wearer.customerId,
        measurements: undefined,
        comments: undefined,
        consentVersion: undefined,
      });
      expect(asked.status).toBe(404);
    }
  });
});

describe('an operator', () => {
  it('of another brand finds nothing, and one without the right is refused', async () => {
    const { id } = (await ask(wearer)).body.request;
    const other = await portal.asOperator({ brandIds: [2] });
    expect((await openMeasurements(id, other)).status).toBe(404);
    expect((await answer(id, {}, other)).status).toBe(404);
    expect((await queueOf('toAnswer', other)).some((each) => each.id === id)).toBe(false);
    for (const right of ['warehouse', 'customerService', 'accounts', 'catalogue', 'administrator'] as const) {
      const colleague = await portal.asOperator({ brandIds: [1], rights: [right] });
      expect((await openMeasurements(id, colleague)).status).toBe(403);
    }
    expect(await actionsOf(id)).toEqual(['requested']);
  });
});

describe('bad input', () => {
  it.each([
    ['0', [{ ...CHEST, value: 0 }]],
    ['a negative length', [{ ...CHEST, value: -5 }]],
    ['10,000', [{ ...CHEST, value: 10_000 }]],
    ['200 inches', [{ ...CHEST, value: 200, unit: 2 }]],
    ['200 rows', Array.from({ length: 200 }, (_, index) => ({ ...CHEST, name: `Chest ${index}` }))],
    ['no rows', []],
    ['a name of spaces', [{ ...CHEST, name: '  ' }]],
    ['a name that turns the text around', [{ ...CHEST, name: 'Chest \u202E511' }]],
    ['a measurement given twice', [CHEST, { ...CHEST, name: 'chest' }]],
  ])('%s is refused, and nothing is stored', async (_, measurements) => {
    expect((await ask(wearer, { measurements })).status).toBe(422);
    expect(await listOf(wearer)).toEqual([]);
  });

  it('marks that turn text around are left out of the note', async () => {
    const { id } = (await ask(wearer, { comments: 'Long \u202Eneck\u0000\nand arm' })).body.request;
    expect((await openMeasurements(id)).body.comments).toBe('Long neck\nand arm');
  });
});

describe('measurements', () => {
  it('are stored encrypted for their wearer, and in the export of their data', async () => {
    const { id } = (await ask(wearer)).body.request;
    expect((await sealedOf(id))?.includes('Chest')).toBe(false);
    const stranger = await signInAs(portal, { role: 'Staff' });
    const { body } = await wearer.get<'GET /api/mydata'>('/api/mydata');
    expect(body.madeToMeasure).toMatchObject([{ id, measurements: [CHEST, ARM], comments: 'Left arm 2 cm longer' }]);
    await sql`update made_to_measure_request set customer_id = ${stranger.customerId} where id = ${id}`.execute(portal.db);
    expect((await openMeasurements(id)).status).toBe(500);
  });

  it('are deleted when their wearer is erased, also while the request waits or the order is made', async () => {
    const waiting = (await ask(wearer)).body.request.id;
    await offer();
    const ordered = (await ask(wearer)).body.request.id;
    await order(wearer);
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const erased = await admin.post(`/api/customers/${wearer.customerId}/erase`, { confirmation: wearer.email });
    expect(erased.status).toBe(200);
    for (const id of [waiting, ordered]) expect(await sealedOf(id)).toBeNull();
    expect((await answer(waiting)).status).toBe(409);
    expect((await queueOf('toMake')).find(({ id }) => id === ordered)).toMatchObject({
      hasMeasurements: false,
      customerName: expect.stringContaining('Erased'),
    });
  });

  it('are deleted 60 days after the garment was sent, and a request that no one ordered in time expires with them', async () => {
    const sent = (await ask(wearer)).body.request.id;
    await answer(sent);
    await act(wearer, sent, 'order');
    const orderId = await order(wearer);
    await makeAndShip(sent, orderId);
    const late = (await ask(wearer)).body.request.id;
    await answer(late);
    await act(wearer, late, 'order');
    const run = () => Promise.all(retention.map((task) => task.run({ db: portal.db } as Parameters<typeof task.run>[0])));
    await run();
    expect(await sealedOf(sent)).not.toBeNull();
    await sql`update orders set shipped_at = now() - interval '61 days' where id = ${orderId}`.execute(portal.db);
    await sql`update made_to_measure_request set made_at = now() - interval '62 days', answered_at = now() - interval '70 days' where id = ${sent}`.execute(
      portal.db,
    );
    await sql`update made_to_measure_request set answered_at = now() - interval '31 days' where id = ${late}`.execute(portal.db);
    expect(await cartOf(wearer)).toMatchObject([{ warnings: [expect.stringContaining('can no longer be ordered')] }]);
    await run();
    expect([await sealedOf(sent), await sealedOf(late)]).toEqual([null, null]);
    expect((await listOf(wearer)).map(({ status }) => status)).toEqual(['expired', 'made']);
  });
});
