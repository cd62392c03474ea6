import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnTypes } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';

const fixtures = join(import.meta.dirname, '../api/catalogue/import/shopify/fixtures');
let database: TestDatabase;
let folder: string;
let organisation: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'livery-import-command-'));
  const client = new Client({ connectionString: database.ownerUrl, types: columnTypes });
  await client.connect();
  const { rows } = await client.query<{ id: number }>(`
    WITH brand AS (INSERT INTO brand (name, company_name, canonical_origin) VALUES ('Command', 'Command', 'http://command.example') RETURNING id)
    INSERT INTO organisation (brand_id, name) SELECT id, 'Commanding' FROM brand RETURNING id`);
  await client.end();
  organisation = String(rows[0]?.id);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Runs the command as a person does, from the folder of the fixtures. */
async function run(...words: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'import.ts'), ...words], {
    env: { ...process.env, INIT_CWD: fixtures, DATABASE_URL: database.ownerUrl, LIVERY_DEMO: 'off' },
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

test('an import says what it did, writes its report, and a second one changes nothing', async () => {
  const report = join(folder, 'report.csv');
  const first = await run('catalogue', 'scattered-handles.csv', '--organisation', organisation, '--report', report);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('4 created, 0 changed, 0 unchanged, 3 refused') });
  expect(first.output).toContain('line 11    refused   epsilon: the variant "M" is already on line 10');
  expect(first.output).toMatch(/Imported\. \(/);
  const lines = (await readFile(report, 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\ufeffLine,Outcome,Handle,SKU,Reason');
  expect(lines).toContain('3,created,beta,B-M,"""Beta Polo"" with 2 variants"');
  expect(lines).toContain('13,refused,zeta,Z-M,"the value of the option ""Size"" is missing"');
  const second = await run('catalogue', 'scattered-handles.csv', '--organisation', organisation);
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Nothing has changed.') });
});

test.each([
  [['catalogue', 'picture.png', '--organisation', '1'], 'the file is a PNG picture'],
  [['catalogue', 'no-header.csv', '--organisation', '1'], 'no column called Handle'],
  [['catalogue', 'old-columns.csv', '--made-for-client'], 'Say which client the products are made for: --organisation NUMBER.'],
  [['catalogue', 'old-columns.csv', '--organisation', 'Meridian'], 'Give the organisation by its number'],
  [['catalogue', '--organisation', '1'], 'Name the file to import.'],
  [['stock', 'old-columns.csv'], '"stock" cannot be imported'],
  [['catalogue', 'old-columns.csv', '--organisation', '999999'], 'There is no organisation 999999 in this database. It has 1 '],
  [['catalogue', 'old-columns.csv', '--organisation', '1', '--quickly'], 'Usage:'],
])('%j fails and says why', async (words, why) => {
  expect(await run(...words)).toMatchObject({ code: 1, output: expect.stringContaining(why) });
});

test('--strict fails when a row is refused, and --dry-run succeeds', async () => {
  const strict = await run('catalogue', 'prices.csv', '--organisation', organisation, '--strict');
  expect(strict).toMatchObject({
    code: 1,
    output: expect.stringContaining('Nothing was imported, because rows were refused and --strict was given.'),
  });
  const dry = await run('catalogue', 'prices.csv', '--organisation', organisation, '--dry-run');
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('Dry run: nothing was imported.') });
});

test('a size guide for an imported product: what was understood row by row, dry first, then kept, then unchanged', async () => {
  await run('catalogue', 'new-columns.csv', '--organisation', organisation);
  const words = ['size-guide', 'trousers-by-waist.csv', '--organisation', organisation, '--for', 'men', '--products', 'sku:TT-*'];
  const dry = await run(...words, '--dry-run');
  expect(dry.code).toBe(0);
  expect(dry.output).toContain('  Inside leg R / L (cm): inside leg, Regular, Long');
  expect(dry.output).toContain('line 3     read      32: Waist (in) 81.5 cm (32 in), Inside leg R / L (cm) 81 / 86 cm');
  expect(dry.output).toContain('line 4     warning   "Inside leg R / L (cm)": "about 80" could not be read');
  expect(dry.output).toMatch(/linked {5}.*Terrace Trousers: all 3 sizes are advised/);
  expect(dry.output).toContain('Dry run: nothing was imported.');
  expect((await run(...words)).output).toContain('The guide was created, and 1 of 1 products were linked to it.');
  expect(await run(...words)).toMatchObject({ code: 0, output: expect.stringContaining('Nothing has changed.') });
});

test.each([
  [[], 'Name the file to import.'],
  [['trousers-by-waist.csv', '--organisation', '1', '--for', 'men'], 'Say which products use the guide'],
  [['trousers-by-waist.csv', '--organisation', '1', '--products', 'sku:x'], 'Say whose measurements these are'],
  [['trousers-by-waist.csv', '--for', 'men', '--products', 'sku:x'], 'whose products these are'],
  [['picture.png', '--organisation', '1', '--for', 'men', '--products', 'sku:x'], 'the file is a PNG picture'],
  [['trousers-by-waist.csv', '--organisation', '1', '--for', 'men', '--products', 'red'], '"red" does not select products.'],
])('size-guide %j fails and says why', async (words, why) => {
  expect(await run('size-guide', ...words)).toMatchObject({ code: 1, output: expect.stringContaining(why) });
});
