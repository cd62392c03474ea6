import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, type aPerson, aWardrobe, NORTH, orderItems, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import {
  aRequester,
  aRequest as aRequestOf,
  ask as askFor,
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
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { listMailsTo } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import type { Call } from '#contract/index.ts';

const portal = usePortal();
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

let shirt: StockedProduct;
let north: SignedIn;
let wearer: SignedIn;
let wardrobe: Awaited<ReturnType<typeof aWardrobe>>;
let accountId: number;

/** Meridian has only the administrators that a test adds. */
beforeAll(async () => {
  ({ shirt, north } = await prepareRequests(portal));
});
/** A wearer in North who is owed three pieces. */
beforeEach(async () => {
  ({ wearer, wardrobe, accountId } = await aRequester(portal, shirt));
});

const ask = (client: TestClient, body: object = {}) => askFor(client, accountId, body);
const aRequest = (client: TestClient = wearer, body?: object) => aRequestOf(client, accountId, body);
const listOwn = (client: TestClient = wearer) => listOwnRequestsAs(client);
const mailsTo = (person: { email: string }, template: string) => listMailData(portal, person, template);
const take = (pieces: number) => orderItems(portal.db, wearer, { ...anItem(shirt, pieces), customerId: wearer.customerId });

describe('asking for more', () => {
  it('waits for 30 days for the administrators, who are mailed', async () => {
    const south = await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] });
    const closed = await signInAs(portal, { role: 'Admin' });
    await run(sql`update customer set active = false where id = ${closed.customerId}`);

    const { status, body } = await ask(wearer, { reason: '  I also work in the garden ' });

    const expiresOn = new Date(Date.parse(`${getMeridianDay(portal)}T00:00:00Z`) + 30 * 86_400_000).toISOString().slice(0, 10);
    expect([status, body.request]).toEqual([
      200,
      {
        id: expect.any(Number),
        accountId,
        label: 'Garments',
        kind: 'group',
        unit: 'pieces',
        collectionName: expect.stringMatching(/^Wardrobe/),
        seasonId: wardrobe.seasonId,
        seasonName: expect.stringMatching(/^Season/),
        status: 'open',
        amount: 2,
        reason: 'I also work in the garden',
        createdOnUtc: expect.any(String),
        expiresOn,
        closedOnUtc: null,
        decidedBy: null,
        decisionReason: null,
        grantedAmount: null,
        undoneOnUtc: null,
        undoneBy: null,
      },
    ]);
    expect(await listOwn()).toEqual([body.request]);
    expect(await mailsTo(north, 'entitlement-requested')).toEqual([
      expect.objectContaining({
        firstName: 'Ada',
        personName: 'Wendy Forthetest',
        request: '2 more pieces of Garments',
        reason: 'I also work in the garden',
      }),
    ]);
    for (const other of [south, closed]) expect(await mailsTo(other, 'entitlement-requested')).toEqual([]);
  });

  it('leaves one open request under 20 concurrent posts', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(wearer)));

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect(outcomes.find(({ status }) => status === 409)?.errors).toEqual({
      entitlementRequest: ['You have already asked for more. You can ask again once your request has been decided.'],
    });
    expect((await listOwn()).map(({ status }) => status)).toEqual(['open']);
    expect(await mailsTo(north, 'entitlement-requested')).toContainEqual(
      expect.objectContaining({ personName: 'Wendy Forthetest' }),
    );
  });

  it('mails an administrator once a day, however often it is withdrawn and repeated', async () => {
    const before = (await mailsTo(north, 'entitlement-requested')).length;
    await withdraw(wearer, await aRequest());
    await withdraw(wearer, await aRequest());

    expect((await listOwn()).map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn']);
    expect(await mailsTo(north, 'entitlement-requested')).toHaveLength(before + 1);
  });

  it('is about own balances with a limit only', async () => {
    const other = await signInAs(portal, { role: 'Staff' });
    expect((await ask(other)).status).toBe(404);
    expect((await ask(north)).status).toBe(404);

    await aWardrobe(portal.db, other.customerId, [shirt], { allocationTypeId: 50 });
    expect(toRefusal(await ask(other, { accountId: await findAccount(portal, other) }))).toEqual([
      409,
      { account: ['There is no limit, so you can order more without asking.'] },
    ]);
  });

  it('is refused with the reason while nothing could be ordered', async () => {
    const refusal = async (statement: ReturnType<typeof sql>) => {
      await run(statement);
      return (await ask(wearer)).errors.account?.[0];
    };
    expect(await refusal(sql`update season set ordering_closes_on = '2021-01-31' where id = ${wardrobe.seasonId}`)).toMatch(
      /^Ordering closed on 31 January 2021\.$/,
    );
    expect(await refusal(sql`update customer set wardrobe_opt_out_at = now() where id = ${wearer.customerId}`)).toBe(
      'No uniform can be ordered after an opt-out. An administrator can undo it.',
    );
    expect(await listOwn()).toEqual([]);
  });

  it.each([
    [{ amount: 0 }, { amount: ['Please enter an amount other than 0.'] }],
    [{ amount: -1 }, { amount: ['Please enter an amount above 0 and up to 10,000.'] }],
    [{ amount: 1.5 }, { amount: ['Please enter a whole number of pieces.'] }],
    [{ reason: '  ' }, { reason: ['Please enter a reason of at most 500 characters.'] }],
  ])('refuses %j', async (body, errors) => {
    expect(toRefusal(await ask(wearer, body))).toEqual([422, errors]);
  });
});

