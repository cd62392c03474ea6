import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aStockedProduct, aWardrobe, NORTH, type StockedProduct } from '#api/testing/builders.ts';
import {
  ask as askFor,
  decline,
  findAccount,
  grant,
  listMailData,
  listOwnRequestsAs,
  listRequestsAs,
  type SignedIn,
  signInAs,
  withdraw,
} from '#api/testing/entitlement-requests.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
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
  shirt = await aStockedProduct(portal.db, { stock: [5000] });
  await run(sql`delete from customer_role where organisation_id = 1 and role_id = 33`);
  north = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId], firstName: 'Ada' });
});
/** A wearer in North who is owed three pieces. */
beforeEach(async () => {
  wearer = await signInAs(portal, { role: 'Staff', firstName: 'Wendy' });
  await aWardrobe(portal.db, wearer.customerId, [shirt]);
  accountId = await findAccount(portal, wearer);
});

const ask = (client: TestClient, body: object = {}) => askFor(client, accountId, body);
const aRequest = async (client: TestClient = wearer, body: object = {}) => (await ask(client, body)).body.request.id;
const listOwn = (client: TestClient = wearer) => listOwnRequestsAs(client);
const mailsTo = (person: { email: string }, template: string) => listMailData(portal, person, template);
const reply = ({ status, errors }: { status: number; errors: object }) => [status, errors];
const today = () => new Date(portal.clock.now()).toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
/** Lets the last day for a decision pass. */
const passLastDay = (id: number) => run(sql`update entitlement_request set expires_on = current_date - 2 where id = ${id}`);

describe('a request on which no one decides', () => {
  const mailJobs = useMailJobs(portal);
  const runJob = () => expireDueRequests(portal.db, mailJobs);

  it('expires after its last day, also before the job has run', async () => {
    const id = await aRequest();
    await run(sql`update entitlement_request set expires_on = ${today()}::date where id = ${id}`);
    expect((await listOwn())[0]?.status).toBe('open');
    await passLastDay(id);

    expect((await listOwn())[0]).toMatchObject({ status: 'expired', closedOnUtc: null });
    for (const outcome of [await grant(north, id), await decline(north, id), await withdraw(wearer, id)])
      expect(reply(outcome)).toEqual([409, { entitlementRequest: ['This request has expired.'] }]);
    expect((await listRequestsAs(north, `status=open&customerId=${wearer.customerId}`)).totalCount).toBe(0);
    expect((await listRequestsAs(north, `status=expired&customerId=${wearer.customerId}`)).totalCount).toBe(1);
    const next = await ask(wearer);
    expect(next.status).toBe(200);
    expect(await mailsTo(wearer, 'entitlement-request-expired')).toEqual([
      { firstName: 'Wendy', request: '2 more pieces of Garments' },
    ]);
    expect((await listOwn()).map(({ status }) => status)).toEqual(['open', 'expired']);
  });

  it('is closed by the job, which mails the wearer once', async () => {
    const id = await aRequest();
    await run(sql`update entitlement_request set expires_on = current_date where id = ${id}`);
    expect(await runJob()).toBe(0);
    await passLastDay(id);

    expect(await Promise.all([runJob(), runJob()])).toContain(1);
    expect(await runJob()).toBe(0);
    expect((await listOwn())[0]).toMatchObject({ status: 'expired', closedOnUtc: expect.any(String) });
    expect(await mailsTo(wearer, 'entitlement-request-expired')).toHaveLength(1);
    const { body } = await north.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.customerId}/history`);
    expect(body.history[0]).toMatchObject({ what: 'The request for more expired', by: null });
  });
});

it('a closed request is deleted after a year, an open one is not', async () => {
  const oldId = await aRequest();
  await withdraw(wearer, oldId);
  await withdraw(wearer, await aRequest());
  await aRequest();
  await run(sql`update entitlement_request set closed_at = closed_at - interval '366 days' where id = ${oldId}`);

  for (const task of retention) await task.run({ db: portal.db, config: { mailRetentionDays: 90 } });

  expect((await listOwn()).map(({ status }) => status)).toEqual(['open', 'withdrawn']);
});

it('the wearer’s data contain their requests, and erasing the wearer deletes them', async () => {
  await aRequest();
  const other = await signInAs(portal, { role: 'Staff' });
  await aWardrobe(portal.db, other.customerId, [shirt]);
  await aRequest(other, { accountId: await findAccount(portal, other), reason: `The same as ${wearer.email} has` });
  const { body } = await wearer.get<'GET /api/mydata'>('/api/mydata');
  expect(body.entitlementRequests).toMatchObject([{ amount: 2, reason: 'I also work in the garden', status: 'open' }]);

  await erasePerson(north, wearer.customerId, wearer.email);

  const { rows } = await sql<{ reason: string | null }>`
    select reason from entitlement_request where customer_id = any (${[wearer.customerId, other.customerId]}::bigint[])`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ reason: null }]);
});
