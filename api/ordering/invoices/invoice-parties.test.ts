import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { addDaysTo } from '#api/platform/local-day.ts';
import { anItem, aStockedProduct, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { billAll, invoiceLinesOf, invoicesOf, type StoredInvoice, ship } from '#api/testing/invoices.ts';
import { lineOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { issueInvoice } from './issue-invoices.actions.ts';

// What an invoice takes from the organisation: its terms, its addresses and its day. And what parcels that are billed together charge.

const portal = usePortal();
/** At 3.33 a piece, whose tax of 20% is rounded. */
let sock: StockedProduct;
let admin: TestClient;

beforeAll(async () => {
  sock = await aStockedProduct(portal.db, { price: 333, stock: [10_000] });
  admin = await signInAs(portal, { role: 'Admin' });
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

/** The invoice of an order whose pieces have all been sent, issued now unless at another moment. */
async function invoice(at?: number): Promise<StoredInvoice> {
  const id = await orderItems(portal.db, admin, anItem(sock, 2));
  await ship(portal, id);
  await billAll(portal, at);
  const [issued] = await invoicesOf(portal, id);
  if (!issued) throw new Error('There is no invoice.');
  return issued;
}

describe('the term of payment', () => {
  it.each([
    ['of the organisation comes before the brand’s', 14, 14],
    ['of none means that the invoice is due at once', 0, 0],
    ['is the brand’s where the organisation has none', null, 30],
  ])('%s', async (_, own, expected) => {
    await run(sql`update organisation set payment_term_days = ${own}::int where id = 1`);
    const { seller, issued_on, due_on } = await invoice();
    expect([seller, due_on]).toEqual([expect.objectContaining({ paymentTermDays: expected }), addDaysTo(issued_on, expected)]);
  });
});

describe('the day of an invoice', () => {
  it.each([
    // At three in the morning in London it is still the day before in America.
    ['America/New_York', '2027-03-09'],
    ['Europe/London', '2027-03-10'],
    ['Pacific/Kiritimati', '2027-03-10'],
    ['Pacific/Pago_Pago', '2027-03-09'],
  ])('in %s is the one there', async (timeZone, day) => {
    await run(sql`update organisation set time_zone = ${timeZone} where id = 1`);
    expect((await invoice(Date.parse('2027-03-10T03:00:00Z'))).issued_on).toBe(day);
  });
});

describe('the address of the buyer', () => {
  const addAddress = (street: string, { isDefault = false, forBilling = true, isDeleted = false } = {}) =>
    run(sql`
      insert into address (organisation_id, first_name, last_name, country_id, city, address1, zip_postal_code, company, for_billing, is_default, deleted_at)
      select 1, 'Fiona', 'Finance', id, 'Leeds', ${street}, 'LS1 4AP', 'Meridian Finance', ${forBilling}, ${isDefault},
        case when ${isDeleted}::boolean then now() end from country where two_letter_iso_code = 'GB'`);

  beforeEach(() =>
    run(
      sql`update address set deleted_at = now() where organisation_id = 1 and customer_id is null and resort_id is null and deleted_at is null`,
    ),
  );

  it('is that of the order where the organisation has none, without a person’s name', async () => {
    const { buyer } = await invoice();
    expect(buyer.address.length).toBeGreaterThan(2);
    expect(buyer.address.join(' ')).not.toContain('Forthetest');
  });

  it('is the organisation’s own for invoices, the default one of several, and none that was deleted or is for deliveries', async () => {
    await addAddress('1 Deleted Street', { isDefault: true, isDeleted: true });
    await addAddress('2 Delivery Street', { isDefault: true, forBilling: false });
    await addAddress('3 First Street');
    await addAddress('4 Default Street', { isDefault: true });
    await run(sql`update organisation set vat_number = 'GB 123 4567 89' where id = 1`);

    const { buyer } = await invoice();

    expect(buyer).toEqual({
      name: 'Meridian Resorts',
      vatNumber: 'GB 123 4567 89',
      address: ['Meridian Finance', '4 Default Street', 'Leeds', 'LS1 4AP', 'United Kingdom'],
    });
  });

  it('of an issued invoice stays when the organisation moves', async () => {
    const before = await invoice();
    await addAddress('5 New Street', { isDefault: true });
    const { rows } = await sql<{ buyer: object }>`select buyer from invoice where id = ${before.id}`.execute(portal.db);
    expect(rows).toEqual([{ buyer: before.buyer }]);
    expect((await invoice()).buyer.address).toContain('5 New Street');
  });
});

it('two parcels of one order on one invoice charge the delivery once, and the tax of their pieces together', async () => {
  const id = await orderItems(portal.db, admin, anItem(sock, 3));
  const line = await lineOf(admin, id);
  const parcels: number[] = [];
  for (const _ of [1, 2, 3]) parcels.push(await ship(portal, id, { pieces: { [line]: 1 } }));

  await runInTransaction(portal.db, (tx) =>
    issueInvoice(tx, { organisationId: 1, shipmentIds: parcels, periodOn: null }, { at: Date.now() }),
  );

  expect(await invoicesOf(portal, id)).toHaveLength(1);
  const lines = await invoiceLinesOf(portal, id);
  expect(lines.filter(({ kind }) => kind === 'goods').map(({ net_minor, tax_minor }) => [net_minor, tax_minor])).toEqual([
    [333, 67],
    [333, 66],
    [333, 67],
  ]);
  expect(lines.filter(({ kind }) => kind === 'delivery').length).toBeLessThan(2);
  const { rows } = await sql<{ total: number; invoiced: number }>`
    select total_minor as total, invoiced_minor as invoiced from orders where id = ${id}`.execute(portal.db);
  expect(rows[0]?.invoiced).toBe(rows[0]?.total);
});
