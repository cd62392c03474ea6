import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, NORTH, orderItems, SOUTH } from '#api/testing/builders.ts';
import { expectFiguresOfLists, readDashboard, readTotals } from '#api/testing/dashboards.ts';
import { aParcel, deliver, ship } from '#api/testing/fulfilment.ts';
import { billAll, creditAll } from '#api/testing/invoices.ts';
import { cancel, changeLine, lineOf, pick, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { askToExchange, askToReturn, listReturns, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const CALLS = [
  '/api/organisations/financialOverview',
  '/api/organisations/worklist',
  '/api/orders/topproducts',
  '/api/orders/purchasesbymonth',
  '/api/orders/getOrderShippedStatusBySeason',
];

let everything: TestClient;
let north: TestClient;
let northAndSouth: TestClient;
let operator: TestOperatorClient;

beforeAll(async () => {
  everything = await portal.as('admin@meridian.example');
  north = await portal.as('north.admin@meridian.example');
  const { email } = await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId, SOUTH.groupId] });
  northAndSouth = await portal.as(email);
  operator = await portal.asOperator();
  await setApprovalRules(portal);
  // Some pieces are late, some orders were moved from one group to another, and some were placed on the first and last moments of months.
  await sql`update order_line set due_on = current_date - (id % 9)::int where organisation_id = 1 and id % 5 = 0`.execute(
    portal.db,
  );
  await sql`update orders set organisation_group_id = 1 + id % 3 where organisation_id = 1 and id % 7 = 0`.execute(portal.db);
  await sql`update orders set organisation_group_id = null where organisation_id = 1 and id % 61 = 0`.execute(portal.db);
  await sql`update orders set created_at = date_trunc('month', created_at) + make_interval(mins => (id % 120)::int - 60) where organisation_id = 1 and id % 11 = 0`.execute(
    portal.db,
  );
  await sql`update orders set is_test = true where organisation_id = 1 and id % 29 = 0`.execute(portal.db);
  // Budgets in money, beside what Meridian's people are owed in pieces.
  await sql`
    insert into entitlement_account (organisation_id, customer_id, collection_id, season_id, kind, unit, label, status, is_limited, base, granted, reserved, used)
    select 1, c.id, 1, season_id, 'budget', 'money', 'Budget', case c.id % 11 when 0 then 'closed' else 'open' end, true, 20000, 20000, c.id % 1000, c.id % 7000
    from customer c join customer_season s on s.organisation_id = c.organisation_id and s.customer_id = c.id where c.organisation_id = 1 and c.id % 3 = 0`.execute(
    portal.db,
  );
});

/** Random numbers that are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return { below: (n: number) => Math.floor(next() * n), chance: (share: number) => next() < share };
}

function createFilter(random: ReturnType<typeof createRandom>, groups: readonly number[]): string {
  const chosen = groups.filter(() => random.chance(0.4));
  const day = (months: number) => new Date(Date.now() - random.below(months * 30) * 86_400_000).toISOString();
  return [
    ...(random.chance(0.6) ? [`seasonId=${random.below(4)}`] : []),
    ...(random.chance(0.5) ? chosen.map((id) => `groupIds=${id}`) : []),
    ...(random.chance(0.3) ? [`resortId=${random.below(5)}`] : []),
    ...(random.chance(0.3) ? [`businessAreaId=${random.below(4)}`] : []),
    ...(random.chance(0.25) ? [`createdAtMin=${random.chance(0.7) ? day(12).slice(0, 10) : day(12)}`] : []),
    ...(random.chance(0.25) ? [`createdAtMax=${random.chance(0.7) ? day(6).slice(0, 10) : day(6)}`] : []),
  ].join('&');
}

/** Random filters for each Admin: always the same, or the first so many of them. */
const FILTERS = Number(process.env.DASHBOARD_FILTERS ?? 4);

describe('the figures are those of the lists', () => {
  it.each([
    ['an Admin of everything', () => everything, [1, 2, 3, 4]],
    ['an Admin of one group', () => north, [1]],
    ['an Admin of two groups', () => northAndSouth, [1, 2]],
  ] as const)(
    `for %s, with ${FILTERS} filters`,
    async (_who, client, groups) => {
      const random = createRandom(groups.length * 7919);
      await expectFiguresOfLists(portal.db, client());
      for (let n = 0; n < FILTERS; n += 1) await expectFiguresOfLists(portal.db, client(), createFilter(random, groups));
    },
    600_000,
  );
});

