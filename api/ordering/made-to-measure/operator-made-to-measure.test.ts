import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useMadeToMeasure } from '#api/testing/made-to-measure.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import type { SignedIn } from '#api/testing/wearers.ts';
import { tellMakers } from './tell-makers.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
const story = useMadeToMeasure(portal);
const { offer, ask, act, answer, order, finish } = story;
let maker: TestOperatorClient;
let wearer: SignedIn;

beforeEach(async () => {
  maker = story.getMaker();
  wearer = story.getWearer();
  await sql`update made_to_measure_request set told_to_answer_at = now(), told_to_make_at = now()`.execute(portal.db);
});

const list = async (query: string) =>
  (await maker.get<'GET /api/operator/madetomeasure'>(`/api/operator/madetomeasure?${query}`)).body;
const idsOf = async (query: string) => (await list(`limit=250&${query}`)).requests.map(({ id }) => id);

describe('the requests of the operator’s brands', () => {
  it('are in one state each, from the request to the parcel, and found by number, order, wearer and garment', async () => {
    const { id } = (await ask(wearer)).body.request;
    const states = async () => {
      const found = [];
      for (const state of ['toAnswer', 'toMake', 'waiting', 'closed'])
        if ((await idsOf(`state=${state}`)).includes(id)) found.push(state);
      return found;
    };
    expect(await states()).toEqual(['toAnswer']);
    await answer(id);
    expect(await states()).toEqual(['waiting']);
    await act(wearer, id, 'order');
    const orderId = await order(wearer);
    expect(await states()).toEqual(['toMake']);
    const jacket = story.getJacket();
    for (const term of [`M${id}`, String(id), String(orderId), 'wendy', jacket.name.slice(2)])
      expect(await idsOf(`searchTerm=${encodeURIComponent(term)}`)).toContain(id);
    expect(await idsOf(`searchTerm=M${orderId}0`)).toEqual([]);
    expect(await idsOf('organisationId=1')).toContain(id);
    expect(await idsOf('organisationId=2')).not.toContain(id);
    const [row] = (await list(`searchTerm=M${id}`)).requests;
    expect(row).toMatchObject({ id, unitPrice: 240.5, listPrice: 200 });
    await finish(id);
    expect(await states()).toEqual(['closed']);
  });

  it('come in pages, with those that wait counted, when there are 5,000, by one statement within a second', async () => {
    const { id } = (await ask(wearer)).body.request;
    const before = await list('');
    await sql`
      insert into made_to_measure_request (organisation_id, customer_id, requested_by_id, combination_id, quantity, status, told_to_answer_at)
      select organisation_id, customer_id, requested_by_id, combination_id, 1, case when n % 2 = 0 then 'requested' else 'declined' end, now()
      from made_to_measure_request, generate_series(1, 5000) n where id = ${id}`.execute(portal.db);
    const started = performance.now();
    const page = await list('state=toAnswer&limit=25&page=90');
    expect(performance.now() - started).toBeLessThan(1000);
    expect(page.requests).toHaveLength(25);
    expect(page.totalCount).toBe(before.counts.toAnswer + 2500);
    expect(page.counts).toEqual({ ...before.counts, toAnswer: before.counts.toAnswer + 2500 });
    const ids = page.requests.map((request) => request.id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const closed = (await list('state=closed&limit=25')).requests.map((request) => request.id);
    expect(closed).toEqual(closed.toSorted((a, b) => b - a));
    expect((await list('')).totalCount).toBe(before.totalCount + 5000);
  });
});

describe('the operators who make garments', () => {
  const mailsToMakers = async () =>
    (
      await sql<{ recipient: string; brandId: number; data: { toAnswer: { count: number }; toMake: { count: number } } }>`
        select recipient, brand_id as "brandId", data from mail_outbox where template = 'made-to-measure-waiting' order by created_at, recipient`.execute(
        portal.db,
      )
    ).rows;
  const tell = async () => {
    await sql`delete from mail_outbox where template = 'made-to-measure-waiting'`.execute(portal.db);
    await tellMakers(portal.db, mailJobs);
    return mailsToMakers();
  };
  const emailOf = async (id: number) =>
    (await sql<{ email: string }>`select email from operator where id = ${id}`.execute(portal.db)).rows[0]?.email;
  const anOperator = async (brandIds: number[], rights: ('tailoring' | 'administrator')[]) =>
    emailOf((await portal.asOperator({ brandIds, rights })).id);

  it('are mailed once of each request, by brand and right, without measurements and without the wearer', async () => {
    const tailor = await anOperator([1], ['tailoring']);
    const elsewhere = await anOperator([2], ['tailoring']);
    const administrator = await anOperator([1], ['administrator']);
    await ask(wearer);
    await ask(wearer, { quantity: 2 });
    const mails = await tell();
    const recipients = mails.map(({ recipient }) => recipient);
    expect(recipients).toContain(tailor);
    expect(recipients).not.toContain(elsewhere);
    expect(recipients).not.toContain(administrator);
    expect(new Set(recipients).size).toBe(recipients.length);
    expect(mails.find(({ recipient }) => recipient === tailor)?.data).toMatchObject({
      toAnswer: { count: 2 },
      toMake: { count: 0 },
    });
    const text = JSON.stringify(mails);
    for (const secret of ['117.5', '2 cm longer', 'Wendy']) expect(text).not.toContain(secret);
    expect(await tell()).toEqual([]);
  });

  it('are mailed again when a garment is to be made, and of nothing that no longer waits', async () => {
    const tailor = await anOperator([1], ['tailoring']);
    await offer();
    await ask(wearer);
    expect(await tell()).toEqual([]);
    await order(wearer);
    expect((await tell()).find(({ recipient }) => recipient === tailor)?.data).toMatchObject({
      toAnswer: { count: 0 },
      toMake: { count: 1 },
    });
    expect(await tell()).toEqual([]);
  });
});
