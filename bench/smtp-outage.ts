/**
 * `npm run chaos:smtp`: mail falls due while the SMTP server is down, silent, busy and dropping connections, and the portal is killed while it
 * sends. No mail may be lost, duplicates must have the same Message-ID, orders must not slow down, and all mail must leave within five minutes after
 * the server is back.
 *   npm run chaos:smtp                         an outage of 2 minutes, 1,000 mails
 *   npm run chaos:smtp -- --minutes 30         a longer one
 *   npm run chaos:smtp -- --inject-fault       deletes waiting mail: the script must fail
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
  options: { minutes: { type: 'string', default: '2' }, 'inject-fault': { type: 'boolean', default: false } },
});
const outageMs = Number(values.minutes) * 60_000;
const MAILS = 1000;
const KILLS = 5;
const ORDERS = 60;
const MAX_DRAIN_MS = 5 * 60_000;
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
const environment = { DATABASE_URL: postgres.adminUrl, PORT, SMTP_URL: smtp.url, SECRET_KEY: KEY };
let portal: ServerProcess | undefined;
const client = new pg.Client({ connectionString: postgres.adminUrl });
try {
  await migrate(postgres.adminUrl);
  await seedDemo(postgres.adminUrl);
  await client.connect();
  await client.query('DELETE FROM mail_outbox');
  const organisation = await ensureBenchOrganisation(postgres.adminUrl, 'Outage', 200);
  portal = await startProcess('portal-server.ts', environment);
  await runOutage(organisation);
} finally {
  await portal?.stop().catch(() => {});
  await client.end();
  await smtp.close();
  await postgres.stop();
}
console.log(`${passed} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function countMail(): Promise<{ waiting: number; failed: number }> {
  const { rows } = await client.query<{ waiting: number; failed: number }>(
    'SELECT count(*) FILTER (WHERE sent_at IS NULL AND failed_at IS NULL)::int AS waiting, count(failed_at)::int AS failed FROM mail_outbox',
  );
  return rows[0] ?? { waiting: -1, failed: -1 };
}

async function runOutage(organisation: BenchOrganisation): Promise<void> {
  const shopper = (await startSessions(postgres.adminUrl, organisation, 1))[0] ?? '';
  const before = await measureOrders(organisation, shopper);

  console.log(`  the SMTP server is down, then silent, then busy and dropping, for ${values.minutes} minutes`);
  await smtp.stop();
  // Measured while the server is silent: a portal that sent mail within the request would hang.
  const whileSilent = delay(outageMs * 0.4).then(() => measureOrders(organisation, shopper));
  const [during] = await Promise.all([whileSilent, enqueueMails(), simulateOutage(smtp)]);
  if (values['inject-fault']) await deleteWaitingMail(5);
  const left = await countMail();
  const backAt = performance.now();
  smtp.setBehaviour({});
  while ((await countMail()).waiting > 0 && performance.now() - backAt < MAX_DRAIN_MS + 60_000) await delay(250);
  const drained = performance.now() - backAt;
  console.log(`  ${left.waiting} mails were waiting when the server came back`);

  const arrivals = smtp.received.filter(({ outcome }) => outcome !== 'lost');
  const byRecipient = Map.groupBy(
    arrivals.filter(({ recipients }) => recipients[0]?.endsWith('@outage.example')),
    ({ recipients }) => recipients[0] ?? '',
  );
  const duplicates = [...byRecipient.values()].filter((same) => same.length > 1);
  const expectedDuplicates = smtp.received.filter(({ outcome }) => outcome === 'kept').length + KILLS * 3;
  check(`${byRecipient.size} of ${MAILS} mails arrived`, byRecipient.size === MAILS);
  check(`${(await countMail()).failed} mails failed`, (await countMail()).failed === 0);
  check(
    `${duplicates.length} arrived twice; at most ${expectedDuplicates} lost their response or process while sending`,
    duplicates.length <= expectedDuplicates,
  );
  check(
    'duplicates had the same Message-ID',
    duplicates.every((same) => new Set(same.map(({ messageId }) => messageId)).size === 1),
  );
  check(`drained ${Math.round(drained / 1000)} s after the server came back (target: 300 s)`, drained <= MAX_DRAIN_MS);
  const [median, medianBefore] = [getMedian(during), getMedian(before)];
  check(
    `an order took ${median.toFixed(1)} ms during the outage, ${medianBefore.toFixed(1)} ms before (target: at most 1.5 times as long, plus 10 ms)`,
    median <= medianBefore * 1.5 + 10,
  );
}

/** Deletes mail that has not arrived anywhere. */
async function deleteWaitingMail(count: number): Promise<void> {
  const arrived = smtp.received.flatMap(({ recipients }) => recipients);
  await client.query(
    `DELETE FROM mail_outbox WHERE id IN (
       SELECT id FROM mail_outbox WHERE sent_at IS NULL AND recipient LIKE '%@outage.example' AND recipient <> ALL ($1) LIMIT $2)`,
    [arrived, count],
  );
}

/** Enqueues mail throughout the outage, some of it with links. */
async function enqueueMails(): Promise<void> {
  const { db, close } = openDatabase(postgres.adminUrl, { poolSize: 1 });
  const jobs = openJobQueue(postgres.adminUrl, pino({ level: 'silent' }));
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

/** A third of the outage each: no server, a silent server, and one that accepts some mail while the portal is killed. */
async function simulateOutage(server: TestSmtp): Promise<void> {
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

/** Places orders one after another, and returns the duration of each in milliseconds. */
async function measureOrders(organisation: BenchOrganisation, token: string): Promise<number[]> {
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
    const startedAt = performance.now();
    const { status, body } = await checkOut(buyer);
    if (status !== 200) throw new Error(`The order was refused: ${JSON.stringify(body)}`);
    times.push(performance.now() - startedAt);
  }
  buyer.client.close();
  return times;
}

function getMedian(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
