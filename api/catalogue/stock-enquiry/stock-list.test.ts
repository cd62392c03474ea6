import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let reader: TestClient;
let tunic: CatalogueProduct;
let cape: CatalogueProduct;

beforeAll(async () => {
  const { db } = portal;
  reader = await portal.as('buyer@meridian.example');
  tunic = await aCatalogueProduct(db, {
    product: { name: 'Zephyr tunics', sku: 'ZT-1', price_minor: 1000 },
    range: { organisation_sku: 'OWN-7', display_order: 1 },
    colours: ['Quince#aa8800', 'Sloe, dark#222244'],
    sizes: ['S', '3XL', '32/34'],
    fits: ['Slim'],
    stock: 12,
  });
  cape = await aCatalogueProduct(db, {
    product: { name: 'Zephyr cape', sku: 'ZC-1', price_minor: 2000 },
    range: { display_order: 2 },
    colours: ['Quince#aa8800'],
    sizes: ['S'],
    stock: 3,
  });
  const theirs = await aCatalogueProduct(db, {
    organisationIds: [2],
    product: { name: 'Zephyr of Hallam', sku: 'ZH-1' },
    colours: ['Quincehallam#aa8800'],
  });
  await sql`update combination set discontinued = true where sku = 'ZT-1/SLOE, DARK-3XL-SLIM'`.execute(db);
  await sql`update stock_level set reserved = 12 where combination_id = (select id from combination where sku = 'ZT-1/QUINCE-S-SLIM')`.execute(
    db,
  );
  await sql`insert into stock_incoming (combination_id, due_on, quantity)
    select id, current_date + d, 40 + d from combination, unnest(array[-1, 9, 4]) d where sku = 'ZT-1/QUINCE-S-SLIM'`.execute(db);
  await refreshProductListing(db, [1], [tunic.id, cape.id]);
  await refreshProductListing(db, [2], [theirs.id]);
});

type Query = Record<string, string | number | readonly string[]>;
const toSearch = (query: Query): string =>
  String(
    new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
    ),
  );
const list = async (query: Query, person = reader) =>
  person.get<'GET /api/stock'>(`/api/stock?${toSearch({ keyword: 'zephyr', limit: 250, ...query })}`);
const found = async (query: Query) => (await list(query)).body.stock.map(({ sku }) => sku?.replace('-SLIM', ''));
const values = async (attributeName: string, keyword = '', person = reader) =>
  (
    await person.get<'GET /api/product/productAttributesValues'>(
      `/api/product/productAttributesValues?${toSearch({ attributeName, keyword })}`,
    )
  ).body.productAttributesValues;

const ALL = [
  'ZT-1/QUINCE-S',
  'ZT-1/QUINCE-3XL',
  'ZT-1/QUINCE-32/34',
  'ZT-1/SLOE, DARK-S',
  'ZT-1/SLOE, DARK-32/34',
  'ZC-1/QUINCE-S',
];

