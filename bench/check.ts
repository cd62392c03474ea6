/**
 * `npm run check:bench`: whether the benchmarks still work. Sends what they measure once, on little data: the scenarios of load, and every query of the
 * lists of people and orders, of the search and of the builder. Measures nothing. For all other scripts it checks that the contract has their calls.
 */
import { request } from 'node:http';
import { listUnknownCalls } from '#tools/called-paths.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { createBenchWardrobe, listWardrobeCalls } from './builder-wardrobe.ts';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import type { Probe } from './measure.ts';
import { ORDER_QUERIES, toOrderQuery } from './order-queries.ts';
import { sendQuery, toBrandOrigin } from './people-portal.ts';
import { peopleQueryGroups } from './people-queries.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { type Check, printChecks } from './report.ts';
import { createScenarios } from './scenarios.ts';
import { SEARCHES } from './searches.ts';
import { seedPeople } from './seed-people.ts';
import { startSessions } from './shopping.ts';

/** More than the demonstration has, so that people and orders are added. */
const PEOPLE = 450;
const COMBINATIONS = 500;
/** Administrators of the demonstration: of all groups, and of two. */
const ADMINS = { organisationId: 1, customerIds: [1, 2] };

const checks: Check[] = [];

async function check(text: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    checks.push({ text, passed: true });
  } catch (error) {
    checks.push({ text: `${text}: ${(error as Error).message}`, passed: false });
  }
}

/** Sends a request as a visitor of a brand. Throws unless the status is 200. */
const send = (url: string, headers: Record<string, string>, method = 'GET', body?: string) =>
  new Promise<void>((resolve, reject) => {
    request(url, { method, headers: { ...headers, host: 'localhost' } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} responded with ${response.statusCode}`));
      });
    })
      .once('error', reject)
      .end(body);
  });

/** One round of one visitor, or the first of the requests. */
async function sendOnce({ origin, headers = {}, paths = [], requests, runRound }: Probe): Promise<void> {
  if (runRound) return void (await runRound(0, 0));
  const [first] = requests ?? paths.map((path) => ({ method: 'GET', path, headers: {}, body: undefined }));
  if (!first) throw new Error('There is no request.');
  await send(`${origin}${first.path}`, { ...headers, ...first.headers }, first.method, first.body);
}

async function checkScenarios(url: string, portal: ServerProcess): Promise<void> {
  const small = await ensureBenchOrganisation(url, 'Load check', COMBINATIONS);
  for (const { name, probe } of await createScenarios({ url, portal, small, large: small }))
    await check(name, () => sendOnce(probe));
}

async function checkLists(url: string, portal: ServerProcess): Promise<void> {
  const [admin = '', north = ''] = await startSessions(url, ADMINS, 2);
  const checkQueries = (
    list: string,
    queries: readonly (readonly [name: string, query: string, as?: 'north'])[],
    toQuery = (text: string) => text,
  ) =>
    check(`${queries.length} queries of ${list}`, async () => {
      for (const [, query, as] of queries)
        await sendQuery(`${toBrandOrigin(portal)}${list}`, toQuery(query), as === 'north' ? north : admin);
    });
  for (const { call = '/api/customers', queries } of peopleQueryGroups)
    await checkQueries(call, queries, (query) => query.replace(/page=(?:middle|last)/, 'page=1'));
  await checkQueries('/api/orders', ORDER_QUERIES, toOrderQuery);
  await checkQueries('/api/search', SEARCHES, (text) => `query=${encodeURIComponent(text)}`);
}

async function checkBuilder(database: DemoDatabase, portal: ServerProcess): Promise<void> {
  const wardrobe = await createBenchWardrobe(database, { productsOfAGroup: 1, colours: 2, sizes: 2 });
  const { organisationId, wearerId } = wardrobe;
  const [token = ''] = await startSessions(database.url, { organisationId, customerIds: [wearerId] }, 1);
  for (const [name, path] of listWardrobeCalls(wardrobe))
    await check(`builder: ${name}`, () => send(`${portal.origin}/api/${path}`, { authorization: `Bearer ${token}` }));
}

async function checkAll(database: DemoDatabase): Promise<void> {
  await check('people and orders are added', () => seedPeople(database.client, PEOPLE, 1));
  const portal = await startProcess('portal-server.ts', { DATABASE_URL: database.url });
  try {
    await check('an organisation is added', () => checkScenarios(database.url, portal));
    await check('people log in', () => checkLists(database.url, portal));
    await check('a wardrobe is added', () => checkBuilder(database, portal));
  } finally {
    await portal.stop();
  }
}

await check('the contract has the calls of all scripts', async () => {
  const unknown = listUnknownCalls(import.meta.dirname);
  if (unknown.length > 0) throw new Error(unknown.join(', '));
});
await check('the demonstration starts', () => withDemoDatabase(checkAll, { fsync: 'off' }));
process.exitCode = printChecks(checks) ? 0 : 1;
