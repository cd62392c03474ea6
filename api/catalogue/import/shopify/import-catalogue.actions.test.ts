import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { type ImportOptions, importCatalogue } from './import-catalogue.actions.ts';
import type { ReportEntry } from './report.rules.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
let database: TestDatabase;
let handle: DatabaseHandle;
let folder: string;
let organisationId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

// Every test has a database of its own, since there is one catalogue in each.
beforeEach(async () => {
  database = await createTestDatabase();
  handle = openDatabase(database.ownerUrl, { poolSize: 2, statementTimeoutMs: 60_000 });
  organisationId = await addClient('Importing');
});
afterEach(async () => {
  await handle.close();
  await database.close();
});

async function addClient(name: string): Promise<number> {
  const [row] = await all<{ id: number }>(sql`
    with brand as (
      insert into brand (name, company_name, canonical_origin) values ('Import ' || gen_random_uuid(), 'Import', 'http://import.example') returning id)
    insert into organisation (brand_id, name) select id, ${name} from brand returning id`);
  return row?.id ?? 0;
}

/** Imports a file of the catalogue, for all clients. */
const CATALOGUE = { organisationId: null };

async function all<T>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await query.execute(handle.db)).rows as T[];
}

async function run(file: string, options: Partial<ImportOptions> = {}) {
  const entries: ReportEntry[] = [];
  const result = await importCatalogue(handle.db, {
    file,
    organisationId,
    dryRun: false,
    strict: false,
    onEntry: (entry) => entries.push(entry),
    ...options,
  });
  const lines = entries
    .filter(({ outcome }) => outcome !== 'warning')
    .map(({ line, outcome, text }) => `${line} ${outcome}: ${text}`);
  return { ...result, entries, lines };
}

async function runText(text: string, options?: Partial<ImportOptions>) {
  const path = join(folder, 'catalogue.csv');
  await writeFile(path, text);
  return run(path, options);
}

const fixture = (name: string) => join(fixtures, name);

/** Every row of the catalogue with the transaction that last wrote it: equal if no row was written. */
function fingerprint() {
  return all(sql`
    select 'product' as t, id::text as k, xmin::text as x from product union all
    select 'category', id::text, xmin::text from category union all
    select 'attribute', id::text, xmin::text from product_attribute union all
    select 'value', id::text, xmin::text from product_attribute_value union all
    select 'combination', id::text, xmin::text from combination union all
    select 'image', id::text, xmin::text from product_image union all
    select 'category of', product_id || ' ' || category_id, xmin::text from product_category union all
    select 'specification of', product_id || ' ' || option_id, xmin::text from product_specification union all
    select 'offer', id::text, xmin::text from product_organisation union all
    select 'level', combination_id::text, xmin::text from stock_level union all
    select 'entry', id::text, xmin::text from stock_entry union all
    select 'listing', organisation_id || ' ' || product_id, xmin::text from product_listing union all
    select 'version', organisation_id::text, xmin::text from listing_version union all
    select 'last import', product_id::text, xmin::text from imported_product union all
    select 'last offer', organisation_id || ' ' || product_id, xmin::text from imported_offer union all
    select 'audit', id::text, xmin::text from audit_event order by 1, 2`);
}

function listing() {
  return all<{ handle: string; price: number | null }>(sql`
    select handle, price_minor as price from product_listing where organisation_id = ${organisationId} order by display_order`);
}

function levels() {
  return all<{ sku: string; on_hand: number; ledger: number; reserved: number; can_oversell: boolean }>(sql`
    select c.sku, s.on_hand, s.reserved, s.can_oversell, coalesce((select sum(on_hand_delta) from stock_entry e where e.combination_id = c.id), 0)::int as ledger
    from stock_level s join combination c on c.id = s.combination_id join product p on p.id = c.product_id
    join product_organisation po on po.product_id = p.id and po.organisation_id = ${organisationId} order by c.sku`);
}

