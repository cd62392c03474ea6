/**
 * `npm run bench:adhoc-list`: the ad hoc lists of a wardrobe with 120 products in 40 combinations each, after every change of stock and unchanged, beside the
 * list of products. Measures times and sizes of the responses, and how long each step of the ad hoc list takes. `--rounds 10` for a shorter run.
 */

import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { readAdhocProducts } from '#api/catalogue/adhoc-list/adhoc-list.actions.ts';
import { getPriceView } from '#api/catalogue/pricing/pricing.mapper.ts';
import { createAudienceKeys } from '#api/catalogue/products/audience-keys.ts';
import { createListingReader } from '#api/catalogue/products/listing.actions.ts';
import { createProductFactsReader } from '#api/catalogue/products/product-facts.actions.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { compress } from '#api/platform/http/compression.ts';
import { grantScope } from '#api/platform/http/scope.ts';
import { type BenchWardrobe, createBenchWardrobe } from './builder-wardrobe.ts';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import { startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';
import { startSessions } from './shopping.ts';

const MAX_MS = 300;
const MAX_BROTLI_KB = 200;
const WARM_UP_ROUNDS = 10;
/** An administrator of the whole organisation. */
const ADMIN = 1;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
const rounds = Number(values.rounds);

const checks: Check[] = [];
await withDemoDatabase(async (database) => {
  const wardrobe = await createBenchWardrobe(database, { colours: 4, sizes: 10 });
  await measureCalls(database, wardrobe);
  await measureSteps(database, wardrobe);
});
process.exitCode = printChecks(checks) ? 0 : 1;

/** Sells a piece of one product, so that what is cached of its lists is no longer true. */
async function changeStock({ client }: DemoDatabase, { productId }: BenchWardrobe): Promise<void> {
  await client.query(
    'update stock_level set reserved = (reserved + 1) % 10 where combination_id = (select min(id) from combination where product_id = $1)',
    [productId],
  );
}

function describe(times: readonly number[]): { p50: number; text: string } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), text: `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms` };
}

/** Times until the last byte has been received, in turns, so that the load of the machine affects all calls alike. */
async function measureCalls(database: DemoDatabase, wardrobe: BenchWardrobe): Promise<void> {
  const { organisationId, collectionId } = wardrobe;
  const [token = ''] = await startSessions(database.url, { organisationId, customerIds: [ADMIN] }, 1);
  const server = await startProcess('portal-server.ts', { DATABASE_URL: database.url });
  const calls = [
    ['ad hoc list', `organisation/getadhocproductlist?collectionId=${collectionId}`],
    ['list of products, 24 a page', 'products?keyword=bench&limit=24'],
    ['list of products, 120 a page', 'products?keyword=bench&limit=120'],
  ].map(([name = '', path = '']) => ({ name, path, cold: [] as number[], warm: [] as number[], content: Buffer.alloc(0) }));
  try {
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      for (const call of calls) {
        await changeStock(database, wardrobe);
        const cold = await receive(`${server.origin}/api/${call.path}`, token);
        const warm = await receive(`${server.origin}/api/${call.path}`, token);
        call.content = cold.content;
        if (round < 0) continue;
        call.cold.push(cold.milliseconds);
        call.warm.push(warm.milliseconds);
      }
    }
  } finally {
    await server.stop();
  }
  for (const { name, cold, warm, content } of calls) {
    const kilobytes = content.length / 1000;
    checks.push({
      text: `${name}: after a change of stock ${describe(cold).text} (target ${MAX_MS} ms), unchanged ${describe(warm).text}; ${kilobytes.toFixed(0)} KB compressed (target ${MAX_BROTLI_KB} KB), ${(brotliDecompressSync(content).length / 1000).toFixed(0)} KB of JSON`,
      passed: describe(cold).p50 <= MAX_MS && kilobytes <= MAX_BROTLI_KB,
    });
  }
}

function receive(url: string, token: string) {
  return new Promise<{ milliseconds: number; content: Buffer<ArrayBuffer> }>((resolve, reject) => {
    const startedAt = performance.now();
    const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => {
          const content = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve({ milliseconds: performance.now() - startedAt, content });
          else reject(new Error(`${url}: ${response.statusCode} ${content}`));
        });
    })
      .once('error', reject)
      .end();
  });
}

/** The steps of the ad hoc list one after another, in this process. */
async function measureSteps(database: DemoDatabase, wardrobe: BenchWardrobe): Promise<void> {
  const { db, close } = openDatabase(database.url, { poolSize: 1 });
  try {
    const actor = await findActor(db, wardrobe.organisationId, ADMIN);
    if (!actor) throw new Error('The administrator is missing.');
    const scope = grantScope(actor);
    const view = getPriceView(scope);
    const listing = createListingReader(db, createAudienceKeys());
    const facts = createProductFactsReader(db);
    const filter = {
      keyword: null,
      categoryId: null,
      businessAreaId: null,
      jobRoleId: null,
      collectionIds: [wardrobe.collectionId],
      optionIds: [],
      order: { by: 'position', tax: null },
    } as const;
    const steps = new Map<string, number[]>();
    const time = async <T>(step: string, run: () => Promise<T> | T): Promise<T> => {
      const startedAt = performance.now();
      const result = await run();
      steps.set(step, [...(steps.get(step) ?? []), performance.now() - startedAt]);
      return result;
    };
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      if (round === 0) steps.clear();
      await changeStock(database, wardrobe);
      const page = await time('products', () => listing.readPage(scope, filter, { offset: 0, limit: Number.POSITIVE_INFINITY }));
      const products = await time('combinations', () => readAdhocProducts(db, facts, scope, page, view));
      const json = await time('JSON', () => Buffer.from(JSON.stringify({ products })));
      await time('compression', () => compress(json, 'br'));
    }
    for (const [step, times] of steps) console.log(`${step}: ${describe(times).text}`);
  } finally {
    await close();
  }
}
