import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, orderItems } from '#api/testing/builders.ts';
import { aDecoratedProduct, EMBROIDERY } from '#api/testing/designs.ts';
import { cancel, lineOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const PATH = '/api/orders/exporttoexcel';

/** The sheets as another program reads them. */
async function workbook(person: TestClient, query = '') {
  const response = await portal.app.inject({ url: `${PATH}${query}`, headers: person.headers });
  expect(response.statusCode).toBe(200);
  const [orders, lines] = (await readXlsx(response.rawPayload)).sheets;
  return {
    headers: response.headers,
    names: [orders?.name, lines?.name],
    orders: orders?.rows ?? [],
    lines: lines?.rows ?? [],
  };
}
const list = async (person: TestClient, query: string) => (await person.get<'GET /api/orders'>(`/api/orders${query}`)).body;

describe('the export of orders', () => {
  it('is a workbook named by the date, with a sheet of orders and a sheet of their lines', async () => {
    const { headers, names, orders, lines } = await workbook(admin, '?seasonId=2');
    const { totalCount } = await list(admin, '?seasonId=2');

    expect(headers['x-filename']).toMatch(/^orders-\d{8}\.xlsx$/);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(names).toEqual(['Orders', 'Lines']);
    expect(orders[0]?.slice(0, 5)).toEqual(['Order', 'Ordered (UTC)', 'Person', 'Email', 'Employee number']);
    expect(orders.length - 1).toBe(totalCount);
    expect(lines[0]?.slice(0, 5)).toEqual(['Order', 'Ordered (UTC)', 'Person', 'Product', 'SKU']);
    const inBothSheets = [orders, lines].map((rows) => [...new Set(rows.slice(1).map(([id]) => id))]);
    expect(inBothSheets[1]).toEqual(inBothSheets[0]);
  });

  it('has exactly the orders of the list with the same filters, in the same order', async () => {
    for (const query of [
      '?orderStatusId=30,40&shippingStatusId=40',
      '?organisationGroupId=1&outstandingOnly=1&order=customer',
      '?searchTerm=anderson&order=orderTotal%20desc',
      '?collectionId=11&createdAtMin=2026-01-01',
    ]) {
      const { orders } = await workbook(admin, query);
      const { totalCount, orders: listed } = await list(admin, `${query}&limit=250`);
      expect([query, orders.length - 1]).toEqual([query, totalCount]);
      expect(orders.slice(1, 251).map(([id]) => id)).toEqual(listed.map(({ id }) => id));
      expect(totalCount).toBeGreaterThan(0);
    }
  });

  it('has the columns of the fields in the order sent, with names instead of ids and real types', async () => {
    const fields =
      'orderTotal,BUSINESSAREAID,id,nonsense,totalCount,createdOnUtc,orderStatus,customer,shippingStatus,returnRequestAllowed,id';
    const { orders } = await workbook(admin, `?fields=${fields}&orderStatusId=30&order=id`);
    const first = (await list(admin, '?orderStatusId=30&order=id&limit=1')).orders[0];
    const { rows } = await sql<{ name: string }>`select name from business_area where id = ${first?.businessAreaId}`.execute(
      portal.db,
    );

    expect(orders[0]).toEqual([
      'Total incl. tax and delivery',
      'Business area',
      'Order',
      'Ordered (UTC)',
      'Status',
      'Person',
      'Email',
      'Employee number',
      'Delivery',
      'Can be returned',
    ]);
    const [total, area, id, orderedAt, status, person, email, number, delivery, returnable] = orders[1] ?? [];
    expect([total, area, id, status, email, delivery, returnable]).toEqual([
      first?.orderTotal,
      rows[0]?.name ?? null,
      first?.id,
      'Delivered',
      first?.customer.email,
      'Delivered',
      'No',
    ]);
    expect([person, number]).toEqual([
      `${first?.customer.firstName} ${first?.customer.lastName}`,
      first?.customer.employeeNumber,
    ]);
    // A workbook has whole seconds.
    expect(Math.abs(Number(orderedAt) - Date.parse(first?.createdOnUtc ?? ''))).toBeLessThanOrEqual(1000);
  });

  it('has pieces and amounts of every line, and texts that look like formulas as texts', async () => {
    const person = await aPerson(portal.db, { firstName: '=1+1' });
    const product = await aDecoratedProduct(portal.db, { price: 1999 });
    const client = await portal.as(person.email);
    const text = { methodId: EMBROIDERY, positionId: product.positions['left-chest'], text: '=cmd' };
    const id = await orderItems(portal.db, client, { ...anItem(product, 3), customisations: [text] });
    await cancel(client, id, { items: [{ id: await lineOf(client, id), quantity: 1 }] });
    await sql`update orders set po_number = '-1' where id = ${id}`.execute(portal.db);

    const { orders, lines } = await workbook(admin, `?searchTerm=${id}%20${person.email}&fields=poNumber,customer`);

    expect(orders[1]?.slice(0, 2)).toEqual(["'-1", "'=1+1 Forthetest"]);
    const line = Object.fromEntries((lines[0] ?? []).map((header, index) => [header, lines[1]?.[index]]));
    expect(lines).toHaveLength(2);
    expect(line).toMatchObject({
      Order: id,
      Product: product.name,
      SKU: product.combinations[0]?.sku,
      Ordered: 3,
      Sent: 0,
      Cancelled: 1,
      Pending: 2,
      Returned: 0,
      'Logos and texts': 'Left chest: text “=cmd”, embroidered',
      // With 2.40 for the text.
      'Unit price excl. tax': 22.39,
      'Amount excl. tax': 67.17,
      Tax: 13.43,
    });
  });

  it('has no amounts for people who see no prices', async () => {
    const wearer = await portal.as('staff@meridian.example');
    const { orders, lines } = await workbook(wearer, '?fields=id,orderTotal,totalValue,currencyCode,orderStatus');

    expect(orders[0]).toEqual(['Order', 'Status']);
    expect(lines[0]?.slice(-2)).toEqual(['Pending', 'Returned']);
    expect((await workbook(wearer)).orders[0]?.filter((header) => /tax|currency/i.test(String(header)))).toEqual([]);
    expect((await workbook(admin, '?fields=orderTotal&limit=1&orderStatusId=60')).orders[0]).toEqual([
      'Total incl. tax and delivery',
    ]);
  });

  it('contains only orders that the person may see, is refused during impersonation, and is audited without the search term', async () => {
    const north = await portal.as('north.admin@meridian.example');
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    const { orders } = await workbook(north, '?searchTerm=anderson&orderStatusId=30');
    expect(orders.length - 1).toBe((await list(north, '?searchTerm=anderson&orderStatusId=30')).totalCount);
    expect(orders.length).toBeLessThan((await workbook(admin, '?searchTerm=anderson&orderStatusId=30')).orders.length);
    expect((await workbook(await portal.as(wearer.email))).orders).toHaveLength(1);

    expect((await portal.anonymous().get(PATH)).status).toBe(401);
    expect((await admin.get(`${PATH}?order=password`)).errors).toEqual({ order: ['Orders cannot be sorted by this.'] });
    expect((await admin.get(`${PATH}?createdAtMin=yesterday`)).status).toBe(400);
    await north.get(`/api/customers/impersonate/${wearer.id}`);
    expect((await north.get(PATH)).status).toBe(403);
    await north.get('/api/customers/impersonateCancel');

    const auditEvents = await sql<{ after: object }>`
      select after from audit_event where action = 'orders.exported' and actor_id = ${north.customerId}`.execute(portal.db);
    expect(auditEvents.rows).toEqual([{ after: { orders: orders.length - 1, searchTerm: '(not kept)', orderStatusId: [30] } }]);
  });
});
