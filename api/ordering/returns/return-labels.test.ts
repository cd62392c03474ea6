import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { mailsOf, orderOf, sizeOf } from '#api/testing/order-changes.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { AVERAGE_MAN, aWearer as aSizedWearer, getProductId, saveTestBody } from '#api/testing/sizing.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { remindAboutExchanges } from './exchange-deadlines.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let shirt: StockedProduct;
let buyer: SignedIn;
let operator: TestOperatorClient;
let orderId: number;
let lineIds: number[];

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [500, 500] });
  buyer = await signInAs(portal, { firstName: 'Bea' });
  operator = await portal.asOperator();
});

beforeEach(async () => {
  orderId = await orderItems(portal.db, buyer, anItem(shirt, 2), anItem(shirt, 1, 1));
  await shipOrder(portal.db, orderId);
  lineIds = (await orderOf(buyer, orderId)).orderItems.map(({ id }) => id);
});

const getLabel = ({ headers }: Pick<TestClient | TestOperatorClient, 'headers'>, path: string) =>
  portal.app.inject({ url: path, headers });
const ownLabel = (id: number | undefined, query = '') => `/api/returnrequest/${id}/label${query}`;

async function exchange(): Promise<{ id: number; customNumber: string }> {
  const { body } = await askToExchange(buyer, orderId, lineIds[0] as number, sizeOf(shirt, 1));
  return body.returnRequests[0] as { id: number; customNumber: string };
}

describe.skipIf(!hasPdfReaders)('GET /api/returnrequest/:id/label', () => {
  const read = async (path: string) => {
    const response = await getLabel(buyer, path);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
    const { pages, faults } = await readPdf(Readable.from(response.rawPayload));
    expect(faults).toBe('');
    return { name: decodeURIComponent(String(response.headers['x-filename'])), text: pages.join('\n'), pages: pages.length };
  };

  it('is the instructions with the label: number, new size, last day and the address of the brand for returns', async () => {
    const { id, customNumber } = await exchange();

    const { name, text } = await read(ownLabel(id));

    expect(name).toBe(`Return label ${customNumber}.pdf`);
    expect(text).toContain('Send your return');
    expect(text).toContain(customNumber);
    expect(text).toMatch(/Exchange for\s+Size 1/);
    expect(text).toMatch(/Send the parcel by \d+ \w+ \d{4}/);
    expect(text).toMatch(/To\nSundial Uniforms\nReturns, Bay 4\nUnit 7\s*, Harbour Trading Estate/);
    expect(text).toContain('Bea ');
  });

  it('is on request the label alone, for label printers, with all that was asked for together', async () => {
    const { body } = await askToReturn(buyer, {
      orderId,
      returnRequestReasonId: RETURN_REASONS.wrongOrdered,
      returnRequestActionId: RETURN_ACTIONS.credit,
      items: lineIds.map((id) => ({ id, quantity: 1 })),
    });
    const numbers = body.returnRequests.map(({ customNumber }) => customNumber);

    const { text, pages } = await read(ownLabel(body.returnRequests[1]?.id, '?format=label'));

    expect(pages).toBe(1);
    expect(text).not.toContain('Send your return');
    for (const number of numbers) expect(text).toContain(number);
    expect(text).toContain(`Order ${orderId} · 2 pieces`);
  });

  it('names the company that invoices where the brand has no address for returns, and is refused without either', async () => {
    const { id } = await exchange();
    await sql`update brand set return_address = '{}' where id = 1`.execute(portal.db);
    expect((await read(ownLabel(id))).text).toMatch(/To\nSundial Uniforms\nUnit 7\s*, Harbour Trading Estate/);
    await sql`update brand set legal_name = null, legal_address = '{}' where id = 1`.execute(portal.db);
    expect((await getLabel(buyer, ownLabel(id))).json().errors).toEqual({
      returnRequest: ['There is no address for returns yet. Please ask us where to send the pieces.'],
    });
    await sql`update brand set return_address = array['Returns, Bay 4', 'Unit 7, Harbour Trading Estate'] where id = 1`.execute(
      portal.db,
    );
  });
});

