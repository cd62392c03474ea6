import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { eventsOf, mailsOf, orderOf, reservedOf, sizeOf } from '#api/testing/order-changes.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { askToExchange, askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;
let orderId: number;
let lineId: number;

beforeAll(async () => {
  operator = await portal.asOperator();
  buyer = await signInAs(portal, { firstName: 'Bea' });
});

beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [10, 10] });
  orderId = await orderItems(portal.db, buyer, anItem(shirt, 2));
  await shipOrder(portal.db, orderId);
  lineId = (await orderOf(buyer, orderId)).orderItems[0]?.id as number;
});

async function ask(action: keyof typeof RETURN_ACTIONS, quantity = 2): Promise<number> {
  const { body } = await askToReturn(buyer, {
    orderId,
    returnRequestReasonId: RETURN_REASONS.faulty,
    returnRequestActionId: RETURN_ACTIONS[action],
    items: [{ id: lineId, quantity, exchangeCombinationId: action === 'exchange' ? sizeOf(shirt, 1) : null }],
  });
  return body.returnRequests[0]?.id as number;
}
const receive = (id: number, quantity = 2, condition = 'asNew', client = operator) =>
  client.post<'POST /api/operator/returns/:id/receive'>(`/api/operator/returns/${id}/receive`, { quantity, condition });
