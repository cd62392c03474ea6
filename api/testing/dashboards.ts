import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#api/platform/db/database.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { TestClient } from './portal.ts';

type Dashboards =
  | 'GET /api/organisations/financialOverview'
  | 'GET /api/organisations/worklist'
  | 'GET /api/orders/topproducts'
  | 'GET /api/orders/purchasesbymonth'
  | 'GET /api/orders/getOrderShippedStatusBySeason';

async function get<C extends Dashboards | 'GET /api/customers' | 'GET /api/orders'>(
  client: TestClient,
  call: C,
  query: string,
): Promise<ReplyOf<C>> {
  const { status, body, errors } = await client.get<C>(`${call.slice(4)}?${query}`);
  if (status !== 200) throw new Error(`${call} ${query}: ${status} ${JSON.stringify(errors)}`);
  return body;
}

/** A dashboard of a person. Throws when it is refused. */
export const readDashboard = <C extends Dashboards>(client: TestClient, call: C, query = '') => get(client, call, query);

/** The number of the orders of a person's list, and their sums. */
export async function readTotals(client: TestClient, query: string) {
  const { totalCount, totals } = await get(client, 'GET /api/orders', `fields=id&limit=1&${query}`);
  return { ...(totals as NonNullable<typeof totals>), orderCount: totalCount };
}

const COUNTED = 'orderStatusId=10,20,30';

/** What the figures of a dashboard should be: the totals of the list with the statuses that count. */
async function expectedFigures(client: TestClient, query: string) {
  const counted = await readTotals(client, `${query}&${COUNTED}`);
  return {
    orderCount: counted.orderCount,
    totalValue: counted.totalValue,
    shippedValue: counted.shippedValue,
    pendingValue: counted.pendingValue,
    cancelledValue: (await readTotals(client, query)).cancelledValue,
  };
}

const pad = (month: number) => String(month).padStart(2, '0');

/** Expects every number of a person's dashboards to be that of their list of orders, or of people, with the same filter. */
export async function expectFiguresOfLists(db: Db, client: TestClient, query = ''): Promise<void> {
  const name = `${client.customerId} ${query}`;
  const overview = await readDashboard(client, 'GET /api/organisations/financialOverview', query);
  const waiting = await readTotals(client, `${query}&orderStatusId=50`);
  expect([name, overview]).toMatchObject([
    name,
    {
      ...(await expectedFigures(client, query)),
      awaitingApprovalCount: waiting.orderCount,
      awaitingApprovalValue: waiting.totalValue,
    },
  ]);
  // The list has no filter for orders without a group; they are the rest of the sum.
  for (const { id, name: groupName, ...figures } of overview.organisationGroups.filter(({ id }) => id > 0))
    expect([name, groupName, figures]).toEqual([
      name,
      groupName,
      await expectedFigures(client, `${query}&organisationGroupId=${id}`),
    ]);
  expect(sumOf(overview.organisationGroups.map(({ totalValue }) => totalValue))).toBe(overview.totalValue);
  const ids = await listIds(client, `${query}&${COUNTED}`);
  await expectMonthsOfList(client, query, overview.orderCount, await piecesByMonth(db, client, ids));
  await expectSeasonsOfList(client, query);
  expect(overview.averageOrderValue).toBe(await averageOf(db, ids, overview.totalValue as number));
  await expectProductsOfLines(db, client, query, ids);
  await expectWorklistOfLists(db, client, query);
  await expectBalancesOfPeople(db, client, query, overview);
}

const sumOf = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((sum, amount) => sum + Math.round((amount as number) * 100), 0) / 100;

