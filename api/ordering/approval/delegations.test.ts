import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getLocalDay } from '#api/platform/local-day.ts';
import { aPerson } from '#api/testing/builders.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { listMailsTo } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aHallamPerson } from '#api/testing/waiting-orders.ts';
import type { SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();

let admin: SignedIn;
let approver: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  admin = await aHallamPerson(portal, { role: 'Admin', firstName: 'Will' });
});
beforeEach(async () => {
  approver = await aHallamPerson(portal, { approver: true, firstName: 'Ann' });
  other = await aHallamPerson(portal, { approver: true, firstName: 'Ben' });
});

/** The day so many days from today, in Hallam's time zone. */
const day = (days: number) => getLocalDay(portal.clock.now() + days * 86_400_000, 'Europe/London');
const add = (
  client: TestClient,
  delegateId: number,
  { from = 0, to = 2, ...more }: { from?: number; to?: number; approverId?: number } = {},
) =>
  client.post<'POST /api/approvals/delegations'>('/api/approvals/delegations', {
    delegateId,
    startsOn: day(from),
    endsOn: day(to),
    ...more,
  });
const end = (client: TestClient, id: number) =>
  client.delete<'DELETE /api/approvals/delegations/:id'>(`/api/approvals/delegations/${id}`);
const list = async (client: TestClient) =>
  (await client.get<'GET /api/approvals/delegations'>('/api/approvals/delegations')).body;
const mailsTo = async ({ email }: { email: string }) =>
  (await listMailsTo(portal.db, email)).map(({ template, data }) => ({ template, ...data }));

const NO_SCOPE = [422, { delegateId: ['Choose someone who can see all orders of the groups for which the approver decides.'] }];

