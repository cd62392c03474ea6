import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aWardrobe, type StockedProduct } from '#api/testing/builders.ts';
import {
  aRequest,
  aRequester,
  ask,
  decline,
  findAccount,
  getMeridianDay,
  grant,
  listMailData,
  listOwnRequestsAs,
  listRequestsAs,
  prepareRequests,
  withdraw,
} from '#api/testing/entitlement-requests.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { expireDueRequests } from './entitlement-requests.actions.ts';
import { retention } from './entitlement-requests.queries.ts';

const portal = usePortal();
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

let shirt: StockedProduct;
let north: SignedIn;
let wearer: SignedIn;
let accountId: number;

/** Meridian has only the administrators that a test adds. */
beforeAll(async () => {
  ({ shirt, north } = await prepareRequests(portal));
});
/** A wearer in North who is owed three pieces. */
beforeEach(async () => {
  ({ wearer, accountId } = await aRequester(portal, shirt));
});

/** Lets the last day for a decision pass. */
const passLastDay = (id: number) => run(sql`update entitlement_request set expires_on = current_date - 2 where id = ${id}`);

describe('a request on which no one decides', () => {
  const mailJobs = useMailJobs(portal);
  const runJob = () => expireDueRequests(portal.db, mailJobs);

  it('expires after its last day, also before the job has run', async () => {
    const id = await aRequest(wearer, accountId);
    await run(sql`update entitlement_request set expires_on = ${getMeridianDay(portal)}::date where id = ${id}`);
    expect((await listOwnRequestsAs(wearer))[0]?.status).toBe('open');
    await passLastDay(id);

    expect((await listOwnRequestsAs(wearer))[0]).toMatchObject({ status: 'expired', closedOnUtc: null });
    for (const outcome of [await grant(north, id), await decline(north, id), await withdraw(wearer, id)])
      expect(toRefusal(outcome)).toEqual([409, { entitlementRequest: ['This request has expired.'] }]);
    expect((await listRequestsAs(north, `status=open&customerId=${wearer.customerId}`)).totalCount).toBe(0);
    expect((await listRequestsAs(north, `status=expired&customerId=${wearer.customerId}`)).totalCount).toBe(1);
    const next = await ask(wearer, accountId);
    expect(next.status).toBe(200);
    expect(await listMailData(portal, wearer, 'entitlement-request-expired')).toEqual([
      { firstName: 'Wendy', request: '2 more pieces of Garments' },
    ]);
    expect((await listOwnRequestsAs(wearer)).map(({ status }) => status)).toEqual(['open', 'expired']);
  });

  it('is closed by the job, which mails the wearer once', async () => {
    const id = await aRequest(wearer, accountId);
    await run(sql`update entitlement_request set expires_on = current_date where id = ${id}`);
    expect(await runJob()).toBe(0);
    await passLastDay(id);

    expect(await Promise.all([runJob(), runJob()])).toContain(1);
    expect(await runJob()).toBe(0);
    expect((await listOwnRequestsAs(wearer))[0]).toMatchObject({ status: 'expired', closedOnUtc: expect.any(String) });
    expect(await listMailData(portal, wearer, 'entitlement-request-expired')).toHaveLength(1);
    const { body } = await north.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.customerId}/history`);
    expect(body.history[0]).toMatchObject({ what: 'The request for more expired', by: null });
  });
});

it('a closed request is deleted after a year, an open one is not', async () => {
  const oldId = await aRequest(wearer, accountId);
  await withdraw(wearer, oldId);
  await withdraw(wearer, await aRequest(wearer, accountId));
  await aRequest(wearer, accountId);
  await run(sql`update entitlement_request set closed_at = closed_at - interval '366 days' where id = ${oldId}`);

  for (const task of retention)
    await task.run({ db: portal.db, config: { mailRetentionDays: 90 }, blobs: { delete: async () => {} } });

  expect((await listOwnRequestsAs(wearer)).map(({ status }) => status)).toEqual(['open', 'withdrawn']);
});

it('the wearer’s data contain their requests, and erasing the wearer deletes them', async () => {
  await aRequest(wearer, accountId);
  const other = await signInAs(portal, { role: 'Staff' });
  await aWardrobe(portal.db, other.customerId, [shirt]);
  await aRequest(other, await findAccount(portal, other), { reason: `The same as ${wearer.email} has` });
  const { body } = await wearer.get<'GET /api/mydata'>('/api/mydata');
  expect(body.entitlementRequests).toMatchObject([{ amount: 2, reason: 'I also work in the garden', status: 'open' }]);

  await erasePerson(north, wearer.customerId, wearer.email);

  const { rows } = await sql<{ reason: string | null }>`
    select reason from entitlement_request where customer_id = any (${[wearer.customerId, other.customerId]}::bigint[])`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ reason: 'The same as […] has' }]);
});
