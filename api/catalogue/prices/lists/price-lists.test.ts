import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';
import { applyDuePrices } from '../scheduled-prices.actions.ts';

const MERIDIAN = 1;
const HALLAM = 2;
const DAY = 86_400_000;
const CLIENT = `/api/operator/organisations/${HALLAM}/prices`;
const CATALOGUE = '/api/operator/prices';
type Preview = ReplyOf<'POST /api/operator/prices/file/preview'>['priceListPreview'];
type Saved = ReplyOf<'POST /api/operator/prices/file'>['priceChange'];
interface Errors {
  errors?: Record<string, string[]>;
  code?: string;
}

const portal = usePortal();
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator();
});

const inDays = (days: number) => addDaysTo(getLocalDay(portal.clock.now(), 'Europe/London'), days);
const applyIn = (days: number) => applyDuePrices(portal.db, { clock: { now: () => portal.clock.now() + days * DAY } });
const aProduct = (plan: CatalogueProductOverrides = {}) =>
  aCatalogueProduct(portal.db, { organisationIds: [HALLAM], ...plan, product: { price_minor: 3000, ...plan.product } });

async function send<Reply>(url: string, content: string | Uint8Array, headers: Record<string, string> = operator.headers) {
  const response = await portal.app.inject({
    ...{ method: 'POST', url, payload: Buffer.from(content as string) },
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  return { status: response.statusCode, body: response.json() as Reply & Errors };
}
const preview = async (path: string, content: string | Uint8Array, name = 'prices.csv') =>
  (await send<{ priceListPreview: Preview }>(`${path}/file/preview?fileName=${name}`, content)).body.priceListPreview;
const save = (path: string, content: string | Uint8Array, { name = 'prices.csv', fingerprint = '' } = {}) =>
  send<{ priceChange: Saved }>(`${path}/file?fileName=${name}&fingerprint=${fingerprint}`, content);
const reasons = ({ refusals }: Preview) => refusals.map(({ line, reason }) => `${line}: ${reason}`);
const csv = (...rows: (string | number | null)[][]) =>
  rows
    .map((row) => row.map((cell) => (cell === null ? '' : /[";\n]/.test(String(cell)) ? `"${cell}"` : cell)).join(';'))
    .join('\n');
const HEADINGS = ['SKU', 'Product', 'Own price', 'On the catalogue', 'First day', 'Last day'];

/** The rows of an export, the first of which has the headings. */
async function download(url: string): Promise<unknown[][]> {
  const response = await portal.app.inject({ url, headers: operator.headers });
  expect(response.statusCode).toBe(200);
  return (await readXlsx(response.rawPayload)).sheets[0]?.rows ?? [];
}
const upload = async (rows: unknown[][]) => await writeXlsx({ sheets: [{ name: 'Prices', rows: rows as never }] });
const ownPrices = async (productId: number) =>
  (
    await sql<{ price: number | null; percent: number | null }>`
      select overridden_price_minor::int as price, price_percent::float8 as percent from product_organisation
      where organisation_id = ${HALLAM} and product_id = ${productId}`.execute(portal.db)
  ).rows[0];
const scheduledOf = async (productId: number) =>
  (
    await sql<{ state: string; price: number | null; startsOn: string }>`
      select state, price_minor::int as price, starts_on::text as "startsOn" from scheduled_price
      where product_id = ${productId} and state in ('coming', 'active') order by starts_on`.execute(portal.db)
  ).rows;

const CALLS = {
  client: ['POST /api/operator/organisations/:id/prices/file/preview', 'POST /api/operator/organisations/:id/prices/file'],
  catalogue: [
    'GET /api/operator/prices/exporttoexcel',
    'POST /api/operator/prices/file/preview',
    'POST /api/operator/prices/file',
    'POST /api/operator/prices/changes/:changeId/undo',
  ],
};

describe(`the price list of a client: ${CALLS.client.join(', ')}`, () => {
  it('is exported, changed and uploaded: only what was changed changes, and undo brings it back', async () => {
    const [today, percent, same] = [
      await aProduct({ range: { overridden_price_minor: 2500 } }),
      await aProduct(),
      await aProduct({ range: { price_percent: 10 } }),
    ];
    const coming = csv(HEADINGS, [same.sku, '', '27,75', '', inDays(5), inDays(9)]);
    expect((await save(CLIENT, coming)).body.priceChange).toMatchObject({ changed: 1 });
    const rows = await download(`${CLIENT}/exporttoexcel`);
    const headings = rows[0] as string[];
    const unchanged = await upload(rows);
    expect(await preview(CLIENT, unchanged, 'prices.xlsx')).toMatchObject({ changed: 0, refused: 0 });
    const at = (heading: string) => headings.indexOf(heading);
    for (const row of rows) {
      if (row[at('SKU')] === today.sku) row[at('Own price')] = 26.5;
      if (row[at('SKU')] === percent.sku) row[at('On the catalogue')] = -0.05;
      if (row[at('SKU')] === same.sku && row[at('First day')]) row[at('Own price')] = 28;
    }
    const changed = await upload(rows);
    const shown = await preview(CLIENT, changed, 'prices.xlsx');
    expect(
      shown.changes.map(({ before, after, startsOn, lastOn, replaces }) => [before, after, startsOn, lastOn, replaces]),
    ).toEqual(
      expect.arrayContaining([
        [{ price: 25, percent: null }, { price: 26.5, percent: null }, inDays(0), null, false],
        [{ price: null, percent: null }, { price: null, percent: -5 }, inDays(0), null, false],
        [{ price: 27.75, percent: null }, { price: 28, percent: null }, inDays(5), inDays(9), true],
      ]),
    );
    expect([shown.changed, shown.refused]).toEqual([3, 0]);
    const { fingerprint } = shown;
    const saved = await save(CLIENT, changed, { name: 'prices.xlsx', fingerprint });
    expect([saved.status, saved.body.priceChange]).toMatchObject([200, { changed: 3, refusals: [] }]);
    expect([await ownPrices(today.id), await ownPrices(percent.id)]).toEqual([
      { price: 2650, percent: null },
      { price: null, percent: -5 },
    ]);
    expect(await scheduledOf(same.id)).toEqual([{ state: 'coming', price: 2800, startsOn: inDays(5) }]);
    // What was seen has been done: the file would change nothing any more.
    expect(await save(CLIENT, changed, { name: 'prices.xlsx', fingerprint })).toMatchObject({
      status: 409,
      body: { code: 'changed' },
    });

    const undone = await operator.post(`${CLIENT}/changes/${saved.body.priceChange.id}/undo`, {});
    expect(undone.body).toMatchObject({ priceChange: { changed: 3, unchanged: 0 } });
    expect(await ownPrices(today.id)).toEqual({ price: 2500, percent: null });
    expect(await scheduledOf(same.id)).toEqual([{ state: 'coming', price: 2775, startsOn: inDays(5) }]);
    await applyIn(6);
    expect(await ownPrices(same.id)).toEqual({ price: 2775, percent: null });
  });

  it('says of each row that cannot be used why, and saves the others', async () => {
    const [one, two, three, four] = [await aProduct(), await aProduct(), await aProduct(), await aProduct()];
    await save(CLIENT, csv(HEADINGS, [three.sku, '', 20, '', inDays(10), inDays(20)]));
    const file = csv(
      HEADINGS,
      [one.sku, '', 20, '', inDays(-1), ''],
      [one.sku, '', 21, '', inDays(1), inDays(3)],
      [one.sku, '', 22, '', inDays(3), inDays(5)],
      ['UNKNOWN-1', '', 20, '', '', ''],
      [two.sku, '', 20, '', '', ''],
      [two.sku, '', 21, '', '', ''],
      [three.sku, '', 21, '', inDays(20), inDays(25)],
      [three.sku, '', 22, '', inDays(21), inDays(25)],
      [three.sku, '', '€ 22.00', '', '', ''],
      [four.sku, '', 'much', '', '', ''],
      [four.sku, '', 20, '10%', '', ''],
      [four.sku, '', '', '7', '', ''],
      [four.sku, '', 20, '', 'soon', ''],
      [four.sku, '', 20, '', inDays(3), inDays(2)],
      ['', '', 20, '', '', ''],
      [four.sku, '', '1.234,5', '', '', ''],
      [four.sku, '', -1, '', '', ''],
    );
    const shown = await preview(CLIENT, file);
    expect(reasons(shown)).toEqual([
      '2: The first day has passed. A price can’t begin in the past.',
      '3: Line 4 has another price on the same days.',
      '4: Line 3 has another price on the same days.',
      '5: There is no product with this SKU whose prices you can change.',
      '6: Line 7 sets the same price. Keep one of them.',
      '7: Line 6 sets the same price. Keep one of them.',
      '8: Line 9 has another price on the same days.',
      '9: Line 8 has another price on the same days.',
      '10: The prices are in GBP, not in €.',
      '11: “much” is no price. Enter an amount from 0 to 1,000,000, such as 12.50.',
      '12: Enter a price or a percentage, not both.',
      '13: “7” is no percentage. Enter one with its sign, such as 7.5% or −10%.',
      '14: “soon” is no first day. Enter one such as 2027-04-01.',
      '15: The last day is before the first.',
      '16: The SKU is missing.',
      '17: “1.234,5” is no price. Enter an amount from 0 to 1,000,000, such as 12.50.',
      '18: “-1” is no price. Enter an amount from 0 to 1,000,000, such as 12.50.',
    ]);
    const touching = csv(
      HEADINGS,
      [three.sku, '', 21, '', inDays(20), inDays(25)],
      [four.sku, '', '12,50', '', inDays(1), inDays(3)],
      [four.sku, '', '£13', '', inDays(4), inDays(5)],
      [one.sku, '', 29, '', '', ''],
    );
    const { body } = await save(CLIENT, touching);
    expect(body.priceChange).toMatchObject({
      changed: 3,
      refusals: [{ count: 1, reason: 'Another price applies on these days. Cancel it first, or choose other days.' }],
    });
    expect((await scheduledOf(four.id)).map(({ price }) => price)).toEqual([1250, 1300]);
    expect(await ownPrices(one.id)).toEqual({ price: 2900, percent: null });
  });

  it('leaves prices whose cells are empty, and clears those that say “Catalogue”', async () => {
    const [left, cleared] = [
      await aProduct({ range: { overridden_price_minor: 2500 } }),
      await aProduct({ range: { overridden_price_minor: 2500 } }),
    ];
    const file = csv(HEADINGS, [left.sku, '', '', '', '', ''], [cleared.sku, '', 'Catalogue', '', '', '']);
    expect(await preview(CLIENT, file)).toMatchObject({ rows: 2, changed: 1, empty: 1, refused: 0 });
    await save(CLIENT, file);
    expect([await ownPrices(left.id), await ownPrices(cleared.id)]).toEqual([
      { price: 2500, percent: null },
      { price: null, percent: null },
    ]);
  });

  it('tells products with one SKU apart by their names', async () => {
    const sku = `STYLE-${Date.now()}`;
    const [women, men] = [await aProduct(), await aProduct()];
    for (const [{ id }, name] of [
      [women, 'Women’s shirt'],
      [men, 'Men’s shirt'],
    ] as const)
      await sql`update product set sku = ${sku}, name = ${name} where id = ${id}`.execute(portal.db);
    const file = csv(HEADINGS, [sku, 'men’s  SHIRT', 20, '', '', ''], [sku, '', 21, '', inDays(1), '']);
    expect(reasons(await preview(CLIENT, file))).toEqual([
      '3: Several products have this SKU. Enter the product’s name as well, as in the catalogue.',
    ]);
    await save(CLIENT, file);
    expect([await ownPrices(women.id), await ownPrices(men.id)]).toMatchObject([{ price: null }, { price: 2000 }]);
  });

  it('has amounts in the client’s currency, and no percentages where the catalogue has another one', async () => {
    const product = await aProduct();
    await sql`update organisation set currency_code = 'EUR' where id = ${HALLAM}`.execute(portal.db);
    const file = csv(
      [...HEADINGS, 'Currency'],
      [product.sku, '', '', '10%', '', '', ''],
      [product.sku, '', 20, '', '', '', 'GBP'],
    );
    const shown = await preview(CLIENT, file);
    expect(reasons(shown)).toEqual([
      expect.stringMatching(/^2: The catalogue’s prices are in GBP, those of .+ are not\. Enter an amount\.$/),
      '3: The prices are in EUR, not in GBP.',
    ]);
    await save(CLIENT, csv(HEADINGS, [product.sku, '', '20 €', '', '', '']));
    expect(await ownPrices(product.id)).toMatchObject({ price: 2000 });
    await sql`update organisation set currency_code = 'GBP' where id = ${HALLAM}`.execute(portal.db);
  });

  it('is refused where it is no price list, where the client sets its own prices, and for clients of other brands', async () => {
    const errors = async (path: string, content: string) => {
      const { status, body } = await send<object>(`${path}/file/preview?fileName=prices.csv`, content);
      return [status, Object.values(body.errors ?? {})[0]?.[0]];
    };
    expect(await errors(CLIENT, '')).toEqual([422, 'The file is empty.']);
    expect(await errors(CLIENT, 'Name;Price\nPolo;20')).toEqual([
      422,
      'The file has no column “SKU”. Its first line must have the headings of the columns.',
    ]);
    expect(await errors(CLIENT, 'SKU;Name\nPL-1;Polo')).toEqual([422, 'The file has no column “Price”.']);
    await sql`update organisation set keeps_own_prices = true where id = ${HALLAM}`.execute(portal.db);
    expect((await errors(CLIENT, csv(HEADINGS, ['X', '', 1, '', '', ''])))[0]).toBe(409);
    await sql`update organisation set keeps_own_prices = false where id = ${HALLAM}`.execute(portal.db);
    expect((await errors('/api/operator/organisations/999999/prices', csv(HEADINGS, ['X', '', 1, '', '', ''])))[0]).toBe(404);
  });
});

describe(`the price list of the catalogue: ${CALLS.catalogue.join(', ')}`, () => {
  const catalogueOf = async (productId: number) =>
    (
      await sql<{ price: number; sizes: Record<string, number | null> }>`
        select price_minor::int as price, (select json_object_agg(c.description, c.overridden_price_minor) from combination c where c.product_id = p.id) as sizes
        from product p where p.id = ${productId}`.execute(portal.db)
    ).rows[0];

  it('has a row for each product and variant, and changes those that were changed until the change is undone', async () => {
    const product = await aProduct({ sizes: ['S', 'XL'] });
    const rows = await download(`${CATALOGUE}/exporttoexcel`);
    expect(await preview(CATALOGUE, await upload(rows), 'prices.xlsx')).toMatchObject({ changed: 0, refused: 0 });
    const headings = rows[0] as string[];
    const at = (heading: string) => headings.indexOf(heading);
    const large = product.combinations.get('XL')?.sku;
    for (const row of rows) {
      if (row[at('SKU')] === product.sku && row[at('For')] === 'Product') row[at('Price')] = 32;
      if (row[at('SKU')] === large && row[at('For')] === 'Variant') row[at('Price')] = 35;
    }
    const file = await upload(rows);
    const { fingerprint, changed } = await preview(CATALOGUE, file, 'prices.xlsx');
    expect(changed).toBe(2);
    const { body } = await save(CATALOGUE, file, { name: 'prices.xlsx', fingerprint });
    expect(await catalogueOf(product.id)).toMatchObject({ price: 3200, sizes: { S: null, XL: 3500 } });
    const events = await sql<{ n: number }>`
      select count(*)::int as n from audit_event where action = 'product.price-changed' and subject_id = ${String(product.id)}`.execute(
      portal.db,
    );
    expect(events.rows[0]?.n).toBe(2);

    await save(CATALOGUE, csv(['SKU', 'For', 'Price'], [large ?? '', 'Variant', 'Product']));
    expect(await catalogueOf(product.id)).toMatchObject({ price: 3200, sizes: { S: null, XL: null } });
    const undo = () => operator.post(`${CATALOGUE}/changes/${body.priceChange.id}/undo`, {});
    // The size has been changed again since, and stays.
    expect((await undo()).body).toMatchObject({ priceChange: { changed: 1, unchanged: 1 } });
    expect(await catalogueOf(product.id)).toMatchObject({ price: 3000, sizes: { S: null, XL: null } });
    expect((await undo()).status).toBe(404);
  });

  it('undoes a price that was set on the page of a product', async () => {
    const product = await aProduct();
    const { body } = await operator.post<'POST /api/operator/products/:id/prices'>(
      `/api/operator/products/${product.id}/prices`,
      {
        price: 40,
      },
    );
    expect((await operator.post(`${CATALOGUE}/changes/${body.priceChangeId}/undo`, {})).status).toBe(200);
    expect(await catalogueOf(product.id)).toMatchObject({ price: 3000 });
  });

  it('refuses percentages, a product without a price, and products that other brands’ clients buy', async () => {
    const [own, shared] = [await aProduct({ sizes: ['S', 'M'] }), await aProduct({ organisationIds: [MERIDIAN, HALLAM] })];
    const file = csv(
      ['SKU', 'For', 'Price', 'Percent'],
      [own.sku, 'Product', 'Product', ''],
      [own.combinations.get('S')?.sku ?? '', '', '', '10%'],
    );
    expect(reasons(await preview(CATALOGUE, file))).toEqual([
      '2: The product itself needs a price. Only a variant can use the product’s price.',
      '3: Catalogue prices have no percentage. Enter an amount.',
    ]);
    const { rows } = await sql<{ id: number }>`select brand_id as id from organisation where id = ${HALLAM}`.execute(portal.db);
    const limited = await portal.asOperator({ brandIds: [rows[0]?.id as number] });
    const list = csv(['SKU', 'Price'], [shared.sku, 20], [own.sku, 21]);
    const reply = await send<{ priceChange: Saved }>(`${CATALOGUE}/file?fileName=prices.csv`, list, limited.headers);
    expect(reply.body.priceChange).toMatchObject({
      changed: 1,
      refusals: [
        { count: 1, reason: expect.stringMatching(/^Organisations of brands that you do not work for buy this product too/) },
      ],
    });
    expect([(await catalogueOf(shared.id))?.price, (await catalogueOf(own.id))?.price]).toEqual([3000, 2100]);
    const ofShared = await operator.post<'POST /api/operator/products/:id/prices'>(`/api/operator/products/${shared.id}/prices`, {
      price: 40,
    });
    expect((await limited.post(`${CATALOGUE}/changes/${ofShared.body.priceChangeId}/undo`, {})).status).toBe(403);
    const elsewhere = await portal.asOperator({ brandIds: [] });
    expect((await elsewhere.post(`${CATALOGUE}/changes/${ofShared.body.priceChangeId}/undo`, {})).status).toBe(404);
    expect((await catalogueOf(shared.id))?.price).toBe(4000);
  });
});
