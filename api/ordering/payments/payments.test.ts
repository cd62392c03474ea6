import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { billAll, invoicesOf, ship } from '#api/testing/invoices.ts';
import { eventsOf, lineOf, orderOf } from '#api/testing/order-changes.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let admin: TestClient;
let operator: TestOperatorClient;
let references = 0;

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [10_000] });
  admin = await signInAs(portal, { role: 'Admin' });
  operator = await portal.asOperator({ brandIds: [1] });
});

const pay = (payment: object, client: Pick<TestOperatorClient, 'post'> = operator) => {
  references += 1;
  return client.post<'POST /api/operator/payments'>('/api/operator/payments', {
    payment: { organisationId: 1, receivedOn: '2026-03-12', reference: `BACS ${references}`, ...payment },
  });
};
const deliver = (orderId: number) => sql`update shipment set delivered_at = now() where order_id = ${orderId}`.execute(portal.db);
/** An order of which everything has been shipped and invoiced; returns its invoice, too. */
async function anInvoicedOrder(quantity = 2) {
  const id = await orderItems(portal.db, admin, anItem(shirt, quantity));
  await ship(portal, id);
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, id);
  if (!invoice) throw new Error('There is no invoice.');
  return { id, invoice, total: invoice.total_minor / 100 };
}
const statusOf = async (invoiceId: number) =>
  (await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${invoiceId}`)).body.invoices[0]?.status;
const creditNoteFor = (invoiceId: number, body: object) =>
  operator.post<'POST /api/operator/invoices/:id/credit'>(`/api/operator/invoices/${invoiceId}/credit`, {
    key: 'wrong-price',
    reason: 'Agreed discount',
    ...body,
  });
const goodsLineOf = async (invoiceId: number) =>
  (await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${invoiceId}`)).body.invoices[0]?.lines.find(
    ({ kind }) => kind === 'goods',
  )?.id as number;

