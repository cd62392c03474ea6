import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { SAMPLES } from '../testing/mails.ts';
import { openSmtp, type TestSmtp } from '../testing/smtp.ts';
import { openSortingRoom, type SortingRoom } from '../testing/sorting-room.ts';
import { sendMail, watchMail } from './mail.actions.ts';
import { forgetFailedMails, forgetOldSecrets, forgetSentMails, listFailedMails, queueMail, sendAgain } from './mail.queries.ts';
import { openPost, type Post } from './post.ts';

let room: SortingRoom;
let smtp: TestSmtp;
beforeAll(async () => {
  room = await openSortingRoom();
});
afterAll(() => room?.close());
afterEach(async () => {
  await smtp?.close();
  room.logged.length = 0;
});

const officeFor = (post: Post = openPost(smtp.url)) => room.office(post);

describe('a mail that is given up', () => {
  it.each([
    ['the recipient', { recipient: () => ({ code: 550, text: 'no such user' }) }, /550 .*no such user/],
    ['the message', { message: () => ({ code: 554, text: 'looks like spam' }) }, /554 .*looks like spam/],
  ])(
    'is one of which the server refuses %s for good: kept with the reason, and not tried again',
    async (_what, behaviour, reason) => {
      smtp = await openSmtp(behaviour);
      const id = await room.aMail();

      await sendMail(officeFor(), id);

      expect(await room.stateOf(id)).toMatchObject({
        sent: false,
        failed: true,
        attempts: 1,
        last_error: expect.stringMatching(reason),
      });
      expect(room.logged).toEqual([
        [{ mailId: id, template: 'password-changed', reason: expect.stringMatching(reason) }, 'a mail was given up'],
      ]);
      smtp.behave({});
      await sendMail(officeFor(), id);
      expect(smtp.arrived).toEqual([]);
    },
  );

  it('is one with an address that is none', async () => {
    smtp = await openSmtp();
    const id = await room.aMail('password-changed', 'not an address');

    await sendMail(officeFor(), id);

    expect(await room.stateOf(id)).toMatchObject({ sent: false, failed: true });
  });

  it('is one that was tried for five days', async () => {
    smtp = await openSmtp({ message: () => ({ code: 451, text: 'not now' }) });
    const id = await room.aMail();
    await room.change(id, `due_at = now() - interval '4 days 23 hours'`);
    await expect(sendMail(officeFor(), id)).rejects.toThrow();
    await room.change(id, `due_at = now() - interval '5 days 1 minute'`);

    await sendMail(officeFor(), id);

    expect(await room.stateOf(id)).toMatchObject({ failed: true, attempts: 2, last_error: expect.stringContaining('451') });
  });

  it('is one whose link is no longer kept', async () => {
    smtp = await openSmtp();
    const id = await room.aMail('invitation');
    await room.change(id, `created_at = now() - interval '8 days'`);
    await forgetOldSecrets(room.portal.db);

    await sendMail(officeFor(), id);

    expect(await room.stateOf(id)).toMatchObject({
      sealed: false,
      failed: true,
      last_error: 'The link in it is no longer kept.',
    });
    expect(smtp.arrived).toEqual([]);
  });

  it('is listed with its reason, and sent when it is queued again', async () => {
    smtp = await openSmtp({ recipient: () => ({ code: 550, text: 'no such user' }) });
    const [id, other] = [await room.aMail('invitation'), await room.aMail('invitation')];
    await sendMail(officeFor(), id);
    await sendMail(officeFor(), other);
    expect((await listFailedMails(room.portal.db, 2)).map((mail) => [mail.id, mail.reason])).toEqual([
      [other, expect.stringContaining('no such user')],
      [id, expect.stringContaining('no such user')],
    ]);
    smtp.behave({});

    expect(await sendAgain(room.portal.db, [id, 'not an id', '00000000-0000-4000-8000-000000000000'])).toBe(1);
    await sendMail(officeFor(), id);
    await sendMail(officeFor(), other);

    expect(smtp.arrived.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`]);
    expect(await room.stateOf(other)).toMatchObject({ failed: true, sent: false });
    expect(await sendAgain(room.portal.db, 'all')).toBeGreaterThan(0);
    expect(await listFailedMails(room.portal.db, 2)).toEqual([]);
  });
});

describe('several processes', () => {
  it('send a mail once, though both have its job', async () => {
    smtp = await openSmtp();
    const id = await room.aMail();
    let other: unknown;
    const hand: Post['hand'] = async (mail) => {
      other = await sendMail(officeFor(), id).catch((error: Error) => error.message);
      await openPost(smtp.url).hand(mail);
    };

    await sendMail(officeFor({ hand }), id);
    await sendMail(officeFor(), id);

    expect(other).toBe('Another process is sending this mail.');
    expect(smtp.arrived).toHaveLength(1);
  });

  it('take over what another one died with, after a minute and under the same Message-ID', async () => {
    smtp = await openSmtp();
    const id = await room.aMail('invitation');
    // The mail leaves, and the process is gone before it can say so.
    const gone = new Promise<never>(() => {});
    const left = new Promise<void>((done) => {
      const hand: Post['hand'] = (mail) =>
        openPost(smtp.url)
          .hand(mail)
          .then(done)
          .then(() => gone);
      void sendMail(officeFor({ hand }), id);
    });
    await left;
    expect(await room.stateOf(id)).toMatchObject({ sent: false, taken: true, sealed: true });

    await expect(sendMail(officeFor(), id)).rejects.toThrow(/Another process/);
    await room.change(id, `taken_at = now() - interval '61 seconds'`);
    await sendMail(officeFor(), id);

    expect(smtp.arrived.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
    expect(await room.stateOf(id)).toMatchObject({ sent: true, sealed: false });
  });

  it('do not send again what left while the database was away for a moment', async () => {
    smtp = await openSmtp();
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
    expect(smtp.arrived).toHaveLength(1);
    expect((await room.stateOf(id))?.sent).toBe(true);
  });
});

describe('the watch over mails', () => {
  it('says how many wait and since when, and gives those without a job a new one', async () => {
    smtp = await openSmtp();
    await sql`update mail set sent_at = now() where sent_at is null`.execute(room.portal.db);
    const [orphan, waiting] = [await room.aMail(), await room.aMail()];
    await room.change(orphan, `due_at = now() - interval '3 hours', last_error = 'ECONNREFUSED'`);
    await room.change(waiting, `due_at = now() - interval '20 minutes'`);
    await sql`update pgboss.job set state = 'completed', completed_on = now() where id = ${orphan}`.execute(room.portal.db);

    await watchMail(room.office(undefined), room.jobs);
    await watchMail(room.office(undefined), room.jobs);

    expect(room.logged[0]).toEqual([{ count: 2, oldestMinutes: 180, lastError: 'ECONNREFUSED' }, 'mails are waiting to be sent']);
    const found =
      await sql`select id, state::text from pgboss.job where name = 'mail.send' and id in (${orphan}, ${waiting}) order by id = ${waiting}`.execute(
        room.portal.db,
      );
    expect(found.rows).toEqual([
      { id: orphan, state: 'created' },
      { id: waiting, state: 'created' },
    ]);
    expect((await room.portal.nobody().get('/readyz')).body).toEqual({ ready: true, mailsWaiting: 2 });
  });

  it('says nothing when all is well', async () => {
    await sql`update mail set sent_at = now() where sent_at is null`.execute(room.portal.db);
    await room.aMail();

    await watchMail(room.office(undefined), room.jobs);

    expect(room.logged).toEqual([]);
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
      sql`select (select count(*) from mail) as mails, (select count(*) from pgboss.job) as jobs`.execute(room.portal.db);
    const before = (await counts()).rows;

    await expect(
      inTransaction(room.portal.db, async (tx) => {
        await queueMail(tx, room, {
          organisationId: 1,
          brandId: 1,
          recipient: 'ann@made.example',
          template: 'password-changed',
          ...SAMPLES['password-changed'],
          secrets: undefined,
        });
        throw new Error('something else went wrong');
      }),
    ).rejects.toThrow('something else went wrong');

    expect((await counts()).rows).toEqual(before);
  });

  it('writes one mail for one key, whatever is in the second', async () => {
    const queue = (recipient: string) =>
      inTransaction(room.portal.db, (tx) =>
        queueMail(tx, room, {
          organisationId: 1,
          brandId: 1,
          recipient,
          template: 'opt-out-confirmed',
          data: SAMPLES['opt-out-confirmed'].data,
          dedupeKey: 'opt-out:1',
        }),
      );

    await Promise.all([queue('one@made.example'), queue('one@made.example'), queue('one@made.example')]);
    await queue('two@made.example');

    const { rows } = await sql`select recipient from mail where dedupe_key = 'opt-out:1'`.execute(room.portal.db);
    expect(rows).toEqual([{ recipient: 'one@made.example' }]);
  });
});

describe('mails of long ago', () => {
  const kept = async () =>
    (await sql<{ id: string }>`select id from mail order by created_at, id`.execute(room.portal.db)).rows.map(({ id }) => id);
  const ago = (days: number, rest = '') => `created_at = now() - interval '${days} days'${rest}`;
  beforeEach(() => sql`delete from mail`.execute(room.portal.db));

  it('are deleted so many days after they left; what waits and what was given up stays', async () => {
    const aged = async (what: string, brandId = 1) => {
      const id = await room.aMail('password-changed', 'ann@made.example', { brandId });
      await room.change(id, what);
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

    expect(await forgetSentMails(room.portal.db, 90)).toBe(2);
    expect(await kept()).toEqual(staying);
    expect(await forgetSentMails(room.portal.db, 30)).toBe(2);
    expect(await kept()).toEqual(staying.slice(0, 2));
  });

  it('are deleted in batches, all of them', async () => {
    await sql`insert into mail (brand_id, recipient, template, data, created_at, sent_at)
      select 1 + n % 3, 'ann@made.example', 'password-changed', '{}', now() - interval '100 days', now() - interval '100 days'
      from generate_series(1, 2500) n`.execute(room.portal.db);
    const before = room.portal.statementsSent();

    expect(await forgetSentMails(room.portal.db, 90)).toBe(2500);
    expect([room.portal.statementsSent() - before, await kept()]).toEqual([3, []]);
  });

  it('that were given up are deleted when somebody says so, and nothing else is', async () => {
    const [waiting, first, second] = [await room.aMail(), await room.aMail(), await room.aMail()];
    for (const id of [first, second]) await room.change(id, 'failed_at = now()');

    expect(await forgetFailedMails(room.portal.db, [first, waiting, 'nonsense'])).toBe(1);
    expect(await forgetFailedMails(room.portal.db, 'all')).toBe(1);
    expect(await kept()).toEqual([waiting]);
  });
});
