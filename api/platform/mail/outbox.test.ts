import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailHarness, type MailHarness } from '#api/testing/mail-harness.ts';
import { MAIL_SAMPLES } from '#api/testing/mail-samples.ts';
import { createTestSmtp, type TestSmtp } from '#api/testing/smtp-server.ts';
import { runInTransaction } from '../db/database.ts';
import { discardFailedMessages, retryFailedMessages } from '../outbox/deliveries.queries.ts';
import { monitorOutbox, sendMail } from './mailer.ts';
import { deleteExpiredSecrets, deleteSentMail, enqueueMail, listFailedMail, MAIL_OUTBOX } from './outbox.queries.ts';
import { createTransport, type SmtpTransport } from './smtp-transport.ts';

let harness: MailHarness;
let smtp: TestSmtp;
beforeAll(async () => {
  harness = await createMailHarness();
});
afterAll(() => harness?.close());
afterEach(async () => {
  await smtp?.close();
  harness.warnings.length = 0;
});

const officeFor = (post: SmtpTransport = createTransport(smtp.url)) => harness.createMailer(post);

describe('a mail that fails for good', () => {
  it.each([
    ['the recipient', { recipient: () => ({ code: 550, text: 'no such user' }) }, /550 .*no such user/],
    ['the message', { message: () => ({ code: 554, text: 'looks like spam' }) }, /554 .*looks like spam/],
  ])('is one whose %s the server rejects: stored with the reason, and not tried again', async (_what, behaviour, reason) => {
    smtp = await createTestSmtp(behaviour);
    const id = await harness.aMail();

    await sendMail(officeFor(), id);

    expect(await harness.findMailState(id)).toMatchObject({
      sent: false,
      failed: true,
      attempts: 1,
      failure: expect.stringMatching(reason),
    });
    expect(harness.warnings).toEqual([
      [{ mailId: id, template: 'password-changed', reason: expect.stringMatching(reason) }, 'mail failed permanently'],
    ]);
    smtp.setBehaviour({});
    await sendMail(officeFor(), id);
    expect(smtp.received).toEqual([]);
  });

  it('is one with an invalid address', async () => {
    smtp = await createTestSmtp();
    const id = await harness.aMail('password-changed', 'not an address');

    await sendMail(officeFor(), id);

    expect(await harness.findMailState(id)).toMatchObject({ sent: false, failed: true });
  });

  it('is one that was tried for five days', async () => {
    smtp = await createTestSmtp({ message: () => ({ code: 451, text: 'not now' }) });
    const id = await harness.aMail();
    await harness.updateMail(id, `due_at = now() - interval '4 days 23 hours'`);
    await expect(sendMail(officeFor(), id)).rejects.toThrow();
    await harness.updateMail(id, `due_at = now() - interval '5 days 1 minute'`);

    await sendMail(officeFor(), id);

    expect(await harness.findMailState(id)).toMatchObject({
      failed: true,
      attempts: 2,
      failure: expect.stringContaining('451'),
    });
  });

  it('is one whose link is no longer stored', async () => {
    smtp = await createTestSmtp();
    const id = await harness.aMail('invitation');
    await harness.updateMail(id, `created_at = now() - interval '8 days'`);
    await deleteExpiredSecrets(harness.portal.db);

    await sendMail(officeFor(), id);

    expect(await harness.findMailState(id)).toMatchObject({
      sealed: false,
      failed: true,
      failure: 'Its link is no longer stored.',
    });
    expect(smtp.received).toEqual([]);
  });

  it('is listed with its reason, and sent when it is retried', async () => {
    smtp = await createTestSmtp({ recipient: () => ({ code: 550, text: 'no such user' }) });
    const [id, other] = [await harness.aMail('invitation'), await harness.aMail('invitation')];
    await sendMail(officeFor(), id);
    await sendMail(officeFor(), other);
    expect((await listFailedMail(harness.portal.db, 2)).map((mail) => [mail.id, mail.failure])).toEqual([
      [other, expect.objectContaining({ message: expect.stringContaining('no such user') })],
      [id, expect.objectContaining({ message: expect.stringContaining('no such user') })],
    ]);
    smtp.setBehaviour({});

    expect(
      await retryFailedMessages(harness.portal.db, MAIL_OUTBOX, [id, 'not an id', '00000000-0000-4000-8000-000000000000']),
    ).toBe(1);
    await sendMail(officeFor(), id);
    await sendMail(officeFor(), other);

    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`]);
    expect(await harness.findMailState(other)).toMatchObject({ failed: true, sent: false });
    expect(await retryFailedMessages(harness.portal.db, MAIL_OUTBOX, 'all')).toBeGreaterThan(0);
    expect(await listFailedMail(harness.portal.db, 2)).toEqual([]);
  });
});

describe('several processes', () => {
  it('send a mail once, even if both have its job', async () => {
    smtp = await createTestSmtp();
    const id = await harness.aMail();
    let other: unknown;
    const hand: SmtpTransport['send'] = async (mail) => {
      other = await sendMail(officeFor(), id).catch((error: Error) => error.message);
      await createTransport(smtp.url).send(mail);
    };

    await sendMail(officeFor({ send: hand }), id);
    await sendMail(officeFor(), id);

    expect(other).toBe('Another process is delivering this message.');
    expect(smtp.received).toHaveLength(1);
  });

  it('take over the mail of a crashed process, after a minute and with the same Message-ID', async () => {
    smtp = await createTestSmtp();
    const id = await harness.aMail('invitation');
    // The process crashes after sending the mail and before recording it.
    const gone = new Promise<never>(() => {});
    const left = new Promise<void>((done) => {
      const hand: SmtpTransport['send'] = (mail) =>
        createTransport(smtp.url)
          .send(mail)
          .then(done)
          .then(() => gone);
      void sendMail(officeFor({ send: hand }), id);
    });
    await left;
    expect(await harness.findMailState(id)).toMatchObject({ sent: false, taken: true, sealed: true });

    await expect(sendMail(officeFor(), id)).rejects.toThrow(/Another process/);
    await harness.updateMail(id, `claimed_at = now() - interval '61 seconds'`);
    await sendMail(officeFor(), id);

    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
    expect(await harness.findMailState(id)).toMatchObject({ sent: true, sealed: false });
  });

  it('do not resend a mail that was sent during a short database outage', async () => {
    smtp = await createTestSmtp();
    const id = await harness.aMail();
    let statements = 0;
    const stumbling = harness.portal.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        // The first statement claims the mail, the second one marks it as sent.
        if (statements === 2) throw new Error('Connection terminated unexpectedly');
        return node;
      },
      transformResult: async ({ result }) => result,
    });

    await sendMail({ ...officeFor(), db: stumbling }, id);

    expect(statements).toBe(3);
    expect(smtp.received).toHaveLength(1);
    expect((await harness.findMailState(id))?.sent).toBe(true);
  });
});

describe('monitoring the outbox', () => {
  it('logs how many mails wait and since when, and enqueues missing jobs', async () => {
    smtp = await createTestSmtp();
    await sql`update mail_outbox set sent_at = now() where sent_at is null`.execute(harness.portal.db);
    const [orphan, waiting] = [await harness.aMail(), await harness.aMail()];
    await harness.updateMail(orphan, `due_at = now() - interval '3 hours', last_error = 'ECONNREFUSED'`);
    await harness.updateMail(waiting, `due_at = now() - interval '20 minutes'`);
    await sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${orphan}`.execute(harness.portal.db);

    await monitorOutbox(harness.createMailer(undefined), harness.jobs);
    await monitorOutbox(harness.createMailer(undefined), harness.jobs);

    expect(harness.warnings[0]).toEqual([
      { count: 2, oldestMinutes: 180, lastError: 'ECONNREFUSED' },
      'mails are waiting to be sent',
    ]);
    const found =
      await sql`select id, state::text from pgboss.job where name = 'mail.send' and id in (${orphan}, ${waiting}) order by id = ${waiting}`.execute(
        harness.portal.db,
      );
    expect(found.rows).toEqual([
      { id: orphan, state: 'created' },
      { id: waiting, state: 'created' },
    ]);
    expect((await harness.portal.anonymous().get('/readyz')).body).toMatchObject({ ready: true, mailsWaiting: 2 });
  });

  it('logs nothing when no mail is stuck', async () => {
    await sql`update mail_outbox set sent_at = now() where sent_at is null`.execute(harness.portal.db);
    await harness.aMail();

    await monitorOutbox(harness.createMailer(undefined), harness.jobs);

    expect(harness.warnings).toEqual([]);
  });
});