describe('a payment', () => {
  it('completes an order that was delivered, once everything is paid', async () => {
    const { id, invoice, total } = await anInvoicedOrder();
    await deliver(id);
    await pay({ amount: 5, allocations: [{ invoiceId: invoice.id, amount: 5 }] });
    expect([await statusOf(invoice.id), (await orderOf(admin, id)).paymentStatus]).toEqual(['open', 'Pending']);
    const { status, body } = await pay({ amount: total - 5, allocations: [{ invoiceId: invoice.id, amount: total - 5 }] });
    expect([status, body.payments[0]]).toMatchObject([
      200,
      { kind: 'payment', unallocated: 0, allocations: [{ invoiceNumber: invoice.number }] },
    ]);
    expect(await statusOf(invoice.id)).toBe('paid');
    expect(await orderOf(admin, id)).toMatchObject({
      orderStatus: 'Complete',
      paymentStatus: 'Paid',
      paidDateUtc: expect.any(String),
    });
    expect((await eventsOf(portal, id)).at(-1)).toBe('completed');
  });

  it('does not complete an order with pieces that are pending, not delivered or not invoiced', async () => {
    const id = await orderItems(portal.db, admin, anItem(shirt, 3));
    await ship(portal, id, { pieces: { [await lineOf(admin, id)]: 1 } });
    await billAll(portal);
    const [invoice] = await invoicesOf(portal, id);
    const amount = (invoice?.total_minor as number) / 100;
    await pay({ amount, allocations: [{ invoiceId: invoice?.id, amount }] });
    expect((await orderOf(admin, id)).paymentStatus).toBe('Pending');
  });

  it('covers what has been due for longest unless it names invoices; the rest is credit that can be used later', async () => {
    const open = (
      await operator.get<'GET /api/operator/invoices'>('/api/operator/invoices?organisationId=1&status=open&limit=250')
    ).body;
    const older = open.totals?.open ?? 0;
    const [first, second] = [await anInvoicedOrder(1), await anInvoicedOrder(1)];
    const { body } = await pay({ amount: Math.round((older + first.total + 1) * 100) / 100 });
    expect([await statusOf(first.invoice.id), await statusOf(second.invoice.id)]).toEqual(['paid', 'open']);
    expect(body.payments[0]?.unallocated).toBe(0);
    const over = await pay({ amount: second.total + 100 });
    expect(over.body.payments[0]?.unallocated).toBe(101);
    const third = await anInvoicedOrder(1);
    const path = `/api/operator/payments/${over.body.payments[0]?.id}/allocations`;
    const tooMuch = await operator.post(path, { allocations: [{ invoiceId: third.invoice.id, amount: third.total + 1 }] });
    expect([tooMuch.status, tooMuch.errors]).toEqual([
      409,
      { allocations: [expect.stringContaining('is open of one of the invoices')] },
    ]);
    expect((await operator.post(path, { allocations: [{ invoiceId: third.invoice.id, amount: third.total }] })).status).toBe(200);
    expect(await statusOf(third.invoice.id)).toBe('paid');
  });

  it('is recorded once per reference', async () => {
    const { invoice, total } = await anInvoicedOrder();
    const payment = { amount: total, reference: 'FPS 77', allocations: [{ invoiceId: invoice.id, amount: total }] };
    const answers = await Promise.all([pay(payment), pay(payment), pay(payment)]);
    expect(answers.map(({ status, body }) => [status, body.payments?.[0]?.id])).toEqual(
      answers.map(() => [200, answers[0]?.body.payments[0]?.id]),
    );
    const { status, errors } = await pay({ ...payment, amount: total + 1 });
    expect([status, errors]).toEqual([409, { reference: ['Another payment with this reference has been recorded already.'] }]);
  });

  it('can be reversed by a counter entry, and recorded again', async () => {
    const { invoice, total } = await anInvoicedOrder();
    const payment = { amount: total, reference: 'FPS 88', allocations: [{ invoiceId: invoice.id, amount: total }] };
    const { body } = await pay(payment);
    const path = `/api/operator/payments/${body.payments[0]?.id}/reverse`;
    const reversed = await operator.post<'POST /api/operator/payments/:id/reverse'>(path, { reason: 'Wrong customer' });
    expect(reversed.body.payments[0]).toMatchObject({ isReversed: true, unallocated: 0, allocations: [] });
    expect(await statusOf(invoice.id)).toBe('open');
    expect((await operator.post(path, { reason: 'Again' })).status).toBe(409);
    const listed = await operator.get<'GET /api/operator/payments'>('/api/operator/payments?organisationId=1');
    expect(listed.body.payments[0]).toMatchObject({ kind: 'reversal', amount: -total, reason: 'Wrong customer' });
    expect((await pay(payment)).status).toBe(200);
    expect(await statusOf(invoice.id)).toBe('paid');
  });

  it('says which orders are paid and complete by it, and leads them back when it is reversed', async () => {
    const { id, invoice, total } = await anInvoicedOrder();
    await deliver(id);
    const payment = { amount: total, allocations: [{ invoiceId: invoice.id, amount: total }] };
    const { body } = await pay(payment);
    expect(body).toMatchObject({ paidOrderIds: [id], completedOrderIds: [id], reopenedOrderIds: [] });
    expect(body.payments[0]?.allocations[0]?.openAmount).toBe(0);
    const { body: reversed } = await operator.post<'POST /api/operator/payments/:id/reverse'>(
      `/api/operator/payments/${body.payments[0]?.id}/reverse`,
      { reason: 'The bank returned it' },
    );
    expect(reversed.reopenedOrderIds).toEqual([id]);
    expect(await orderOf(admin, id)).toMatchObject({
      orderStatus: 'Processing',
      paymentStatus: 'Pending',
      shippingStatus: 'Delivered',
      paidDateUtc: null,
    });
    expect((await eventsOf(portal, id)).slice(-2)).toEqual(['completed', 'payment_reversed']);
    expect((await pay(payment)).body.completedOrderIds).toEqual([id]);
    expect(await orderOf(admin, id)).toMatchObject({ orderStatus: 'Complete', paymentStatus: 'Paid' });
  });

  it('leads an order back that was credited in part, and forward again', async () => {
    const { id, invoice, total } = await anInvoicedOrder(2);
    await deliver(id);
    const payment = { amount: total, allocations: [{ invoiceId: invoice.id, amount: total }] };
    const { body } = await pay(payment);
    await creditNoteFor(invoice.id, { key: 'part', lines: [{ lineId: await goodsLineOf(invoice.id), quantity: 1 }] });
    expect((await orderOf(admin, id)).paymentStatus).toBe('PartiallyRefunded');
    await operator.post(`/api/operator/payments/${body.payments[0]?.id}/reverse`, { reason: 'Returned' });
    expect(await orderOf(admin, id)).toMatchObject({ orderStatus: 'Processing', paymentStatus: 'Pending' });
    await pay(payment);
    expect(await orderOf(admin, id)).toMatchObject({ orderStatus: 'Complete', paymentStatus: 'PartiallyRefunded' });
  });

  it('of a part leaves alone an order that the other payments still cover', async () => {
    const { id, invoice, total } = await anInvoicedOrder(1);
    const other = await pay({ amount: 3, allocations: [] });
    await pay({ amount: total, allocations: [{ invoiceId: invoice.id, amount: total }] });
    const { body } = await operator.post<'POST /api/operator/payments/:id/reverse'>(
      `/api/operator/payments/${other.body.payments[0]?.id}/reverse`,
      { reason: 'Twice' },
    );
    expect([body.reopenedOrderIds, (await orderOf(admin, id)).paymentStatus]).toEqual([[], 'Paid']);
  });

  it('is recorded once for each Idempotency-Key, and repeated gets the same reply', async () => {
    const { id, invoice, total } = await anInvoicedOrder(1);
    await deliver(id);
    const body = {
      organisationId: 1,
      receivedOn: '2026-03-02',
      amount: total,
      reference: `once ${id}`,
      allocations: [{ invoiceId: invoice.id, amount: total }],
    };
    const once = () =>
      operator.post<'POST /api/operator/payments'>('/api/operator/payments', body, { 'Idempotency-Key': `pay-${id}` });
    const [first, second] = await Promise.all([once(), once()]);
    expect(second.body).toEqual(first.body);
    expect(first.body.completedOrderIds).toEqual([id]);
  });

  it('is refused on a day that does not exist or is still to come', async () => {
    for (const receivedOn of ['2026-02-30', '2062-01-01', '0000-01-01', '0001-01-01', '1899-12-31'])
      expect((await pay({ amount: 1, receivedOn })).status).toBe(422);
  });

  it('is refused if nothing is left of its amount in pence', async () => {
    for (const amount of [1e-9, 0.004]) expect((await pay({ amount })).errors).toHaveProperty('amount');
    const invoice = await anInvoicedOrder(1);
    const allocations = [{ invoiceId: invoice.invoice.id, amount: 1e-9 }];
    expect((await pay({ amount: 1, allocations })).errors).toHaveProperty(['allocations[0].amount']);
    expect((await pay({ amount: 0.1 + 0.2, allocations: [] })).body.payments[0]?.amount).toBe(0.3);
  });

  it('is found by its reference, and by what is left of it', async () => {
    const reference = `FPS 100%_${++references}`;
    await pay({ amount: 7, reference, allocations: [] });
    const list = async (query: string) =>
      (await operator.get<'GET /api/operator/payments'>(`/api/operator/payments?${query}`)).body.payments;
    expect(await list(`searchTerm=${encodeURIComponent('100%_')}`)).toMatchObject([{ reference, unallocated: 7 }]);
    expect((await list('hasCredit=true&limit=250')).every(({ unallocated }) => unallocated > 0)).toBe(true);
  });

  it('cannot cover more than is open or was paid, also when several are recorded at once', async () => {
    const { invoice, total } = await anInvoicedOrder();
    const covering = { allocations: [{ invoiceId: invoice.id, amount: total }] };
    const answers = await Promise.all([1, 2, 3, 4].map(() => pay({ amount: total, ...covering })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await pay({ amount: total - 1, ...covering })).status).toBe(409);
  });

  it('is of the operator’s brands only', async () => {
    const { invoice } = await anInvoicedOrder(1);
    const other = await portal.asOperator({ brandIds: [2] });
    expect((await pay({ amount: 1 }, other)).status).toBe(404);
    expect((await other.get(`/api/operator/invoices/${invoice.id}`)).status).toBe(404);
    expect((await other.get<'GET /api/operator/invoices'>('/api/operator/invoices?organisationId=1')).body.totalCount).toBe(0);
    expect((await pay({ organisationId: 2, amount: 1, allocations: [{ invoiceId: invoice.id, amount: 1 }] }, other)).status).toBe(
      404,
    );
  });
});

