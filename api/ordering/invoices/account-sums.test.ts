import { Readable } from 'node:stream';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { billAll, invoicesOf, type StoredInvoice, ship } from '#api/testing/invoices.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { addUpInvoiceText, addUpStatementText } from '#api/testing/printed-sums.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aHallamPerson, HALLAM } from '#api/testing/waiting-orders.ts';

const portal = usePortal();
let admin: TestClient;
let operator: TestOperatorClient;
let invoices: StoredInvoice[];
let today: string;

/** Invoices of this month with tax that is rounded and goods without tax, one of them credited in part, one paid too much, and a payment reversed. */
beforeAll(async () => {
  const organisationIds = [HALLAM.organisationId];
  const sock = await aStockedProduct(portal.db, { organisationIds, price: 333, stock: [100] });
  const book = await aStockedProduct(portal.db, { organisationIds, price: 1050, stock: [100], taxExempt: true });
  admin = await aHallamPerson(portal, { role: 'Admin', ...HALLAM });
  operator = await portal.asOperator({ brandIds: [2] });
  await sql`update organisation set invoice_mode = 'shipment' where id = ${HALLAM.organisationId}`.execute(portal.db);
  for (const items of [[anItem(sock, 7), anItem(book, 3)], [anItem(sock, 1)], [anItem(book, 2)]])
    await ship(portal, await orderItems(portal.db, admin, ...items));
  await billAll(portal);
  const { body } = await admin.get<'GET /api/invoices'>('/api/invoices?limit=3');
  invoices = (await Promise.all(body.invoices.map(({ orderIds: [id = 0] }) => invoicesOf(portal, id)))).flat();
  const [, small, large] = invoices as [StoredInvoice, StoredInvoice, StoredInvoice];
  today = large.issued_on;
  const pay = async (amount: number, reference: string, allocations: { invoiceId: number; amount: number }[]) => {
    const { body: paid, errors } = await operator.post<'POST /api/operator/payments'>('/api/operator/payments', {
      ...{ organisationId: HALLAM.organisationId, amount, receivedOn: today, reference, allocations },
    });
    expect(errors).toEqual({});
    return paid.payments[0]?.id;
  };
  await pay(9.5, 'FPS 1', [{ invoiceId: small.id, amount: 2 }]);
  const wrong = await pay(1234.56, 'FPS 2', [{ invoiceId: large.id, amount: 3.21 }]);
  expect((await operator.post(`/api/operator/payments/${wrong}/reverse`, { reason: 'Wrong customer' })).status).toBe(200);
  const { lines } = (await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${large.id}`)).body.invoices[0] ?? {};
  const credited = await operator.post(`/api/operator/invoices/${large.id}/credit`, {
    key: 'damaged',
    reason: 'Damaged',
    lines: lines?.flatMap(({ id, kind }) => (kind === 'goods' ? [{ lineId: id, quantity: 1 }] : [])),
  });
  expect(credited.status).toBe(200);
});

const inPence = (amount: number) => Math.round(amount * 100);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const open = async (url: string) => (await portal.app.inject({ url, headers: admin.headers })).rawPayload;
const textOf = async (url: string) => (await readPdf(Readable.from(await open(url)))).pages.join('\n');

it('lines, tax and totals of invoices and credit notes are the same sums on page, PDF and Excel', async () => {
  const { body } = await admin.get<'GET /api/invoices'>(`/api/invoices?limit=100&issuedOnMin=${today}`);
  expect(body.totalCount).toBe(body.invoices.length);
  const [documents, lines] = (await readXlsx(await open(`/api/invoices/exporttoexcel?issuedOnMin=${today}`))).sheets.map(
    ({ rows }) => rows.slice(1),
  );
  const sumColumn = (rows: typeof documents, column: number, number?: string) =>
    sumOf((rows ?? []).flatMap((row) => (number === undefined || row[0] === number ? [inPence(Number(row[column]))] : [])));

  // The totals of the page are the sums of the workbook.
  expect([sumColumn(documents, 7), sumColumn(documents, 8)]).toEqual([body.totals.total, body.totals.open].map(inPence));

  for (const { id, number, kind } of body.invoices) {
    const [invoice] = (await admin.get<'GET /api/invoices/:id'>(`/api/invoices/${id}`)).body.invoices;
    if (!invoice) throw new Error(`There is no invoice ${id}.`);
    const net = sumOf(invoice.lines.map(({ netTotal }) => inPence(netTotal)));
    const tax = sumOf(invoice.lines.map(({ taxTotal }) => inPence(taxTotal)));
    const ofRates = (key: 'net' | 'value') => sumOf(invoice.taxRates.map((rate) => inPence(rate[key])));
    expect([number, ...[invoice.netTotal, invoice.taxTotal, invoice.total].map(inPence)]).toEqual([number, net, tax, net + tax]);
    expect([number, ofRates('net'), ofRates('value')]).toEqual([number, net, tax]);
    for (const { name, quantity, unitPrice, netTotal } of invoice.lines)
      expect([number, name, inPence(netTotal)]).toEqual([number, name, quantity * inPence(unitPrice)]);

    const sign = kind === 'creditNote' ? -1 : 1;
    expect([number, ...[5, 6, 7].map((column) => sumColumn(documents, column, number))]).toEqual([
      ...[number, sign * net, sign * tax, sign * (net + tax)],
    ]);
    expect([number, sumColumn(lines, 8, number), sumColumn(lines, 10, number)]).toEqual([number, sign * net, sign * tax]);
  }
  if (!hasPdfReaders) return;
  for (const { id, number, total } of body.invoices.slice(0, 6)) {
    const text = await textOf(`/api/invoices/${id}/pdf`);
    expect([number, addUpInvoiceText(text)]).toEqual([number, []]);
    expect(text).toContain(`£${total.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`);
  }
});

it.skipIf(!hasPdfReaders)(
  'the statement of account adds up, to what the invoices, credit notes and payments of the month are',
  async () => {
    const text = await textOf(`/api/invoices/statement?month=${today.slice(0, 7)}`);
    const { faults, sums } = addUpStatementText(text);
    expect(faults).toEqual([]);

    const rows =
      (await readXlsx(await open(`/api/invoices/exporttoexcel?issuedOnMin=${today.slice(0, 7)}-01`))).sheets[0]?.rows ?? [];
    const sumKind = (kind: string) => sumOf(rows.flatMap((row) => (row[1] === kind ? [inPence(Number(row[7]))] : [])));
    const { rows: recorded } = await sql<{ paid: number; reversed: number }>`
    select sum(amount_minor) filter (where kind = 'payment')::int as paid, -sum(amount_minor) filter (where kind = 'reversal')::int as reversed
    from payment_record where organisation_id = ${HALLAM.organisationId} and received_on >= ${`${today.slice(0, 7)}-01`}::date`.execute(
      portal.db,
    );
    expect(sums).toEqual({
      Invoice: sumKind('Invoice'),
      'Credit note': -sumKind('Credit note'),
      Payment: recorded[0]?.paid,
      'Reversal of payment': recorded[0]?.reversed,
    });
    expect(sums['Credit note']).toBeGreaterThan(0);
  },
);