async function averageOf(db: Db, ids: readonly number[], totalValue: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders where id = any (${[...ids]}::bigint[]) and origin <> 'exchange'`.execute(db);
  return rows[0]?.n ? Math.round((totalValue * 100) / rows[0].n) / 100 : 0;
}

/** The filters of a query that the list of people has, too. */
const peopleQueryOf = (query: string) =>
  query
    .split('&')
    .filter((part) => !part.startsWith('createdAt'))
    .join('&');

/** The ids of all people of a person's list. */
async function listPeopleIds(client: TestClient, query: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 0, total = 1; page * 250 < total; page += 1) {
    const { customers, totalCount } = await get(client, 'GET /api/customers', `${query}&fields=id&limit=250&page=${page}`);
    total = totalCount;
    ids.push(...customers.map(({ id }) => id));
  }
  return ids;
}

/** Expects the budgets and what is owed to be those of the people in a person's list, looked at one by one. */
async function expectBalancesOfPeople(
  db: Db,
  client: TestClient,
  query: string,
  overview: ReplyOf<'GET /api/organisations/financialOverview'>,
): Promise<void> {
  const people = peopleQueryOf(query);
  const season = Number(/seasonId=(\d+)/.exec(query)?.[1] ?? 0);
  const listed = await listPeopleIds(client, people);
  const { rows: budgets } = await sql<{ budgetValue: number | null; remainingBudgetValue: number | null }>`
    select sum(granted)::float8 / 100 as "budgetValue", sum(granted - reserved - used)::float8 / 100 as "remainingBudgetValue" from entitlement_account
    where customer_id = any (${listed}::bigint[]) and kind = 'budget' and unit = 'money' and status = 'open' and is_limited and not is_withdrawn
      and (${season} = 0 or season_id = ${season})`.execute(db);
  expect([query, overview]).toMatchObject([query, budgets[0]]);

  const unfinished = [
    ...(await listPeopleIds(client, `${people}&orderingStatusId=10`)),
    ...(await listPeopleIds(client, `${people}&orderingStatusId=20`)),
  ];
  const { rows: owed } = await sql<{ pieces: number; decided: number; value: number }>`
    with season as (select id from season where organisation_id = ${client.organisationId} and case when ${season} = 0 then is_current else id = ${season} end),
    account as (
      select coalesce(a.minimum, a.allowance) - a.reserved - a.used as pieces, (
        select min(f.price_minor) from offer f join collection_group_product gp on gp.organisation_id = f.organisation_id and gp.product_id = f.product_id
        where f.organisation_id = a.organisation_id and gp.collection_group_id = a.collection_group_id and (a.product_id is null or a.product_id = f.product_id)
          and f.product_id in (select id from product where not call_for_price)) as price
      from entitlement_account a join season on season.id = a.season_id
      where a.customer_id = any (${unfinished}::bigint[]) and a.unit = 'pieces' and a.status = 'open' and not a.is_withdrawn)
    select (select coalesce(sum(s.pieces_due - s.pieces_fulfilled), 0)::int from uniform_status s join season on season.id = s.season_id
        where s.customer_id = any (${unfinished}::bigint[])) as pieces,
      coalesce(sum(pieces) filter (where pieces > 0), 0)::int as decided, coalesce(sum(pieces * price) filter (where pieces > 0), 0)::float8 / 100 as value
    from account`.execute(db);
  const { pieces = 0, decided = 0, value = 0 } = owed[0] ?? {};
  const worklist = await readDashboard(client, 'GET /api/organisations/worklist', query);
  if (worklist.owed === null) expect([query, pieces]).toEqual([query, 0]);
  else expect([query, worklist.owed]).toEqual([query, { pieces, undecidedPieces: pieces - decided, value }]);
}

/** The ids of all orders of a person's list. */
async function listIds(client: TestClient, query: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 0, total = 1; page * 250 < total; page += 1) {
    const { orders, totalCount } = await get(client, 'GET /api/orders', `${query}&fields=id&totals=false&limit=250&page=${page}`);
    total = totalCount;
    ids.push(...orders.map(({ id }) => id));
  }
  return ids;
}

/** The pieces of orders by the month in which they were placed where the organisation is, such as `2026-11`. */
async function piecesByMonth(db: Db, client: TestClient, ids: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; pieces: number }>`
    select to_char(o.created_at at time zone (select time_zone from organisation where id = ${client.organisationId}), 'YYYY-MM') as month,
      sum(l.quantity)::int as pieces
    from orders o join order_line l on l.order_id = o.id where o.id = any (${[...ids]}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ month, pieces }) => [month, pieces]));
}