describe('queueing a mail', () => {
  it('is one statement, with its job', async () => {
    const before = harness.portal.statementsSent();
    const id = await harness.aMail('invitation');

    // Begin, the statement, commit, and the test's own query for the id.
    expect(harness.portal.statementsSent() - before).toBe(4);
    const { rows } = await sql`select data from pgboss.job where id = ${id}`.execute(harness.portal.db);
    expect(rows).toEqual([{ data: { mailId: id } }]);
  });

  it('leaves neither mail nor job when the transaction does not commit', async () => {
    const counts = () =>
      sql`select (select count(*) from mail_outbox) as mails, (select count(*) from pgboss.job) as jobs`.execute(
        harness.portal.db,
      );
    const before = (await counts()).rows;

    await expect(
      runInTransaction(harness.portal.db, async (tx) => {
        await enqueueMail(tx, harness, MAIL_SAMPLES['password-changed'].definition, {
          organisationId: 1,
          brandId: 1,
          recipient: 'ann@made.example',
          data: MAIL_SAMPLES['password-changed'].data,
        });
        throw new Error('something else went wrong');
      }),
    ).rejects.toThrow('something else went wrong');

    expect((await counts()).rows).toEqual(before);
  });

  it('writes one mail for each key, whatever the second one contains', async () => {
    const queue = (recipient: string) =>
      runInTransaction(harness.portal.db, (tx) =>
        enqueueMail(tx, harness, MAIL_SAMPLES['opt-out-confirmed'].definition, {
          organisationId: 1,
          brandId: 1,
          recipient,
          data: MAIL_SAMPLES['opt-out-confirmed'].data,
          dedupeKey: 'opt-out:1',
        }),
      );

    await Promise.all([queue('one@made.example'), queue('one@made.example'), queue('one@made.example')]);
    await queue('two@made.example');

    const { rows } = await sql`select recipient from mail_outbox where dedupe_key = 'opt-out:1'`.execute(harness.portal.db);
    expect(rows).toEqual([{ recipient: 'one@made.example' }]);
  });
});

