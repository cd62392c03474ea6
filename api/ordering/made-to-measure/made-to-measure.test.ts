import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { NORTH, requestSummary, SOUTH, type StockedProduct, submitOrder } from '#api/testing/builders.ts';
import { operatorOrderOf } from '#api/testing/fulfilment.ts';
import { ARM, CHEST, GIVEN_MEASUREMENTS, useMadeToMeasure, WITHOUT_MEASUREMENTS } from '#api/testing/made-to-measure.ts';
import { changeLine, mailsOf, orderOf, piecesLeft } from '#api/testing/order-changes.ts';
import { type TestClient, type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { askToReturn, getReturnForm, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import type { contract } from '#contract/index.ts';

const portal = usePortal();
const story = useMadeToMeasure(portal);
const {
  offer,
  ask,
  listOf,
  cartOf,
  act,
  answer,
  openMeasurements,
  queueOf,
  auditOf,
  actionsOf,
  sealedOf,
  mailsAbout,
  priceOf,
  order,
  workSheetOf,
  makeAndShip,
} = story;
let maker: TestOperatorClient;
let wearer: SignedIn;
let jacket: StockedProduct;

beforeEach(() => {
  maker = story.getMaker();
  wearer = story.getWearer();
  jacket = story.getJacket();
});

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
    for (const text of ['Wendy', jacket.name, 'Chest 117.5 cm', 'Left arm 71 cm', 'Left arm 2 cm longer', String(orderId)])
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

  it('is repaired or credited when it is faulty, and neither exchanged for a size nor replaced', async () => {
    await offer();
    const { id } = (await ask(wearer)).body.request;
    const orderId = await order(wearer);
    const lineId = await makeAndShip(id, orderId);
    await sql`update shipment set delivered_at = now() where order_id = ${orderId}`.execute(portal.db);
    const form = (await getReturnForm(wearer, orderId)).body.returnRequest;
    expect(form.items).toMatchObject([
      { exchangeOptions: [], actionIds: [RETURN_ACTIONS.repair, RETURN_ACTIONS.credit], onlyIfFaulty: true },
    ]);
    const askFor = (action: keyof typeof RETURN_ACTIONS) =>
      askToReturn(wearer, {
        orderId,
        returnRequestReasonId: RETURN_REASONS.faulty,
        returnRequestActionId: RETURN_ACTIONS[action],
        items: [{ id: lineId, quantity: 1, exchangeCombinationId: action === 'exchange' ? jacket.combinations[1]?.id : null }],
      });
    for (const action of ['exchange', 'replacement'] as const)
      expect(toRefusal(await askFor(action))).toEqual([
        422,
        {
          'items[0].id': [
            `${jacket.name} was made to measure, so it can be repaired or credited, and not exchanged or replaced.`,
          ],
        },
      ]);
    const asked = await askFor('credit');
    expect(asked.status).toBe(200);
    const path = `/api/operator/returns/${asked.body.returnRequests[0]?.id}`;
    const desk = await portal.asOperator({ brandIds: [1] });
    expect((await desk.post(`${path}/receive`, { quantity: 1, condition: 'faulty' })).status).toBe(200);
    const { returnRequest } = (await desk.get<'GET /api/operator/returns/:id'>(path)).body;
    expect(returnRequest.decisions).not.toContain('replace');
    expect(toRefusal(await desk.post(`${path}/decide`, { decision: 'replace' }))).toEqual([
      409,
      { returnRequest: ['It was made to measure, so there is no second piece. It can be repaired or credited.'] },
    ]);
    expect((await desk.post(`${path}/decide`, { decision: 'refund' })).status).toBe(200);
  });

  it('appears in no size, no list and no stock, and is given no other size', async () => {
    await offer();
    const before = (await wearer.get<'GET /api/products/:id'>(`/api/products/${jacket.id}`)).body;
    await ask(wearer);
    const after = (await wearer.get<'GET /api/products/:id'>(`/api/products/${jacket.id}`)).body;
    expect(before.products[0]?.productAttributeCombinations).toHaveLength(2);
    expect(after.products[0]?.productAttributeCombinations).toEqual(before.products[0]?.productAttributeCombinations);
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
    expect(card.body.request).toMatchObject({
      id,
      orderId,
      customerName: expect.stringContaining('Wendy'),
      dueOn: expect.anything(),
    });

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
    expect(orders.filter(({ status }) => status === 200)).toHaveLength(1);
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
    const asked = await ask(admin, { customerId: wearer.customerId, ...WITHOUT_MEASUREMENTS });
    expect(asked.body.request).toMatchObject({ status: 'asked', isOwn: false, hasMeasurements: false });
    const { id } = asked.body.request;
    expect((await mailsAbout(wearer.email)).map(({ template }) => template)).toEqual(['measurements-asked']);
    const path = `/api/madetomeasure/${id}/measurements`;
    const give = (person: TestClient) => person.post<'POST /api/madetomeasure/:id/measurements'>(path, GIVEN_MEASUREMENTS);
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
        ...WITHOUT_MEASUREMENTS,
      });
      expect(asked.status).toBe(404);
    }
  });
});

describe('each call', () => {
  const SENT = { measurements: [CHEST], consentVersion: 1 };
  const ANSWER = { unitPrice: 1, leadTimeDays: 1 };

  it.each<[call: keyof typeof contract, body?: object]>([
    ['GET /api/madetomeasure/garments'],
    ['GET /api/madetomeasure/garments/:id'],
    ['GET /api/madetomeasure'],
    ['POST /api/madetomeasure', { productId: 1, ...SENT }],
    ['GET /api/madetomeasure/:id/measurements'],
    ['POST /api/madetomeasure/:id/measurements', SENT],
    ['POST /api/madetomeasure/:id/order'],
    ['POST /api/madetomeasure/:id/withdraw'],
    ['GET /api/operator/madetomeasure'],
    ['GET /api/operator/madetomeasure/:id'],
    ['GET /api/operator/madetomeasure/:id/measurements'],
    ['GET /api/operator/madetomeasure/:id/worksheet'],
    ['POST /api/operator/madetomeasure/:id/answer', ANSWER],
    ['POST /api/operator/madetomeasure/:id/decline', { reason: 'Out of cloth.' }],
    ['POST /api/operator/madetomeasure/:id/made'],
  ])('%s is for its own callers alone', async (call, body = {}) => {
    const [method, path = ''] = call.split(' ');
    const { id } = (await ask(wearer)).body.request;
    const send = async ({ headers }: { headers: Record<string, string> }) => {
      const url = path.replace(':id', String(id));
      const sent = method === 'POST' ? { payload: body } : {};
      return (await portal.app.inject({ method: method as 'GET', url, headers, ...sent })).statusCode;
    };
    const isOfOperators = path.startsWith('/api/operator/');
    expect(await send({ headers: { host: 'localhost' } })).toBe(401);
    if (!isOfOperators) return;
    expect(await send(wearer)).toBeGreaterThanOrEqual(401);
    for (const right of ['warehouse', 'customerService', 'administrator'] as const)
      expect(await send(await portal.asOperator({ brandIds: [1], rights: [right] }))).toBe(403);
    expect(await actionsOf(id)).toEqual(['requested']);
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
