import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { billAll, billAllMonths, invoiceLinesOf, invoicesOf, ship } from '#api/testing/invoices.ts';
import { lineOf, orderOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { issueInvoice } from './issue-invoices.actions.ts';

const portal = usePortal();
/** At 3.33 a piece, whose tax of 20% is rounded. */
let sock: StockedProduct;
/** Without tax. */
let book: StockedProduct;
let admin: TestClient;

beforeAll(async () => {
  sock = await aStockedProduct(portal.db, { price: 333, stock: [10_000] });
  book = await aStockedProduct(portal.db, { price: 1000, stock: [10_000], taxExempt: true });
  admin = await signInAs(portal, { role: 'Admin' });
});

const setMode = (mode: 'shipment' | 'monthly') =>
  sql`update organisation set invoice_mode = ${mode} where id = 1`.execute(portal.db);
const order = (...items: object[]) => orderItems(portal.db, admin, ...items);
const serials = async (kind = 'invoice', brandId = 1) =>
  (
    await sql<{
      serial: number;
    }>`select serial from invoice where brand_id = ${brandId} and kind = ${kind} order by serial`.execute(portal.db)
  ).rows.map(({ serial }) => serial);
const expectNoGaps = async () => {
  const found = await serials();
  expect(found).toEqual(found.map((_, index) => index + 1));
};

describe('an invoice for a shipment', () => {
  it('is issued once for each shipment, with delivery on the first', async () => {
    const before = (await serials()).length;
    const id = await order(anItem(sock, 3), anItem(book, 2));
    const [first, second] = [await lineOf(admin, id, 0), await lineOf(admin, id, 1)];
    await ship(portal, id, { pieces: { [first]: 1 } });
    expect(await billAll(portal)).toBe(1);
    await ship(portal, id, { pieces: { [first]: 1, [second]: 2 } });
    await ship(portal, id);
    expect(await billAll(portal)).toBe(2);
    expect(await billAll(portal)).toBe(0);

    const invoices = await invoicesOf(portal, id);
    expect(invoices.map(({ number }) => number)).toEqual(
      [1, 2, 3].map((place) => `SUN-INV-${String(before + place).padStart(6, '0')}`),
    );
    expect(invoices[0]).toMatchObject({
      kind: 'invoice',
      period_on: null,
      settled_minor: 0,
      seller: { name: 'Sundial Uniforms Ltd' },
      buyer: { name: 'Meridian Resorts' },
    });
    const lines = await invoiceLinesOf(portal, id);
    expect(lines.filter(({ kind }) => kind === 'delivery')).toEqual([expect.objectContaining({ invoice_id: invoices[0]?.id })]);
    // One piece has 0.67 of tax, two have 1.33 and three have 2.00.
    expect(lines.filter(({ net_minor }) => net_minor === 333).map(({ tax_minor }) => tax_minor)).toEqual([67, 66, 67]);
    await expectNoGaps();
  });

  it('adds up to the order in the cent, by rate', async () => {
    const id = await order(anItem(sock, 7), anItem(book, 3));
    const socks = await lineOf(admin, id, 0);
    for (const quantity of [2, 1, 3]) {
      await ship(portal, id, { pieces: { [socks]: quantity } });
      await billAll(portal);
    }
    await ship(portal, id);
    await billAll(portal);
    const { orderTotal, orderTax, taxRates } = await orderOf(admin, id);
    const invoices = await invoicesOf(portal, id);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / 100;
    expect(sum(invoices.map(({ total_minor }) => total_minor))).toBe(orderTotal);
    expect(sum(invoices.map(({ tax_minor }) => tax_minor))).toBe(orderTax);
    const lines = await invoiceLinesOf(portal, id);
    for (const { rate, value } of taxRates)
      expect(sum(lines.filter(({ tax_rate }) => tax_rate * 100 === rate).map(({ tax_minor }) => tax_minor))).toBe(value);
    const { rows } = await sql<{ invoiced: number }>`select invoiced_minor as invoiced from orders where id = ${id}`.execute(
      portal.db,
    );
    expect(rows[0]?.invoiced).toBe(Math.round((orderTotal as number) * 100));
  });

  it('is not issued for test orders, exchanges and parcels that have not left', async () => {
    const [test, exchange, packed] = [await order(anItem(sock)), await order(anItem(sock)), await order(anItem(sock))];
    await sql`update orders set is_test = true where id = ${test}`.execute(portal.db);
    await sql`update orders set origin = 'exchange' where id = ${exchange}`.execute(portal.db);
    for (const id of [test, exchange, packed]) await ship(portal, id);
    await sql`update shipment set shipped_at = null where order_id = ${packed}`.execute(portal.db);
    expect(await billAll(portal)).toBe(0);
    expect(await Promise.all([test, exchange, packed].map((id) => invoicesOf(portal, id)))).toEqual([[], [], []]);
    const { rows } = await sql<{
      id: number;
    }>`select order_id as id from shipment where billed_at is null and order_id in (${test}, ${exchange}, ${packed})`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ id: packed }]);
  });

  it('waits until the brand has its legal facts', async () => {
    const id = await order(anItem(sock));
    await ship(portal, id);
    await sql`update brand set legal_name = null where id = 1`.execute(portal.db);
    expect(await billAll(portal)).toBe(0);
    await sql`update brand set legal_name = 'Sundial Uniforms Ltd' where id = 1`.execute(portal.db);
    expect(await billAll(portal)).toBe(1);
  });

  it('stays as it was issued', async () => {
    const id = await order(anItem(sock));
    await ship(portal, id);
    await billAll(portal);
    const [invoice] = await invoicesOf(portal, id);
    await sql`update brand set legal_name = 'Another Ltd' where id = 1`.execute(portal.db);
    expect(await invoicesOf(portal, id)).toEqual([invoice]);
    await sql`update brand set legal_name = 'Sundial Uniforms Ltd' where id = 1`.execute(portal.db);
    await expect(sql`update invoice set due_on = due_on + 1 where id = ${invoice?.id}`.execute(portal.db)).rejects.toThrow(
      'never changes',
    );
    await expect(sql`delete from invoice where id = ${invoice?.id}`.execute(portal.db)).rejects.toThrow();
    await expect(sql`update invoice_line set tax_minor = 0 where invoice_id = ${invoice?.id}`.execute(portal.db)).rejects.toThrow(
      'append-only',
    );
  });
});