const decide = (id: number, decision: string, reason?: string, client = operator) =>
  client.post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${id}/decide`, { decision, reason });

it('a return is received, credited and told', async () => {
  const id = await ask('credit');
  const waiting = await operator.get<'GET /api/operator/returns/:id'>(`/api/operator/returns/${id}`);
  expect(waiting.body.returnRequest).toMatchObject({
    returnRequestStatus: 'Pending',
    organisation: { name: 'Meridian Resorts' },
    customer: { firstName: 'Bea' },
    receivable: true,
    decisions: ['authorize', 'reject'],
  });
  expect((await decide(id, 'authorize')).body.returnRequest.returnRequestStatus).toBe('ReturnAuthorized');
  const received = await receive(id);
  expect(received.body.returnRequest).toMatchObject({
    returnRequestStatus: 'Received',
    receivedQuantity: 2,
    condition: 'asNew',
    restockedQuantity: 2,
    receivable: false,
    decisions: ['replace', 'refund'],
  });
  const refunded = await decide(id, 'refund', 'Thank you.');
  expect(refunded.body.returnRequest).toMatchObject({ returnRequestStatus: 'ItemsRefunded', refundedAmount: 24, decisions: [] });

  const order = await orderOf(buyer, orderId);
  expect([order.refundedAmount, order.orderItems[0]?.returnedQuantity]).toEqual([24, 2]);
  expect((await eventsOf(portal, orderId)).slice(-4)).toEqual([
    'return_requested',
    'return_authorized',
    'return_received',
    'return_refunded',
  ]);
  expect((await mailsOf(portal, orderId)).map(({ template }) => template)).toEqual([
    'return-decided',
    'return-decided',
    'return-received',
    'return-requested',
  ]);
  const audited = await sql`
    select actor_kind, actor_id, action, organisation_id from audit_event where subject_kind = 'return' and subject_id = ${String(id)} and actor_kind = 'operator'
    order by id`.execute(portal.db);
  expect(audited.rows).toEqual(
    ['return.decided', 'return.received', 'return.decided'].map((action) => ({
      actor_kind: 'operator',
      actor_id: operator.id,
      action,
      organisation_id: 1,
    })),
  );
});

it('the same call again answers the same and does nothing', async () => {
  const id = await ask('credit');
  const received = await receive(id);
  expect((await receive(id)).body).toEqual(received.body);
  const refunded = await decide(id, 'refund');
  expect((await decide(id, 'refund')).body).toEqual(refunded.body);
  expect((await mailsOf(portal, orderId)).map(({ template }) => template)).toEqual([
    'return-decided',
    'return-received',
    'return-requested',
  ]);
});

describe('what the state does not allow is refused with the reason', () => {
  const words = async (answer: ReturnType<typeof decide>) => {
    const { status, errors } = await answer;
    return [status, errors.returnRequest?.[0] ?? errors.quantity?.[0] ?? errors.reason?.[0]];
  };

  it('before the pieces have arrived', async () => {
    const id = await ask('credit');
    expect(await words(decide(id, 'refund'))).toEqual([409, expect.stringContaining('is waiting for the pieces')]);
    expect(await words(decide(id, 'repair'))).toEqual([409, expect.stringContaining('is waiting for the pieces')]);
    expect(await words(decide(id, 'sendInAdvance'))).toEqual([409, 'Nothing is exchanged in this request.']);
    expect(await words(decide(id, 'reject'))).toEqual([422, 'Please enter a reason.']);
    expect(await words(receive(id, 3))).toEqual([422, 'Only 2 pieces were to be returned.']);
  });

  it('once they have', async () => {
    const id = await ask('credit');
    await receive(id);
    expect(await words(receive(id, 1))).toEqual([409, expect.stringContaining('has been received')]);
    expect(await words(decide(id, 'authorize'))).toEqual([409, expect.stringContaining('has been received')]);
    expect(await words(decide(id, 'reject', 'Worn.'))).toEqual([
      409,
      'The pieces are back in stock, so the request can no longer be rejected.',
    ]);
  });

  it('once it has been decided', async () => {
    const id = await ask('credit');
    await decide(id, 'reject', 'Too late.');
    expect(await words(receive(id))).toEqual([409, expect.stringContaining('has been rejected')]);
    expect((await orderOf(buyer, orderId)).returnRequests[0]).toMatchObject({
      returnRequestStatus: 'RequestRejected',
      decisionReason: 'Too late.',
    });
  });

  it('of a replacement without stock', async () => {
    const id = await ask('replacement');
    await receive(id, 2, 'faulty');
    await sql`update stock_level set on_hand = 0 where combination_id = ${sizeOf(shirt, 0)}`.execute(portal.db);
    expect(await words(decide(id, 'replace'))).toEqual([
      409,
      `There is not enough stock of ${shirt.name}, Size 0 to replace it.`,
    ]);
  });
});

describe('an exchange', () => {
  it('is released to the warehouse when the pieces arrive', async () => {
    const id = await ask('exchange', 1);
    const before = await operator.get<'GET /api/operator/returns/:id'>(`/api/operator/returns/${id}`);
    expect(before.body.returnRequest).toMatchObject({
      exchangeReleased: false,
      decisions: ['authorize', 'sendInAdvance', 'reject'],
    });
    const { body } = await receive(id, 1);
    expect(body.returnRequest).toMatchObject({ returnRequestStatus: 'Received', exchangeReleased: true, decisions: [] });
    const exchange = await orderOf(buyer, body.returnRequest.exchangeOrderId as number);
    expect(exchange.releasedOnUtc).not.toBeNull();
    expect((await orderOf(buyer, orderId)).orderItems[0]?.returnedQuantity).toBe(1);
    expect(await eventsOf(portal, exchange.id)).toEqual(['exchange_requested', 'exchange_released']);
  });

  it('is sent in advance, and can then be neither cancelled by its person nor expire', async () => {
    const id = await ask('exchange', 1);
    const { body } = await decide(id, 'sendInAdvance');
    expect(body.returnRequest).toMatchObject({ returnRequestStatus: 'Pending', exchangeReleased: true });
    await sql`update orders set picking_started_at = now() where id = ${body.returnRequest.exchangeOrderId}`.execute(portal.db);
    const cancelled = await buyer.post(`/api/returnrequest/${id}/cancel`, {});
    expect([cancelled.status, cancelled.errors]).toEqual([
      409,
      {
        returnRequest: [
          'The new size is already being sent, so the exchange can no longer be cancelled. Please send the pieces back.',
        ],
      },
    ]);
    // What was sent in advance cannot be returned before the first size has come back.
    await shipOrder(portal.db, body.returnRequest.exchangeOrderId as number);
    const form = await buyer.get(`/api/returnrequest/${body.returnRequest.exchangeOrderId}`);
    expect([form.status, form.errors.order?.[0]]).toEqual([
      409,
      expect.stringContaining('send back the pieces that you are exchanging'),
    ]);
  });

  it('that is rejected after the new size was sent can still come back, and then the new size can be returned', async () => {
    const id = await ask('exchange', 2);
    const { body } = await decide(id, 'sendInAdvance');
    const exchangeOrderId = body.returnRequest.exchangeOrderId as number;
    await shipOrder(portal.db, exchangeOrderId);
    expect((await decide(id, 'reject', 'Nothing has come back.')).body.returnRequest).toMatchObject({
      returnRequestStatus: 'RequestRejected',
      receivable: true,
      decisions: [],
    });
    const received = await receive(id);
    expect([received.status, received.body.returnRequest]).toMatchObject([
      200,
      { returnRequestStatus: 'Received', receivedQuantity: 2, receivable: false },
    ]);
    expect((await orderOf(buyer, orderId)).orderItems[0]?.returnedQuantity).toBe(2);
    const form = await buyer.get<'GET /api/returnrequest/:id'>(`/api/returnrequest/${exchangeOrderId}`);
    expect(form.body.returnRequest.items[0]?.returnableQuantity).toBe(2);
  });

  it('that is rejected does not come back twice: by a new request, and by the exchange', async () => {
    const id = await ask('exchange', 2);
    const { body } = await decide(id, 'sendInAdvance');
    await shipOrder(portal.db, body.returnRequest.exchangeOrderId as number);
    await decide(id, 'reject', 'Nothing has come back.');
    await ask('credit', 1);
    const refused = await receive(id, 2);
    expect([refused.status, refused.errors]).toEqual([
      409,
      { returnRequest: ['These pieces have come back with another request, or are part of one. Receive that one.'] },
    ]);
    expect((await receive(id, 1)).status).toBe(200);
  });

  it('that is rejected gives the new size back', async () => {
    const id = await ask('exchange', 1);
    expect(await reservedOf(portal, shirt)).toEqual([0, 1]);
    await decide(id, 'reject', 'Worn.');
    expect(await reservedOf(portal, shirt)).toEqual([0, 0]);
  });

  it('whose new size is lost can be credited instead', async () => {
    const id = await ask('exchange', 1);
    const { body } = await receive(id, 1);
    await sql`update order_line set cancelled_quantity = 1 where id = ${body.returnRequest.exchangeOrderItemId}`.execute(
      portal.db,
    );
    await sql`update stock_level set reserved = 0 where combination_id = ${sizeOf(shirt, 1)}`.execute(portal.db);
    expect((await decide(id, 'refund')).body.returnRequest).toMatchObject({
      returnRequestStatus: 'ItemsRefunded',
      refundedAmount: 12,
    });
    expect((await orderOf(buyer, orderId)).orderItems[0]?.returnedQuantity).toBe(1);
  });
});

it('two operators who receive the same parcel at the same moment do it once', async () => {
  const id = await ask('exchange', 2);
  const other = await portal.asOperator({ name: 'Otto' });
  const answers = await Promise.all([receive(id, 2), receive(id, 1, 'worn', other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const line = (await orderOf(buyer, orderId)).orderItems[0];
  const winner = answers.find(({ status }) => status === 200);
  expect(line?.returnedQuantity).toBe(winner?.body.returnRequest.receivedQuantity);
});

describe('GET /api/operator/returns/:id/files/:fileId', () => {
  it('is for operators of the brand, and only of the request that the file belongs to', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, stored_at, expires_at)
      values (1, gen_random_uuid(), 'return', 'sleeve.png', 'image/png', 1, sha256('x'), 'customer', ${buyer.customerId}, ${buyer.customerId}, now(), now() + interval '1 day')
      returning id`.execute(portal.db);
    const fileId = rows[0]?.id as number;
    const request = {
      orderId,
      returnRequestReasonId: RETURN_REASONS.faulty,
      returnRequestActionId: RETURN_ACTIONS.credit,
      fileIds: [fileId],
      items: [{ id: lineId, quantity: 1 }],
    };
    const unrelated = await signInAs(portal, {});
    expect((await askToReturn(buyer, { ...request, fileIds: [fileId, 2_000_000_000] })).status).toBe(404);
    const { body } = await askToReturn(buyer, request);
    expect(body.returnRequests[0]?.files).toMatchObject([{ id: fileId, filename: 'sleeve.png', contentType: 'image/png' }]);
    const other = await ask('repair', 1);
    expect((await unrelated.get(`/api/returnfile/${fileId}`)).status).toBe(404);
    expect((await operator.get(`/api/operator/returns/${other}/files/${fileId}`)).status).toBe(404);
    const otherBrand = await portal.asOperator({ brandIds: [3] });
    expect((await otherBrand.get(`/api/operator/returns/${body.returnRequests[0]?.id}/files/${fileId}`)).status).toBe(404);
  });
});

