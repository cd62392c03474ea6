import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { billAll, invoicesOf, ship } from '#api/testing/invoices.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let admin: TestClient;

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { price: 1000, stock: [100] });
  admin = await signInAs(portal, { role: 'Admin' });
});

const open = async (path: string, headers = admin.headers) => {
  const { statusCode, rawPayload } = await portal.app.inject({ url: path, headers });
  expect(statusCode).toBe(200);
  return rawPayload;
};
const listFiles = async () => {
  const { rows } = await sql<{ file_name: string; expires_at: Date | null }>`
    select file_name, expires_at from stored_file where purpose = 'document' order by id`.execute(portal.db);
  return rows;
};

it('an invoice is drawn once and stays as it is, whoever opens it and whatever becomes of the brand', async () => {
  const id = await orderItems(portal.db, admin, anItem(shirt, 1));
  await ship(portal, id);
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, id);
  const operator = await portal.asOperator();
  const path = `/api/invoices/${invoice?.id}/pdf`;

  const [first, meanwhile] = await Promise.all([open(path), open(path)]);
  await sql`update brand set company_name = 'Another company' where id = ${1}`.execute(portal.db);
  const later = [await open(path), await open(`/api/operator/invoices/${invoice?.id}/pdf`, operator.headers)];

  expect(first.toString('latin1', 0, 5)).toBe('%PDF-');
  for (const each of [meanwhile, ...later]) expect(each.equals(first)).toBe(true);
  expect(await listFiles()).toEqual([{ file_name: `${invoice?.number}.pdf`, expires_at: null }]);
  const { rows } = await sql`select 1 from file_usage where stored_bytes > 0`.execute(portal.db);
  expect(rows).toEqual([]);
});

it('a statement of a month that has ended is stored, and drawn again when it has changed', async () => {
  const operator = await portal.asOperator();
  const path = '/api/invoices/statement?month=2026-01';
  const stored = (await listFiles()).length;

  const first = await open(path);
  expect((await open(path)).equals(first)).toBe(true);
  expect((await listFiles()).length).toBe(stored + 1);

  const payment = { organisationId: 1, amount: 5, receivedOn: '2026-01-12', reference: 'BACS late' };
  expect((await operator.post('/api/operator/payments', { payment })).status).toBe(200);
  expect((await open(path)).equals(first)).toBe(false);
  await open('/api/invoices/statement');
  expect((await listFiles()).length).toBe(stored + 2);
});
