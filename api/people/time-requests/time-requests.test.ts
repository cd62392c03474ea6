import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addItems, anItem, aWardrobe, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { giveWardrobe } from '#api/testing/entitlement.ts';
import { getMeridianDay, listMailData, prepareRequests } from '#api/testing/entitlement-requests.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import type { Call } from '#contract/index.ts';
import { expireDueRequests } from '../entitlement-requests/entitlement-requests.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

let shirt: StockedProduct;
let north: SignedIn;
let wearer: SignedIn;
let seasonId: number;
let collectionId: number;
let today: string;

const addDays = (days: number) => {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

/** Meridian has only the administrators that a test adds. */
beforeAll(async () => {
  ({ shirt, north } = await prepareRequests(portal));
  today = getMeridianDay(portal);
});
/** Wendy in North, who has chosen two of three pieces and can no longer order since yesterday. */
beforeEach(async () => {
  wearer = await signInAs(portal, { role: 'Staff', firstName: 'Wendy' });
  const wardrobe = await aWardrobe(portal.db, wearer.customerId, [shirt]);
  ({ seasonId, collectionId } = wardrobe);
  await addItems(wearer, anItem(shirt, 2));
  await closeOn(addDays(-1));
});

const closeOn = (day: string) => run(sql`update season set ordering_closes_on = ${day}::date where id = ${seasonId}`);
const ask = (client: TestClient = wearer, body: object = {}) =>
  client.post<'POST /api/entitlement/timerequests'>('/api/entitlement/timerequests', { seasonId, ...body });
const aRequest = async (client: TestClient = wearer) => (await ask(client)).body.request.id;
const grant = (client: TestClient, id: number, body: object = {}) =>
  client.post<'POST /api/entitlement/timerequests/:id/grant'>(`/api/entitlement/timerequests/${id}/grant`, {
    orderingClosesOn: addDays(7),
    ...body,
  });
const decline = (client: TestClient, id: number, reason = 'Ordering opens again in May') =>
  client.post<'POST /api/entitlement/timerequests/:id/decline'>(`/api/entitlement/timerequests/${id}/decline`, { reason });
const withdraw = (client: TestClient, id: number) =>
  client.post<'POST /api/entitlement/timerequests/:id/withdraw'>(`/api/entitlement/timerequests/${id}/withdraw`);
const readOwn = async (client: TestClient = wearer) =>
  (await client.get<'GET /api/entitlement/timerequests/own'>('/api/entitlement/timerequests/own')).body;
const listAs = async (client: TestClient, query = `customerId=${wearer.customerId}`) =>
  (await client.get<'GET /api/entitlement/timerequests'>(`/api/entitlement/timerequests?${query}`)).body;
const mailsTo = (person: { email: string }, template: string) => listMailData(portal, person, template);
const canOrder = async (client: TestClient = wearer) =>
  (await client.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body.canCheckout;

describe('asking for more time', () => {
  it('waits for 30 days for the administrators, who are mailed and see what was chosen', async () => {
    const south = await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] });
    const before = await readOwn();
    expect(before).toEqual({
      requests: [],
      seasons: [{ seasonId, seasonName: expect.stringMatching(/^Season/), closedOn: addDays(-1) }],
      askingBlocker: null,
    });

    const { status, body } = await ask(wearer, { reason: '  I was on leave ' });

    expect([status, body.request]).toEqual([
      200,
      {
        id: expect.any(Number),
        seasonId,
        seasonName: expect.stringMatching(/^Season/),
        status: 'open',
        reason: 'I was on leave',
        createdOnUtc: expect.any(String),
        expiresOn: addDays(30),
        closedOnUtc: null,
        decidedBy: null,
        decisionReason: null,
        orderingClosesOn: null,
      },
    ]);
    expect((await readOwn()).requests).toEqual([body.request]);
    expect((await listAs(north)).requests).toEqual([
      {
        ...body.request,
        customer: { id: wearer.customerId, firstName: 'Wendy', lastName: 'Forthetest', email: wearer.email },
        seasonClosedOn: addDays(-1),
        chosen: [{ productName: shirt.name, attributeDescription: expect.any(String), quantity: 2 }],
        decisionBlocker: null,
      },
    ]);
    expect(await mailsTo(north, 'time-requested')).toContainEqual(
      expect.objectContaining({ firstName: 'Ada', personName: 'Wendy Forthetest', pieces: 2, reason: 'I was on leave' }),
    );
    expect(await mailsTo(south, 'time-requested')).toEqual([]);
    expect((await listAs(south)).totalCount).toBe(0);
  });

  it('counts among what waits for the administrators of the person alone', async () => {
    const waiting = async (client: TestClient) =>
      (await client.get<'GET /api/organisations/worklist'>('/api/organisations/worklist')).body.requestsForMoreTime;
    const before = await waiting(north);
    const south = await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] });
    const id = await aRequest();
    expect([await waiting(north), await waiting(south)]).toEqual([before + 1, 0]);
    await decline(north, id);
    expect(await waiting(north)).toBe(before);
  });

  it('leaves one open request under 20 concurrent posts', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask()));

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect(outcomes.find(({ status }) => status === 409)?.errors).toEqual({
      entitlementRequest: ['You have already asked for more time. You can ask again once your request has been decided.'],
    });
    expect((await readOwn()).requests.map(({ status }) => status)).toEqual(['open']);
  });

  it('is offered only where more time is all that is missing', async () => {
    const offer = async (statement: ReturnType<typeof sql>) => {
      await run(statement);
      const offered = (await readOwn()).seasons.length;
      const { status } = await ask();
      await run(sql`update customer set ends_on = null, wardrobe_opt_out_at = null where id = ${wearer.customerId}`);
      return [offered, status];
    };
    expect(await offer(sql`update customer set ends_on = current_date - 3 where id = ${wearer.customerId}`)).toEqual([0, 409]);
    expect(await offer(sql`update customer set wardrobe_opt_out_at = now() where id = ${wearer.customerId}`)).toEqual([0, 409]);
    expect(
      await offer(
        sql`update season set ordering_opens_on = current_date + 9, ordering_closes_on = current_date + 20 where id = ${seasonId}`,
      ),
    ).toEqual([0, 409]);
    expect(await offer(sql`update season set ordering_opens_on = null where id = ${seasonId}`)).toEqual([0, 409]);
    const other = await signInAs(portal, { role: 'Staff' });
    expect([(await readOwn(other)).seasons, (await ask(other)).status]).toEqual([[], 404]);
    expect((await readOwn()).requests).toEqual([]);
  });

  it('says so when no one could decide', async () => {
    const unmanaged = await signInAs(portal, { role: 'Staff', groupIds: [] });
    ({ seasonId } = (await aWardrobe(portal.db, unmanaged.customerId, [shirt], { closesOn: addDays(-1) })) as {
      seasonId: number;
    });
    const { askingBlocker } = await readOwn(unmanaged);
    const refusal = toRefusal(await ask(unmanaged));
    expect(askingBlocker).toBe('There is no other administrator who could give you more time. Contact your supplier.');
    expect(refusal).toEqual([409, { season: [askingBlocker] }]);
  });
});

