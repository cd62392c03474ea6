import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { knowHosts } from '../http/hosts.ts';
import { type JobQueue, openJobQueue } from '../jobs/queue.ts';
import { makeVault } from '../secrets/vault.ts';
import { SAMPLES } from '../testing/mails.ts';
import { openTestPortal, TEST_KEY, type TestPortal } from '../testing/portal.ts';
import { openSmtp, type TestSmtp } from '../testing/smtp.ts';
import { sendMail } from './mail.actions.ts';
import { queueMail } from './mail.queries.ts';
import { openPost } from './post.ts';

const MAILS = 100;
const vault = makeVault(TEST_KEY);
let portal: TestPortal;
let smtp: TestSmtp;
const queues: JobQueue[] = [];

beforeAll(async () => {
  portal = await openTestPortal();
  smtp = await openSmtp();
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.close()));
  await smtp?.close();
  await portal?.close();
});

const counts = async () =>
  (
    await sql<{ sent: number; waiting: number; failed: number }>`
      select count(sent_at)::int as sent, count(failed_at)::int as failed, count(*) filter (where sent_at is null and failed_at is null)::int as waiting
      from mail`.execute(portal.db)
  ).rows[0];

/** A process that sends mails, at a pace that suits a test. */
async function aSender(): Promise<JobQueue> {
  const queue = openJobQueue(portal.url, pino({ level: 'silent' }), { poll: 0.5, firstPause: 1, longestPause: 1 });
  queues.push(queue);
  const office = {
    db: portal.db,
    hosts: knowHosts(portal.db),
    vault,
    log: { info: () => {}, warn: () => {} },
    mailFrom: 'no-reply@sundial.example',
    post: openPost(smtp.url, { connect: 200, silence: 3000, whole: 5000 }),
  };
  await queue.start({
    'mail.send': ({ mailId }) => sendMail(office, mailId),
    'mail.watch': async () => {},
    'passwords.recover': async () => {},
    'invitations.send': async () => {},
    'people.import': async () => {},
    'people.change': async () => {},
    'range.change': async () => {},
    'platform.tidy': async () => {},
  });
  return queue;
}

it('loses no mail and doubles none but those whose answer was lost, while the server is down, silent, busy and dropping', async () => {
  await smtp.goDown();
  const [first] = await Promise.all([aSender(), aSender()]);
  await sql`delete from mail`.execute(portal.db);
  for (let number = 0; number < MAILS; number += 1)
    await inTransaction(portal.db, (tx) =>
      queueMail(
        tx,
        { jobs: first, vault },
        {
          organisationId: 1,
          brandId: 1,
          recipient: `person${number}@made.example`,
          template: 'invitation',
          ...SAMPLES.invitation,
        },
      ),
    );
  await delay(1000);
  expect(await counts()).toEqual({ sent: 0, failed: 0, waiting: MAILS });

  await smtp.comeUp();
  smtp.behave({ isSilent: true });
  await delay(1200);
  expect(await counts()).toEqual({ sent: 0, failed: 0, waiting: MAILS });

  let message = 0;
  const answers = ['take', 'drop', 'drop kept', { code: 451, text: 'busy' }] as const;
  smtp.behave({
    message: () => {
      message += 1;
      return answers[message % answers.length] ?? 'take';
    },
  });
  await delay(1500);
  smtp.behave({});
  const deadline = Date.now() + 14_000;
  while ((await counts())?.waiting !== 0 && Date.now() < deadline) await delay(200);

  expect(await counts()).toEqual({ sent: MAILS, failed: 0, waiting: 0 });
  const kept = smtp.arrived.filter(({ fate }) => fate !== 'forgotten');
  expect(new Set(kept.flatMap(({ recipients }) => recipients)).size).toBe(MAILS);
  // Each was taken once; what came before that under the same id is what the server kept while its answer was lost.
  const taken = kept.filter(({ fate }) => fate === 'taken').map(({ messageId }) => messageId);
  expect(new Set(taken).size).toBe(MAILS);
  expect(taken).toHaveLength(MAILS);
  const doubled = kept.filter(({ fate }) => fate === 'kept').map(({ messageId }) => messageId);
  expect(doubled.length).toBeGreaterThan(0);
  expect(doubled.filter((id) => !taken.includes(id))).toEqual([]);
  const sealed = await sql<{ n: number }>`select count(*)::int as n from mail where sealed is not null`.execute(portal.db);
  expect(sealed.rows[0]?.n).toBe(0);
}, 30_000);
