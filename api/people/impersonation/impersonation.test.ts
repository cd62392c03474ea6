import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatAuditAction } from '#api/platform/audit/history.rules.ts';
import {
  anAddress,
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  fillCart,
  NORTH,
  orderItems,
  SOUTH,
} from '#api/testing/builders.ts';
import type { TestClient, TestResponse, TestServer } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';
import { PERSON_HISTORY } from '../person/history.rules.ts';

const portal = usePortal();
let secondServer: TestServer;
let sales: TestClient;
let buyer: { id: number; email: string };

beforeAll(async () => {
  secondServer = await portal.openSecondServer();
});
beforeEach(async () => {
  sales = await portal.as((await aPerson(portal.db, { role: 'Sales', groupIds: [], firstName: 'Sam' })).email);
  buyer = await aPerson(portal.db, { role: 'Buyer', firstName: 'Bea' });
});

const start = (person: TestClient, id: number, headers?: Record<string, string>) =>
  person.get<'GET /api/customers/impersonate/:id'>(`/api/customers/impersonate/${id}`, headers);
const stop = (person: TestClient, headers?: Record<string, string>) =>
  person.get<'GET /api/customers/impersonateCancel'>('/api/customers/impersonateCancel', headers);
const profileOf = async (person: TestClient) =>
  (await person.get<'GET /api/customerprofile'>('/api/customerprofile')).body as ReplyOf<'GET /api/customerprofile'>;
const findImpersonatedId = async (person: TestClient) => (await profileOf(person)).impersonatedCustomer?.id ?? null;
const outcome = ({ status, errors }: TestResponse<unknown>) => [status, ...Object.keys(errors)];
const change = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const listAuditEvents = async (person: TestClient) =>
  (
    await sql<{ action: string; actor_id: number; impersonated_id: number | null; subject_id: string }>`
      select action, actor_id, impersonated_id, subject_id from audit_event
      where actor_id = ${person.customerId} and action like 'impersonation.%' order by id`.execute(portal.db)
  ).rows;

