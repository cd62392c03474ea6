/** `npm run check:catalogues`: imports the files of two real shops and a manufacturer, which are outside this repository, twice into a scratch database. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type ImportResult, importCatalogue } from '#api/catalogue/import/shopify/import-catalogue.actions.ts';
import { columnTypes, openDatabase } from '#api/platform/db/database.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { formatError } from './console.ts';

/** Another folder can be given as an argument. */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/catalogues');
const catalogues = [
  { file: 'shopify-apparel-shopifypartners.csv', products: 20, refused: 0 },
  // Two of its products have the SKU undefined-1.
  { file: 'shopify-snowwear-levinmejia.csv', products: 276, refused: 2 },
  { file: 'SanMar_SDL_N.sample.csv', products: 2, refused: 0 },
];
const longestImport = 600_000;

let [passed, failed] = [0, 0];

function check(what: string, found: unknown, expected: unknown): void {
  const isOk = JSON.stringify(found) === JSON.stringify(expected);
  if (isOk) passed++;
  else failed++;
  console.log(
    `  ${isOk ? 'ok    ' : 'FAILED'}  ${what}${isOk ? '' : `: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`}`,
  );
}

async function checkCatalogues(url: string): Promise<void> {
  const client = new Client({ connectionString: url, types: columnTypes });
  await client.connect();
  const { db, close } = openDatabase(url, { poolSize: 1, statementTimeoutMs: longestImport });
  const count = async (sql: string) => Number((await client.query<{ count: string }>(sql)).rows[0]?.count);
  const run = async (file: string): Promise<{ result: ImportResult; seconds: number }> => {
    const started = performance.now();
    const options = { file: join(folder, file), organisationId: 1, dryRun: false, strict: false, onEntry: () => {} };
    return { result: await importCatalogue(db, options), seconds: (performance.now() - started) / 1000 };
  };
  try {
    await client.query(`
      WITH brand AS (INSERT INTO brand (name, company_name, canonical_origin) VALUES ('scratch', 'Scratch', 'http://localhost') RETURNING id)
      INSERT INTO organisation (id, brand_id, name) SELECT 1, id, 'Scratch' FROM brand`);
    let all = 0;
    for (const { file, products, refused } of catalogues) {
      const first = await run(file);
      all += products;
      console.log(`\n${file}: ${first.seconds.toFixed(1)} s`);
      check(`${products} products created`, first.result.summary.products, {
        created: products,
        changed: 0,
        unchanged: 0,
        refused,
        ignored: 0,
      });
      check(
        'as many are listed as are published',
        await count('SELECT count(*) FROM product_listing'),
        await count('SELECT count(*) FROM product_organisation WHERE published'),
      );
      check('all are there', await count('SELECT count(*) FROM product'), all);
      check(
        'stock levels are the sums of their ledgers',
        await count(`
        SELECT count(*) FROM stock_level s WHERE on_hand <> (SELECT coalesce(sum(on_hand_delta), 0) FROM stock_entry e WHERE e.combination_id = s.combination_id)`),
        0,
      );
      const version = await count('SELECT version AS count FROM listing_version WHERE organisation_id = 1');
      const again = await run(file);
      check('a second import leaves all unchanged', again.result.summary.products, {
        created: 0,
        changed: 0,
        unchanged: products,
        refused,
        ignored: 0,
      });
      check('and writes 0 rows', again.result.summary.rowsWritten, 0);
      check(
        'and does not refresh the listing',
        await count('SELECT version AS count FROM listing_version WHERE organisation_id = 1'),
        version,
      );
    }
  } finally {
    await close();
    await client.end();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'livery-catalogues-'));
// PostgreSQL's own user must be able to enter it.
await chmod(dataDir, 0o711);
try {
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate(server.adminUrl);
    await checkCatalogues(server.adminUrl);
  } finally {
    await server.stop();
  }
} catch (error) {
  console.error(formatError(error));
  failed++;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