test('lists products with stock only for the organisation', async () => {
  const { summary, organisation, isCommitted } = await run(fixture('old-columns.csv'));
  expect({ organisation, isCommitted }).toEqual({ organisation: 'Importing', isCommitted: true });
  expect(summary.products).toEqual({ created: 2, changed: 0, unchanged: 0, refused: 0, ignored: 1 });
  expect(await listing()).toEqual([
    { handle: 'porter-fleece', price: 3450 },
    { handle: 'lobby-bag', price: 1800 },
  ]);
  expect(await levels()).toMatchObject([
    { sku: 'LB-1', on_hand: 0, ledger: 0, can_oversell: true },
    { sku: 'PF-M-NVY', on_hand: 12, ledger: 12, can_oversell: false },
    { sku: 'PF-S-NVY', on_hand: 8, ledger: 8 },
    { sku: 'PF-XL-HGY', on_hand: 0, ledger: 0 },
  ]);
  const found = await all(
    sql`select handle from product_listing where organisation_id = ${organisationId} and search @@ keyword_query('warm fleece')`,
  );
  expect(found).toEqual([{ handle: 'porter-fleece' }]);
  const flats = await all<{ src: string }>(
    sql`select images -> 0 ->> 'src' as src from product_listing where handle = 'porter-fleece' and organisation_id = ${organisationId}`,
  );
  expect(flats[0]?.src).toBe('/garments/fleece/1f2a44-front.svg');
  expect(
    await all(
      sql`select organisation_id from product_listing where handle = 'porter-fleece' and organisation_id <> ${organisationId}`,
    ),
  ).toEqual([]);
});

test.each([
  'old-columns.csv',
  'new-columns.csv',
  'scattered-handles.csv',
  'prices.csv',
  'hostile.csv',
  'unbalanced-quotes.csv',
  'utf16be.csv',
])('writes no rows when %s is imported again', async (name) => {
  await run(fixture(name));
  const before = await fingerprint();
  const { summary } = await run(fixture(name));
  expect(summary).toMatchObject({ rowsWritten: 0, stockCounts: 0, products: { created: 0, changed: 0 } });
  expect(await fingerprint()).toEqual(before);
});

test('reports the same and writes nothing on a dry run', async () => {
  const before = await fingerprint();
  const dry = await run(fixture('old-columns.csv'), { dryRun: true });
  expect(dry.isCommitted).toBe(false);
  expect(await fingerprint()).toEqual(before);
  const { lines, summary } = await run(fixture('old-columns.csv'));
  expect(dry.lines).toEqual(lines);
  expect(dry.summary).toEqual(summary);
});

test('imports nothing in strict mode when a row is refused', async () => {
  const { isCommitted, summary } = await run(fixture('scattered-handles.csv'), { strict: true });
  expect({ isCommitted, refused: summary.products.refused }).toEqual({ isCommitted: false, refused: 3 });
  expect(await listing()).toEqual([]);
  expect((await run(fixture('old-columns.csv'), { strict: true })).isCommitted).toBe(true);
  await run(fixture('scattered-handles.csv'));
  expect((await listing()).map(({ handle }) => handle)).toEqual([
    'porter-fleece',
    'lobby-bag',
    'alpha',
    'beta',
    'gamma',
    'nobodys-polo',
  ]);
});

test('updates only the differences and reports them by line when the file changes', async () => {
  const original = await readFile(fixture('old-columns.csv'), 'utf8');
  await runText(original);
  const before = new Map((await fingerprint()).map((row) => [JSON.stringify(row), row]));
  const changed = original
    .replace('Porter Fleece', 'Night Porter Fleece')
    .replaceAll('34.50', '35.00')
    .replace('porter-fleece,,,,,,,,XL', 'porter-fleece,,,,,,,,L')
    .replace('PF-XL-HGY', 'PF-L-HGY');
  const { lines, summary } = await runText(changed, CATALOGUE);
  expect(lines).toEqual([
    '2 changed: title "Porter Fleece" → "Night Porter Fleece"; price 34.50 → 35.00',
    '2 changed: XL, Heather Grey/White is no longer in the file and was marked as discontinued',
    '4 unchanged: S, Navy',
    '5 created: L, Heather Grey/White',
    '6 ignored: adds an image',
    '7 unchanged: "Lobby Bag"',
    '8 ignored: gift cards are not imported',
  ]);
  expect(summary.variants).toEqual({ created: 1, changed: 0, unchanged: 3, discontinued: 1 });
  const touched = (await fingerprint()).filter((row) => !before.has(JSON.stringify(row))) as { t: string }[];
  expect(touched.map(({ t }) => t)).toEqual([
    'audit',
    'combination',
    'combination',
    'level',
    'listing',
    'product',
    'value',
    'version',
  ]);
  const sizes = await all<{ name: string }>(sql`
    select v.name from product_attribute_value v join product_attribute a on a.id = v.product_attribute_id join product p on p.id = a.product_id
    join attribute t on t.id = a.attribute_id where p.id in (select product_id from product_organisation where organisation_id = ${organisationId}) and t.role = 'size' and v.name <> 'XL' order by v.display_order`);
  expect(sizes.map(({ name }) => name)).toEqual(['S', 'M', 'L']);

  const back = await runText(original, CATALOGUE);
  expect(back.lines).toContain('5 changed: XL, Heather Grey/White: no longer discontinued');
  expect(await listing()).toMatchObject([{ price: 3450 }, { price: 1800 }]);
});

