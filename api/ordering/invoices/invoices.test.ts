import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { billAll, billAllMonths, creditAll, invoicesOf, ship } from '#api/testing/invoices.ts';
import { lineOf, orderOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { orderFor, signInAs } from '#api/testing/wearers.ts';
import { billShipments } from './issue-invoices.actions.ts';
import { mailInvoice } from './mail-invoice.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let shirt: StockedProduct;
let admin: TestClient;
let northAdmin: TestClient;
/** Orders of a buyer in North and of one in South, which are on an invoice each and on a monthly one together. */
let orders: { north: number; south: number; monthlyNorth: number; monthlySouth: number };

/** How many documents of the test each filter finds, beside those of the demonstration. */
const FOUND: Readonly<Record<string, number>> = {
  '': 3,
  '?status=open': 3,
  '?status=overdue': 1,
  '?status=paid': 0,
  '?status=credit': 0,
  '?issuedOnMax=2025-05-01': 1,
  '?issuedOnMin=2025-05-02': 2,
};
/** The lists of the demonstration alone. */
const before = new Map<string, Awaited<ReturnType<typeof list>>>();

const list = async (client: TestClient, query = '') => (await client.get<'GET /api/invoices'>(`/api/invoices${query}`)).body;
const idsOf = async (orderId: number) => (await invoicesOf(portal, orderId)).map(({ id }) => id);

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [10_000] });
  admin = await signInAs(portal, { role: 'Admin' });
  northAdmin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
  const north = await signInAs(portal, { role: 'Buyer', groupIds: [NORTH.groupId] });
  const south = await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId], resortId: SOUTH.resortId });
  for (const query of Object.keys(FOUND)) before.set(query, await list(admin, query));
  const sent = async (buyer: TestClient, shippedAt?: Date) => {
    const id = await orderItems(portal.db, buyer, anItem(shirt, 2));
    await ship(portal, id, { shippedAt });
    return id;
  };
  const [northOrder, southOrder] = [await sent(north), await sent(south)];
  await billAll(portal);
  await sql`update organisation set invoice_mode = 'monthly' where id = 1`.execute(portal.db);
  const april = new Date('2025-04-10T10:00:00Z');
  orders = {
    north: northOrder,
    south: southOrder,
    monthlyNorth: await sent(north, april),
    monthlySouth: await sent(south, april),
  };
  await billAllMonths(portal, Date.parse('2025-05-01T10:00:00Z'));
  await sql`update organisation set invoice_mode = 'shipment' where id = 1`.execute(portal.db);
});