describe('GET /api/operator/returns', () => {
  const list = async (query: string, client = operator) => {
    const { body } = await client.get<'GET /api/operator/returns'>(`/api/operator/returns?limit=250&${query}`);
    return {
      ids: body.returnRequests.map(({ id }) => id),
      numbers: body.returnRequests.map(({ customNumber }) => customNumber),
      count: body.totalCount,
    };
  };

  it('finds by the garment that is scanned', async () => {
    const id = await ask('credit', 1);
    const { rows } = await sql<{ sku: string }>`
      update order_line l set gtin = '5060001010038' from return_request r
      where r.id = ${id} and l.organisation_id = r.organisation_id and l.id = r.order_line_id returning l.sku`.execute(portal.db);
    for (const typed of [rows[0]?.sku.toLowerCase(), '5060001010038', ']C10105060001010038'])
      expect((await list(`searchTerm=${encodeURIComponent(typed as string)}`)).ids).toContain(id);
    expect((await list('searchTerm=4006381333931')).ids).not.toContain(id);
  });

  it('finds by number, order and name, and by what is waited for', async () => {
    const first = await ask('credit', 1);
    const second = await ask('repair', 1);
    await receive(second, 1, 'faulty');
    const { numbers } = await list(`searchTerm=${orderId}`);
    expect(await list(`searchTerm=${numbers[0]}`)).toMatchObject({ ids: [first], count: 1 });
    expect(await list(`searchTerm=${numbers[0]?.slice(1)}`)).toMatchObject({ ids: [first] });
    expect(await list(`searchTerm=${encodeURIComponent(`]C0${numbers[0]}`)}`)).toMatchObject({ ids: [first] });
    expect((await list('searchTerm=bea forth')).ids).toEqual(expect.arrayContaining([first, second]));
    expect((await list('searchTerm=100%25')).ids).toEqual([]);
    expect((await list(`searchTerm=${orderId}&waitingFor=arrival`)).ids).toEqual([first]);
    expect((await list(`searchTerm=${orderId}&waitingFor=decision`)).ids).toEqual([second]);
    expect((await list(`searchTerm=${orderId}&waitingFor=nothing`)).ids).toEqual([]);
  });

  it('is for operators of the brand and API keys with the scope', async () => {
    const id = await ask('credit', 1);
    const reader = await portal.asApiKey(['returns:read']);
    const other = await portal.asOperator({ brandIds: [3] });
    expect((await list(`searchTerm=${orderId}`, reader)).ids).toEqual([id]);
    expect((await list(`searchTerm=${orderId}`, other)).ids).toEqual([]);
    expect((await receive(id, 1, 'asNew', reader)).status).toBe(403);
    expect((await receive(id, 1, 'asNew', other)).status).toBe(404);
    expect((await receive(id, 1, 'asNew', await portal.asApiKey(['returns:write']))).status).toBe(200);
    expect((await buyer.get('/api/operator/returns')).status).toBe(401);
  });
});