describe('many who issue at the same moment', () => {
  const shipments = async (count: number) => {
    const ids: number[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await ship(portal, await order(anItem(sock))));
    return ids;
  };
  /** Issues invoices at once; every third is rolled back. */
  const issueWithFailures = async (ids: readonly number[]) =>
    Promise.allSettled(
      ids.map((id, index) =>
        runInTransaction(portal.db, async (tx) => {
          await issueInvoice(tx, { organisationId: 1, shipmentIds: [id], periodOn: null }, { at: Date.now() });
          if (index % 3 === 0) throw new Error('The process fails.');
        }),
      ),
    );

  it('leave no gap, also when some of them fail', async () => {
    const before = (await serials()).length;
    const results = await issueWithFailures(await shipments(20));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(13);
    expect(await serials()).toHaveLength(before + 13);
    await expectNoGaps();
    expect(await billAll(portal)).toBe(7);
    await expectNoGaps();
  });

  it('bill each shipment once', async () => {
    const id = await order(anItem(sock, 3));
    const socks = await lineOf(admin, id);
    for (const _ of [1, 2, 3]) await ship(portal, id, { pieces: { [socks]: 1 } });
    const issued = await Promise.all([billAll(portal), billAll(portal), billAll(portal)]);
    expect(issued.reduce((sum, count) => sum + count, 0)).toBe(3);
    const lines = await invoiceLinesOf(portal, id);
    expect(lines.filter(({ kind }) => kind === 'goods').map(({ tax_minor }) => tax_minor)).toEqual([67, 66, 67]);
    expect(lines.filter(({ kind }) => kind === 'delivery').length).toBeLessThan(2);
  });

  it('would leave gaps with numbers from a sequence', async () => {
    await runAsOwner(
      portal,
      'create sequence if not exists leaky start 100000',
      'grant usage on sequence leaky to public',
      `create or replace function next_document_serial(brand bigint, document_kind text) returns bigint language sql volatile as $$ select nextval('leaky') $$`,
    );
    // Rolled back with the first number: among several at once, those that fail could happen to have the last ones, which leave no gap.
    await issueWithFailures(await shipments(1));
    const issued = (await issueWithFailures(await shipments(7))).filter(({ status }) => status === 'fulfilled').length;
    const leaky = (await serials()).filter((serial) => serial >= 100_000);
    expect(leaky).toHaveLength(issued);
    expect(leaky).not.toEqual(leaky.map((_, index) => 100_000 + index));
    await billAll(portal);
  });
});

describe('a monthly invoice', () => {
  const monthly = async (id: number) => (await invoicesOf(portal, id)).filter(({ period_on }) => period_on !== null);

  it('covers the month that has ended in the organisation’s time zone, once', async () => {
    // What the demonstration has not invoiced yet.
    await billAllMonths(portal, Date.parse('2031-04-15T00:00:00Z'));
    await setMode('monthly');
    await sql`update organisation set time_zone = 'America/New_York' where id = 1`.execute(portal.db);
    const [early, late, next] = [await order(anItem(sock, 2)), await order(anItem(sock)), await order(anItem(sock))];
    await ship(portal, early, { shippedAt: new Date('2031-05-03T10:00:00Z') });
    // Still May in New York.
    await ship(portal, late, { shippedAt: new Date('2031-06-01T03:00:00Z') });
    await ship(portal, next, { shippedAt: new Date('2031-06-01T05:00:00Z') });
    expect(await billAll(portal, Date.parse('2031-06-20T00:00:00Z'))).toBe(0);
    expect(await billAllMonths(portal, Date.parse('2031-06-01T03:59:00Z'))).toBe(0);
    const firstOfJune = Date.parse('2031-06-01T04:30:00Z');
    const runs = await Promise.all([billAllMonths(portal, firstOfJune), billAllMonths(portal, firstOfJune)]);
    expect(runs.toSorted()).toEqual([0, 1]);
    expect(await monthly(early)).toEqual([
      expect.objectContaining({ period_on: '2031-05-01', issued_on: '2031-06-01', due_on: '2031-07-01' }),
    ]);
    expect(await monthly(late)).toEqual(await monthly(early));
    expect(await monthly(next)).toEqual([]);
  });

  it('leaves what was recorded late to the next month', async () => {
    const forgotten = await order(anItem(sock));
    await ship(portal, forgotten, { shippedAt: new Date('2031-05-20T10:00:00Z') });
    expect(await billAllMonths(portal, Date.parse('2031-06-02T10:00:00Z'))).toBe(0);
    expect(await billAllMonths(portal, Date.parse('2031-07-01T10:00:00Z'))).toBe(1);
    expect(await monthly(forgotten)).toEqual([expect.objectContaining({ period_on: '2031-06-01' })]);
  });
});