describe('impersonation', () => {
  it('returns that person’s profile, and applies to all later requests', async () => {
    await change(sql`update session set ends_at = now() + interval '12 hours' where customer_id = ${sales.customerId}`);
    const before = Date.now();
    const { status, body } = await start(sales, buyer.id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: buyer.id, email: buyer.email, firstName: 'Bea', impersonatedCustomer: null });
    const profile = await profileOf(sales);
    expect(profile).toMatchObject({
      id: sales.customerId,
      impersonatedCustomer: { id: buyer.id, permissions: body.permissions },
    });
    const minutes = (Date.parse(profile.impersonationEndsOnUtc ?? '') - before) / 60_000;
    expect(minutes).toBeGreaterThan(59.9);
    expect(minutes).toBeLessThan(60.2);
  });

  it('uses that person’s cart, and places orders in that person’s name, with an audit event of who did it', async () => {
    const product = await aStockedProduct(portal.db);
    const own = await fillCart(sales, anItem(product, 7));
    await start(sales, buyer.id);

    const cart = await sales.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items');
    expect(cart.body.items).toEqual([]);
    const asBuyer = await portal.as(buyer.email);
    const placed = await (async () => {
      const address = await anAddress(portal.db, asBuyer);
      await fillCart(sales, anItem(product, 2));
      const seen = await asBuyer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items');
      expect(seen.body.items.map(({ quantity }) => quantity)).toEqual([2]);
      const checkout = {
        billingAddressId: address,
        shippingAddressId: address,
        shippingOption: { name: 'Standard delivery' },
        paymentMethodSystemName: 'Payments.OnAccount',
      };
      await sales.post('/api/checkoutsummary', { checkout });
      return sales.post<'POST /api/setpaymentform'>('/api/setpaymentform', { checkout });
    })();
    expect(placed.errors).toEqual({});
    const { rows } = await sql`select customer_id, placed_by_id from orders where id = ${placed.body.orderId}`.execute(portal.db);
    expect(rows).toEqual([{ customer_id: buyer.id, placed_by_id: sales.customerId }]);
    const { rows: events } = await sql`select actor_id, impersonated_id from audit_event
      where action = 'order.placed' and subject_id = ${String(placed.body.orderId)}`.execute(portal.db);
    expect(events).toEqual([{ actor_id: sales.customerId, impersonated_id: buyer.id }]);

    await stop(sales);
    const again = await sales.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items');
    expect(again.body.items.map(({ id, quantity }) => [id, quantity])).toEqual([[own.items[0]?.id, 7]]);
  });

  it('shows that person’s orders', async () => {
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    const product = await aStockedProduct(portal.db);
    await aWardrobe(portal.db, wearer.id, [product]);
    const number = await orderItems(portal.db, await portal.as(wearer.email), anItem(product));
    await start(sales, wearer.id);

    const { body } = await sales.get<'GET /api/orders'>('/api/orders');

    expect(body.orders.map(({ id }) => id)).toEqual([number]);
  });

  it('is shown by every reply, with the id of the person in effect', async () => {
    const getActingForHeader = async () => Number((await sales.get<'GET /api/orders'>('/api/orders')).headers['x-acting-for']);
    expect(await getActingForHeader()).toBe(sales.customerId);
    await start(sales, buyer.id);
    expect(await getActingForHeader()).toBe(buyer.id);
  });

  it('never shows what leads to that person’s body measurements', async () => {
    await change(
      sql`update customer set bodime_customer_id = 'body-1', bodime_used_body_blocks = '{arm}' where id = ${buyer.id}`,
    );
    const { body } = await start(sales, buyer.id);

    expect([body.bodiMeCustomerId, body.bodiMeUsedBodyBlocks]).toEqual([null, []]);
    expect((await profileOf(sales)).impersonatedCustomer).toMatchObject({ bodiMeCustomerId: null, bodiMeUsedBodyBlocks: [] });
    expect((await profileOf(await portal.as(buyer.email))).bodiMeCustomerId).toBe('body-1');
  });

  it('is known to every server immediately', async () => {
    const elsewhere = secondServer.withSession(sales);
    expect(await findImpersonatedId(elsewhere)).toBeNull();
    await start(sales, buyer.id);
    await portal.settled();
    expect(await findImpersonatedId(elsewhere)).toBe(buyer.id);
    await stop(elsewhere);
    await portal.settled();
    expect(await findImpersonatedId(sales)).toBeNull();
  });

  it('records an audit event on both people for each start and stop', async () => {
    await start(sales, buyer.id);
    await start(sales, buyer.id);
    await stop(sales);
    await stop(sales);

    const row = (action: string, subject: number) => ({
      action,
      actor_id: sales.customerId,
      impersonated_id: buyer.id,
      subject_id: String(subject),
    });
    expect(await listAuditEvents(sales)).toEqual([
      row('impersonation.started', sales.customerId),
      row('impersonation.started', buyer.id),
      row('impersonation.ended', sales.customerId),
      row('impersonation.ended', buyer.id),
    ]);
    const actions = new Set((await listAuditEvents(sales)).map(({ action }) => action));
    expect([...actions].map((action) => formatAuditAction(PERSON_HISTORY, action))).toEqual([
      'Started ordering for the person',
      'Stopped ordering for the person',
    ]);
  });

  it('does not change when requested again for the same person, nor does its end', async () => {
    await start(sales, buyer.id);
    await change(
      sql`update session set impersonation_ends_at = now() + interval '5 minutes' where customer_id = ${sales.customerId}`,
    );
    const ends = (await profileOf(sales)).impersonationEndsOnUtc;

    expect((await start(sales, buyer.id)).status).toBe(200);

    expect((await profileOf(sales)).impersonationEndsOnUtc).toBe(ends);
  });

  it('notifies that person by mail once where the organisation enables it', async () => {
    const mails = async () =>
      (
        await sql<{
          data: object;
        }>`select data from mail_outbox where template = 'impersonation-notice' and recipient = ${buyer.email}`.execute(portal.db)
      ).rows;
    await start(sales, buyer.id);
    await stop(sales);
    expect(await mails()).toEqual([]);

    await change(sql`update organisation set impersonation_notice = true where id = 1`);
    await start(sales, buyer.id);
    await start(sales, buyer.id);
    await change(sql`update organisation set impersonation_notice = false where id = 1`);

    expect(await mails()).toEqual([
      { data: { firstName: 'Bea', actorName: 'Sam Forthetest', whenUtc: expect.stringMatching(/^\d{4}-.*Z$/) } },
    ]);
  });
});