describe('delegating approval', () => {
  it('for some days is seen by both, mailed to both and recorded for both', async () => {
    const { status, body } = await add(approver, other.customerId);

    expect(status).toBe(200);
    expect(body.delegation).toEqual({
      id: expect.any(Number),
      approver: { id: approver.customerId, name: 'Ann Forthetest', email: approver.email },
      delegate: { id: other.customerId, name: 'Ben Forthetest', email: other.email },
      startsOn: day(0),
      endsOn: day(2),
      isRunning: true,
      canEnd: true,
    });
    expect(await list(approver)).toEqual({
      delegations: [body.delegation],
      canDelegate: true,
      canDelegateForOthers: false,
    });
    expect((await list(other)).delegations).toEqual([{ ...body.delegation, canEnd: false }]);
    expect((await list(await aHallamPerson(portal))).delegations).toEqual([]);
    expect(await mailsTo(approver)).toMatchObject([
      { template: 'approval-delegated', firstName: 'Ann', isDelegate: false, by: null },
    ]);
    expect(await mailsTo(other)).toMatchObject([
      { template: 'approval-delegated', firstName: 'Ben', isDelegate: true, approverName: 'Ann Forthetest', by: null },
    ]);
    for (const [{ customerId }, what] of [
      [approver, 'Delegated approval'],
      [other, 'Was asked to approve in someone’s place'],
    ] as const) {
      const { body: history } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${customerId}/history`);
      expect(history.history[0]).toMatchObject({
        what,
        by: 'Ann Forthetest',
        changes: [
          { field: 'First day', after: day(0) },
          { field: 'Last day', after: day(2) },
        ],
      });
    }
  });

  it('is for approvers, and for an administrator of the whole organisation in the place of one', async () => {
    const buyer = await aHallamPerson(portal);
    const groupAdmin = await aHallamPerson(portal, { role: 'Admin', adminableGroupIds: [11] });
    const nothing = [403, { authorization: ['You do not approve orders, so there is nothing to delegate.'] }];
    expect(toRefusal(await add(buyer, other.customerId))).toEqual(nothing);
    expect(toRefusal(await add(admin, other.customerId))).toEqual(nothing);
    expect((await add(groupAdmin, other.customerId, { approverId: approver.customerId })).status).toBe(404);
    expect((await add(other, buyer.customerId, { approverId: approver.customerId })).status).toBe(404);
    expect((await add(admin, other.customerId, { approverId: buyer.customerId })).status).toBe(404);

    expect((await add(admin, other.customerId, { approverId: approver.customerId })).status).toBe(200);

    expect(await mailsTo(approver)).toMatchObject([{ isDelegate: false, by: 'Will Forthetest' }]);
    expect((await list(admin)).delegations.map(({ approver: { id } }) => id)).toContain(approver.customerId);
    expect(await list(groupAdmin)).toEqual({ delegations: [], canDelegate: false, canDelegateForOthers: false });
  });

  it('is not to oneself', async () => {
    expect(toRefusal(await add(approver, approver.customerId))).toEqual([
      422,
      { delegateId: ['Choose someone other than the approver.'] },
    ]);
  });

  it('is to someone active who sees all orders of the approver', async () => {
    const approverOfTwo = await aHallamPerson(portal, { approver: true, groupIds: [11, 12] });
    const candidates = {
      'an approver in both groups': [{ approver: true, groupIds: [11, 12] }, 200],
      'a Buyer in both groups': [{ groupIds: [11, 12] }, 200],
      'an Admin of both groups': [{ role: 'Admin', adminableGroupIds: [11, 12] }, 200],
      'an Admin of the whole organisation': [{ role: 'Admin' }, 200],
      'an approver in one of the groups': [{ approver: true, groupIds: [11] }, 422],
      'an Admin of one of the groups': [{ role: 'Admin', groupIds: [11, 12], adminableGroupIds: [11] }, 422],
      'Staff in both groups': [{ role: 'Staff', groupIds: [11, 12] }, 422],
      'someone whose account is closed': [{ approver: true, groupIds: [11, 12], active: false }, 422],
    } as const;
    let from = 0;
    for (const [who, [overrides, expected]] of Object.entries(candidates)) {
      const { role, groupIds, adminableGroupIds, ...rest } = {
        role: undefined,
        groupIds: [11],
        adminableGroupIds: [],
        ...overrides,
      };
      const { id } = await aPerson(portal.db, {
        organisationId: 2,
        resortId: 11,
        ...(role && { role }),
        groupIds: [...groupIds],
        adminableGroupIds: [...adminableGroupIds],
        ...rest,
      });
      const answer = await add(approverOfTwo, id, { from, to: from });
      expect([who, answer.status]).toEqual([who, expected]);
      if (expected === 422) expect(toRefusal(answer)).toEqual(NO_SCOPE);
      from += 1;
    }
    const meridian = await aPerson(portal.db, { role: 'Admin' });
    expect(toRefusal(await add(approver, meridian.id))).toEqual(NO_SCOPE);
    // Only someone who sees all orders can decide for someone who does.
    const wholeApprover = await aHallamPerson(portal, { role: 'Admin', approver: true });
    expect(toRefusal(await add(wholeApprover, other.customerId))).toEqual(NO_SCOPE);
    expect((await add(wholeApprover, admin.customerId)).status).toBe(200);
  });

  it('offers the people who can be chosen, by name or email address', async () => {
    const zed = await aHallamPerson(portal, { approver: true, firstName: 'Zed' });
    const staff = await aHallamPerson(portal, { role: 'Staff', firstName: 'Zed' });
    const find = async (client: TestClient, query: string) =>
      (await client.get<'GET /api/approvals/delegations/delegates'>(`/api/approvals/delegations/delegates?${query}`)).body.people;
    expect(await find(approver, 'searchTerm=zed')).toEqual([
      { id: zed.customerId, name: 'Zed Forthetest', email: zed.email, blocker: null },
      {
        id: staff.customerId,
        name: 'Zed Forthetest',
        email: staff.email,
        blocker: 'Can’t see other people’s orders: is neither an approver, a Buyer nor an Admin.',
      },
    ]);
    expect(await find(admin, `searchTerm=zed%20forthe&approverId=${approver.customerId}`)).toHaveLength(2);
    expect(await find(approver, `searchTerm=${encodeURIComponent(zed.email.toUpperCase())}`)).toHaveLength(1);
    expect((await find(zed, 'searchTerm=zed')).map(({ blocker }) => blocker === null)).toEqual([false]);
    expect((await find(approver, '')).every(({ blocker }) => blocker === null)).toBe(true);
    const approvers = '/api/approvals/delegations/approvers';
    expect((await approver.get(approvers)).status).toBe(403);
    expect((await (await aHallamPerson(portal, { role: 'Admin', adminableGroupIds: [11] })).get(approvers)).status).toBe(403);
    const found = await admin.get<'GET /api/approvals/delegations/approvers'>(`${approvers}?searchTerm=zed`);
    expect(found.body.people.map(({ id }) => id)).toEqual([zed.customerId]);
  });

  it('is refused for days that are no dates, past, in the wrong order or too many', async () => {
    const on = (startsOn: string, endsOn: string) =>
      approver.post('/api/approvals/delegations', { delegateId: other.customerId, startsOn, endsOn });
    const refused = async (startsOn: string, endsOn: string) => toRefusal(await on(startsOn, endsOn));
    expect(await refused('soon', day(1))).toEqual([422, { startsOn: ['The first day is not a date.'] }]);
    expect(await refused(day(0), '2026-02-30')).toEqual([422, { endsOn: ['The last day is not a date.'] }]);
    expect(await refused(day(-1), day(1))).toEqual([422, { startsOn: ['The first day must not be in the past.'] }]);
    expect(await refused(day(400), day(401))).toEqual([422, { startsOn: ['The first day must be within a year.'] }]);
    expect(await refused(day(2), day(1))).toEqual([422, { endsOn: ['The last day must not be before the first.'] }]);
    expect(await refused(day(1), day(400))).toEqual([422, { endsOn: ['A delegation lasts a year at most.'] }]);
  });

  it('is to one person a day', async () => {
    const third = await aHallamPerson(portal, { approver: true });
    expect((await add(approver, other.customerId, { from: 2, to: 4 })).status).toBe(200);
    for (const [from, to] of [
      [0, 2],
      [3, 3],
      [4, 9],
      [1, 9],
    ] as const)
      expect(toRefusal(await add(approver, third.customerId, { from, to }))).toMatchObject([
        409,
        {
          delegation: [
            expect.stringMatching(/^Ben Forthetest already decides from .+\. End that first, or choose other days\.$/),
          ],
        },
      ]);
    expect((await add(approver, third.customerId, { from: 5, to: 9 })).status).toBe(200);
    expect((await add(approver, third.customerId, { from: 0, to: 1 })).status).toBe(200);
  });

  it('makes no circle, of two or more, on any day', async () => {
    const third = await aHallamPerson(portal, { approver: true, firstName: 'Cy' });
    expect((await add(approver, other.customerId, { from: 0, to: 5 })).status).toBe(200);
    expect(toRefusal(await add(other, approver.customerId, { from: 5, to: 8 }))).toEqual([
      409,
      {
        delegation: [
          'The decisions of Ann Forthetest are delegated to Ben Forthetest on some of these days, directly or through others. Choose someone else or other days.',
        ],
      },
    ]);
    expect((await add(other, third.customerId, { from: 4, to: 8 })).status).toBe(200);
    expect((await add(third, approver.customerId, { from: 0, to: 4 })).status).toBe(409);
    // On these days Ann delegates to Ben or Ben to Cy, but never both.
    expect((await add(third, approver.customerId, { from: 6, to: 8 })).status).toBe(200);
    expect((await add(third, approver.customerId, { from: 0, to: 3 })).status).toBe(200);
  });

  it('makes no circle either when two people delegate to each other at the same moment', async () => {
    const answers = await Promise.all([add(approver, other.customerId), add(other, approver.customerId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a delegation', () => {
  it('is ended by the approver or an administrator of the whole organisation, not by the delegate; both are mailed', async () => {
    const { id } = (await add(approver, other.customerId)).body.delegation;
    expect(toRefusal(await end(other, id))).toEqual([
      403,
      { authorization: ['Only Ann Forthetest or an administrator of the whole organisation may end this.'] },
    ]);
    expect((await end(await aHallamPerson(portal, { approver: true }), id)).status).toBe(404);
    expect((await end(await portal.as('admin@meridian.example'), id)).status).toBe(404);

    expect((await end(admin, id)).status).toBe(200);

    expect((await end(admin, id)).status).toBe(404);
    expect((await list(approver)).delegations).toEqual([]);
    expect((await mailsTo(approver)).at(-1)).toMatchObject({ template: 'approval-delegation-ended', by: 'Will Forthetest' });
    expect((await mailsTo(other)).at(-1)).toMatchObject({ template: 'approval-delegation-ended', isDelegate: true });
    const own = (await add(approver, other.customerId)).body.delegation;
    expect((await end(approver, own.id)).status).toBe(200);
  });

  it('is no longer shown after its last day', async () => {
    const { id } = (await add(approver, other.customerId)).body.delegation;
    await sql`update delegation set starts_on = starts_on - 10, ends_on = starts_on - 1 where id = ${id}`.execute(portal.db);
    expect((await list(approver)).delegations).toEqual([]);
    expect((await end(approver, id)).status).toBe(404);
  });

  it('is not the business of someone who orders for another person', async () => {
    const sales = await portal.as('sales@hallam.example');
    expect((await sales.get(`/api/customers/impersonate/${approver.customerId}`)).status).toBe(200);
    expect((await sales.get('/api/approvals/delegations')).status).toBe(403);
    expect((await add(sales, other.customerId)).status).toBe(403);
  });
});
