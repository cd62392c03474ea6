/**
 * `npm run chaos:mail`: mails are due while the SMTP server is down, silent, busy and dropping, and the portal is killed while
 * it sends. None may be lost, none may come twice but under the same Message-ID, orders must not notice, and when the server
 * is back all must have left within five minutes.
 *   npm run chaos:mail                       an outage of 2 minutes, 1,000 mails
 *   npm run chaos:mail -- --minutes 30       a longer one
 *   npm run chaos:mail -- --sabotage         takes mails away behind the portal's back: the script must go red
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import pino from 'pino';
import { jobDefinitions } from '#api/jobs.ts';
import { openDatabase, runInTransaction } from '#api/platform/db/database.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { enqueueMail } from '#api/platform/mail/outbox.queries.ts';
import { MAIL_SAMPLES } from '#api/testing/mail-samples.ts';
import { createTestSmtp, type TestSmtp } from '#api/testing/smtp-server.ts';
import { seedDemo } from '#demo/seed.ts';
import { type BenchOrganisation, ensureBenchOrganisation } from './bench-organisation.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { checkOut, createBuyer, startSessions } from './shopping.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '2' }, sabotage: { type: 'boolean', default: false } },
});
const outageMs = Number(values.minutes) * 60_000;
const MAILS = 1000;
const KILLS = 5;
const ORDERS = 60;
const DRAINED_WITHIN_MS = 5 * 60_000;
const PORT = '3978';
const KEY = Buffer.alloc(32, 'livery').toString('base64url');
const dataDir = join(import.meta.dirname, '../.cache/mail-outage');

const faults: string[] = [];
let passed = 0;
const check = (text: string, holds: boolean) => {
  console.log(`${holds ? 'passed' : 'FAILED'}  ${text}`);
  if (holds) passed += 1;
  else faults.push(text);
};

await rm(dataDir, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ dataDir });
const smtp = await createTestSmtp();
const environment = { DATABASE_URL: postgres.url, PORT, SMTP_URL: smtp.url, SECRET_KEY: KEY };
let portal: ServerProcess | undefined;
const client = new pg.Client({ connectionString: postgres.url });
try {
  await migrate(postgres.url);
  await seedDemo(postgres.url);
  await client.connect();
  await client.query('DELETE FROM mail');
  const organisation = await ensureBenchOrganisation(postgres.url, 'Outage', 200);
  portal = await startProcess('portal-server.ts', environment);
  await outage(organisation);
} finally {
  await portal?.stop().catch(() => {});
  await client.end();
  await smtp.close();
  await postgres.stop();
}
console.log(`${passed} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function waiting(): Promise<{ waiting: number; failed: number }> {
  const { rows } = await client.query<{ waiting: number; failed: number }>(
    'SELECT count(*) FILTER (WHERE sent_at IS NULL AND failed_at IS NULL)::int AS waiting, count(failed_at)::int AS failed FROM mail',
  );
  return rows[0] ?? { waiting: -1, failed: -1 };
}

async function outage(organisation: BenchOrganisation): Promise<void> {
  const shopper = (await startSessions(postgres.url, organisation, 1))[0] ?? '';
  const before = await orderTimes(organisation, shopper);

  console.log(`  the SMTP server is down, then silent, then busy and dropping, for ${values.minutes} minutes`);
  await smtp.stop();
  // While the server is silent, which is when a portal that sends within the request would hang.
  const whileSilent = delay(outageMs * 0.4).then(() => orderTimes(organisation, shopper));
  const [during] = await Promise.all([whileSilent, fallDue(), misbehave(smtp)]);
  if (values.sabotage) await takeAway(5);
  const left = await waiting();
  const backAt = performance.now();
  smtp.setBehaviour({});
  while ((await waiting()).waiting > 0 && performance.now() - backAt < DRAINED_WITHIN_MS + 60_000) await delay(250);
  const drained = performance.now() - backAt;
  console.log(`  ${left.waiting} mails waited when the server was back`);

  const arrivals = smtp.received.filter(({ outcome }) => outcome !== 'forgotten');
  const byRecipient = Map.groupBy(
    arrivals.filter(({ recipients }) => recipients[0]?.endsWith('@outage.example')),
    ({ recipients }) => recipients[0] ?? '',
  );
  const doubled = [...byRecipient.values()].filter((same) => same.length > 1);
  const explained = smtp.received.filter(({ outcome }) => outcome === 'kept').length + KILLS * 3;
  check(`${byRecipient.size} of ${MAILS} mails arrived`, byRecipient.size === MAILS);
  check(`${(await waiting()).failed} mails were given up`, (await waiting()).failed === 0);
  check(
    `${doubled.length} came twice, at most ${explained} of them lost their answer or their process in the send window`,
    doubled.length <= explained,
  );
  check(
    'what came twice came under the same Message-ID',
    doubled.every((same) => new Set(same.map(({ messageId }) => messageId)).size === 1),
  );
  check(`drained ${Math.round(drained / 1000)} s after the server was back (aim: 300 s)`, drained <= DRAINED_WITHIN_MS);
  const [median, medianBefore] = [middle(during), middle(before)];
  check(
    `an order took ${median.toFixed(1)} ms while the server was away, ${medianBefore.toFixed(1)} ms before (aim: no more than half as long again and 10 ms)`,
    median <= medianBefore * 1.5 + 10,
  );
}

/** Takes mails away that have not arrived anywhere yet. */
async function takeAway(count: number): Promise<void> {
  const arrived = smtp.received.flatMap(({ recipients }) => recipients);
  await client.query(
    `DELETE FROM mail WHERE id IN (
       SELECT id FROM mail WHERE sent_at IS NULL AND recipient LIKE '%@outage.example' AND recipient <> ALL ($1) LIMIT $2)`,
    [arrived, count],
  );
}