describe('impersonation ends', () => {
  beforeEach(() => start(sales, buyer.id));

  it('when it is stopped, which returns the caller’s own profile and never fails', async () => {
    const { status, body } = await stop(sales);

    expect([status, body.id, body.impersonatedCustomer, body.impersonationEndsOnUtc]).toEqual([
      200,
      sales.customerId,
      null,
      null,
    ]);
    expect(await findImpersonatedId(sales)).toBeNull();
    expect((await stop(sales)).status).toBe(200);
    expect((await stop(await portal.as(buyer.email))).status).toBe(200);
  });

  it('after 60 minutes, without any action', async () => {
    expect(await findImpersonatedId(sales)).toBe(buyer.id);
    await change(
      sql`update session set impersonation_ends_at = now() + interval '2 seconds' where customer_id = ${sales.customerId}`,
    );
    await portal.settled();
    expect(await findImpersonatedId(sales)).toBe(buyer.id);
    portal.clock.advance(2200);

    expect(await findImpersonatedId(sales)).toBeNull();
    // It can start again once the time has passed for the database too.
    await change(sql`update session set impersonation_ends_at = now() where customer_id = ${sales.customerId}`);
    await portal.settled();
    expect((await start(sales, buyer.id)).status).toBe(200);
  });

  it('no later than the session', async () => {
    await stop(sales);
    await change(sql`update session set ends_at = now() + interval '10 minutes' where customer_id = ${sales.customerId}`);
    await start(sales, buyer.id);

    const left = Date.parse((await profileOf(sales)).impersonationEndsOnUtc ?? '') - Date.now();
    expect(left).toBeLessThanOrEqual(600_000);
  });

  it('when the caller logs out', async () => {
    await sales.get('/api/logout');

    const { rows } =
      await sql`select impersonated_customer_id, impersonation_ends_at from session where customer_id = ${sales.customerId}`.execute(
        portal.db,
      );
    expect(rows).toEqual([{ impersonated_customer_id: null, impersonation_ends_at: null }]);
    expect((await sales.get('/api/customerprofile')).status).toBe(401);
    // Nor does the next log-in begin with one.
    const { email } = await portal.db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', sales.customerId)
      .executeTakeFirstOrThrow();
    expect(await findImpersonatedId(await portal.as(email))).toBeNull();
  });

  it.each([
    ['is closed', sql`update customer set active = false where id = `],
    ['is deleted', sql`update customer set deleted_at = now() where id = `],
    ['becomes an Admin', sql`insert into customer_role select 1, id, 33 from customer where id = `],
  ])('when the other account %s', async (_, statement) => {
    expect(await findImpersonatedId(sales)).toBe(buyer.id);
    await change(sql`${statement}${buyer.id}`);
    await portal.settled();

    expect(await findImpersonatedId(sales)).toBeNull();
  });

  it('when the Admin loses the group or the right', async () => {
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId] })).email);
    await start(admin, buyer.id);
    expect(await findImpersonatedId(admin)).toBe(buyer.id);
    await change(
      sql`update customer_adminable_group set organisation_group_id = ${SOUTH.groupId} where customer_id = ${admin.customerId}`,
    );
    await portal.settled();
    expect(await findImpersonatedId(admin)).toBeNull();

    await change(sql`delete from role_permission where organisation_id = 1 and permission = 'ImpersonateOrganisation'`);
    await portal.settled();
    expect(await findImpersonatedId(sales)).toBeNull();
    await change(sql`insert into role_permission values (1, 36, 'ImpersonateOrganisation')`);
  });
});