const overviewOf = (client: TestClient, query = '') => readDashboard(client, 'GET /api/organisations/financialOverview', query);

describe('what becomes of orders and people', () => {
  /** Compares after each change for the Admin whom it is about; what is wrong in the figures of others stays so until the end. */
  const change = async (client: TestClient, act: () => Promise<unknown>) => {
    const before = await overviewOf(client);
    await act();
    await expectFiguresOfLists(portal.db, client, 'seasonId=2');
    const after = await overviewOf(client);
    const difference = (field: 'cancelledValue' | 'orderCount' | 'pendingValue' | 'shippedValue' | 'totalValue') =>
      Math.round((Number(after[field]) - Number(before[field])) * 100) / 100;
    return {
      orders: difference('orderCount'),
      total: difference('totalValue'),
      shipped: difference('shippedValue'),
      pending: difference('pendingValue'),
      cancelled: difference('cancelledValue'),
      credited: Math.round((Number(after.creditedValue) - Number(before.creditedValue)) * 100) / 100,
    };
  };
  const NOTHING = { orders: 0, total: 0, shipped: 0, pending: 0, cancelled: 0, credited: 0 };

  it('leaves them right: placed, reduced, changed, shipped, exchanged, returned, cancelled, and of someone who moves', async () => {
    const { id: wearerId, email } = await aPerson(portal.db);
    const wearer = await portal.as(email);
    const shirt = await aStockedProduct(portal.db, { price: 1000, stock: [50, 50] });
    let id = 0;
    expect(
      await change(north, async () => {
        id = await orderItems(portal.db, wearer, anItem(shirt, 5));
      }),
    ).toEqual({ ...NOTHING, orders: 1, total: 50, pending: 50 });

    const line = await lineOf(wearer, id);
    expect(await change(north, () => cancel(wearer, id, { items: [{ id: line, quantity: 1 }] }))).toEqual({
      ...NOTHING,
      pending: -10,
      cancelled: 10,
    });
    await change(north, () => changeLine(wearer, id, line, { combinationId: sizeOf(shirt, 1), quantity: 1 }));

    await pick(portal, id);
    expect(
      await change(north, async () => {
        const { body } = await ship(operator, [aParcel([line, 3])]);
        await deliver(operator, body.shipments[0]?.id as number);
      }),
    ).toEqual({ ...NOTHING, shipped: 30, pending: -30 });
    await billAll(portal);

    // The exchange is an order without a value.
    const exchange = await change(north, async () => {
      expect((await askToExchange(wearer, id, line, sizeOf(shirt, 1))).status).toBe(200);
    });
    expect(exchange).toEqual({ ...NOTHING, orders: 1 });

    expect(
      await change(north, async () => {
        const asked = await askToReturn(wearer, {
          orderId: id,
          returnRequestReasonId: RETURN_REASONS.wrongOrdered,
          returnRequestActionId: RETURN_ACTIONS.credit,
          items: [{ id: line, quantity: 1 }],
        });
        expect(asked.status).toBe(200);
        const returned = (await listReturns(wearer))[0]?.id;
        await operator.post(`/api/operator/returns/${returned}/receive`, { quantity: 1, condition: 'asNew' });
        await operator.post(`/api/operator/returns/${returned}/decide`, { decision: 'refund' });
        await creditAll(portal);
      }),
    ).toEqual({ ...NOTHING, credited: 10 });

    // What was placed in North stays there; the Admin of South sees it as well once its person is there.
    const south = await portal.as('south.admin@meridian.example');
    const inNorth = await overviewOf(everything, 'groupIds=1');
    expect(
      await change(south, async () => {
        await sql`delete from customer_group where customer_id = ${wearerId}`.execute(portal.db);
        await sql`insert into customer_group values (1, ${wearerId}, ${SOUTH.groupId})`.execute(portal.db);
      }),
    ).toMatchObject({ orders: 2, total: 50 });
    await expectFiguresOfLists(portal.db, south);
    expect(await overviewOf(everything, 'groupIds=1')).toEqual(inNorth);

    const second = await orderItems(portal.db, wearer, anItem(shirt, 2));
    expect(await change(everything, () => cancel(wearer, second))).toEqual({
      ...NOTHING,
      orders: -1,
      total: -20,
      pending: -20,
      cancelled: 20,
    });
    await expectFiguresOfLists(portal.db, north, 'seasonId=2');
    for (const query of ['seasonId=2', 'groupIds=1&groupIds=2']) await expectFiguresOfLists(portal.db, northAndSouth, query);
  }, 300_000);

  it('leaves test orders out', async () => {
    const wearer = await portal.as((await aPerson(portal.db)).email);
    const id = await orderItems(portal.db, wearer, anItem(await aStockedProduct(portal.db), 2));
    const counts = async () => [
      (await overviewOf(everything)).orderCount,
      (await readTotals(everything, 'orderStatusId=10,20,30')).orderCount,
      (await readTotals(everything, '')).orderCount,
    ];
    const [figures = 0, list = 0, all = 0] = await counts();
    await sql`update orders set is_test = true where id = ${id}`.execute(portal.db);
    expect(await counts()).toEqual([figures - 1, list - 1, all - 1]);
    await expectFiguresOfLists(portal.db, everything);
  });
});

