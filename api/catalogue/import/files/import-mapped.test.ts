import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseHandle, openDatabase, runInTransaction } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { type ImportOptions, importCatalogue } from '../shopify/import-catalogue.actions.ts';
import type { ReportEntry } from '../shopify/report.rules.ts';
import type { ColumnMapping } from './column-mapping.rules.ts';
import { findLayout, keepLayout } from './file-layouts.queries.ts';
import { inspectProductFile } from './product-file.ts';

const SANMAR = join(import.meta.dirname, 'fixtures/sanmar-sdl.csv');
let database: TestDatabase;
let handle: DatabaseHandle;
let folder: string;
let mapping: ColumnMapping;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-mapped-'));
  database = await createTestDatabase();
  handle = openDatabase(database.ownerUrl, { poolSize: 2, statementTimeoutMs: 60_000 });
  mapping = JSON.parse(await readFile(join(import.meta.dirname, 'fixtures/sanmar-sdl.mapping.json'), 'utf8')) as ColumnMapping;
});
afterAll(async () => {
  await handle.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function run(file: string, options: Partial<ImportOptions> = {}) {
  const entries: ReportEntry[] = [];
  const result = await importCatalogue(handle.db, {
    file,
    organisationId: null,
    dryRun: false,
    strict: false,
    onEntry: (entry) => entries.push(entry),
    ...options,
  });
  const lines = (outcome: ReportEntry['outcome']) =>
    entries.filter((entry) => entry.outcome === outcome).map(({ line, text }) => `${line}: ${text}`);
  return { ...result, lines };
}

async function save(text: string): Promise<string> {
  const path = join(folder, 'list.csv');
  await writeFile(path, text);
  return path;
}

const all = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(handle.db)).rows;

describe('SanMar’s SDL file', () => {
  test('is recognised by its columns', async () => {
    const found = await inspectProductFile(SANMAR);
    expect(found.mapping).toEqual(mapping);
    expect(found.unused).toContain('PMS_COLOR');
  });

  test('is tried without writing, imported by mapping alone, and unchanged the second time', async () => {
    const counts = { created: 2, changed: 0, unchanged: 0, refused: 0, ignored: 0 };
    const tried = await run(SANMAR, { mapping, dryRun: true });
    expect(tried.summary).toMatchObject({ products: counts, variants: { created: 7 }, rows: 7, rowsRefused: 0 });
    expect(await all(sql`select id from product where handle in ('k500', 'pc54')`)).toEqual([]);

    const done = await run(SANMAR, { mapping });
    expect(done.summary.products).toEqual(counts);
    expect(
      await all(sql`
        select p.handle, p.sku, p.name, p.vendor, p.price_minor, p.weight_grams, p.published,
          (select array_agg(v.name order by v.display_order) from product_attribute pa join attribute a on a.id = pa.attribute_id
            join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id and a.role = 'colour') as colours,
          (select array_agg(v.name order by v.display_order) from product_attribute pa join attribute a on a.id = pa.attribute_id
            join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id and a.role = 'size') as sizes
        from product p where p.handle in ('k500', 'pc54') order by p.handle`),
    ).toEqual([
      {
        handle: 'k500',
        sku: 'K500',
        name: 'Port Authority Silk Touch Polo. K500',
        vendor: 'Port Authority',
        price_minor: 1298,
        weight_grams: 276,
        published: true,
        colours: ['Black', 'Navy'],
        sizes: ['L', 'XL', '3XL'],
      },
      {
        handle: 'pc54',
        sku: 'PC54',
        name: 'Port & Company Core Cotton Tee. PC54',
        vendor: 'Port Authority',
        price_minor: 329,
        weight_grams: 276,
        published: true,
        colours: ['Athletic Heather', 'Jet Black'],
        sizes: ['XS', 'S'],
      },
    ]);
    expect(
      await all(
        sql`select sku, gtin, overridden_price_minor as price from combination where sku in ('208284', '208298') order by sku`,
      ),
    ).toEqual([
      { sku: '208284', gtin: '00191265001373', price: null },
      { sku: '208298', gtin: null, price: 1498 },
    ]);

    const again = await run(SANMAR, { mapping });
    expect(again.summary).toMatchObject({ products: { unchanged: 2 }, rowsWritten: 0 });
  });
});

describe('a list of combinations', () => {
  test('says which rows are wrong, and imports the other products', async () => {
    const path = await save(`Code,Name,Colour,Size,SKU,Price
AA1,Alpha,Red,S,AA1-RS,10
AA1,Alpha,Red,S,AA1-RS2,10
BB1,Beta,,,BB1,5.50
CC1,Gamma,Red,,CC1-R,7
CC1,Gamma,Red,M,CC1-RM,7
DD1,Delta,,02-Apr,DD1-1,x
EE1,Epsilon,,02-Apr,EE1-1,3
`);
    const { summary, lines } = await run(path);
    expect(summary.products).toMatchObject({ created: 2, refused: 3 });
    expect(lines('refused')).toEqual([
      '2: not imported because of line 3: a product is imported completely or not at all',
      '3: the variant "Red, S" is already on line 2',
      '5: the value of the option "Size" is missing',
      '6: not imported because of line 5: a product is imported completely or not at all',
      '7: the price "x" is not a number',
    ]);
    expect(lines('warning')).toContain('8: the value "02-Apr" may be a size that a spreadsheet made a date: 2-4 or 4-2');
    expect(
      await all(sql`select p.name, count(v.id)::int as values from product p left join product_attribute pa on pa.product_id = p.id
        left join product_attribute_value v on v.product_attribute_id = pa.id where p.handle in ('bb1', 'ee1') group by p.name order by 1`),
    ).toEqual([
      { name: 'Beta', values: 0 },
      { name: 'Epsilon', values: 1 },
    ]);
  });

  test('keeps the rows of a product together wherever they are', async () => {
    const path = await save('Code;Name;Colour;Price\nZ1;Zeta;Red;1,50\nY1;Eta;Red;2,50\nZ1;Zeta;Blue;1,50\n');
    const { summary } = await run(path);
    expect(summary).toMatchObject({ products: { created: 2 }, variants: { created: 3 } });
    expect(await all(sql`select handle, price_minor from product where handle in ('z1', 'y1') order by 1`)).toEqual([
      { handle: 'y1', price_minor: 250 },
      { handle: 'z1', price_minor: 150 },
    ]);
  });
});

test('what columns mean is remembered for files with the same ones', async () => {
  const header = ['Artikel', 'Farbe ', 'Preis'];
  const chosen: ColumnMapping = { columns: { productCode: 'Artikel', colour: 'Farbe' }, constants: { brand: 'Northway' } };
  expect(await findLayout(handle.db, header)).toBeUndefined();
  await runInTransaction(handle.db, (tx) => keepLayout(tx, header, chosen));
  expect(await findLayout(handle.db, ['PREIS', 'artikel', 'Farbe', ''])).toEqual(chosen);
  expect(await findLayout(handle.db, ['Artikel', 'Farbe'])).toBeUndefined();
  await runInTransaction(handle.db, (tx) => keepLayout(tx, header, { ...chosen, constants: {} }));
  expect(await findLayout(handle.db, header)).toEqual({ ...chosen, constants: {} });
});