describe('who gets a label', () => {
  it('the person of the order, who impersonates them, and operators of the brand; until the pieces have arrived', async () => {
    const { id, customNumber } = await exchange();
    const operatorLabel = `/api/operator/returns/${id}/label` as const;
    const sales = await orderFor(portal, buyer.customerId);
    for (const client of [buyer, sales]) expect((await getLabel(client, ownLabel(id))).statusCode).toBe(200);
    const others = [
      await signInAs(portal, {}),
      await portal.as('admin@meridian.example'),
      await portal.as('staff@hallam.example'),
    ];
    for (const other of others) expect((await getLabel(other, ownLabel(id))).statusCode).toBe(404);
    expect((await getLabel(operator, operatorLabel)).statusCode).toBe(200);
    expect((await getLabel(await portal.asOperator({ brandIds: [3] }), operatorLabel)).statusCode).toBe(404);
    expect((await getLabel(buyer, ownLabel(id, '?format=a3'))).statusCode).toBe(400);

    await operator.post<'POST /api/operator/returns/:id/receive'>(`/api/operator/returns/${id}/receive`, {
      quantity: 1,
      condition: 'asNew',
    });
    const late = await getLabel(buyer, ownLabel(id));
    expect([late.statusCode, late.json().errors.returnRequest]).toEqual([
      409,
      [`Return ${customNumber} is no longer waiting for the pieces, so it needs no label.`],
    ]);
  });
});

describe('the return terms of an organisation', () => {
  const path = '/api/operator/organisations/1/returnterms';
  const change = (returnTerms: object, client = operator) =>
    client.put<'PUT /api/operator/organisations/:id/returnterms'>(path, { returnTerms });
  const getForm = () => buyer.get<'GET /api/returnrequest/:id'>(`/api/returnrequest/${orderId}`);

  it('are changed by operators of the brand, apply at once and are audited', async () => {
    expect((await change({ exchangeHoldDays: 5 })).body.returnTerms).toEqual({ returnDays: 365, exchangeHoldDays: 5 });
    const { reservedUntilUtc } = (await getForm()).body.returnRequest;
    const days = (Date.parse(reservedUntilUtc) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(4);
    expect(days).toBeLessThan(6.1);

    await shipOrder(portal.db, orderId);
    await sql`update shipment set delivered_at = now() - interval '10 days' where order_id = ${orderId}`.execute(portal.db);
    await change({ returnDays: 3 });
    expect((await getForm()).status).toBe(409);
    const [line] = (await orderOf(buyer, orderId)).orderItems;
    expect(line).toMatchObject({
      returnableQuantity: 0,
      returnRefusal: expect.stringMatching(/^This line could be returned until \d/),
    });
    await change({ returnDays: 365, exchangeHoldDays: 14 });
    expect((await orderOf(buyer, orderId)).orderItems[0]).toMatchObject({ returnableQuantity: 2, returnRefusal: null });
    const admin = await portal.as('admin@meridian.example');
    expect((await orderOf(admin, orderId)).orderItems[0]).toMatchObject({ returnableQuantity: 0, returnRefusal: null });

    const { rows } = await sql`
      select before, after from audit_event where action = 'organisation.return-terms-changed' order by id limit 1`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { before: { returnDays: 365, exchangeHoldDays: 14 }, after: { returnDays: 365, exchangeHoldDays: 5 } },
    ]);
  });

  it('are refused out of range, and for organisations of other brands', async () => {
    for (const terms of [{ returnDays: -1 }, { exchangeHoldDays: 0 }, { exchangeHoldDays: 366 }])
      expect((await change(terms)).status).toBe(422);
    const other = await portal.asOperator({ brandIds: [3] });
    expect((await change({ returnDays: 1 }, other)).status).toBe(404);
    expect((await other.get<'GET /api/operator/organisations/:id/returnterms'>(path)).status).toBe(404);
    expect((await operator.get<'GET /api/operator/organisations/:id/returnterms'>(path)).body.returnTerms).toEqual({
      returnDays: 365,
      exchangeHoldDays: 14,
    });
  });
});