test('leaves products unchanged when they are not in the file', async () => {
  await run(fixture('old-columns.csv'));
  await run(fixture('hostile.csv'));
  expect((await listing()).map(({ handle }) => handle)).toEqual(['porter-fleece', 'lobby-bag', 'nul-polo']);
});

test('sets stock to what the file counts, and never below what is reserved', async () => {
  const original = await readFile(fixture('old-columns.csv'), 'utf8');
  await runText(original);
  await sql`
    with sold as (select id from combination where sku = 'PF-M-NVY'),
    level as (update stock_level set on_hand = on_hand - 2, reserved = 3 where combination_id in (select id from sold))
    insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta) select id, 'ship', -2, 3 from sold`.execute(
    handle.db,
  );
  const moved = await levels();
  expect(moved[1]).toMatchObject({ on_hand: 10, ledger: 10, reserved: 3 });

  const { lines } = await runText(original);
  expect(lines[0]).toBe('2 changed: M, Navy: stock 10 → 12');
  expect((await levels())[1]).toMatchObject({ on_hand: 12, ledger: 12, reserved: 3 });
  expect((await runText(original)).summary.rowsWritten).toBe(0);
  // Three are reserved, so the quantity cannot be lower.
  await runText(original.replace('shopify,12,deny', 'shopify,1,deny'));
  expect((await levels())[1]).toMatchObject({ on_hand: 3, ledger: 3, reserved: 3 });
});

test('updates overselling when the file changes it', async () => {
  const original = await readFile(fixture('old-columns.csv'), 'utf8');
  await runText(original);
  await runText(original.replaceAll('deny', 'continue'), CATALOGUE);
  expect((await levels())[1]).toMatchObject({ sku: 'PF-M-NVY', can_oversell: true });
  await runText(original, CATALOGUE);
  expect((await levels())[1]).toMatchObject({ sku: 'PF-M-NVY', can_oversell: false });
});

test('keeps changes made in the portal until the file changes the same value', async () => {
  const original = await readFile(fixture('old-columns.csv'), 'utf8');
  await runText(original);
  const own = sql`(select id from product where handle = 'porter-fleece')`;
  await sql`update product_organisation set published = false where product_id in ${own}`.execute(handle.db);
  await sql`delete from product_category where product_id in ${own}`.execute(handle.db);
  expect((await runText(original)).summary.rowsWritten).toBe(0);

  await runText(original.replace(',true,Size,M', ',false,Size,M'));
  expect((await runText(original)).lines[0]).toBe('2 changed: offered');
  const again = await runText(original.replace('Fleeces', 'Tall fleeces'), CATALOGUE);
  expect(again.lines[0]).toBe('2 changed: category');
  expect((await listing()).map(({ handle }) => handle)).toEqual(['porter-fleece', 'lobby-bag']);
});

test('gives combinations the new options, and discontinues those that are gone', async () => {
  const original = await readFile(fixture('scattered-handles.csv'), 'utf8');
  await runText(original);
  const { lines } = await runText(
    'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price\nalpha,Alpha Polo,Size,L,Fit,Slim,A-L,10.00\n',
    CATALOGUE,
  );
  expect(lines).toEqual([
    '2 changed: style SKU; L, Slim: variant name',
    '2 changed: S is no longer in the file and was marked as discontinued',
  ]);
  const offered = await all<{ description: string }>(sql`
    select description from combination c join product p on p.id = c.product_id where handle = 'alpha' and not discontinued`);
  expect(offered).toEqual([{ description: 'L, Slim' }]);
});