it('an exchange waits for the warehouse in both orders of doing things: cancelled orders are not released', async () => {
  const { body } = await askToExchange(buyer, orderId, lineId, sizeOf(shirt, 1));
  const [request] = body.returnRequests;
  await buyer.post(`/api/returnrequest/${request?.id}/cancel`, {});
  expect((await receive(request?.id as number, 1)).status).toBe(409);
  expect((await orderOf(buyer, request?.exchangeOrderId as number)).releasedOnUtc).toBeNull();
});

describe('a decision about a return that has changed since it was opened', () => {
  const open = async (id: number) =>
    (await operator.get<'GET /api/operator/returns/:id'>(`/api/operator/returns/${id}`)).body.returnRequest;
  const send = (id: number, call: 'decide' | 'receive', body: object) =>
    operator.post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${id}/${call}`, body);

  it('is refused with what it is now: pieces have arrived, or the person has cancelled it', async () => {
    const id = await ask('repair');
    const { fingerprint, customNumber } = await open(id);
    await receive(id, 1, 'worn');

    const refused = await send(id, 'decide', { decision: 'reject', reason: 'Too late.', fingerprint });

    expect([refused.status, refused.errors]).toEqual([
      409,
      {
        returnRequest: [
          `Return ${customNumber} has changed since you opened it.`,
          'It has been received.',
          '1 piece of 2 arrived, worn.',
        ],
      },
    ]);
    const { fingerprint: seen } = await open(id);
    expect((await send(id, 'decide', { decision: 'reject', reason: 'Too late.', fingerprint: seen })).status).toBe(200);
    // Repeated, it gets the first answer.
    expect((await send(id, 'decide', { decision: 'reject', reason: 'Too late.', fingerprint: seen })).status).toBe(200);

    const cancelled = await ask('credit', 1);
    const before = await open(cancelled);
    await buyer.post(`/api/returnrequest/${cancelled}/cancel`);
    const late = await send(cancelled, 'receive', { quantity: 1, condition: 'asNew', fingerprint: before.fingerprint });
    expect([late.status, late.errors.returnRequest?.slice(1)]).toEqual([409, ['It was cancelled.']]);
  });
});
