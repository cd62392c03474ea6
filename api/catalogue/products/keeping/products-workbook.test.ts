import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCatalogue } from '#api/catalogue/import/shopify/import-catalogue.actions.ts';
import type { ReportEntry } from '#api/catalogue/import/shopify/report.rules.ts';
import { streamWorkbook } from '#api/platform/workbook/workbook.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

type Cell = string | number | boolean | null;
type Row = Record<string, Cell>;

const PATH = '/api/operator/products/exporttoexcel';
const portal = usePortal();
let operator: TestOperatorClient;
let folder: string;

beforeAll(async () => {
  operator = await portal.asOperator();
  folder = await mkdtemp(join(tmpdir(), 'livery-workbook-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function download(query = '', client = operator) {
  const response = await portal.app.inject({ url: `${PATH}${query}`, headers: client.headers });
  expect(response.statusCode).toBe(200);
  return response;
}

/** The rows of the export by heading, read with another library. */
async function exported(query = ''): Promise<Row[]> {
  const [sheet] = (await readXlsx((await download(query)).rawPayload)).sheets;
  const [headings = [], ...rows] = sheet?.rows ?? [];
  return rows.map((cells) => Object.fromEntries(headings.map((heading, at) => [String(heading), (cells[at] as Cell) ?? null])));
}

/** Saves rows as a spreadsheet program would, and imports them. */
async function imported(rows: readonly Row[], dryRun = false) {
  const headings = Object.keys(rows[0] ?? {});
  const columns = headings.map((header) => ({ header, width: 10, value: (row: Row) => row[header] ?? null }));
  return importBytes(await buffer(streamWorkbook({ name: 'Products', columns, rows })), dryRun);
}

async function importBytes(bytes: Buffer, dryRun = false) {
  const file = join(folder, `${randomUUID()}.xlsx`);
  await writeFile(file, bytes);
  const entries: ReportEntry[] = [];
  const onEntry = (entry: ReportEntry) => void entries.push(entry);
  const result = await importCatalogue(portal.db, { file, organisationId: null, dryRun, strict: false, onEntry });
  return {
    ...result,
    changes: entries.filter(({ outcome }) => !['unchanged', 'ignored', 'warning'].includes(outcome)).map(({ text }) => text),
    warnings: entries.filter(({ outcome }) => outcome === 'warning').map(({ text }) => text),
  };
}

const aWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const aProduct = (overrides: CatalogueProductOverrides) => aCatalogueProduct(portal.db, overrides);
const run = (query: ReturnType<typeof sql>) => query.execute(portal.db);
const stored = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from product where id = ${id}`.execute(portal.db)).rows[0] ?? {};

/** A product with two sizes, alone in the list of its word. */
async function aListedProduct(overrides: CatalogueProductOverrides['product'] = {}) {
  const word = aWord();
  const { id } = await aProduct({ product: { name: `Tunic ${word}`, ...overrides }, sizes: ['M', 'L'] });
  const rows = await exported(`?searchTerm=${word}`);
  expect(rows).toHaveLength(2);
  const [first = {}, second = {}] = rows;
  return { id, word, first, second };
}

describe('the workbook of the catalogue', () => {
  it('read again changes nothing, for every product of the demonstration', async () => {
    const response = await download();
    expect(response.headers['x-filename']).toMatch(/^products-\d{8}\.xlsx$/);
    const { summary, changes, warnings } = await importBytes(response.rawPayload);
    expect({ changes, warnings }).toEqual({ changes: [], warnings: [] });
    expect(summary).toMatchObject({ products: { created: 0, changed: 0, refused: 0 }, rowsWritten: 0 });
    expect(summary.products.unchanged).toBeGreaterThan(50);
    expect(summary.variants.unchanged).toBeGreaterThan(500);
  });

  it('has the products of the list, with codes as texts and nothing that could be a formula', async () => {
    const word = aWord();
    await aProduct({ product: { name: `=Tunic ${word}`, sku: '007' }, sizes: ['M', '+XL'] });
    const rows = await exported(`?searchTerm=${word}`);
    expect(rows.map((row) => row['Value 1'])).toEqual(['M', "'+XL"]);
    expect(rows[0]).toMatchObject({ Name: `'=Tunic ${word}`, 'Product SKU': '007', Status: 'On sale', Discontinued: 'No' });
    expect(rows[1]).toMatchObject({ Name: null, Handle: rows[0]?.Handle });
    expect((await imported(rows)).changes).toEqual([]);
    expect(await exported(`?searchTerm=${word}&state=draft`)).toEqual([]);
  });

  it('with three changed cells has exactly these three differences', async () => {
    const { id, first, second } = await aListedProduct({ price_minor: 1000 });
    const changed = [
      { ...first, 'Lead time in days': 12, 'Own price': 12.5 },
      { ...second, Discontinued: 'yes' },
    ];
    const tried = await imported(changed, true);
    expect(tried.changes).toEqual(['lead time; M: variant price → 12.50', 'L: discontinued']);
    expect((await stored(id)).lead_time_days).toBeNull();
    expect((await imported(changed)).summary.products).toMatchObject({ changed: 1 });
    expect(
      (
        await run(
          sql`select overridden_price_minor as price, discontinued from combination where product_id = ${id} order by display_order, id`,
        )
      ).rows,
    ).toEqual([
      { price: 1250, discontinued: false },
      { price: null, discontinued: true },
    ]);
    expect((await imported(changed)).summary).toMatchObject({ products: { unchanged: 1 }, rowsWritten: 0 });
  });

  it('changes all that can be changed of a product, and an empty cell empties its field', async () => {
    const { id, word, first, second } = await aListedProduct({ price_minor: 1000 });
    await run(sql`insert into category (name) values (${`Top ${word}`}), (${`Other ${word}`})`);
    await run(
      sql`insert into category (name, parent_id) select ${`Sub ${word}`}, id from category where name = ${`Top ${word}`}`,
    );
    await run(sql`insert into size_guide (name) values (${`Guide ${word}`})`);
    const filled = {
      Name: `Smock ${word}`,
      'Product SKU': 'SMK',
      Status: 'draft',
      'Short description': 'Short.',
      Description: '<p>Long <script>x()</script></p>\n<p>text</p>',
      Categories: `Top ${word} > Sub ${word}; Other ${word}`,
      Brand: 'Northway',
      'Part number': 'N-1',
      'Product price': '1.299,50',
      'Price on request': 'yes',
      'Tax exempt': 'yes',
      'Minimum quantity': 2,
      'Maximum quantity': 20,
      'Allowed quantities': '10, 2',
      'Stock is counted': 'no',
      'Back orders': 'Allowed',
      'Lead time in days': 5,
      'Made to order': 'yes',
      'Wear life in months': 24,
      'Provided by the employer': 'protective Equipment',
      'Size guide': `guide ${word}`,
      UNSPSC: '53102700',
      Unit: 'Pair',
      'Weight in grams': 250,
    };
    expect((await imported([{ ...first, ...filled }, second])).summary.products).toMatchObject({ changed: 1 });
    const product = await stored(id);
    expect(product).toMatchObject({
      name: `Smock ${word}`,
      sku: 'SMK',
      published: false,
      discontinued: false,
      short_description: 'Short.',
      vendor: 'Northway',
      manufacturer_part_number: 'N-1',
      price_minor: 129_950,
      call_for_price: true,
      is_tax_exempt: true,
      order_minimum_quantity: 2,
      order_maximum_quantity: 20,
      allowed_quantities: [2, 10],
      manages_stock: false,
      backorder_mode: 1,
      lead_time_days: 5,
      is_made_to_order: true,
      wear_life_months: 24,
      necessity: 'protective',
      unspsc_code: '53102700',
      unit_of_measure: 'PR',
      weight_grams: 250,
    });
    expect(product.full_description).not.toContain('script');
    expect(product.size_guide_id).not.toBeNull();
    const [again = {}, other = {}] = await exported(`?searchTerm=${word}`);
    expect(again['Provided by the employer']).toBe('Protective equipment');
    expect(again.Categories).toBe(`Other ${word}; Top ${word} > Sub ${word}`);

    const emptied = Object.fromEntries(Object.keys(filled).map((heading) => [heading, null]));
    const { Status: _, Name: __, ...empty } = emptied;
    const { changes } = await imported([{ ...again, ...empty }, other]);
    expect(changes[0]).toContain('lead time');
    expect(await stored(id)).toMatchObject({
      name: `Smock ${word}`,
      sku: null,
      short_description: null,
      full_description: null,
      price_minor: 0,
      call_for_price: false,
      order_minimum_quantity: 1,
      order_maximum_quantity: 10_000,
      allowed_quantities: [],
      lead_time_days: null,
      wear_life_months: null,
      necessity: null,
      size_guide_id: null,
      unspsc_code: null,
      unit_of_measure: 'EA',
    });
    expect((await run(sql`select category_id from product_category where product_id = ${id}`)).rows).toEqual([]);
  });

  it('without columns or rows leaves what they would say', async () => {
    const { id, first, second } = await aListedProduct({ lead_time_days: 7 });
    const { Handle, 'Variant ID': variant, 'Own price': __, Name: ___ } = second;
    const { changes } = await imported([{ Handle: Handle ?? '', 'Variant ID': variant ?? 0, 'Own price': 9.5 }]);
    expect(changes).toEqual(['L: variant price → 9.50']);
    const { 'Attribute 1': _, 'Value 1': ____, ...withoutValues } = first;
    expect((await imported([{ ...withoutValues, GTIN: '4006381333931' }])).changes).toEqual(['M: barcode']);
    const { changes: refused } = await imported([{ ...withoutValues, 'Variant ID': null, SKU: 'OTHER' }]);
    expect(refused).toEqual(['the variant OTHER is new, and the file has no columns for its values']);
    expect(await stored(id)).toMatchObject({ lead_time_days: 7, published: true });
    expect((await run(sql`select discontinued from combination where product_id = ${id}`)).rows).toEqual([
      { discontinued: false },
      { discontinued: false },
    ]);
  });

  it('adds a variant in a new row, and a product in new rows', async () => {
    const { id, first, second, word } = await aListedProduct();
    const added = { ...second, 'Variant ID': null, 'Variant version': null, 'Value 1': 'XL', SKU: `${word}-XL` };
    const fresh = {
      ...Object.fromEntries(Object.keys(first).map((heading) => [heading, null])),
      Handle: `new-${word}`,
      Name: `New ${word}`,
      Status: 'On sale',
      'Product price': 20,
      'Attribute 1': 'Colour',
      'Value 1': 'Navy',
      SKU: `${word}-N`,
    };
    const { summary, changes } = await imported([first, second, added, fresh]);
    expect(changes).toEqual([expect.stringContaining('XL'), expect.stringContaining(`New ${word}`)]);
    expect(summary).toMatchObject({ products: { created: 1, changed: 1 }, variants: { created: 2, unchanged: 2 } });
    const rows = await exported(`?searchTerm=${word}`);
    expect(rows.filter((row) => row['Product ID'] === id).map((row) => row['Value 1'])).toEqual(['M', 'L', 'XL']);
    expect((await imported(rows)).summary).toMatchObject({ products: { unchanged: 2 }, rowsWritten: 0 });
  });

  it('has a product without attributes, and one without variants, in one row each', async () => {
    const word = aWord();
    const { id } = await aProduct({ product: { name: `Cap ${word}` } });
    const { body } = await operator.post<'POST /api/operator/products'>('/api/operator/products', {
      name: `Bare ${word}`,
      sku: word,
    });
    const rows = await exported(`?searchTerm=${word}`);
    expect(rows.map((row) => [row.Name, row['Attribute 1']])).toEqual([
      [`Bare ${word}`, null],
      [`Cap ${word}`, null],
    ]);
    expect((await imported(rows)).summary).toMatchObject({ products: { unchanged: 2 }, rowsWritten: 0 });
    const [bare = {}, cap = {}] = rows;
    const twice = { ...cap, 'Variant ID': null, SKU: `${word}-2` };
    const { changes } = await imported([{ ...bare, Brand: 'Northway' }, cap, twice]);
    expect(changes).toEqual([
      'vendor',
      'lines 3 and 4 are the same product, and have no values that tell them apart',
      'lines 3 and 4 are the same product, and have no values that tell them apart',
    ]);
    expect(await stored(body.product.id)).toMatchObject({ vendor: 'Northway' });
    expect((await run(sql`select sku from combination where product_id = ${id}`)).rows).toHaveLength(1);
  });

  it('is refused where someone has changed the same since, and only there', async () => {
    const { id, first, second } = await aListedProduct({ lead_time_days: 7 });
    await run(sql`update product set lead_time_days = 9, short_description = 'Newer' where id = ${id}`);
    await run(sql`update combination set overridden_price_minor = 700 where id = ${second['Variant ID']}`);
    const refused = await imported([
      { ...first, 'Lead time in days': 8 },
      { ...second, 'Own price': 8 },
    ]);
    expect(refused.changes[0]).toBe(
      `it was changed after this workbook was exported: short description, lead time, own price of ${second.SKU}; export it again`,
    );
    expect(await stored(id)).toMatchObject({ lead_time_days: 9 });
    const { 'Short description': _, 'Lead time in days': __, 'Own price': ___, ...rest } = first;
    expect((await imported([{ ...rest, Brand: 'Other' }])).changes).toEqual(['vendor']);
  });

  it.each([
    ['Status', 'gone', 'Status: "gone" is none of Draft, On sale, Discontinued'],
    ['Name', null, 'Name: a product needs a name'],
    [
      'Provided by the employer',
      'perhaps',
      'Provided by the employer: "perhaps" is none of No, Protective equipment, Required at work',
    ],
    ['Made to order', 'maybe', 'Made to order: "maybe" is neither yes nor no'],
    ['Lead time in days', 1.5, 'Lead time in days: "1.5" is not a whole number from 1 to 730'],
    ['Maximum quantity', 0, 'Maximum quantity: "0" is not a whole number from 1 to 100,000'],
    ['Minimum quantity', 20_000, 'the maximum quantity must be at least 20000, the minimum'],
    ['Allowed quantities', '5; 20000', 'each allowed quantity must be from 1 to 10000'],
    ['UNSPSC', '531', 'UNSPSC: a UNSPSC code has 8 digits'],
    ['Unit', 'Box', 'Unit: "Box" is none of Piece, Pair, Set, Pack'],
    ['Size guide', 'None such', 'there is no size guide "None such"'],
    ['Categories', 'None > such', 'there is no category "None > such"'],
    ['Short description', 'x'.repeat(501), 'Short description: it is longer than 500 characters'],
    ['Product price', 'cheap', 'Product price: the price "cheap" is not a number'],
    ['Product price', 0, 'it has no price; leave the price on request until it has one'],
    ['Product ID', 1, 'its handle and SKUs are not those of the product with the ID 1'],
    ['GTIN', '4006381333932', 'barcode "4006381333932" has an invalid check digit'],
    ['SKU', null, 'a variant needs a SKU'],
    ['Variant ID', 1, 'it has no variant with the ID 1 any more'],
    ['Value 1', 'L', 'the variant "L" is already on line 2'],
    ['Attribute 1', 'Colour', 'Attribute 1 is "Test size" here and "Colour" in another row of the product'],
    ['Value 1', null, 'the value of "Test size" is missing'],
  ])('with %s %j is refused and changes nothing', async (heading, value, reason) => {
    const { id, first, second } = await aListedProduct();
    const before = await stored(id);
    const { changes, summary } = await imported([{ ...first, [heading]: value }, second]);
    expect(changes.join('\n')).toContain(reason);
    expect(summary).toMatchObject({ products: { refused: 1, changed: 0 }, rowsWritten: 0 });
    expect(await stored(id)).toEqual(before);
  });
});

describe('GET /api/operator/products/exporttoexcel', () => {
  it('has only products that the operator sees, and needs the right to read them', async () => {
    const word = aWord();
    await aProduct({ product: { name: `Tunic ${word}` }, sizes: ['M'] });
    const stranger = await portal.asOperator({ brandIds: [3] });
    const [sheet] = (await readXlsx((await download(`?searchTerm=${word}`, stranger)).rawPayload)).sheets;
    expect(sheet?.rows).toHaveLength(1);
    const clerk = await portal.asOperator({ rights: ['accounts'] });
    expect((await portal.app.inject({ url: PATH, headers: clerk.headers })).statusCode).toBe(403);
  });
});