describe('the stock enquiry', () => {
  it('lists the combinations that are sold, in the order of the range, as the stock of one SKU', async () => {
    expect(await found({})).toEqual(ALL);
    const [first] = (await list({})).body.stock;
    const { stock } = (await reader.get<'GET /api/product/stock/:sku'>('/api/product/stock/ZT-1%2FQUINCE-S-SLIM')).body;
    expect(first).toEqual({ ...stock, canBeAwaited: true });
    expect(first).toMatchObject({ stockQuantity: 0, stockStatus: 'OutOfStock', dueQuantity: 44 });
  });

  it.each<[string, string[]]>([
    ['zephyr tunic', ALL.slice(0, 5)],
    ['ZEPHYR Cap', ['ZC-1/QUINCE-S']],
    ['zephyr sloe', ['ZT-1/SLOE, DARK-S', 'ZT-1/SLOE, DARK-32/34']],
    // One or two letters are a size, and not the beginning of "Sloe" or "Slim".
    ['zephyr s', ['ZT-1/QUINCE-S', 'ZT-1/SLOE, DARK-S', 'ZC-1/QUINCE-S']],
    ['zephyr tunic 32/34', ['ZT-1/QUINCE-32/34', 'ZT-1/SLOE, DARK-32/34']],
    ['zephyr 34 quin', ['ZT-1/QUINCE-32/34']],
    ['3xl zephyr', ['ZT-1/QUINCE-3XL']],
    ['zt-1/quince', ALL.slice(0, 3)],
    ['zt-1', ALL.slice(0, 5)],
    ['own-7', ALL.slice(0, 5)],
    ['hallam', []],
    ['zephyr nothing', []],
    ["' or 1=1 -- %", []],
  ])('finds %j', async (keyword, skus) => {
    expect(await found({ keyword })).toEqual(skus);
  });

  it.each<[string[], string[]]>([
    [['Test colour:quince'], [...ALL.slice(0, 3), 'ZC-1/QUINCE-S']],
    [['test COLOUR: Sloe, dark'], ['ZT-1/SLOE, DARK-S', 'ZT-1/SLOE, DARK-32/34']],
    [
      ['Test size:S', 'Test size:3XL', 'Test colour:Quince'],
      ['ZT-1/QUINCE-S', 'ZT-1/QUINCE-3XL', 'ZC-1/QUINCE-S'],
    ],
    [
      ['Test size:S', 'Test fit:Slim'],
      ['ZT-1/QUINCE-S', 'ZT-1/SLOE, DARK-S'],
    ],
    [['Test size:Slim'], []],
    [['Unknown:S'], []],
    [['Test colour:Quincehallam'], []],
  ])('filters by %j', async (filters, skus) => {
    expect(await found({ filters })).toEqual(skus);
  });

  it('pages from zero, and counts all', async () => {
    const third = (await list({ limit: 2, page: 2 })).body;
    expect([third.totalCount, third.stock.map(({ sku }) => sku)]).toEqual([6, ['ZT-1/SLOE, DARK-32/34-SLIM', 'ZC-1/QUINCE-S']]);
    expect((await list({ limit: 2, page: 3 })).body).toMatchObject({ totalCount: 6, stock: [] });
    expect((await reader.get<'GET /api/stock'>('/api/stock')).body.stock).toHaveLength(10);
  });

  it('names the attributes to filter by, whatever is found', async () => {
    const { attributeNames } = (await list({ keyword: 'nothing at all' })).body;
    expect(attributeNames.slice(0, 3)).toEqual([expect.stringMatching(/colour/i), expect.anything(), expect.anything()]);
    expect(attributeNames).toEqual(expect.arrayContaining(['Test colour', 'Test size', 'Test fit', 'Colour', 'Size']));
  });

  it.each<[Query, string]>([
    [{ limit: 0 }, 'limit'],
    [{ limit: 251 }, 'limit'],
    [{ filters: ['Colour'] }, 'filters'],
    [{ filters: [':Navy'] }, 'filters'],
    [{ filters: ['Colour: '] }, 'filters'],
    [{ filters: Array.from({ length: 51 }, (_, index) => `Colour:${index}`) }, 'filters'],
    [{ keyword: 'x'.repeat(201) }, 'keyword'],
  ])('refuses %o', async (query, field) => {
    const { status, errors } = await list(query);
    expect([status, Object.keys(errors)[0]?.replace(/\[.*/, '')]).toEqual([400, field]);
  });

  it('takes one statement, whatever is asked', async () => {
    await list({});
    const queries: Query[] = [{}, { keyword: 'a b c d' }, { filters: ['Test size:S', 'Test fit:Slim'], businessAreaId: 3 }];
    for (const query of queries) {
      const before = portal.statementsSent();
      await list(query);
      expect(portal.statementsSent() - before).toBe(1);
    }
    const before = portal.statementsSent();
    await values('Test colour');
    expect(portal.statementsSent() - before).toBe(1);
  });

  it('shows products limited to a business area, and those limited to none', async () => {
    const limited = await aCatalogueProduct(portal.db, { product: { name: 'Areal smock', sku: 'AS-1' }, businessAreaIds: [3] });
    const open = await aCatalogueProduct(portal.db, { product: { name: 'Areal hat', sku: 'AH-1' } });
    const of = async (businessAreaId: number) =>
      (await list({ keyword: 'areal', businessAreaId })).body.stock.map(({ sku }) => sku);
    expect([await of(0), await of(3), await of(4)]).toEqual([[open.sku, limited.sku], [open.sku, limited.sku], [open.sku]]);
  });

  it('has prices with or without tax, as asked', async () => {
    const priceOf = async (taxId: number) => (await list({ keyword: 'zephyr cape', taxId })).body.stock[0]?.price;
    expect([await priceOf(10), await priceOf(0)]).toEqual([20, 24]);
  });

  it('is shown to whoever may enquire after stock, of their own organisation', async () => {
    const wearer = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    expect((await list({}, wearer)).status).toBe(403);
    expect((await list({}, portal.anonymous() as TestClient)).status).toBe(401);
    expect((await list({ organisationId: 2 })).status).toBe(403);
    expect((await list({}, await portal.as('buyer@hallam.example'))).body.stock.map(({ sku }) => sku)).toEqual([
      'ZH-1/QUINCEHALLAM',
    ]);
  });
});

describe('prices that are hidden', () => {
  it('are neither in the list nor in the workbook', async () => {
    const person = await aPerson(portal.db, { role: 'Staff' });
    await sql`insert into role_permission (organisation_id, role_id, permission) values (1, 34, 'AllowStockEnquiry') on conflict do nothing`.execute(
      portal.db,
    );
    await sql`update customer set allocation_type_id = 20 where id = ${person.id}`.execute(portal.db);
    const wearer = await portal.as(person.email);
    await portal.settled();

    expect((await list({}, wearer)).body.stock.map(({ price }) => price)).toEqual(ALL.map(() => null));
    expect((await workbook({}, wearer)).headings).not.toContain('Price excl. tax');
    expect((await workbook({})).headings).toContain('Price excl. tax');
  });
});

describe('values of an attribute', () => {
  it('begin with the keyword, or contain it', async () => {
    expect(await values('test colour', 'quin')).toEqual(['Quince']);
    expect(await values('Test size', '3')).toEqual(['32/34', '3XL']);
    expect(await values('Test size', '4')).toEqual(['32/34']);
    expect(await values('Test colour', 'dark')).toEqual(['Sloe, dark']);
  });

  it('are those of products that the person can see, and that are sold', async () => {
    expect(await values('Test colour', 'quincehallam')).toEqual([]);
    expect(await values('Test colour', 'quince', await portal.as('buyer@hallam.example'))).toEqual(['Quincehallam']);
    await aCatalogueProduct(portal.db, { product: { name: 'Gone' }, colours: ['Vermilion#aa0000'] });
    expect(await values('Test colour', 'vermil')).toEqual(['Vermilion']);
    await sql`update combination set discontinued = true where description = 'Vermilion'`.execute(portal.db);
    expect(await values('Test colour', 'vermil')).toEqual([]);
  });

  it('are not those of products that only others of the organisation can see, and neither are the attributes', async () => {
    const { db } = portal;
    const { rows } = await sql<{ id: number }>`select id from role where system_name = 'OrganisationAdmin'`.execute(db);
    const hidden = await aCatalogueProduct(db, { colours: ['Ochre#cc7722'], roleIds: rows.map(({ id }) => id) });
    await sql`with hem as (insert into attribute (name) values ('Hem') returning id)
      insert into product_attribute (product_id, attribute_id, display_order) select ${hidden.id}::bigint, id, 9 from hem`.execute(
      db,
    );
    const admin = await portal.as('admin@meridian.example');
    await portal.settled();

    expect([await values('Test colour', 'ochre'), await values('Test colour', 'ochre', admin)]).toEqual([[], ['Ochre']]);
    expect((await list({})).body.attributeNames).not.toContain('Hem');
    expect((await list({}, admin)).body.attributeNames).toContain('Hem');
  });

  it('are at most twenty, and none of an unknown attribute', async () => {
    await aCatalogueProduct(portal.db, {
      product: { name: 'Many' },
      sizes: Array.from({ length: 25 }, (_, index) => `Q${index}`),
    });
    expect(await values('Test size', 'q')).toHaveLength(20);
    expect(await values('Nothing')).toEqual([]);
    expect(await values('')).toEqual([]);
    expect(await values('Test size', '%')).toEqual([]);
  });
});

async function workbook(query: Query, person = reader) {
  const response = await portal.app.inject({
    url: `/api/stock/exporttoexcel?${toSearch({ keyword: 'zephyr', ...query })}`,
    headers: person.headers,
  });
  const [sheet] = response.statusCode === 200 ? (await readXlsx(response.rawPayload)).sheets : [];
  const [headings = [], ...rows] = sheet?.rows ?? [];
  return { status: response.statusCode, name: response.headers['x-filename'], headings, rows };
}

describe('the export', () => {
  it('has all pages of what is filtered', async () => {
    const { name, headings, rows } = await workbook({ filters: ['Test colour:Quince'], limit: 1, page: 3 });
    expect(name).toMatch(/^stock-\d{8}\.xlsx$/);
    const at = (heading: string) => headings.indexOf(heading);
    expect(rows.map((row) => [row[at('Product')], row[at('Size')], row[at('In stock')], row[at('Pieces due')]])).toEqual([
      ['Zephyr tunics', 'S', 0, 44],
      ['Zephyr tunics', '3XL', 12, null],
      ['Zephyr tunics', '32/34', 12, null],
      ['Zephyr cape', 'S', 3, null],
    ]);
  });

  it('is recorded, without what was searched for', async () => {
    await workbook({ filters: ['Test size:S'] });
    const { rows } = await sql<{ after: object }>`
      select after from audit_event where action = 'stock.exported' and actor_id = ${reader.customerId} order by id desc limit 1`.execute(
      portal.db,
    );
    expect(rows[0]?.after).toEqual({ combinations: 3, filters: 1, businessAreaId: 0 });
  });
});
