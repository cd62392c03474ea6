import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailDefinitions } from '#api/mails.ts';
import { MAIL_SAMPLES } from '#api/testing/mail-samples.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { createTestSmtp, type TestSmtp } from '#api/testing/smtp-server.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { runInTransaction } from '../db/database.ts';
import { createVaultFromKeys } from '../encryption/vault.ts';
import { createHosts } from '../http/hosts.ts';
import { handleJob } from '../jobs/job.ts';
import { type JobQueue, openJobQueue } from '../jobs/queue.ts';
import { sendMail } from './mailer.ts';
import { enqueueMail, sendMailJob } from './outbox.queries.ts';
import { createTransport } from './smtp-transport.ts';

const MAILS = 100;
const vault = createVaultFromKeys(TEST_KEY);
const portal = usePortal();
let smtp: TestSmtp;
const queues: JobQueue[] = [];

beforeAll(async () => {
  smtp = await createTestSmtp();
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.close()));
  await smtp?.close();
});

const counts = async () =>
  (
    await sql<{ sent: number; waiting: number; failed: number }>`
      select count(sent_at)::int as sent, count(failed_at)::int as failed, count(*) filter (where sent_at is null and failed_at is null)::int as waiting
      from mail_outbox`.execute(portal.db)
  ).rows[0];

const failedAttempts = async () =>
  Number((await sql<{ n: number }>`select sum(attempts)::int as n from mail_outbox`.execute(portal.db)).rows[0]?.n);
const WAIT = { timeout: 8000, interval: 50 };

/** A process that sends mails, with intervals that suit a test. */
async function aSender(): Promise<JobQueue> {
  const queue = openJobQueue(portal.url, pino({ level: 'silent' }), { polling: { interval: 0.5, minBackoff: 1, maxBackoff: 1 } });
  queues.push(queue);
  const mailer = {
    definitions: mailDefinitions,
    db: portal.db,
    hosts: createHosts(portal.db),
    vault,
    log: { info: () => {}, warn: () => {} },
    mailFrom: 'no-reply@sundial.example',
    transport: createTransport(smtp.url, { connect: 200, idle: 3000, total: 5000 }),
  };
  await queue.start([handleJob(sendMailJob, ({ mailId }) => sendMail(mailer, mailId))], {});
  return queue;
}

it('loses no mail and duplicates only those whose response was lost, while the server is down, silent, busy and dropping', async () => {
  await smtp.stop();
  const [first] = await Promise.all([aSender(), aSender()]);
  await sql`delete from mail_outbox`.execute(portal.db);
  for (let number = 0; number < MAILS; number += 1)
    await runInTransaction(portal.db, (tx) =>
      enqueueMail(tx, { jobs: first, vault }, MAIL_SAMPLES.invitation.definition, {
        organisationId: 1,
        brandId: 1,
        recipient: `person${number}@made.example`,
        data: MAIL_SAMPLES.invitation.data,
        secrets: MAIL_SAMPLES.invitation.secrets,
      }),
    );
  await expect.poll(failedAttempts, WAIT).toBeGreaterThan(20);
  expect(await counts()).toEqual({ sent: 0, failed: 0, waiting: MAILS });

  await smtp.restart();
  smtp.setBehaviour({ isSilent: true });
  const attemptsBefore = await failedAttempts();
  await expect.poll(failedAttempts, WAIT).toBeGreaterThan(attemptsBefore + 10);
  expect(await counts()).toEqual({ sent: 0, failed: 0, waiting: MAILS });

  let message = 0;
  const answers = ['take', 'drop', 'drop kept', { code: 451, text: 'busy' }] as const;
  smtp.setBehaviour({
    message: () => {
      message += 1;
      return answers[message % answers.length] ?? 'take';
    },
  });
  await expect.poll(() => message, WAIT).toBeGreaterThan(2 * answers.length);
  smtp.setBehaviour({});

  await expect.poll(counts, { timeout: 14_000, interval: 200 }).toEqual({ sent: MAILS, failed: 0, waiting: 0 });
  const kept = smtp.received.filter(({ outcome }) => outcome !== 'lost');
  expect(new Set(kept.flatMap(({ recipients }) => recipients)).size).toBe(MAILS);
  // Each was accepted once; an earlier one with the same id was accepted too, but its response was lost.
  const taken = kept.filter(({ outcome }) => outcome === 'accepted').map(({ messageId }) => messageId);
  expect(new Set(taken).size).toBe(MAILS);
  expect(taken).toHaveLength(MAILS);
  const doubled = kept.filter(({ outcome }) => outcome === 'kept').map(({ messageId }) => messageId);
  expect(doubled.length).toBeGreaterThan(0);
  expect(doubled.filter((id) => !taken.includes(id))).toEqual([]);
  const sealed = await sql<{ n: number }>`select count(*)::int as n from mail_outbox where sealed is not null`.execute(portal.db);
  expect(sealed.rows[0]?.n).toBe(0);
}, 30_000);