describe('the list of invoices', () => {
  it('has the documents of the organisation, newest first, with sums', async () => {
    const { invoices, totals } = await list(admin);
    const issued = invoices.map(({ issuedOn }) => issuedOn);
    expect(issued).toEqual(issued.toSorted().reverse());
    expect(invoices.slice(0, 2).map(({ orderIds }) => orderIds)).toEqual([[orders.south], [orders.north]]);
    const [monthly] = (await list(admin, '?issuedOnMax=2025-05-01')).invoices;
    expect(monthly).toMatchObject({
      kind: 'invoice',
      status: 'overdue',
      periodOn: '2025-04-01',
      dueOn: '2025-05-31',
      orderIds: [orders.monthlyNorth, orders.monthlySouth],
    });
    const own = [...invoices.slice(0, 2), monthly].reduce((total, invoice) => total + (invoice?.total ?? 0), 0);
    const { total = 0, open = 0, overdue = 0 } = before.get('')?.totals ?? {};
    const inPence = (amount: number) => Math.round(amount * 100);
    expect([totals.total, totals.open, totals.overdue].map(inPence)).toEqual(
      [total + own, open + own, overdue + (monthly?.total ?? 0)].map(inPence),
    );
    expect(totals.currencyCode).toBe('GBP');
  });

  it.each(Object.entries(FOUND))('%s finds %i more than in the demonstration', async (query, count) => {
    expect((await list(admin, query)).totalCount).toBe((before.get(query)?.totalCount as number) + count);
  });

  it('finds documents by number and order, and pages', async () => {
    const [{ number } = { number: '' }] = await invoicesOf(portal, orders.south);
    expect((await list(admin, `?searchTerm=${number}`)).invoices.map(({ orderIds }) => orderIds)).toEqual([[orders.south]]);
    expect((await list(admin, `?orderId=${orders.north}`)).invoices.map(({ id }) => id)).toEqual(await idsOf(orders.north));
    expect((await list(admin, `?searchTerm=${orders.monthlySouth}`)).invoices.map(({ id }) => id)).toEqual(
      await idsOf(orders.monthlySouth),
    );
    expect((await list(admin, '?limit=1&page=1')).invoices.map(({ id }) => id)).toEqual(await idsOf(orders.north));
  });

  it('shows Admins of groups only documents of which they see every order', async () => {
    const idsFound = async (orderId: number) => (await list(northAdmin, `?orderId=${orderId}`)).invoices.map(({ id }) => id);
    expect(await idsFound(orders.north)).toEqual(await idsOf(orders.north));
    expect(await Promise.all([orders.south, orders.monthlyNorth, orders.monthlySouth].map(idsFound))).toEqual([[], [], []]);
    const orderIds = (await list(northAdmin, '?limit=100')).invoices.flatMap((invoice) => invoice.orderIds);
    const { rows } = await sql<{ groupId: number }>`
      select distinct organisation_group_id as "groupId" from orders where id = any (${orderIds}::bigint[])`.execute(portal.db);
    expect(rows).toEqual([{ groupId: NORTH.groupId }]);
    const [southId] = await idsOf(orders.south);
    const [monthlyId] = await idsOf(orders.monthlyNorth);
    for (const id of [southId, monthlyId]) expect((await northAdmin.get(`/api/invoices/${id}`)).status).toBe(404);
  });

  it('is for Admins alone, of the same organisation, and stays theirs while they impersonate', async () => {
    const buyer = await signInAs(portal, { role: 'Buyer' });
    expect((await buyer.get('/api/invoices')).status).toBe(403);
    expect(
      (await list(await portal.as('admin@hallam.example'))).invoices.filter(({ number }) => number.startsWith('SUN')),
    ).toEqual([]);
    const acting = await orderFor(portal, buyer.customerId, 'admin@meridian.example');
    expect((await list(acting)).totalCount).toBe((await list(admin)).totalCount);
    expect((await acting.get('/api/invoices/exporttoexcel')).status).toBe(403);
  });
});

