import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import {
  anOrderingBuyer,
  aReturned,
  CORVANE,
  type OrderingBuyer,
  type TestOrder,
  toOrder,
} from '#api/testing/purchase-orders.ts';
import { uniqueText } from '#api/testing/unique-text.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const PATH = '/api/operator/punchout/orders';
const portal = usePortal();
const mailJobs = useMailJobs(portal);
let buyer: OrderingBuyer;
let person: { id: number; email: string };
let operator: TestOperatorClient;
let shirt: StockedProduct;

beforeAll(async () => {
  buyer = await anOrderingBuyer(portal, mailJobs);
  person = await aPerson(portal.db, { organisationId: CORVANE, groupIds: [], resortId: null });
  operator = await portal.asOperator();
  shirt = await aStockedProduct(portal.db, { organisationIds: [CORVANE], price: 1250, stock: [1000] });
});

/** An order of a returned shirt at another price, which waits. */
async function aWaitingOrder(change: Partial<TestOrder['lines'][number]> = { price: '11.00' }) {
  const line = aReturned(shirt);
  await buyer.returnCart(person.id, [line]);
  const order = toOrder([line]);
  const sent = { ...order, lines: order.lines.map((each) => ({ ...each, ...change })) };
  expect((await buyer.send(sent)).code).toBe(201);
  return { id: await findId(order.orderId), order, sent };
}

const findId = async (number: string) => {
  const { rows } = await sql<{ id: number }>`select id from purchase_order where number = ${number}`.execute(portal.db);
  return rows[0]?.id ?? 0;
};
const read = async (id: number, client = operator) =>
  (await client.get<'GET /api/operator/punchout/orders/:id'>(`${PATH}/${id}`)).body.purchaseOrder;
const accept = (id: number, acceptance: object, client = operator) =>
  client.post<'POST /api/operator/punchout/orders/:id/accept'>(`${PATH}/${id}/accept`, { acceptance });
const reject = (id: number, rejection: object) =>
  operator.post<'POST /api/operator/punchout/orders/:id/reject'>(`${PATH}/${id}/reject`, { rejection });
const readDecision = async (id: number) => {
  const { rows } = await sql<{ code: number; text: string }>`
    select decided_code as code, decided_text as text from punchout_message where purchase_order_id = ${id} and status_code = 201 order by id`.execute(
    portal.db,
  );
  return rows;
};