describe('an Admin of groups', () => {
  it('has their own orders, placed in a group that they do not administer, and an order of someone of two groups once', async () => {
    const { email } = await aPerson(portal.db, { role: 'Admin', groupIds: [SOUTH.groupId], adminableGroupIds: [NORTH.groupId] });
    const admin = await portal.as(email);
    const shirt = await aStockedProduct(portal.db);
    const counts = async () => [(await overviewOf(admin)).orderCount, (await overviewOf(northAndSouth)).orderCount] as const;
    const [own, both] = await counts();
    await orderItems(portal.db, admin, anItem(shirt, 2));
    expect(await counts()).toEqual([own + 1, both + 1]);
    await expectFiguresOfLists(portal.db, admin);

    const { email: ofBoth } = await aPerson(portal.db, { groupIds: [NORTH.groupId, SOUTH.groupId] });
    const id = await orderItems(portal.db, await portal.as(ofBoth), anItem(shirt, 2));
    await sql`update orders set organisation_group_id = 3 where id = ${id}`.execute(portal.db);
    expect(await counts()).toEqual([own + 2, both + 2]);
    await expectFiguresOfLists(portal.db, northAndSouth);
  }, 120_000);
});

describe('months', () => {
  it('are those of the organisation’s time zone, also across midnight', async () => {
    const { id: wearerId, email } = await aPerson(portal.db);
    const wearer = await portal.as(email);
    const product = await aStockedProduct(portal.db);
    const placed = async (at: string) => {
      const id = await orderItems(portal.db, wearer, anItem(product));
      await sql`update orders set created_at = ${at}::timestamptz where id = ${id}`.execute(portal.db);
    };
    const before = await monthCounts();
    // In summer, midnight in London is 23:00 UTC.
    await placed('2026-06-30T22:59:59.999Z');
    await placed('2026-06-30T23:00:00Z');
    await placed('2026-10-31T23:59:59Z');
    await placed('2026-11-01T00:00:00Z');
    const after = await monthCounts();

    expect([6, 7, 10, 11].map((month) => (after.get(month) ?? 0) - (before.get(month) ?? 0))).toEqual([1, 1, 1, 1]);
    const ofDay = (day: string) => readTotals(everything, `customerId=${wearerId}&createdAtMin=${day}&createdAtMax=${day}`);
    expect((await ofDay('2026-06-30')).orderCount).toBe(1);
    expect((await ofDay('2026-07-01')).orderCount).toBe(1);
  });

  const monthCounts = async () =>
    new Map(
      (await readDashboard(everything, 'GET /api/orders/purchasesbymonth')).purchasesByMonth.map(({ month, orderCount }) => [
        month,
        orderCount,
      ]),
    );

  it('are those of the period, of the season, or the latest twelve', async () => {
    const monthsOf = async (query: string) =>
      (await readDashboard(everything, 'GET /api/orders/purchasesbymonth', query)).purchasesByMonth.map(
        ({ year, month }) => `${year}-${month}`,
      );
    expect(await monthsOf('createdAtMin=2026-01-15&createdAtMax=2026-03-01')).toEqual(['2026-1', '2026-2', '2026-3']);
    expect(await monthsOf('createdAtMin=2026-06-30T23:30:00Z&createdAtMax=2026-07-02')).toEqual(['2026-7']);
    expect(await monthsOf('seasonId=3')).toHaveLength(13);
    expect(await monthsOf('createdAtMin=1900-01-01')).toHaveLength(120);
    expect(await monthsOf('')).toHaveLength(12);
  });
});

