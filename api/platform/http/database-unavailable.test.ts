import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncOrganisationEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { type RunningServer, startServer } from '#api/main.ts';
import { startTestSession, TEST_KEY } from '#api/testing/portal.ts';
import { createCanaryTenant } from '#api/testing/tenant-isolation/canary-tenants.ts';
import { loadConfig } from '../config.ts';
import { type DatabaseHandle, openDatabase, runInTransaction } from '../db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded.ts';
import { prepareDatabase } from '../setup/prepare-database.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let server: RunningServer;
let database: DatabaseHandle;
let headers: Record<string, string>;
let item: object;

const startPostgres = () => startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-away-'));
  postgres = await startPostgres();
  await prepareDatabase(postgres);
  database = openDatabase(postgres.url, { poolSize: 2 });
  const { db } = database;
  await sql`insert into brand (id, name, company_name, canonical_origin, is_default) values (1, 'one', 'One', 'https://one.example', true)`.execute(
    db,
  );
  await sql`insert into brand_host values ('localhost', 1)`.execute(db);
  await sql`insert into country (id, name, two_letter_iso_code, three_letter_iso_code) values (826, 'United Kingdom', 'GB', 'GBR')`.execute(
    db,
  );
  const { canary, ids } = await createCanaryTenant(db, 1, 'away');
  await sql`update product set order_maximum_quantity = 1000000, manages_stock = false`.execute(db);
  // No limit to what the wearer can order.
  await sql`update customer set allocation_type_id = 50`.execute(db);
  await runInTransaction(db, (tx) => syncOrganisationEntitlement(tx, { organisationId: ids.organisation }));
  item = { productId: ids.product, combinationId: ids.combination, quantity: 1 };
  const { token, host } = await startTestSession(db, `${canary}@planted.example`);
  server = await startServer(
    loadConfig({ DATABASE_URL: postgres.url, PORT: '0', WEB_DIR: 'off', LOG_LEVEL: 'silent', SECRET_KEY: TEST_KEY }),
  );
  headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}, 180_000);

afterAll(async () => {
  await database?.close();
  await server?.close();
  await postgres?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
}, 60_000);

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: { errors?: Record<string, string[]>; items?: unknown[]; totalQuantity?: number };
  duration: number;
}

/** A request over the network, on its own connection. */
function send(method: string, path: string, body?: object): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, server.address), { method, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          retryAfter: incoming.headers['retry-after'],
          body: text === '' ? {} : JSON.parse(text),
          duration: performance.now() - started,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

const add = () => send('POST', '/api/shopping_cart_items/multiple', { items: [item] });
const cart = async () => (await send('GET', '/api/shopping_cart_items')).body;

/** Sends requests of several kinds, each kind one after the other, until stopped. */
function sendContinuously() {
  const answers: (Answer & { at: number })[] = [];
  let running = true;
  const repeat = async (next: () => Promise<Answer>) => {
    while (running) {
      const answer = await next();
      answers.push({ ...answer, at: performance.now() });
      await delay(25); // waits because a client that repeats at once would keep both cores busy
    }
  };
  const kinds = [
    () => send('GET', '/api/shopping_cart_items'),
    () => send('GET', '/api/orders?limit=1'),
    add,
    () => send('POST', '/api/checkoutsummary', {}),
  ];
  const done = Promise.all(kinds.map(repeat));
  return {
    answers,
    stop: async () => {
      running = false;
      await done;
    },
  };
}

const readiness = async () => (await send('GET', '/readyz')).status;
const waitUntilReady = (timeout: number) => expect.poll(readiness, { timeout, interval: 20 }).toBe(200);

function checkAnswers(answers: Answer[]) {
  for (const { status, retryAfter, body, duration } of answers) {
    expect([200, 503]).toContain(status);
    expect(duration).toBeLessThan(3000);
    if (status === 503) {
      expect(retryAfter).toBe('5');
      expect(body).toEqual({
        errors: { server: ['The service is restarting. Nothing was lost; please try again in a few seconds.'] },
      });
    }
  }
}

describe('while the database is unavailable', () => {
  it('requests get 503, and succeed within two seconds of its return, with nothing lost', async () => {
    await add();
    const before = await cart();
    const load = sendContinuously();
    await expect.poll(() => load.answers.length).toBeGreaterThan(8);

    await postgres.stop();
    const stoppedAt = performance.now();
    await expect.poll(readiness).toBe(503);
    const alive = await send('GET', '/livez');
    const answersSinceStop = () => load.answers.filter(({ at, duration }) => at - duration > stoppedAt);
    await expect.poll(() => answersSinceStop().length, { timeout: 10_000 }).toBeGreaterThan(40);
    const duringOutage = answersSinceStop();
    postgres = await startPostgres();
    await waitUntilReady(2000);
    await expect.poll(() => load.answers.slice(-8).map(({ status }) => status), { timeout: 2000 }).toEqual(Array(8).fill(200));
    await load.stop();

    expect(alive.status).toBe(200);
    checkAnswers(load.answers);
    expect(duringOutage.map(({ status }) => status)).toEqual(duringOutage.map(() => 503));
    const added = load.answers.filter(({ status, body }) => status === 200 && body.items).length;
    expect(added).toBeGreaterThan(0);
    // What was confirmed is stored: the line has grown, and nothing else has changed.
    expect((await cart()).items).toHaveLength(before.items?.length ?? 0);
    expect((await cart()).totalQuantity).toBeGreaterThanOrEqual(before.totalQuantity ?? 0);
    expect((await add()).status).toBe(200);
  }, 60_000);

  it('killed during its work, it restarts by itself, and has every confirmed addition', async () => {
    const before = (await cart()).totalQuantity ?? 0;
    const load = sendContinuously();
    let confirmed = 0;
    let sent = 0;
    let running = true;
    const adding = (async () => {
      while (running) {
        sent += 1;
        if ((await add()).status === 200) confirmed += 1;
      }
    })();
    await expect.poll(() => confirmed).toBeGreaterThan(3);

    const { pid } = postgres;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => postgres.pid, { timeout: 10_000 }).not.toBe(pid);
    await waitUntilReady(10_000);
    const confirmedBefore = confirmed;
    await expect.poll(() => confirmed).toBeGreaterThan(confirmedBefore);
    running = false;
    await adding;
    await load.stop();

    checkAnswers(load.answers);
    const additions = load.answers.filter(({ body, status }) => status === 200 && body.items && body.totalQuantity !== undefined);
    expect(additions.length).toBeGreaterThan(0);
    const after = (await cart()).totalQuantity ?? 0;
    // An addition may be stored although its response was lost; a confirmed one must never be missing.
    expect(after - before).toBeGreaterThanOrEqual(confirmed);
    expect(confirmed).toBeLessThanOrEqual(sent);
    await expect.poll(async () => (await add()).status, { timeout: 2000 }).toBe(200);
  }, 60_000);
});