describe('an order that waits', () => {
  it('is listed and counted, shown beside the cart, and placed as it was ordered when it is accepted', async () => {
    const { id, order } = await aWaitingOrder();

    const list = await operator.get<'GET /api/operator/punchout/orders'>(`${PATH}?state=waiting&searchTerm=${order.orderId}`);
    expect(list.body).toMatchObject({
      totalCount: 1,
      purchaseOrders: [{ id, number: order.orderId, state: 'waiting', total: 50, lineCount: 1 }],
    });
    expect(list.body.waitingCount).toBeGreaterThan(0);
    const shown = await read(id);
    expect(shown).toMatchObject({
      ...{
        organisationName: 'Corvane Rail',
        connectionName: 'Corvane purchasing',
        orderId: null,
        needsEmail: false,
        isChange: false,
      },
      lines: [{ ordered: { quantity: '4', unitPrice: 11 }, returned: { quantity: '4', unitPrice: 12.5 }, needsSku: false }],
    });

    expect((await accept(id, { version: shown.version + 1 })).status).toBe(409);
    const accepted = await accept(id, { version: shown.version });

    expect(accepted.body.purchaseOrder).toMatchObject({ state: 'accepted' });
    const { orderId } = accepted.body.purchaseOrder;
    const { rows } = await sql`select goods_minor, origin from orders where id = ${orderId}`.execute(portal.db);
    expect(rows).toEqual([{ goods_minor: 4400, origin: 'punchout' }]);
    expect(await readDecision(id)).toEqual([
      { code: 200, text: `Order ${order.orderId} has been accepted as order ${orderId}.` },
    ]);
    expect((await accept(id, {})).status).toBe(409);
    const { rows: audited } =
      await sql`select action from audit_event where subject_kind = 'purchase-order' and subject_id = ${String(id)}`.execute(
        portal.db,
      );
    expect(audited).toEqual([{ action: 'purchase-order.accepted' }]);
  });

  it('is rejected with a reason that the buyer’s system is owed, and stays rejected', async () => {
    const { id, order, sent } = await aWaitingOrder();

    expect((await reject(id, { reason: ' ' })).status).toBe(422);
    const rejected = await reject(id, { reason: 'Please order at the price of the cart.' });

    expect(rejected.body.purchaseOrder).toMatchObject({
      state: 'rejected',
      reason: 'Please order at the price of the cart.',
      orderId: null,
    });
    expect(await readDecision(id)).toEqual([
      { code: 409, text: `Order ${order.orderId} was rejected: Please order at the price of the cart.` },
    ]);
    expect((await buyer.send(sent)).code).toBe(409);
    expect((await buyer.send({ ...sent, type: 'delete' })).code).toBe(200);
  });

  it('needs our part number for a product that we do not have', async () => {
    const { id } = await aWaitingOrder({ auxiliaryId: undefined, partId: 'NOTHING' });
    expect((await read(id)).lines).toMatchObject([{ needsSku: true }]);

    expect(toRefusal(await accept(id, {}))).toEqual([
      409,
      { purchaseOrder: ['Line 1: enter the part number of the product that is meant.'] },
    ]);
    const accepted = await accept(id, { lines: [{ lineNumber: 1, sku: shirt.combinations[0]?.sku }] });

    expect(accepted.body.purchaseOrder).toMatchObject({ state: 'accepted' });
  });

  it('needs the person where neither cart nor order names anyone', async () => {
    await sql`update punchout_connection set shared_customer_id = null where id = ${buyer.connection.id} and organisation_id = ${CORVANE}`.execute(
      portal.db,
    );
    const orderId = `PO-${uniqueText()}`;
    const line = { partId: shirt.combinations[0]?.sku, quantity: 1, price: '12.50' };
    expect((await buyer.send({ orderId, lines: [line], email: 'no.one@corvane.example' })).code).toBe(201);
    const id = await findId(orderId);
    expect((await read(id)).needsEmail).toBe(true);

    expect((await accept(id, {})).status).toBe(409);
    expect((await accept(id, { personEmail: person.email })).body.purchaseOrder).toMatchObject({ state: 'accepted' });
  });

  it('beyond the stock waits as well, and is placed once there is enough', async () => {
    const scarce = await aStockedProduct(portal.db, { organisationIds: [CORVANE], price: 1250, stock: [1] });
    const line = aReturned(scarce);
    await buyer.returnCart(person.id, [line]);
    const order = toOrder([line]);
    expect((await buyer.send(order)).code).toBe(201);
    const id = await findId(order.orderId);

    expect((await accept(id, {})).status).toBe(409);
    await sql`update stock_level set on_hand = 10 where combination_id = ${scarce.combinations[0]?.id ?? 0}`.execute(portal.db);
    expect((await accept(id, {})).status).toBe(200);
  });

  it('beyond the credit limit waits, and the supplier can take it all the same', async () => {
    const { rows } = await sql<{
      limit: number | null;
    }>`select credit_limit_minor as limit from organisation where id = ${CORVANE}`.execute(portal.db);
    await sql`update organisation set credit_limit_minor = 1 where id = ${CORVANE}`.execute(portal.db);
    const line = aReturned(shirt);
    await buyer.returnCart(person.id, [line]);
    const order = toOrder([line]);
    expect((await buyer.send(order)).code).toBe(201);
    const id = await findId(order.orderId);
    expect((await read(id)).findings).toMatchObject([{ kind: 'address' }, { kind: 'credit', isDoubtful: true }]);

    expect((await accept(id, {})).status).toBe(200);
    await sql`update organisation set credit_limit_minor = ${rows[0]?.limit ?? null} where id = ${CORVANE}`.execute(portal.db);
  });

  it('is for operators of its brand alone', async () => {
    const { id } = await aWaitingOrder();
    const foreign = await portal.asOperator({ brandIds: [1] });

    expect((await foreign.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await accept(id, {}, foreign)).status).toBe(404);
  });
});