describe('a credit note', () => {
  it('refers to its invoice, settles the open amount of it, and refunds an order that was paid', async () => {
    const { id, invoice, total } = await anInvoicedOrder(2);
    await deliver(id);
    const lineId = await goodsLineOf(invoice.id);
    const { status, body } = await creditNoteFor(invoice.id, { lines: [{ lineId, quantity: 1 }] });
    expect([status, body.invoices[0]]).toMatchObject([
      200,
      {
        kind: 'creditNote',
        status: 'credit',
        total: 12,
        taxTotal: 2,
        creditedInvoiceNumber: invoice.number,
        reason: 'Agreed discount',
      },
    ]);
    // Repeating it credits nothing more.
    expect((await creditNoteFor(invoice.id, { lines: [{ lineId, quantity: 1 }] })).body.invoices[0]?.id).toBe(
      body.invoices[0]?.id,
    );
    await pay({ amount: total - 12, allocations: [{ invoiceId: invoice.id, amount: total - 12 }] });
    expect(await statusOf(invoice.id)).toBe('paid');
    expect(await orderOf(admin, id)).toMatchObject({ orderStatus: 'Complete', paymentStatus: 'PartiallyRefunded' });
    const rest = await creditNoteFor(invoice.id, { key: 'rest', lines: [{ lineId, quantity: 2 }] });
    expect([rest.status, rest.errors]).toEqual([409, { invoice: ['Less than that is left to credit of this invoice.'] }]);
  });

  it('is said in advance, with what it settles and what remains', async () => {
    const { invoice, total } = await anInvoicedOrder(2);
    const lineId = await goodsLineOf(invoice.id);
    await pay({ amount: total - 5, allocations: [{ invoiceId: invoice.id, amount: total - 5 }] });
    const path = `/api/operator/invoices/${invoice.id}/credit/preview`;
    const preview = (lines: object[]) => operator.post<'POST /api/operator/invoices/:id/credit/preview'>(path, { lines });
    expect((await preview([{ lineId, quantity: 1 }])).body.credit).toMatchObject({
      netTotal: 10,
      taxTotal: 2,
      total: 12,
      settles: 5,
      remains: 7,
    });
    expect((await preview([{ lineId, quantity: 3 }])).status).toBe(409);
    expect((await preview([{ lineId, quantity: 1, unitPrice: 1.005 }])).status).toBe(422);
    await creditNoteFor(invoice.id, { key: 'said', lines: [{ lineId, quantity: 1 }] });
    const { body } = await operator.get<'GET /api/operator/invoices/:id'>(`/api/operator/invoices/${invoice.id}`);
    expect(body.invoices[0]).toMatchObject({
      organisationId: 1,
      payments: [{ kind: 'payment' }, { kind: 'creditNote', amount: 5 }],
      creditNotes: [{ total: 12, reason: 'Agreed discount' }],
    });
    expect(body.invoices[0]?.lines.find(({ id }) => id === lineId)).toMatchObject({ creditedQuantity: 1, creditedTotal: 10 });
  });

  it('of a part of the price takes its share of the tax, and no more than was charged', async () => {
    const { invoice } = await anInvoicedOrder(3);
    const lineId = await goodsLineOf(invoice.id);
    const first = await creditNoteFor(invoice.id, { key: 'a', lines: [{ lineId, quantity: 3, unitPrice: 2.5 }] });
    expect(first.body.invoices[0]).toMatchObject({ netTotal: 7.5, taxTotal: 1.5 });
    expect((await creditNoteFor(invoice.id, { key: 'b', lines: [{ lineId, quantity: 1, unitPrice: 30 }] })).status).toBe(409);
  });

  it('of everything refunds the order wholly', async () => {
    const { id, invoice, total } = await anInvoicedOrder(1);
    await deliver(id);
    await pay({ amount: total, allocations: [{ invoiceId: invoice.id, amount: total }] });
    const { body } = await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${invoice.id}`);
    const lines = body.invoices[0]?.lines.map(({ id: lineId, quantity }) => ({ lineId, quantity })) ?? [];
    await creditNoteFor(invoice.id, { key: 'all', lines });
    expect(await orderOf(admin, id)).toMatchObject({ orderStatus: 'Complete', paymentStatus: 'Refunded' });
    const credit = await operator.get<'GET /api/operator/payments'>('/api/operator/payments?organisationId=1&limit=1');
    expect(credit.body.payments[0]).toMatchObject({ kind: 'creditNote', unallocated: total });
  });
});

describe('the list of the supplier', () => {
  it('is sorted as asked for, and its documents are PDF files', async () => {
    const { invoice } = await anInvoicedOrder(4);
    const list = async (query: string) =>
      (await operator.get<'GET /api/operator/invoices'>(`/api/operator/invoices?${query}`)).body.invoices;
    const totals = (await list('sort=-total&limit=250')).map(({ kind, total }) => (kind === 'creditNote' ? -total : total));
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    const open = (await list('sort=-open&limit=250')).map(({ openAmount }) => openAmount);
    expect(open).toEqual(open.toSorted((a, b) => b - a));
    expect((await operator.get('/api/operator/invoices?sort=lost')).status).toBe(400);
    const pdf = await operator.get<'GET /api/operator/invoices/:id/pdf'>(`/api/operator/invoices/${invoice.id}/pdf`);
    expect([pdf.status, pdf.headers['x-filename']]).toEqual([200, `${invoice.number}.pdf`]);
    const other = await portal.asOperator({ brandIds: [2] });
    expect((await other.get(`/api/operator/invoices/${invoice.id}/pdf`)).status).toBe(404);
  });
});

it('a credit note counts for the invoice that was seen: a payment or another credit note meanwhile refuses it', async () => {
  const { invoice, total } = await anInvoicedOrder(3);
  const lines = [{ lineId: await goodsLineOf(invoice.id), quantity: 1 }];
  const preview = async () =>
    (
      await operator.post<'POST /api/operator/invoices/:id/credit/preview'>(
        `/api/operator/invoices/${invoice.id}/credit/preview`,
        {
          lines,
        },
      )
    ).body.credit;
  const credit = (key: string, fingerprint: string) => creditNoteFor(invoice.id, { key, lines, fingerprint });
  const { fingerprint } = await preview();
  const page = await operator.get<'GET /api/operator/invoices/:id'>(`/api/operator/invoices/${invoice.id}`);
  expect(page.body.invoices[0]?.fingerprint).toBe(fingerprint);
  await pay({ amount: total, allocations: [{ invoiceId: invoice.id, amount: total }] });

  const refused = await credit('as-seen-1', fingerprint);

  expect([refused.status, refused.errors]).toEqual([
    409,
    { invoice: [`Invoice ${invoice.number} has changed since you opened it.`, '£0.00 of it is open now.'] },
  ]);
  const seen = await preview();
  expect((await credit('as-seen-2', seen.fingerprint)).status).toBe(200);
  // Repeated, it gets the first answer; another one is refused.
  expect((await credit('as-seen-2', seen.fingerprint)).status).toBe(200);
  expect((await credit('as-seen-3', seen.fingerprint)).errors.invoice?.slice(1)).toEqual([
    'More of its lines have been credited.',
  ]);
});