/** Mails fall due all through the outage, some with links. */
async function fallDue(): Promise<void> {
  const { db, close } = openDatabase(postgres.url, { poolSize: 1 });
  const jobs = openJobQueue(postgres.url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const vault = createVaultFromKeys(KEY);
  for (let number = 0; number < MAILS; number += 1) {
    const { definition, data, secrets } = number % 2 === 0 ? MAIL_SAMPLES.invitation : MAIL_SAMPLES['registration-approved'];
    const mail = { organisationId: 1, brandId: 1, recipient: `person${number}@outage.example`, data, secrets };
    await runInTransaction(db, (tx) => enqueueMail(tx, { jobs, vault }, definition, mail));
    await delay((outageMs * 0.9) / MAILS);
  }
  await jobs.close();
  await close();
}

/** A third of the outage each: no server, a server that says nothing, and one that takes some while the portal is killed. */
async function misbehave(server: TestSmtp): Promise<void> {
  const third = outageMs / 3;
  await delay(third);
  await server.restart();
  server.setBehaviour({ isSilent: true });
  await delay(third);
  let message = 0;
  const answers = ['take', 'drop kept', { code: 451, text: 'busy' }, 'drop'] as const;
  server.setBehaviour({
    message: () => {
      message += 1;
      return answers[message % answers.length] ?? 'take';
    },
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(third / KILLS);
    await portal?.kill();
    portal = await startProcess('portal-server.ts', environment);
  }
}

/** How long placing an order takes, in milliseconds, over and over. */
async function orderTimes(organisation: BenchOrganisation, token: string): Promise<number[]> {
  const buyer = await createBuyer(`http://127.0.0.1:${PORT}`, token);
  const { rows } = await client.query<{ product_id: number; combination_id: number }>(
    `SELECT c.product_id, c.id AS combination_id FROM combination c JOIN product_listing l ON l.product_id = c.product_id
     WHERE l.organisation_id = $1 LIMIT 1`,
    [organisation.organisationId],
  );
  const [item] = rows;
  const times: number[] = [];
  for (let number = 0; number < ORDERS; number += 1) {
    const items = [{ productId: item?.product_id, combinationId: item?.combination_id, quantity: 1 }];
    await buyer.client.send('POST', '/api/shopping_cart_items/multiple', { items });
    const begun = performance.now();
    const { status, body } = await checkOut(buyer);
    if (status !== 200) throw new Error(`The order was refused: ${JSON.stringify(body)}`);
    times.push(performance.now() - begun);
  }
  buyer.client.close();
  return times;
}

function middle(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
