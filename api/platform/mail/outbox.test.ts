import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailHarness, type MailHarness } from '#api/testing/mail-harness.ts';
import { MAIL_SAMPLES } from '#api/testing/mail-samples.ts';
import { createTestSmtp, type TestSmtp } from '#api/testing/smtp-server.ts';
import { runInTransaction } from '../db/database.ts';
import { monitorOutbox, sendMail } from './mailer.ts';
import {
  deleteExpiredSecrets,
  deleteSentMail,
  discardFailedMail,
  enqueueMail,
  listFailedMail,
  retryFailedMail,
} from './outbox.queries.ts';
import { createTransport, type SmtpTransport } from './smtp-transport.ts';

let room: MailHarness;
let smtp: TestSmtp;
beforeAll(async () => {
  room = await createMailHarness();
});
afterAll(() => room?.close());
afterEach(async () => {
  await smtp?.close();
  room.warnings.length = 0;
});

const officeFor = (post: SmtpTransport = createTransport(smtp.url)) => room.createMailer(post);

describe('a mail that is given up', () => {
  it.each([
    ['the recipient', { recipient: () => ({ code: 550, text: 'no such user' }) }, /550 .*no such user/],
    ['the message', { message: () => ({ code: 554, text: 'looks like spam' }) }, /554 .*looks like spam/],
  ])(
    'is one of which the server refuses %s for good: kept with the reason, and not tried again',
    async (_what, behaviour, reason) => {
      smtp = await createTestSmtp(behaviour);
      const id = await room.aMail();

      await sendMail(officeFor(), id);

      expect(await room.findMailState(id)).toMatchObject({
        sent: false,
        failed: true,
        attempts: 1,
        last_error: expect.stringMatching(reason),
      });
      expect(room.warnings).toEqual([
        [{ mailId: id, template: 'password-changed', reason: expect.stringMatching(reason) }, 'mail failed permanently'],
      ]);
      smtp.setBehaviour({});
      await sendMail(officeFor(), id);
      expect(smtp.received).toEqual([]);
    },
  );

  it('is one with an address that is none', async () => {
    smtp = await createTestSmtp();
    const id = await room.aMail('password-changed', 'not an address');

    await sendMail(officeFor(), id);

    expect(await room.findMailState(id)).toMatchObject({ sent: false, failed: true });
  });

  it('is one that was tried for five days', async () => {
    smtp = await createTestSmtp({ message: () => ({ code: 451, text: 'not now' }) });
    const id = await room.aMail();
    await room.updateMail(id, `due_at = now() - interval '4 days 23 hours'`);
    await expect(sendMail(officeFor(), id)).rejects.toThrow();
    await room.updateMail(id, `due_at = now() - interval '5 days 1 minute'`);

    await sendMail(officeFor(), id);

    expect(await room.findMailState(id)).toMatchObject({ failed: true, attempts: 2, last_error: expect.stringContaining('451') });
  });

  it('is one whose link is no longer kept', async () => {
    smtp = await createTestSmtp();
    const id = await room.aMail('invitation');
    await room.updateMail(id, `created_at = now() - interval '8 days'`);
    await deleteExpiredSecrets(room.portal.db);

    await sendMail(officeFor(), id);

    expect(await room.findMailState(id)).toMatchObject({
      sealed: false,
      failed: true,
      last_error: 'Its link is no longer stored.',
    });
    expect(smtp.received).toEqual([]);
  });

  it('is listed with its reason, and sent when it is queued again', async () => {
    smtp = await createTestSmtp({ recipient: () => ({ code: 550, text: 'no such user' }) });
    const [id, other] = [await room.aMail('invitation'), await room.aMail('invitation')];
    await sendMail(officeFor(), id);
    await sendMail(officeFor(), other);
    expect((await listFailedMail(room.portal.db, 2)).map((mail) => [mail.id, mail.reason])).toEqual([
      [other, expect.stringContaining('no such user')],
      [id, expect.stringContaining('no such user')],
    ]);
    smtp.setBehaviour({});

    expect(await retryFailedMail(room.portal.db, [id, 'not an id', '00000000-0000-4000-8000-000000000000'])).toBe(1);
    await sendMail(officeFor(), id);
    await sendMail(officeFor(), other);

    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`]);
    expect(await room.findMailState(other)).toMatchObject({ failed: true, sent: false });
    expect(await retryFailedMail(room.portal.db, 'all')).toBeGreaterThan(0);
    expect(await listFailedMail(room.portal.db, 2)).toEqual([]);
  });
});

describe('several processes', () => {
  it('send a mail once, though both have its job', async () => {
    smtp = await createTestSmtp();
    const id = await room.aMail();
    let other: unknown;
    const hand: SmtpTransport['send'] = async (mail) => {
      other = await sendMail(officeFor(), id).catch((error: Error) => error.message);
      await createTransport(smtp.url).send(mail);
    };

    await sendMail(officeFor({ send: hand }), id);
    await sendMail(officeFor(), id);

    expect(other).toBe('Another process is sending this mail.');
    expect(smtp.received).toHaveLength(1);
  });

  it('take over what another one died with, after a minute and under the same Message-ID', async () => {
    smtp = await createTestSmtp();
    const id = await room.aMail('invitation');
    // The mail leaves, and the process is gone before it can say so.
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
    expect(await room.findMailState(id)).toMatchObject({ sent: false, taken: true, sealed: true });

    await expect(sendMail(officeFor(), id)).rejects.toThrow(/Another process/);
    await room.updateMail(id, `claimed_at = now() - interval '61 seconds'`);
    await sendMail(officeFor(), id);

    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
    expect(await room.findMailState(id)).toMatchObject({ sent: true, sealed: false });
  });

  it('do not send again what left while the database was away for a moment', async () => {
    smtp = await createTestSmtp();
    const id = await room.aMail();
    let statements = 0;
    const stumbling = room.portal.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        // The first takes the mail, the second notes that it has left.
        if (statements === 2) throw new Error('Connection terminated unexpectedly');
        return node;
      },
      transformResult: async ({ result }) => result,
    });

    await sendMail({ ...officeFor(), db: stumbling }, id);

    expect(statements).toBe(3);
    expect(smtp.received).toHaveLength(1);
    expect((await room.findMailState(id))?.sent).toBe(true);
  });
});

describe('the watch over mails', () => {
  it('says how many wait and since when, and gives those without a job a new one', async () => {
    smtp = await createTestSmtp();
    await sql`update mail_outbox set sent_at = now() where sent_at is null`.execute(room.portal.db);
    const [orphan, waiting] = [await room.aMail(), await room.aMail()];
    await room.updateMail(orphan, `due_at = now() - interval '3 hours', last_error = 'ECONNREFUSED'`);
    await room.updateMail(waiting, `due_at = now() - interval '20 minutes'`);
    await sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${orphan}`.execute(room.portal.db);

    await monitorOutbox(room.createMailer(undefined), room.jobs);
    await monitorOutbox(room.createMailer(undefined), room.jobs);

    expect(room.warnings[0]).toEqual([
      { count: 2, oldestMinutes: 180, lastError: 'ECONNREFUSED' },
      'mails are waiting to be sent',
    ]);
    const found =
      await sql`select id, state::text from pgboss.job where name = 'mail.send' and id in (${orphan}, ${waiting}) order by id = ${waiting}`.execute(
        room.portal.db,
      );
    expect(found.rows).toEqual([
      { id: orphan, state: 'created' },
      { id: waiting, state: 'created' },
    ]);
    expect((await room.portal.anonymous().get('/readyz')).body).toEqual({ ready: true, mailsWaiting: 2 });
  });

  it('says nothing when all is well', async () => {
    await sql`update mail_outbox set sent_at = now() where sent_at is null`.execute(room.portal.db);
    await room.aMail();

    await monitorOutbox(room.createMailer(undefined), room.jobs);

    expect(room.warnings).toEqual([]);
  });
});