it.each<Call>([
  'GET /api/entitlement/requests/own',
  'POST /api/entitlement/requests',
  'POST /api/entitlement/requests/:id/withdraw',
])('%s is refused while impersonating', async (call) => {
  const id = await aRequest();
  await north.get(`/api/customers/impersonate/${wearer.customerId}`);
  const [method, path = ''] = call.split(' ');
  const response =
    method === 'GET' ? north.get(path) : north.post(path.replace(':id', String(id)), { accountId, amount: 1, reason: 'More' });
  expect((await response).status).toBe(403);
  await north.get('/api/customers/impersonateCancel');
});

it.each<Call>([
  'GET /api/entitlement/requests',
  'POST /api/entitlement/requests/:id/grant',
  'POST /api/entitlement/requests/:id/decline',
])('%s is for Admins', async (call) => {
  const id = await aRequest();
  const [method, path = ''] = call.split(' ');
  for (const role of ['Staff', 'Buyer', 'Sales'] as const) {
    const client = await signInAs(portal, { role });
    const response = method === 'GET' ? client.get(path) : client.post(path.replace(':id', String(id)), { reason: 'Why not' });
    expect((await response).status).toBe(403);
  }
});

describe('granting', () => {
  it('adds what was asked for at once, by an adjustment that can be undone, and mails the wearer', async () => {
    await take(3);
    const id = await aRequest();
    const [listed] = (await listRequestsAs(north, `status=open&customerId=${wearer.customerId}`)).requests;
    expect((await listRequestsAs(north, `requestId=${listed?.id}`)).requests.map(({ id }) => id)).toEqual([listed?.id]);
    expect(listed).toMatchObject({
      id,
      customer: { id: wearer.customerId, firstName: 'Wendy', email: wearer.email },
      balance: { granted: 3, reserved: 3, used: 0, left: 0, reasoning: { left: 0 } },
      ordered: [{ productName: shirt.name, quantity: 3 }],
      decisionBlocker: null,
      grantBlocker: null,
    });

    const { status, body } = await grant(north, id);

    expect([status, body.request]).toMatchObject([
      200,
      { id, status: 'granted', grantedAmount: 2, decidedBy: 'Ada Forthetest', balance: { granted: 5, left: 2 } },
    ]);
    expect(await mailsTo(wearer, 'entitlement-request-granted')).toEqual([
      { firstName: 'Wendy', request: '2 more pieces of Garments', reason: null, decidedBy: 'Ada Forthetest', granted: null },
    ]);
    const { body: statement } = await wearer.get<'GET /api/entitlement/statement'>('/api/entitlement/statement');
    expect(statement.statement.periods[0]?.accounts[0]?.movements[0]?.text).toMatch(
      /^Added by Ada Forthetest: “Answer to the request of \d+ \w+ \d+ for 2 more pieces of Garments”$/,
    );
    const { body: history } = await north.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.customerId}/history`);
    expect(history.history.map(({ what }) => what).slice(0, 2)).toEqual([
      'Adjusted the uniform',
      'Requested more of the uniform',
    ]);
  });

  it('shows when and by whom the grant was undone, and lets the wearer ask again', async () => {
    const { body } = await grant(north, await aRequest());
    expect(body.request).toMatchObject({ undoneOnUtc: null, undoneBy: null });
    const other = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId], firstName: 'Uma' });

    await other.post(`/api/entitlement/adjustments/${body.request.adjustmentId}/reversal`);

    const undone = {
      status: 'granted',
      decidedBy: 'Ada Forthetest',
      undoneOnUtc: expect.any(String),
      undoneBy: 'Uma Forthetest',
    };
    const [listed] = (await listRequestsAs(north, `customerId=${wearer.customerId}`)).requests;
    expect(listed).toMatchObject({ ...undone, balance: { granted: 3, left: 3 } });
    expect(await listOwn()).toMatchObject([undone]);
    expect((await ask(wearer)).status).toBe(200);
    await run(sql`update customer set active = false where id = ${other.customerId}`);
  });

  it('lets the wearer order the pieces', async () => {
    await take(3);
    await grant(north, await aRequest());
    await take(2);
    expect((await listRequestsAs(north, `customerId=${wearer.customerId}`)).requests[0]?.balance).toMatchObject({
      reserved: 5,
      left: 0,
    });
  });

  it('can be less than was asked for, but not more', async () => {
    const id = await aRequest();
    expect(toRefusal(await grant(north, id, { amount: 3 }))).toEqual([422, { amount: ['At most 2 was asked for.'] }]);

    const { body } = await grant(north, id, { amount: 1, reason: ' The second in spring ' });

    expect(body.request).toMatchObject({ grantedAmount: 1, decisionReason: 'The second in spring', balance: { left: 4 } });
    expect(await mailsTo(wearer, 'entitlement-request-granted')).toMatchObject([
      { granted: '1 more piece of Garments', reason: 'The second in spring' },
    ]);
  });

  it('adds money to a budget', async () => {
    const person = await signInAs(portal, { role: 'Staff' });
    await aWardrobe(portal.db, person.customerId, [shirt], { allocationTypeId: 40, budgetMinor: 10_000 });
    const id = await aRequest(person, { accountId: await findAccount(portal, person, 'budget'), amount: 30.5 });

    const { body } = await grant(north, id, { amount: 20.25 });

    expect(body.request).toMatchObject({ unit: 'money', amount: 30.5, grantedAmount: 20.25, balance: { granted: 120.25 } });
    expect(await mailsTo(person, 'entitlement-request-granted')).toMatchObject([
      { request: '£30.50 more', granted: '£20.25 more' },
    ]);
  });

  it('succeeds once when two administrators decide at the same time', async () => {
    const id = await aRequest();
    const other = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });

    const outcomes = await Promise.all([grant(north, id), grant(other, id), decline(north, id), decline(other, id)]);

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const [request] = (await listRequestsAs(north, `customerId=${wearer.customerId}`)).requests;
    expect(request?.balance.granted).toBe(request?.status === 'granted' ? 5 : 3);
    expect((await listMailsTo(portal.db, wearer.email)).map(({ template }) => template)).toEqual([
      `entitlement-request-${request?.status}`,
    ]);
    expect((await grant(north, id)).errors.entitlementRequest?.[0]).toBe(`This request has already been ${request?.status}.`);
  });

  it('is refused where the balance can no longer be adjusted, and the request stays open', async () => {
    const id = await aRequest();
    await run(sql`update entitlement_account set status = 'closed' where id = ${accountId}`);

    const [listed] = (await listRequestsAs(north, `customerId=${wearer.customerId}`)).requests;
    expect(listed).toMatchObject({ decisionBlocker: null, grantBlocker: 'The wardrobe no longer grants this.' });
    expect(toRefusal(await grant(north, id))).toEqual([409, { account: ['The wardrobe no longer grants this.'] }]);
    expect((await listOwn())[0]?.status).toBe('open');
    expect((await decline(north, id)).status).toBe(200);
  });

  it('mails no one whose account is closed', async () => {
    const id = await aRequest();
    await run(sql`update customer set active = false where id = ${wearer.customerId}`);
    expect((await grant(north, id)).status).toBe(200);
    expect(await listMailsTo(portal.db, wearer.email)).toEqual([]);
  });
});

it('declining mails the reason and leaves the balance', async () => {
  const id = await aRequest();
  expect((await decline(north, id, '  ')).status).toBe(422);

  const { body } = await decline(north, id, ' New shirts arrive in <b>May</b> ');

  expect(body.request).toMatchObject({ status: 'declined', balance: { granted: 3 }, decidedBy: 'Ada Forthetest' });
  expect((await listOwn())[0]).toMatchObject({ status: 'declined', decisionReason: 'New shirts arrive in <b>May</b>' });
  expect(await mailsTo(wearer, 'entitlement-request-declined')).toMatchObject([{ reason: 'New shirts arrive in <b>May</b>' }]);
  expect(toRefusal(await withdraw(wearer, id))).toEqual([
    409,
    { entitlementRequest: ['This request has already been declined.'] },
  ]);
  expect((await ask(wearer)).status).toBe(200);
});

describe('deciding', () => {
  it('is for administrators who may change the person, and never about oneself', async () => {
    const id = await aRequest();
    const statusFor = async (overrides: Parameters<typeof aPerson>[1]) => {
      const client = await signInAs(portal, overrides);
      const seen = (await listRequestsAs(client, `customerId=${wearer.customerId}`)).totalCount > 0;
      return [seen, (await grant(client, id)).status, (await decline(client, id)).status];
    };
    expect(await statusFor({ role: 'Admin', adminableGroupIds: [SOUTH.groupId] })).toEqual([false, 404, 404]);
    expect(await statusFor({ role: 'Admin', organisationId: 2, groupIds: [], resortId: null })).toEqual([false, 404, 404]);
    expect((await withdraw(await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] }), id)).status).toBe(404);

    const wider = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId, SOUTH.groupId] });
    const whole = await signInAs(portal, { role: 'Admin' });
    await aWardrobe(portal.db, wider.customerId, [shirt]);
    const widerId = await aRequest(wider, { accountId: await findAccount(portal, wider) });
    expect(toRefusal(await grant(wider, widerId))).toEqual([
      403,
      { authorization: ['You can’t decide on your own request. Another administrator can.'] },
    ]);
    expect((await listRequestsAs(wider, `customerId=${wider.customerId}`)).requests).toEqual([]);
    expect((await listRequestsAs(north, `customerId=${wider.customerId}`)).requests[0]?.decisionBlocker).toBe(
      'You can’t change this person, so another administrator has to decide.',
    );
    expect((await grant(north, widerId)).status).toBe(403);
    expect(await mailsTo(north, 'entitlement-requested')).not.toContainEqual(
      expect.objectContaining({ personName: 'Made Forthetest', request: '2 more pieces of Garments' }),
    );
    expect(await mailsTo(whole, 'entitlement-requested')).toHaveLength(1);
    expect((await grant(whole, widerId)).status).toBe(200);
    await run(sql`update customer set active = false where id = any (${[wider.customerId, whole.customerId]}::bigint[])`);
  });

  it('lists open requests first, by status and page', async () => {
    const id = await aRequest();
    await decline(north, id);
    const openId = await aRequest();
    const others = (await listRequestsAs(north, `status=open&limit=250`)).requests.map((request) => request.status);
    expect(new Set(others)).toEqual(new Set(['open']));
    const ids = async (query: string) =>
      (await listRequestsAs(north, `customerId=${wearer.customerId}&${query}`)).requests.map((request) => request.id);

    expect(await ids('')).toEqual([openId, id]);
    expect(await ids('page=1&limit=1')).toEqual([id]);
    expect(await ids('status=declined')).toEqual([id]);
    expect((await listRequestsAs(north, `customerId=${wearer.customerId}&limit=1`)).totalCount).toBe(2);
    expect((await north.get('/api/entitlement/requests?status=waiting')).status).toBe(400);
  });
});

describe('a decision about a request whose balance has changed since it was opened', () => {
  it.each(['grant', 'decline'])('is refused with what is left now: %s', async (decision) => {
    const id = await aRequest();
    const open = async () => (await listRequestsAs(north)).requests.find((request) => request.id === id)?.fingerprint;
    const send = (fingerprint: unknown) =>
      north.post(`/api/entitlement/requests/${id}/${decision}`, { reason: 'Well.', fingerprint });
    const seen = await open();
    await take(1);

    expect(toRefusal(await send(seen))).toEqual([
      409,
      {
        entitlementRequest: ['The request of Wendy Forthetest has changed since you opened it.', 'Left in the balance now: 2.'],
      },
    ]);
    expect((await send(await open())).status).toBe(200);
  });
});