describe('an order that carries an exchange', () => {
  it('is marked in the list, and is no outstanding order, because nothing of value is pending', async () => {
    await exchange();
    const list = async (query: string) => (await buyer.get<'GET /api/orders'>(`/api/orders?${query}`)).body.orders;
    const [newest] = await list('limit=1');
    expect(newest).toMatchObject({ isExchange: true, pendingValue: 0, shippingStatus: 'NotYetShipped' });
    expect((await list('outstandingOnly=true&limit=100')).map(({ id }) => id)).not.toContain(newest?.id);
    expect((await list(`searchTerm=${orderId}`)).find(({ id }) => id === orderId)?.isExchange).toBe(false);
  });
});

describe('the reminder of an exchange', () => {
  const remindAt = (daysFromNow: number) =>
    remindAboutExchanges(portal.db, {
      ...mailJobs,
      log: { error: () => undefined },
      clock: { now: () => Date.now() + daysFromNow * 86_400_000 },
    });
  const countReminders = async () =>
    (await mailsOf(portal, orderId)).filter(({ template }) => template === 'exchange-reminder').length;

  it('is mailed once, three days before the last day', async () => {
    await exchange();
    expect([await remindAt(0), await countReminders()]).toEqual([0, 0]);
    await remindAt(10);
    expect(await countReminders()).toBe(0);
    await remindAt(11);
    expect(await countReminders()).toBe(1);
    await remindAt(12);
    expect(await countReminders()).toBe(1);
  });

  it('is not mailed once the pieces have arrived, nor after the last day', async () => {
    const { id } = await exchange();
    await remindAt(15);
    expect(await countReminders()).toBe(0);
    await operator.post<'POST /api/operator/returns/:id/receive'>(`/api/operator/returns/${id}/receive`, {
      quantity: 1,
      condition: 'asNew',
    });
    await remindAt(12);
    expect(await countReminders()).toBe(0);
  });
});

describe('what a return says about the fit', () => {
  it('changes the size that is suggested for the same garment', async () => {
    const polo = await getProductId(portal, 'pique-polo');
    const wearer = await aSizedWearer(portal);
    const body = await saveTestBody(wearer, { ...AVERAGE_MAN, tapes: [{ name: 'chest', value: 104, unit: 0 }] });
    const suggest = async () =>
      (await wearer.request('POST', '/sizing/suggestion/newsuggestion', { YourBodyID: body, YourGarmentID: polo })).body
        .suggestion.size;
    const suggested = await suggest();
    const { rows } = await sql<{ id: number }>`
      select c.id from combination c join product_attribute_value v on v.id = any (c.value_ids) join product_attribute pa on pa.id = v.product_attribute_id
      join attribute a on a.id = pa.attribute_id and a.role = 'size' where c.product_id = ${polo} and v.name = ${suggested} order by c.id limit 1`.execute(
      portal.db,
    );
    const combinationId = rows[0]?.id as number;
    await sql`update stock_level set on_hand = reserved + 10 where combination_id = ${combinationId}`.execute(portal.db);
    const order = await orderItems(portal.db, wearer.client, { productId: polo, combinationId, quantity: 1 });
    await shipOrder(portal.db, order);
    expect(await suggest()).toBe('L');

    const [line] = (await orderOf(wearer.client, order)).orderItems;
    const { status } = await askToReturn(wearer.client, {
      orderId: order,
      returnRequestReasonId: RETURN_REASONS.wrongOrdered,
      returnRequestActionId: RETURN_ACTIONS.credit,
      fit: 'tooSmall',
      fitPlaces: ['chest'],
      items: [{ id: line?.id, quantity: 1 }],
    });

    expect(status).toBe(200);
    expect(await suggest()).toBe('XL');
  });
});