describe('queueing a mail', () => {
  it('is one statement, with its job', async () => {
    const before = room.portal.statementsSent();
    const id = await room.aMail('invitation');

    // Begin, the statement, commit, and the test's own look for the id.
    expect(room.portal.statementsSent() - before).toBe(4);
    const { rows } = await sql`select data from pgboss.job where id = ${id}`.execute(room.portal.db);
    expect(rows).toEqual([{ data: { mailId: id } }]);
  });

  it('leaves neither mail nor job when the transaction does not commit', async () => {
    const counts = () =>
      sql`select (select count(*) from mail_outbox) as mails, (select count(*) from pgboss.job) as jobs`.execute(room.portal.db);
    const before = (await counts()).rows;

    await expect(
      runInTransaction(room.portal.db, async (tx) => {
        await enqueueMail(tx, room, MAIL_SAMPLES['password-changed'].definition, {
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

  it('writes one mail for one key, whatever is in the second', async () => {
    const queue = (recipient: string) =>
      runInTransaction(room.portal.db, (tx) =>
        enqueueMail(tx, room, MAIL_SAMPLES['opt-out-confirmed'].definition, {
          organisationId: 1,
          brandId: 1,
          recipient,
          data: MAIL_SAMPLES['opt-out-confirmed'].data,
          dedupeKey: 'opt-out:1',
        }),
      );

    await Promise.all([queue('one@made.example'), queue('one@made.example'), queue('one@made.example')]);
    await queue('two@made.example');

    const { rows } = await sql`select recipient from mail_outbox where dedupe_key = 'opt-out:1'`.execute(room.portal.db);
    expect(rows).toEqual([{ recipient: 'one@made.example' }]);
  });
});

describe('mails of long ago', () => {
  const kept = async () =>
    (await sql<{ id: string }>`select id from mail_outbox order by created_at, id`.execute(room.portal.db)).rows.map(
      ({ id }) => id,
    );
  const ago = (days: number, rest = '') => `created_at = now() - interval '${days} days'${rest}`;
  beforeEach(() => sql`delete from mail_outbox`.execute(room.portal.db));

  it('are deleted so many days after they left; what waits and what was given up stays', async () => {
    const aged = async (what: string, brandId = 1) => {
      const id = await room.aMail('password-changed', 'ann@made.example', { brandId });
      await room.updateMail(id, what);
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

    expect(await deleteSentMail(room.portal.db, 90)).toBe(2);
    expect(await kept()).toEqual(staying);
    expect(await deleteSentMail(room.portal.db, 30)).toBe(2);
    expect(await kept()).toEqual(staying.slice(0, 2));
  });

  it('are deleted in batches, all of them', async () => {
    await sql`insert into mail_outbox (brand_id, recipient, template, data, created_at, sent_at)
      select 1 + n % 3, 'ann@made.example', 'password-changed', '{}', now() - interval '100 days', now() - interval '100 days'
      from generate_series(1, 2500) n`.execute(room.portal.db);
    const before = room.portal.statementsSent();

    expect(await deleteSentMail(room.portal.db, 90)).toBe(2500);
    expect([room.portal.statementsSent() - before, await kept()]).toEqual([3, []]);
  });

  it('that were given up are deleted when somebody says so, and nothing else is', async () => {
    const [waiting, first, second] = [await room.aMail(), await room.aMail(), await room.aMail()];
    for (const id of [first, second]) await room.updateMail(id, 'failed_at = now()');

    expect(await discardFailedMail(room.portal.db, [first, waiting, 'nonsense'])).toBe(1);
    expect(await discardFailedMail(room.portal.db, 'all')).toBe(1);
    expect(await kept()).toEqual([waiting]);
  });
});