it.each<Call>([
  'GET /api/entitlement/timerequests/own',
  'POST /api/entitlement/timerequests',
  'POST /api/entitlement/timerequests/:id/withdraw',
])('%s is refused while impersonating', async (call) => {
  const id = await aRequest();
  await north.get(`/api/customers/impersonate/${wearer.customerId}`);
  const [method, path = ''] = call.split(' ');
  const response = method === 'GET' ? north.get(path) : north.post(path.replace(':id', String(id)), { seasonId });
  expect((await response).status).toBe(403);
  await north.get('/api/customers/impersonateCancel');
});

describe('granting', () => {
  it('lets this person alone order at once, until the new last day, and mails them', async () => {
    const colleague = await signInAs(portal, { role: 'Staff' });
    await giveWardrobe(portal, collectionId, colleague.customerId);
    expect(await canOrder()).toBe(false);
    const id = await aRequest();

    const { status, body } = await grant(north, id, { reason: ' Please order this week ' });

    expect([status, body.request]).toMatchObject([
      200,
      { status: 'granted', orderingClosesOn: addDays(7), decidedBy: 'Ada Forthetest', decisionReason: 'Please order this week' },
    ]);
    expect(await mailsTo(wearer, 'time-granted')).toMatchObject([
      { firstName: 'Wendy', decidedBy: 'Ada Forthetest', reason: 'Please order this week' },
    ]);
    expect(await readOwn()).toMatchObject({ seasons: [], requests: [{ status: 'granted', orderingClosesOn: addDays(7) }] });
    const { body: builder } = await wearer.get<'GET /api/organisation/uniformbuilder/:id'>('/api/organisation/uniformbuilder/0');
    expect(builder.uniformBuilder).toMatchObject({
      canOrder: true,
      notices: [],
      season: { orderingClosesUtc: `${addDays(7)}T00:00:00Z` },
    });
    expect(await canOrder()).toBe(true);
    await orderItems(portal.db, wearer, anItem(shirt));
    const { body: history } = await north.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.customerId}/history`);
    expect(history.history.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Granted more time to order', 'Requested more time to order']),
    );
    expect((await readOwn(colleague)).seasons).toHaveLength(1);
    expect(toRefusal(await addItems(colleague, anItem(shirt)))[0]).toBe(400);
  });

  it('ends after the last day', async () => {
    const id = await aRequest();
    await grant(north, id, { orderingClosesOn: today });
    expect(await canOrder()).toBe(true);
    await run(sql`update entitlement_request set ordering_closes_on = ${addDays(-1)}::date where id = ${id}`);
    expect(await canOrder()).toBe(false);
    expect((await readOwn()).seasons).toHaveLength(1);
    expect((await ask()).status).toBe(200);
  });

  it('never shortens the ordering window', async () => {
    const id = await aRequest();
    await closeOn(addDays(60));
    await grant(north, id);
    const { body } = await wearer.get<'GET /api/organisation/uniformbuilder/:id'>('/api/organisation/uniformbuilder/0');
    expect(body.uniformBuilder.season?.orderingClosesUtc).toBe(`${addDays(60)}T00:00:00Z`);
  });

  it('takes a day from today and at most 90 days away', async () => {
    const id = await aRequest();
    const refusal = async (orderingClosesOn: string) => toRefusal(await grant(north, id, { orderingClosesOn }));
    expect(await refusal(addDays(-1))).toEqual([422, { orderingClosesOn: ['Choose today or a later day.'] }]);
    expect(await refusal(addDays(91))).toEqual([422, { orderingClosesOn: [expect.stringMatching(/^Choose a day up to /)] }]);
    expect(await refusal('soon')).toEqual([422, { orderingClosesOn: ['Please choose the last day to order.'] }]);
    expect((await grant(north, id, { orderingClosesOn: addDays(90) })).status).toBe(200);
  });

  it.each(Array.from({ length: 4 }, (_, index) => index))('or withdrawing succeeds, never both (%i)', async () => {
    const id = await aRequest();
    const other = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });

    const outcomes = await Promise.all([withdraw(wearer, id), grant(north, id), grant(other, id), decline(other, id)]);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const [request] = (await readOwn()).requests;
    expect(await canOrder()).toBe(request?.status === 'granted');
    expect((await mailsTo(wearer, 'time-granted')).length).toBe(request?.status === 'granted' ? 1 : 0);
    await run(sql`update customer set active = false where id = ${other.customerId}`);
  });
});

it('declining mails the reason, and the person can ask again', async () => {
  const id = await aRequest();
  expect((await decline(north, id, '  ')).status).toBe(422);

  const { body } = await decline(north, id);

  expect(body.request).toMatchObject({ status: 'declined', decisionReason: 'Ordering opens again in May' });
  expect(await mailsTo(wearer, 'entitlement-request-declined')).toMatchObject([
    { request: 'more time to order', reason: 'Ordering opens again in May' },
  ]);
  expect(await canOrder()).toBe(false);
  expect(toRefusal(await withdraw(wearer, id))).toEqual([
    409,
    { entitlementRequest: ['This request has already been declined.'] },
  ]);
  expect((await ask()).status).toBe(200);
});

it('is decided by administrators who may change the person, and never about oneself', async () => {
  const id = await aRequest();
  const south = await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] });
  const elsewhere = await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null });
  for (const client of [south, elsewhere])
    expect([(await grant(client, id)).status, (await decline(client, id)).status]).toEqual([404, 404]);
  for (const role of ['Staff', 'Buyer', 'Sales'] as const)
    expect((await grant(await signInAs(portal, { role }), id)).status).toBe(403);
  expect((await withdraw(await signInAs(portal, { role: 'Staff' }), id)).status).toBe(404);
  const wider = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId, SOUTH.groupId] });
  await run(sql`update entitlement_request set customer_id = ${wider.customerId} where id = ${id}`);
  expect((await grant(wider, id)).errors).toEqual({
    authorization: ['You can’t decide on your own request. Another administrator can.'],
  });
  expect((await grant(north, id)).status).toBe(403);
  expect((await listAs(north, `customerId=${wider.customerId}`)).requests[0]?.decisionBlocker).toBe(
    'You can’t change this person, so another administrator has to decide.',
  );
  await run(sql`update customer set active = false where id = ${wider.customerId}`);
});

it('is no request for more of an account, and the other way round', async () => {
  const id = await aRequest();
  expect((await north.post(`/api/entitlement/requests/${id}/grant`, {})).status).toBe(404);
  const { body } = await north.get<'GET /api/entitlement/requests'>('/api/entitlement/requests?limit=250');
  expect(body.requests.map((request) => request.id)).not.toContain(id);
  expect(body.totalCount).toBe(body.requests.length);
});

it('expires after 30 days without a decision, and the wearer is told', async () => {
  const id = await aRequest();
  await run(sql`update entitlement_request set expires_on = current_date - 2 where id = ${id}`);
  expect((await readOwn()).requests[0]?.status).toBe('expired');
  expect((await grant(north, id)).errors.entitlementRequest).toEqual(['This request has expired.']);

  expect(await expireDueRequests(portal.db, mailJobs)).toBe(1);

  expect(await mailsTo(wearer, 'entitlement-request-expired')).toEqual([{ firstName: 'Wendy', request: 'more time to order' }]);
  expect((await ask()).status).toBe(200);
});

it('the wearer’s data contain their requests, and erasing the wearer deletes them', async () => {
  await ask(wearer, { reason: 'I was on leave' });
  const { body } = await wearer.get<'GET /api/mydata'>('/api/mydata');
  expect(body.timeRequests).toMatchObject([{ reason: 'I was on leave', status: 'open' }]);

  await erasePerson(north, wearer.customerId, wearer.email);

  const { rows } = await sql`select from entitlement_request where customer_id = ${wearer.customerId}`.execute(portal.db);
  expect(rows).toHaveLength(0);
});
