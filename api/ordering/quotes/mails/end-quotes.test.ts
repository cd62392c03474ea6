import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '#api/platform/db/database.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import { getEndOfLocalDay } from '#api/platform/local-day.ts';
import { aPerson } from '#api/testing/builders.ts';
import { aQuoteForMails } from '#api/testing/mailed-quotes.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { expireQuotes, remindOfQuotes } from './end-quotes.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let owner: { id: number; email: string };

beforeAll(async () => {
  owner = await aPerson(portal.db, { role: 'Buyer' });
});
beforeEach(async () => {
  await sql`update quote set valid_until_at = '2099-01-01' where valid_until_at is not null`.execute(portal.db);
  await sql`delete from mail_outbox where template like 'quote-%'`.execute(portal.db);
});
afterAll(() => sql`update organisation set time_zone = 'Europe/London' where id = 1`.execute(portal.db));

const at = (moment: string | number) => ({ clock: { now: () => (typeof moment === 'number' ? moment : Date.parse(moment)) } });
const expireAt = (moment: string | number) => expireQuotes(portal.db, { ...mailJobs, ...at(moment) });
const remindAt = (moment: string) => remindOfQuotes(portal.db, { ...mailJobs, ...at(moment) });
const setTimeZone = (timeZone: string) => sql`update organisation set time_zone = ${timeZone} where id = 1`.execute(portal.db);
const stateOf = async (quoteId: number) =>
  (await sql<{ state: number }>`select quote_state_id as state from quote where id = ${quoteId}`.execute(portal.db)).rows[0]
    ?.state;
const mails = async () => (await mailJobs.listMails(owner.email)).map(({ template, data }) => `${template} ${data.quoteId}`);

describe('a quote expires', () => {
  it.each([
    ['Europe/London', '2027-01-15'],
    ['Europe/London', '2027-03-28'],
    ['Europe/London', '2027-10-31'],
    ['Europe/Lisbon', '2027-03-28'],
    ['Europe/Lisbon', '2027-10-31'],
    ['Australia/Sydney', '2027-04-04'],
    ['Australia/Sydney', '2027-10-03'],
  ])('at midnight in %s after %s', async (timeZone, day) => {
    await setTimeZone(timeZone);
    const { quoteId } = await aQuoteForMails(portal.db, { customerId: owner.id, validUntilOn: day, timeZone });
    const end = getEndOfLocalDay(day, timeZone).getTime();
    expect([await expireAt(end - 1), await stateOf(quoteId)]).toEqual([0, 30]);
    expect([await expireAt(end + 1), await stateOf(quoteId)]).toEqual([1, 60]);
    expect(await mails()).toEqual([`quote-expired ${quoteId}`]);
  });

  it('unless something was accepted: then it stays accepted', async () => {
    const { quoteId } = await aQuoteForMails(portal.db, { customerId: owner.id, stateId: 40 });
    expect([await expireAt('2027-06-01T12:00:00Z'), await stateOf(quoteId)]).toEqual([0, 40]);
    expect(await mails()).toEqual([]);
  });
});