describe('a waiting change of an accepted order', () => {
  it('leaves the order as it is until it is accepted, and for good when it is rejected', async () => {
    const line = aReturned(shirt);
    await buyer.returnCart(person.id, [line]);
    const order = toOrder([line]);
    await buyer.send(order);
    const id = await findId(order.orderId);
    const { orderId } = await read(id);
    const change = { ...order, type: 'update' as const, lines: order.lines.map((each) => ({ ...each, quantity: 6 })) };

    expect((await buyer.send(change)).code).toBe(201);
    expect(await read(id)).toMatchObject({ state: 'waiting', orderId, isChange: true, lines: [{ ordered: { quantity: '6' } }] });
    await reject(id, { reason: 'Please keep the four pieces.' });
    expect(await read(id)).toMatchObject({
      state: 'accepted',
      orderId,
      isChange: false,
      lines: [{ ordered: { quantity: '4' } }],
    });
    expect((await buyer.send(order)).code).toBe(200);

    expect((await buyer.send({ ...change, total: '75.00' })).code).toBe(201);
    const accepted = (await accept(id, {})).body.purchaseOrder;
    expect(accepted).toMatchObject({ state: 'accepted', isChange: false });
    const { rows } =
      await sql`select id, order_state_id as state, goods_minor from orders where po_number = ${order.orderId} order by id`.execute(
        portal.db,
      );
    expect(rows).toEqual([
      { id: orderId, state: 40, goods_minor: expect.anything() },
      { id: accepted.orderId, state: 10, goods_minor: 7500 },
    ]);
    expect((await readDecision(id)).map(({ code }) => code)).toEqual([409, 200]);
  });
});

describe('files of an order', () => {
  it('P2: are kept to the byte, of the types that can be uploaded; others are named', async () => {
    const line = aReturned(shirt);
    await buyer.returnCart(person.id, [line]);
    const order = toOrder([line], { comments: '<Attachment><URL>cid:gone@buyer</URL></Attachment>' });
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from([0, 255, 13, 10, 13, 128]), Buffer.from('no end')]);
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([0, 1, 2, 253])]);

    const status = await buyer.send(order, [
      { contentId: 'a@buyer', fileName: 'terms.pdf', bytes: pdf },
      { contentId: 'b@buyer', fileName: undefined, bytes: png },
      { contentId: 'c@buyer', fileName: 'run.exe', bytes: Buffer.from('MZ') },
    ]);

    expect(status.code).toBe(200);
    const id = await findId(order.orderId);
    const shown = await read(id);
    expect(shown.findings.filter(({ kind }) => kind === 'file').map(({ text }) => text)).toEqual([
      'The order refers to a file that did not come with it: cid:gone@buyer.',
      'The file “run.exe” was not kept: it is no picture and no PDF.',
    ]);
    expect(shown.files).toMatchObject([
      { filename: 'terms.pdf', contentType: 'application/pdf', size: pdf.length },
      { filename: 'b@buyer', contentType: 'image/png', size: png.length },
    ]);
    const gone = await operator.get<'GET /api/operator/punchout/orders/:id/files/:fileId'>(`${PATH}/${id}/files/1`);
    expect(gone.status).toBe(404);
    const contents = await Promise.all(
      shown.files.map(async ({ id: fileId }) => {
        const { rawPayload, headers } = await portal.app.inject({
          url: `${PATH}/${id}/files/${fileId}`,
          headers: operator.headers,
        });
        return [rawPayload, headers['content-type'], headers['content-disposition']];
      }),
    );
    expect(contents).toEqual([
      [pdf, 'application/octet-stream', expect.stringContaining('attachment')],
      [png, 'application/octet-stream', expect.stringContaining('attachment')],
    ]);
  });
});