describe('old mails', () => {
  const remaining = async () =>
    (await sql<{ id: string }>`select id from mail_outbox order by created_at, id`.execute(harness.portal.db)).rows.map(
      ({ id }) => id,
    );
  const ago = (days: number, rest = '') => `created_at = now() - interval '${days} days'${rest}`;
  beforeEach(() => sql`delete from mail_outbox`.execute(harness.portal.db));

  it('are deleted the configured days after they were sent; pending and failed ones stay', async () => {
    const aged = async (what: string, brandId = 1) => {
      const id = await harness.aMail('password-changed', 'ann@made.example', { brandId });
      await harness.updateMail(id, what);
      return id;
    };
    await aged(ago(91, `, sent_at = now() - interval '91 days'`));
    await aged(ago(400, `, sent_at = now() - interval '91 days', last_error = '451 at first'`), 2);
    const staying = [
      await aged(ago(98, `, failed_at = now() - interval '93 days'`)),
      await aged(ago(97)),
      await aged(ago(96, `, sent_at = now() - interval '89 days'`)),
      await aged(ago(89, `, sent_at = now() - interval '89 days'`)),
    ];

    expect(await deleteSentMail(harness.portal.db, 90)).toBe(2);
    expect(await remaining()).toEqual(staying);
    expect(await deleteSentMail(harness.portal.db, 30)).toBe(2);
    expect(await remaining()).toEqual(staying.slice(0, 2));
  });

  it('are deleted in batches, all of them', async () => {
    await sql`insert into mail_outbox (brand_id, recipient, template, data, created_at, sent_at)
      select 1 + n % 3, 'ann@made.example', 'password-changed', '{}', now() - interval '100 days', now() - interval '100 days'
      from generate_series(1, 2500) n`.execute(harness.portal.db);
    const before = harness.portal.statementsSent();

    expect(await deleteSentMail(harness.portal.db, 90)).toBe(2500);
    expect([harness.portal.statementsSent() - before, await remaining()]).toEqual([3, []]);
  });

  it('that failed are deleted on request, and no others', async () => {
    const [waiting, first, second] = [await harness.aMail(), await harness.aMail(), await harness.aMail()];
    for (const id of [first, second]) await harness.updateMail(id, 'failed_at = now()');

    expect(await discardFailedMessages(harness.portal.db, MAIL_OUTBOX, [first, waiting, 'nonsense'])).toBe(1);
    expect(await discardFailedMessages(harness.portal.db, MAIL_OUTBOX, 'all')).toBe(1);
    expect(await remaining()).toEqual([waiting]);
  });
});