describe('no one can impersonate', () => {
  it('themselves, closed accounts, people of other organisations or groups, or an Admin', async () => {
    const closed = await aPerson(portal.db, { active: false });
    const deleted = await aPerson(portal.db);
    await change(sql`update customer set deleted_at = now() where id = ${deleted.id}`);
    const admin = await aPerson(portal.db, { role: 'Admin' });
    const hallam = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    const outcomes: [string, number, unknown[]][] = [
      ['oneself', sales.customerId, [409, 'customer']],
      ['a closed account', closed.id, [409, 'customer']],
      ['a deleted account', deleted.id, [409, 'customer']],
      ['an Admin', admin.id, [403, 'authorization']],
      ['another organisation', hallam.id, [404, 'customer']],
      ['another brand', 521, [404, 'customer']],
      ['an unknown id', 1_999_999_999, [404, 'customer']],
    ];
    for (const [who, id, expected] of outcomes) {
      expect([who, ...outcome(await start(sales, id))]).toEqual([who, ...expected]);
      expect(await findImpersonatedId(sales)).toBeNull();
    }
    expect(await listAuditEvents(sales)).toEqual([]);
  });

  it('people outside their groups as an Admin, or an Admin who administers more', async () => {
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId] })).email);
    const north = await aPerson(portal.db, { groupIds: [NORTH.groupId] });
    const both = await aPerson(portal.db, { groupIds: [NORTH.groupId, SOUTH.groupId] });
    const south = await aPerson(portal.db, { groupIds: [SOUTH.groupId] });
    const equal = await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const wider = await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId, SOUTH.groupId] });
    const whole = await aPerson(portal.db, { role: 'Admin' });
    const seen = [];
    for (const { id } of [north, both, south, equal, wider, whole]) {
      seen.push((await start(admin, id)).status);
      await stop(admin);
    }

    expect(seen).toEqual([200, 200, 404, 200, 403, 403]);
  });

  it('anyone without the role or the right', async () => {
    for (const role of ['Buyer', 'Staff'] as const) {
      const person = await portal.as((await aPerson(portal.db, { role })).email);
      expect(outcome(await start(person, buyer.id))).toEqual([403, 'authorization']);
    }
    await change(sql`delete from role_permission where organisation_id = 1 and permission = 'ImpersonateOrganisation'`);
    await portal.settled();
    expect(outcome(await start(sales, buyer.id))).toEqual([403, 'authorization']);
    await change(sql`insert into role_permission values (1, 36, 'ImpersonateOrganisation')`);
    expect((await portal.anonymous().get(`/api/customers/impersonate/${buyer.id}`)).status).toBe(401);
  });

  it('a second person through the first', async () => {
    const other = await aPerson(portal.db);
    await start(sales, buyer.id);

    const refused = await start(sales, other.id);

    expect(outcome(refused)).toEqual([409, 'customer']);
    expect(refused.errors.customer).toEqual(['You are already ordering for Bea Forthetest. Stop ordering for them first.']);
    expect(outcome(await start(sales, 521))).toEqual([404, 'customer']);
    expect(await findImpersonatedId(sales)).toBe(buyer.id);
    expect((await sales.get(`/api/products?impersonatedId=${other.id}`)).status).toBe(403);
    expect((await sales.get(`/api/products?impersonatedId=${buyer.id}`)).status).toBe(200);
  });

  it('anyone by a link, an image, a prefetch or another site', async () => {
    for (const [site, mode] of [
      ['cross-site', 'cors'],
      ['same-site', 'cors'],
      ['none', 'navigate'],
      ['same-origin', 'navigate'],
      ['same-origin', 'no-cors'],
    ] as const) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
      expect([site, mode, (await start(sales, buyer.id, headers)).status]).toEqual([site, mode, 403]);
    }
    const prefetch = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' };
    expect((await start(sales, buyer.id, prefetch)).status).toBe(403);
    expect(await findImpersonatedId(sales)).toBeNull();
    expect((await start(sales, buyer.id, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).status).toBe(200);
    expect((await stop(sales, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
    expect(await findImpersonatedId(sales)).toBe(buyer.id);
  });

  it('anyone without the token in the header; tokens in cookies and URLs are ignored', async () => {
    const { authorization, ...others } = sales.headers;
    const answer = await portal.app.inject({
      url: `/api/customers/impersonate/${buyer.id}?access_token=${authorization?.slice(7)}`,
      headers: { ...others, cookie: `token=${authorization?.slice(7)}` },
    });
    expect(answer.statusCode).toBe(401);
  });
});
