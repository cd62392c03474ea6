import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { billAll, invoicesOf, type StoredInvoice, ship } from '#api/testing/invoices.ts';
import { readPdf } from '#api/testing/pdf-reader.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { findStatementParty, readAccount } from './account-statement.queries.ts';

const portal = usePortal();
let admin: TestClient;
let operator: TestOperatorClient;
let invoice: StoredInvoice;
let today: string;

beforeAll(async () => {
  const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [100] });
  admin = await signInAs(portal, { role: 'Admin' });
  operator = await portal.asOperator({ brandIds: [1] });
  const id = await orderItems(portal.db, admin, anItem(shirt, 2));
  await ship(portal, id);
  await billAll(portal);
  [invoice] = (await invoicesOf(portal, id)) as [StoredInvoice];
  today = invoice.issued_on;
});

/** What was paid or credited and covers no invoice: of the demonstration, too. */
async function readUnused(): Promise<number> {
  const { rows } = await sql<{ unused: number }>`
    select ((select coalesce(sum(amount_minor), 0) from payment_record where organisation_id = 1)
      - (select coalesce(sum(amount_minor), 0) from payment_allocation where organisation_id = 1))::int as unused`.execute(
    portal.db,
  );
  return rows[0]?.unused as number;
}

const OPERATOR_PATH = '/api/operator/organisations/1/statement';

it('lists charges and payments with the balance, for Admins and operators alike', async () => {
  await operator.post('/api/operator/payments', {
    organisationId: 1,
    amount: 5,
    receivedOn: today,
    reference: 'FPS 1',
    allocations: [{ invoiceId: invoice.id, amount: 5 }],
  });
  const own = await admin.get<'GET /api/invoices/statement'>(`/api/invoices/statement?month=${today.slice(0, 7)}`);
  const supplied = await operator.get<'GET /api/operator/organisations/:id/statement'>(OPERATOR_PATH);
  expect([own.status, supplied.status, own.headers['x-filename']]).toEqual([200, 200, `statement-${today.slice(0, 7)}.pdf`]);
  const file = await portal.app.inject({ url: '/api/invoices/statement', headers: admin.headers });
  const { pages, faults } = await readPdf(Readable.from(file.rawPayload));
  expect(faults).toBe('');
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Invoice ${invoice.number}`);
  expect(text).toContain('Payment FPS 1');
  expect(text).toContain('£5.00');
});

it('its balance is what is open of the invoices less what covers none, before and after a reversal', async () => {
  const party = await findStatementParty(portal.db, null, 1);
  if (!party) throw new Error('There is no organisation.');
  const days = { firstDay: `${today.slice(0, 7)}-01`, lastDay: today };
  const unusedBefore = await readUnused();
  const check = async (addedMinor: number) => {
    const { openingMinor, movements, openInvoices } = await readAccount(portal.db, party, days);
    const balance = movements.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor);
    expect(balance).toBe(openInvoices.reduce((sum, { openMinor }) => sum + openMinor, 0) - unusedBefore - addedMinor);
    return openInvoices.find(({ number }) => number === invoice.number)?.openMinor;
  };
  await check(0);
  const { body } = await operator.post<'POST /api/operator/payments'>('/api/operator/payments', {
    organisationId: 1,
    amount: 9,
    receivedOn: today,
    reference: 'FPS 2',
    allocations: [{ invoiceId: invoice.id, amount: 2 }],
  });
  const open = await check(700);
  await operator.post(`/api/operator/payments/${body.payments[0]?.id}/reverse`, { reason: 'Wrong customer' });
  expect(await check(0)).toBe((open as number) + 200);
});

it('begins with the balance of the month before', async () => {
  const party = await findStatementParty(portal.db, null, 1);
  if (!party) throw new Error('There is no organisation.');
  const all = await readAccount(portal.db, party, { firstDay: '2000-01-01', lastDay: today });
  const later = await readAccount(portal.db, party, { firstDay: '2062-01-01', lastDay: '2062-01-31' });
  expect(all.movements.length).toBeGreaterThan(0);
  expect(later.openingMinor).toBe(all.movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0));
  expect(later.movements).toEqual([]);
});

it('is refused for a month that has not begun, to Admins of groups, and to operators of other brands', async () => {
  expect((await admin.get('/api/invoices/statement?month=2062-01')).status).toBe(404);
  expect((await admin.get('/api/invoices/statement?month=2026-13')).status).toBe(400);
  const ofGroup = await signInAs(portal, { role: 'Admin', adminableGroupIds: [1] });
  expect((await ofGroup.get('/api/invoices/statement')).status).toBe(403);
  expect((await (await portal.asOperator({ brandIds: [2] })).get(OPERATOR_PATH)).status).toBe(404);
});