it('an invoice says what is printed on it, with sums by tax rate', async () => {
  const [id] = await idsOf(orders.north);
  const { body } = await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${id}`);
  const { orderTax, taxRates } = await orderOf(admin, orders.north);
  expect(body.invoices[0]).toMatchObject({
    seller: { name: 'Sundial Uniforms Ltd', vatNumber: 'GB 412 7735 02', paymentTermDays: 30 },
    buyer: { name: 'Meridian Resorts' },
    lines: expect.arrayContaining([
      expect.objectContaining({ name: shirt.name, quantity: 2, unitPrice: 10, netTotal: 20, taxRate: 20, taxTotal: 4 }),
    ]),
    taxRates: taxRates.map(({ rate, value }) => expect.objectContaining({ rate, value })),
    taxTotal: orderTax,
  });
});

it('GET /api/invoices/:id/pdf always answers the same document, and only to those who see it', async () => {
  const [id] = await idsOf(orders.south);
  const getPdf = (client: TestClient) => portal.app.inject({ url: `/api/invoices/${id}/pdf`, headers: client.headers });
  const first = await getPdf(admin);
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(first.headers['x-filename']).toMatch(/^SUN-INV-\d{6}\.pdf$/);
  expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await getPdf(admin)).rawPayload.equals(first.rawPayload)).toBe(true);
  expect((await getPdf(northAdmin)).statusCode).toBe(404);
});

it('the export has the rows of the list, and their lines', async () => {
  const response = await portal.app.inject({ url: '/api/invoices/exporttoexcel?status=overdue', headers: admin.headers });
  expect(response.headers['x-filename']).toMatch(/^invoices-\d{8}\.xlsx$/);
  const [documents, lines] = (await readXlsx(response.rawPayload)).sheets;
  const { invoices } = await list(admin, '?status=overdue&limit=100');
  expect(invoices).not.toEqual([]);
  expect(documents?.rows.slice(1).map(([number, , , , , , , total]) => [number, total])).toEqual(
    invoices.map(({ number, total }) => [number, total]),
  );
  expect(new Set(lines?.rows.slice(1).map(([number]) => number))).toEqual(new Set(invoices.map(({ number }) => number)));
});

it('a refunded return is credited once, in the amount that the return says, after its goods were invoiced', async () => {
  const id = await orderItems(portal.db, admin, anItem(shirt, 3));
  await shipOrder(portal.db, id);
  const lineId = await lineOf(admin, id);
  const asked = await askToReturn(admin, {
    orderId: id,
    returnRequestReasonId: RETURN_REASONS.wrongOrdered,
    returnRequestActionId: RETURN_ACTIONS.credit,
    items: [{ id: lineId, quantity: 2 }],
  });
  const returnId = asked.body.returnRequests[0]?.id as number;
  const operator = await portal.asOperator();
  await operator.post<'POST /api/operator/returns/:id/receive'>(`/api/operator/returns/${returnId}/receive`, {
    quantity: 2,
    condition: 'asNew',
  });
  const decided = await operator.post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${returnId}/decide`, {
    decision: 'refund',
  });
  expect(decided.body.returnRequest).toMatchObject({ returnRequestStatus: 'ItemsRefunded', refundedAmount: 24 });
  expect(await creditAll(portal)).toBe(0);
  await billAll(portal);
  expect((await Promise.all([creditAll(portal), creditAll(portal)])).toSorted()).toEqual([0, 1]);
  expect(await creditAll(portal)).toBe(0);
  const [invoice, note] = await invoicesOf(portal, id);
  expect(note).toMatchObject({
    kind: 'credit_note',
    number: expect.stringMatching(/^SUN-CRN-/),
    net_minor: 2000,
    tax_minor: 400,
  });
  expect(invoice?.settled_minor).toBe(2400);
});

describe('the mail about an invoice', () => {
  const billWithMails = () =>
    billShipments(portal.db, {
      log: { error: () => undefined },
      clock: { now: () => Date.now() },
      afterIssue: (tx, document) => mailInvoice(tx, mailJobs, document),
    });
  const recipientsOf = async (invoiceId: number) =>
    (await mailJobs.listMails())
      .filter(({ template, data }) => template === 'invoice' && data.invoiceId === invoiceId)
      .map(({ recipient }) => recipient);
  const anInvoice = async () => {
    const id = await orderItems(portal.db, admin, anItem(shirt));
    await ship(portal, id);
    await billWithMails();
    return (await invoicesOf(portal, id))[0]?.id as number;
  };

  it('goes to the Admins of the whole organisation', async () => {
    const recipients = await recipientsOf(await anInvoice());
    expect(recipients).toContain('admin@meridian.example');
    expect(recipients).not.toContain('north.admin@meridian.example');
  });

  it('goes to the address that the organisation has named, with a link to the invoice', async () => {
    await sql`update organisation set invoice_email = 'ledger@meridian.example' where id = 1`.execute(portal.db);
    const id = await anInvoice();
    expect(await recipientsOf(id)).toEqual(['ledger@meridian.example']);
    const [mail] = await mailJobs.renderMails('ledger@meridian.example');
    expect(mail?.text).toContain(`/index/invoices/${id}`);
    expect(mail?.text).toMatch(/The total is £\d+\.\d\d including tax\. Please pay it by /);
  });
});