describe('what is empty', () => {
  const NO_FIGURES = { orderCount: 0, totalValue: 0, shippedValue: 0, pendingValue: 0, cancelledValue: 0 };

  it('is a season without orders, with its months and its status', async () => {
    const overview = await readDashboard(everything, 'GET /api/organisations/financialOverview', 'seasonId=3');
    expect(overview).toMatchObject({ ...NO_FIGURES, averageOrderValue: 0, organisationGroups: [], seasonId: 3 });
    const { orderShippedStatusBySeason } = await readDashboard(
      everything,
      'GET /api/orders/getOrderShippedStatusBySeason',
      'seasonId=3',
    );
    expect(orderShippedStatusBySeason).toMatchObject([{ seasonId: 3, orderCount: 0, shippedCount: 0, shippedValue: 0 }]);
    expect((await readDashboard(everything, 'GET /api/orders/topproducts', 'seasonId=3')).topProducts).toEqual([]);
  });

  it('is an organisation without orders, budgets, groups and seasons', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into organisation (brand_id, name) select brand_id, 'Empty Inns' from organisation where id = 1 returning id`.execute(
      portal.db,
    );
    const organisationId = rows[0]?.id as number;
    const { email } = await aPerson(portal.db, { organisationId, role: 'Admin', groupIds: [], resortId: null });
    const admin = await portal.as(email);

    expect(await readDashboard(admin, 'GET /api/organisations/financialOverview')).toMatchObject({
      ...NO_FIGURES,
      organisationId,
      awaitingApprovalCount: 0,
      creditedValue: 0,
      budgetValue: null,
      remainingBudgetValue: null,
      organisationGroups: [],
    });
    expect(await readDashboard(admin, 'GET /api/organisations/worklist')).toMatchObject({ lateOrderCount: 0, owed: null });
    expect((await readDashboard(admin, 'GET /api/orders/purchasesbymonth')).purchasesByMonth).toHaveLength(12);
    expect((await readDashboard(admin, 'GET /api/orders/getOrderShippedStatusBySeason')).orderShippedStatusBySeason).toEqual([]);
  });
});

describe('they are refused', () => {
  it.each(CALLS)('by %s to everyone but Admins with the permission, and for what is not theirs', async (call) => {
    const status = async (client: TestClient, query = '') => (await client.get(`${call}?${query}`)).status;
    for (const email of ['buyer@meridian.example', 'staff@meridian.example', 'sales@meridian.example'])
      expect([email, await status(await portal.as(email))]).toEqual([email, 403]);
    expect((await portal.anonymous().get(call)).status).toBe(401);
    const refused = async (client: TestClient, query: string) =>
      expect([query, await status(client, query)]).toEqual([query, 403]);

    await refused(everything, 'organisationId=2');
    await refused(everything, 'groupIds=1&groupIds=11');
    await refused(everything, 'groupIds=999999');
    await refused(north, 'groupIds=2');
    await refused(northAndSouth, 'groupIds=1,3');
    for (const query of [
      'organisationId=1',
      'organisationId=0&groupIds=0',
      'groupIds=1',
      'seasonId=0&resortId=0&businessAreaId=0',
    ])
      expect([query, await status(north, query)]).toEqual([query, 200]);
    expect(await status(everything, 'createdAtMin=yesterday')).toBe(400);
  });

  it('without the permission, which is that of the caller and not of whom they impersonate', async () => {
    await sql`delete from role_permission where organisation_id = 1 and role_id = 33 and permission = 'AllowDashboard'`.execute(
      portal.db,
    );
    await portal.settled();
    for (const call of CALLS) expect([call, (await everything.get(call)).status]).toEqual([call, 403]);
    await sql`insert into role_permission (organisation_id, role_id, permission) values (1, 33, 'AllowDashboard')`.execute(
      portal.db,
    );
    await portal.settled();
    expect((await everything.get(CALLS[0] as string)).status).toBe(200);
  });
});

it('they take few statements, however many orders there are', async () => {
  const count = async (call: string, query = '') => {
    await everything.get(`${call}?${query}`);
    const before = portal.statementsSent();
    await everything.get(`${call}?${query}`);
    return portal.statementsSent() - before;
  };
  const counts: number[] = [];
  for (const call of CALLS) counts.push(await count(call, 'seasonId=2'));
  expect(counts).toEqual([3, 7, 1, 1, 1]);
  expect(await count(CALLS[0] as string, 'seasonId=2&groupIds=1')).toBe(4);
});