/** `pieces` are those of the whole list. Which orders of it each month has, its own list says by their number and their sum. */
async function expectMonthsOfList(
  client: TestClient,
  query: string,
  orderCount: number,
  pieces: ReadonlyMap<string, number>,
): Promise<void> {
  const { purchasesByMonth } = await readDashboard(client, 'GET /api/orders/purchasesbymonth', query);
  const hasPeriod = query.includes('createdAt');
  for (const { year, month, ...figures } of hasPeriod ? [] : purchasesByMonth) {
    const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const inMonth = `${query}&${COUNTED}&createdAtMin=${year}-${pad(month)}-01&createdAtMax=${year}-${pad(month)}-${lastDay}`;
    const { totalValue, orderCount: count } = await readTotals(client, inMonth);
    const quantity = pieces.get(`${year}-${pad(month)}`) ?? 0;
    expect([query, year, month, figures]).toEqual([query, year, month, { orderCount: count, quantity, totalValue }]);
  }
  // With a season or a period, no order is outside of the months.
  if (/seasonId=[1-9]|createdAtMin/.test(query))
    expect([query, purchasesByMonth.reduce((sum, month) => sum + month.orderCount, 0)]).toEqual([query, orderCount]);
  else if (!hasPeriod) expect(purchasesByMonth).toHaveLength(12);
}

async function expectSeasonsOfList(client: TestClient, query: string): Promise<void> {
  const { orderShippedStatusBySeason } = await readDashboard(client, 'GET /api/orders/getOrderShippedStatusBySeason', query);
  const withoutSeason = query.replaceAll(/seasonId=\d+/g, '');
  for (const { seasonId, seasonName, ...figures } of orderShippedStatusBySeason) {
    const ofSeason = `${withoutSeason}&seasonId=${seasonId}`;
    const count = async (states: string, orders = COUNTED) =>
      (await readTotals(client, `${ofSeason}&${orders}${states}`)).orderCount;
    const { totalValue, ...expected } = await expectedFigures(client, ofSeason);
    expect([query, seasonName, figures]).toEqual([
      query,
      seasonName,
      {
        ...expected,
        shippedCount: await count('&shippingStatusId=10,30,40'),
        partiallyShippedCount: await count('&shippingStatusId=25'),
        notShippedCount: await count('&shippingStatusId=20'),
        cancelledCount: await count('', 'orderStatusId=40,60'),
      },
    ]);
  }
}

async function expectProductsOfLines(db: Db, client: TestClient, query: string, ids: readonly number[]): Promise<void> {
  const { topProducts } = await readDashboard(client, 'GET /api/orders/topproducts', query);
  const { rows } = await sql<{ productId: number; quantity: number; totalValue: number; orders: number }>`
    select product_id as "productId", sum(quantity)::int as quantity, sum(price_minor)::float8 / 100 as "totalValue", count(distinct order_id)::int as orders
    from order_line where order_id = any (${[...ids]}::bigint[]) group by 1 order by 2 desc, sum(price_minor) desc, 1 limit 10`.execute(
    db,
  );
  expect([query, topProducts]).toMatchObject([query, rows.map(({ orders, ...product }) => product)]);
  const [first] = rows;
  if (first) expect((await readTotals(client, `${query}&${COUNTED}&productId=${first.productId}`)).orderCount).toBe(first.orders);
}

async function expectWorklistOfLists(db: Db, client: TestClient, query: string): Promise<void> {
  const worklist = await readDashboard(client, 'GET /api/organisations/worklist', query);
  const people = peopleQueryOf(query);
  const late = await listIds(client, `${query}&lateOnly=1`);
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity - shipped_quantity - cancelled_quantity), 0)::int as pieces from order_line
    where order_id = any (${late}::bigint[]) and due_on < current_date`.execute(db);
  const waiting = await get(client, 'GET /api/orders', `${query}&orderStatusId=50&order=createdOnUtc&limit=1`);
  const { totalCount: startersAtRisk } = await get(
    client,
    'GET /api/customers',
    `limit=1&orderingStatusId=10&orderingAfterStartDateStatusId=10&${people}`,
  );
  expect([query, worklist]).toMatchObject([
    query,
    {
      lateOrderCount: late.length,
      latePieces: rows[0]?.pieces,
      waitingOrderCount: waiting.totalCount,
      oldestWaitingOnUtc: waiting.orders[0]?.createdOnUtc ?? null,
      startersAtRisk,
    },
  ]);
}