describe('a reminder', () => {
  it('comes once, on the third day before the last, in the morning where the organisation is', async () => {
    await setTimeZone('Australia/Sydney');
    const { quoteId } = await aQuoteForMails(portal.db, {
      customerId: owner.id,
      validUntilOn: '2027-04-05',
      timeZone: 'Australia/Sydney',
    });
    // 2 April in Sydney begins 13 hours before the day in UTC, 5 April 14 hours before.
    const reminded = [];
    for (const moment of ['2027-04-01T12:00', '2027-04-01T20:59', '2027-04-01T21:00', '2027-04-02T21:00', '2027-04-05T12:00'])
      if ((await remindAt(`${moment}:00Z`)) > 0) reminded.push(moment);
    expect(reminded).toEqual(['2027-04-01T21:00']);
    expect(await mails()).toEqual([`quote-ending ${quoteId}`]);
  });

  it('does not come where nothing is left, where it was answered just before, nor after the last day', async () => {
    await setTimeZone('Europe/London');
    const moment = '2027-03-26T10:00:00Z';
    const all = await aQuoteForMails(portal.db, { customerId: owner.id, stateId: 40, quantities: [2] });
    const part = await aQuoteForMails(portal.db, { customerId: owner.id, stateId: 40, quantities: [2, 3] });
    await aQuoteForMails(portal.db, { customerId: owner.id, sentAt: '2027-03-25T00:30:00Z' });
    await aQuoteForMails(portal.db, { customerId: owner.id, validUntilOn: '2027-03-25' });
    await aQuoteForMails(portal.db, { customerId: owner.id, validUntilOn: '2027-03-30' });
    for (const { quoteId } of [all, part])
      await sql`
        with held as (
          insert into cart (organisation_id, customer_id) values (1, ${owner.id}) on conflict on constraint cart_once_per_customer do update set customer_id = excluded.customer_id
          returning id)
        insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, quote_item_id)
        select 1, held.id, k.product_id, k.id, 2, i.id from held, quote_item i, (select id, product_id from combination order by id limit 1) k where i.quote_id = ${quoteId}`.execute(
        portal.db,
      );
    // Of a line and its alternative one can be accepted.
    await sql`
      with other as (
        insert into quote_item (organisation_id, quote_id, display_order, is_requested, alternative_to_id, name, quantity)
        select 1, quote_id, 9, false, id, 'Cheaper jacket', 2 from quote_item where quote_id = ${all.quoteId} returning id)
      insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, quantity, unit_price_minor)
      select 1, ${all.quoteId}, 1, id, true, 2, 999 from other`.execute(portal.db);
    expect(await remindAt(moment)).toBe(1);
    expect(await mails()).toEqual([`quote-ending ${part.quoteId}`]);
    expect((await mailJobs.renderMails(owner.email))[0]?.text).toContain('You have accepted part of quote');
  });
});

/** A queue whose run is killed, with its connection, when it has queued its nth mails. */
function killedQueue(nth: number): JobQueue {
  let calls = 0;
  return {
    ...mailJobs.jobs,
    enqueueAll: async (tx: Tx, ...rest) => {
      await mailJobs.jobs.enqueueAll(tx, ...rest);
      calls += 1;
      if (calls === nth) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    },
  };
}

it('each mail is sent once when runs are repeated, run at the same time and are killed', async () => {
  await setTimeZone('Europe/London');
  const ended = [];
  for (let count = 0; count < 25; count++)
    ended.push((await aQuoteForMails(portal.db, { customerId: owner.id, validUntilOn: '2027-03-01' })).quoteId);
  const ending = [];
  for (let count = 0; count < 25; count++) ending.push((await aQuoteForMails(portal.db, { customerId: owner.id })).quoteId);
  const moment = '2027-03-26T10:00:00Z';
  for (const run of [expireQuotes, remindOfQuotes]) {
    await expect(run(portal.db, { ...mailJobs, jobs: killedQueue(3), ...at(moment) })).rejects.toThrow();
    await expect(run(portal.db, { ...mailJobs, jobs: killedQueue(22), ...at(moment) })).rejects.toThrow();
    const done = await Promise.all([1, 2, 3].map(() => run(portal.db, { ...mailJobs, ...at(moment) })));
    // The second run had ended a batch of 20 before it was killed.
    expect(done.reduce((sum, count) => sum + count)).toBe(5);
    await run(portal.db, { ...mailJobs, ...at(moment) });
  }
  const expected = [...ended.map((id) => `quote-expired ${id}`), ...ending.map((id) => `quote-ending ${id}`)];
  expect((await mails()).sort()).toEqual(expected.sort());
  expect(await Promise.all(ended.map(stateOf))).toEqual(Array(25).fill(60));
});
