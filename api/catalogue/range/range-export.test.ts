import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

type Row = Record<string, unknown>;

const PATH = '/api/productsorganisation/exportToExcel';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

/** Reads the sheet with another library: its rows by heading. */
async function workbook(person: TestClient, query = '') {
  const response = await portal.app.inject({ url: `${PATH}${query}`, headers: person.headers });
  expect(response.statusCode).toBe(200);
  const [sheet] = (await readXlsx(response.rawPayload)).sheets;
  const [headings = [], ...rows] = sheet?.rows ?? [];
  return {
    headers: response.headers,
    rows: rows.map((cells): Row => Object.fromEntries(headings.map((heading, at) => [String(heading), cells[at]]))),
  };
}
const listed = async (query: string) => {
  const { body } = await admin.get<'GET /api/productsorganisation'>(`/api/productsorganisation?limit=250${query}`);
  return { ...body, names: body.productOrganisations.map(({ name, productName }) => name ?? productName) };
};

describe('the export of the range', () => {
  it('is a workbook named by date with the same products, filters and order as the list', async () => {
    const { headers } = await workbook(admin);
    expect(headers['x-filename']).toMatch(/^range-\d{8}\.xlsx$/);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    for (const query of ['', '&published=false', '&businessAreaId=3', '&keyword=polo', '&customerRoleId=33&page=1']) {
      const { rows } = await workbook(admin, `?${query.slice(1)}`);
      const list = await listed(query.replace('&page=1', ''));
      expect([query, rows.length]).toEqual([query, list.totalCount]);
      expect(rows.slice(0, 250).map(({ Product }) => Product)).toEqual(list.names);
      expect(list.totalCount).toBeGreaterThan(0);
    }
  });

  it('contains prices as numbers, percentages as fractions, and the names of the audience', async () => {
    await aCatalogueProduct(portal.db, {
      product: { name: '=Tally shirt', sku: '007', price_minor: 1000 },
      range: { name: '+Tally own', price_percent: -7.5, published: false },
      businessAreaIds: [3],
      roleIds: [35],
    });
    await aCatalogueProduct(portal.db, {
      product: { name: '@Tally hat', sku: '008', price_minor: 1950 },
      range: { overridden_price_minor: 123_450 },
    });
    const { rows } = await workbook(admin, '?keyword=tally');
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Product: "'+Tally own",
          'Name in the catalogue': "'=Tally shirt",
          SKU: '007',
          'Price from': 9.25,
          'Price to': 9.25,
          'Catalogue from': 10,
          'Own price': null,
          'On the catalogue': -0.075,
          Status: 'Not published',
          'Business areas': 'Kitchen',
          'Job roles': null,
        }),
        expect.objectContaining({
          Product: "'@Tally hat",
          'Price from': 1234.5,
          'Price to': 1234.5,
          'Catalogue from': 19.5,
          'Own price': 1234.5,
          'On the catalogue': null,
          Status: 'Published',
        }),
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  it('is available to administrators, including those of some groups, and is recorded in the audit log', async () => {
    const theirs = await aCatalogueProduct(portal.db, { product: { name: 'Foreign jerkin' }, organisationIds: [2] });
    expect(theirs.id).toBeGreaterThan(0);
    const north = await portal.as('north.admin@meridian.example');
    expect((await workbook(north, '?keyword=foreign+jerkin')).rows).toEqual([]);
    expect((await workbook(north)).rows).toHaveLength((await listed('')).totalCount);
    for (const mail of ['buyer@meridian.example', 'sales@meridian.example', 'staff@meridian.example'])
      expect((await (await portal.as(mail)).get(PATH)).status).toBe(403);
    expect((await portal.anonymous().get(PATH)).status).toBe(401);
    const trail = await sql<{ after: object }>`
      select after from audit_event where action = 'productOrganisation.exported' and actor_id = ${north.customerId} order by id`.execute(
      portal.db,
    );
    expect(trail.rows[0]).toEqual({ after: { products: 0, keyword: 'foreign jerkin' } });
  });
});
