import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '#api/platform/db/database.ts';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { billAll, invoicesOf, ship } from '#api/testing/invoices.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { uniqueText } from '#api/testing/unique-text.ts';
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
const anInvoice = async () => {
  const orderId = await orderItems(portal.db, admin, anItem(shirt, 1));
  await ship(portal, orderId);
  await billAll(portal);
  const [invoice] = await invoicesOf(portal, orderId);
  const { id = 0, number } = invoice ?? {};
  return { orderId, id, number, path: `/api/invoices/${id}/pdf` };
};
/** How many files are kept of an invoice. */
const countKept = async (id: number) => {
  const { rows } = await sql`
    select from stored_file where document_key = ${`invoice:${id}`} and stored_at is not null and expires_at is null`.execute(
    portal.db,
  );
  return rows.length;
};
const setPoNumber = (db: Db, orderId: number, text: string) =>
  sql`update orders set po_number = ${text} where id = ${orderId}`.execute(db);

it('an invoice is drawn once and stays as it is, whoever opens it and whatever becomes of the brand', async () => {
  const { id, number, path } = await anInvoice();
  const operator = await portal.asOperator();

  const [first, meanwhile] = await Promise.all([open(path), open(path)]);
  await sql`update brand set company_name = 'Another company' where id = ${1}`.execute(portal.db);
  const later = [await open(path), await open(`/api/operator/invoices/${id}/pdf`, operator.headers)];

  expect(first.toString('latin1', 0, 5)).toBe('%PDF-');
  for (const each of [meanwhile, ...later]) expect(each.equals(first)).toBe(true);
  expect(await listFiles()).toEqual([{ file_name: `${number}.pdf`, expires_at: null }]);
  const { rows } = await sql`
    select 1 from file_usage u where stored_bytes > (
      select coalesce(sum(size_bytes), 0) from stored_file f where f.organisation_id = u.organisation_id and f.purpose <> 'document')`.execute(
    portal.db,
  );
  expect(rows).toEqual([]);
});

it('an invoice whose content has been lost is stored again', async () => {
  const { id, path } = await anInvoice();
  const first = await open(path);
  await sql`update stored_file set storage_key = gen_random_uuid() where document_key = ${`invoice:${id}`}`.execute(portal.db);

  expect((await open(path)).equals(first)).toBe(true);
  expect(await countKept(id)).toBe(1);
  expect((await open(path)).equals(first)).toBe(true);
});

it('of an invoice nothing is kept of what was erased from it', async () => {
  const { id, orderId, path } = await anInvoice();
  await setPoNumber(portal.db, orderId, 'PO Ann North');
  const [first] = [await open(path), await open('/api/invoices/statement?month=2026-02')];
  const { rows: old } = await sql<{ id: number }>`select id from stored_file where document_key = ${`invoice:${id}`}`.execute(
    portal.db,
  );

  await setPoNumber(portal.db, orderId, 'PO');

  const { rows } = await sql`
    select expires_at <= now() as "isExpired", document_key as key from stored_file where id = ${old[0]?.id}`.execute(portal.db);
  expect(rows).toEqual([{ isExpired: true, key: `dropped:${old[0]?.id}` }]);
  expect((await open(path)).equals(first)).toBe(false);
  expect(await countKept(id)).toBe(1);
});

it.each([
  ['its reason', 'invoice', "update invoice set reason = 'Erased'"],
  ['its buyer', 'invoice', 'update invoice set buyer = buyer || \'{"name":"Erased"}\''],
  ['the reference of a payment', 'statement', "update payment_record set reference = 'Payment ' || id"],
  ['the reason of a reversal', 'statement', "update payment_record set reason = 'Erased'"],
])('a document that has changed in %s is dropped', async (_, kind, change) => {
  const { path } = await anInvoice();
  const operator = await portal.asOperator();
  const payment = { organisationId: 1, amount: 1, receivedOn: '2026-01-12', reference: uniqueText() };
  await operator.post('/api/operator/payments', { payment });
  await Promise.all([open(path), open('/api/invoices/statement?month=2026-01')]);

  // Erasing a person alone changes what has been issued.
  const protection = (is: 'disable' | 'enable') => `alter table invoice ${is} trigger protect_invoice`;
  await runAsOwner(portal, protection('disable'), change, protection('enable'));

  const { rows } = await sql`select from stored_file where document_key like ${`${kind}:%`}`.execute(portal.db);
  expect(rows).toEqual([]);
});

/** Opens an invoice for the first time while what it names is being erased; returns how many files with it are kept afterwards. */
async function openDuringErasure(): Promise<number> {
  const { id, orderId, path } = await anInvoice();
  await portal.db.transaction().execute(async (tx) => {
    await setPoNumber(tx, orderId, 'PO');
    await open(path);
  });
  return countKept(id);
}

it('an invoice that is drawn while a name in it is being erased is not stored', async () => {
  expect(await openDuringErasure()).toBe(0);
});

it('it is stored, which the test above notices, if the erasure takes no lock', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('drop_documents'::regproc) as definition`.execute(portal.db);
  const definition = rows[0]?.definition ?? '';
  await runAsOwner(portal, definition.replace(/perform pg_advisory[^;]*;/, ''));
  try {
    expect(await openDuringErasure()).toBe(1);
  } finally {
    await runAsOwner(portal, definition);
  }
});

it('a statement of a month that has ended is stored, and drawn again when it has changed', async () => {
  const operator = await portal.asOperator();
  const path = '/api/invoices/statement?month=2025-12';
  const stored = (await listFiles()).length;

  const first = await open(path);
  expect((await open(path)).equals(first)).toBe(true);
  expect((await listFiles()).length).toBe(stored + 1);

  const payment = { organisationId: 1, amount: 5, receivedOn: '2025-12-12', reference: 'BACS late' };
  expect((await operator.post('/api/operator/payments', { payment })).status).toBe(200);
  expect((await open(path)).equals(first)).toBe(false);
  await open('/api/invoices/statement');
  expect((await listFiles()).length).toBe(stored + 2);
});