test('changes only the values in the file when it has fewer columns', async () => {
  await run(fixture('old-columns.csv'));
  const { lines } = await runText('Title,Handle\nEvening Fleece,porter-fleece\n', CATALOGUE);
  expect(lines).toEqual(['2 changed: title "Porter Fleece" → "Evening Fleece"']);
  expect((await listing())[0]).toMatchObject({ handle: 'porter-fleece', price: 3450 });
});

test('throws when the organisation does not exist', async () => {
  await expect(run(fixture('old-columns.csv'), { organisationId: 999_999 })).rejects.toThrow('There is no organisation 999999');
});

test('runs two concurrent imports one after the other', async () => {
  const results = await Promise.all([run(fixture('new-columns.csv')), run(fixture('new-columns.csv'))]);
  expect(results.map(({ summary }) => summary.products.created).sort()).toEqual([0, 3]);
});

test('imports a product with 2,000 variants and leaves it unchanged the second time', async () => {
  const rows = Array.from(
    { length: 2000 },
    (_, index) =>
      `big-boot,${index === 0 ? 'Big Boot' : ''},Size,${Math.floor(index / 40)},Colour,Shade ${index % 40},B-${index},${10 + (index % 3)}.00,shopify,${index}`,
  );
  const text = `Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\n${rows.join('\n')}\n`;
  expect((await runText(text)).summary.variants.created).toBe(2000);
  expect((await runText(text)).summary).toMatchObject({ rowsWritten: 0, variants: { unchanged: 2000 } });
});

test('leaves nothing behind when the process is killed during an import', async () => {
  const rows = Array.from({ length: 900 }, (_, index) => `killed-${index},Killed ${index},10.00`);
  const path = join(folder, 'killed.csv');
  await writeFile(path, `Handle,Title,Variant Price\n${rows.join('\n')}\n`);
  const before = await fingerprint();
  const command = join(import.meta.dirname, '../../../../tools/import.ts');
  const child = spawn(process.execPath, [command, 'catalogue', path, '--organisation', String(organisationId)], {
    env: { ...process.env, DATABASE_URL: database.ownerUrl, LIVERY_DEMO: 'off' },
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  // Rows that are written but not committed are visible as growth of the tables.
  const size = () =>
    all<{ bytes: number }>(
      sql`select pg_relation_size('product_attribute') + pg_relation_size('stock_level') + pg_relation_size('product') as bytes`,
    );
  const start = Number((await size())[0]?.bytes);
  const hasBegun = async () => child.exitCode !== null || Number((await size())[0]?.bytes) > start;
  await expect.poll(hasBegun, { timeout: 20_000, interval: 5 }).toBe(true);
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await gone;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(
    handle.db,
  );
  expect(await fingerprint()).toEqual(before);
  expect((await run(path)).summary.products.created).toBe(900);
}, 60_000);

test('imports texts of maximum length and changes nothing the second time', async () => {
  const emoji = '🧵'.repeat(250);
  const long = `${'word '.repeat(50_000)}`;
  const text = `Handle,Title,Body,Vendor,Tags,Type,Variant Price,Variant SKU,Option1 Name,Option1 Value,Image Src,Image Alt Text
limits,x${emoji},"${long}",y${emoji},z${emoji},q${emoji},10.00,k${emoji},w${emoji},${'v'.repeat(200)},https://pictures.example/1.jpg,a${emoji}
endless,Endless,,,,,10.00,E-1,Size,${'v'.repeat(201)},,
${'h'.repeat(300)},Handle,,,,,10.00,H-1,Title,Default Title,,
🧵,,,,,,10.00,T-1,Title,Default Title,,
`;
  const { lines } = await runText(text);
  expect(lines).toEqual([
    '5 refused: the row has no handle',
    expect.stringMatching(/^2 created/),
    expect.stringMatching(/^3 refused: the option value ".*" is longer than 200 characters/),
    '4 created: "Handle"',
  ]);
  expect((await runText(text)).summary.rowsWritten).toBe(0);
});
