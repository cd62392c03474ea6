import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
  await run(
    sql`update customer set email = 'own.' || id || '@elsewhere.example' where organisation_id = 1 and id between 40 and 60`,
  );
  await run(sql`update customer set active = false where id between 61 and 64`);
  await run(sql`update customer set first_name = 'Meridian' where id = 45`);
});

const countsOf = async (client: TestClient, query: string) =>
  (await client.get<'GET /api/customers/counts'>(`/api/customers/counts?${query}`)).body.counts;
const listed = async (client: TestClient, query: string) =>
  (await client.get<'GET /api/customers'>(`/api/customers?limit=1&${query}`)).body.totalCount;
const STARTED = 'orderingStatusId=10&orderingAfterStartDateStatusId=10';

const FILTERS = [
  '',
  'resortId=3',
  'businessAreaId=2',
  'resortId=3&businessAreaId=2',
  'groupIds=1',
  'groupIds=2,3&resortId=3',
  'groupIds=0&seasonId=2',
  'groupIds=1&groupIds=2&seasonId=2',
  'collectionId=11&groupIds=1',
  'query=an&groupIds=2',
  'query=meridian&groupIds=1',
  'seasonId=1',
  'seasonId=2',
  'seasonId=2&resortId=1',
  'orderingBodiMeStatusId=10',
  'orderingBodiMeStatusId=20&resortId=3',
  'orderingAfterStartDateBodiMeStatusId=10',
  'collectionId=11',
  'collectionId=11&resortId=3',
  'query=an',
  'query=meridian',
  'query=meridian&resortId=3',
  'query=meridian&orderingBodiMeStatusId=10',
  'query=an&seasonId=1',
  'query=no-one-at-all',
];

describe('the counts by uniform status', () => {
  it.each(['admin@meridian.example', 'north.admin@meridian.example', 'sales@meridian.example'])(
    'are those of the list with every filter, and add up, for %s',
    async (email) => {
      const client = await portal.as(email);
      for (const filter of FILTERS) {
        const counts = await countsOf(client, filter);
        const statuses = await Promise.all(
          [10, 20, 30, 40].map((status) => listed(client, `${filter}&orderingStatusId=${status}`)),
        );
        const [total, started] = [await listed(client, filter), await listed(client, `${filter}&${STARTED}`)];
        expect([filter, counts]).toEqual([
          filter,
          {
            total,
            notStarted: statuses[0],
            partlyOrdered: statuses[1],
            complete: statuses[2],
            optedOut: statuses[3],
            withoutEntitlement: total - statuses.reduce((sum, n) => sum + n, 0),
            startedWithoutUniform: started,
          },
        ]);
        expect(counts.withoutEntitlement).toBeGreaterThanOrEqual(0);
      }
      expect((await countsOf(client, '')).startedWithoutUniform).toBeGreaterThan(0);
    },
  );

  it('count people without a status among everyone', async () => {
    const before = await countsOf(admin, '');
    await aPerson(portal.db, { role: 'Staff' });
    const after = await countsOf(admin, '');
    expect(after).toEqual({ ...before, total: before.total + 1, withoutEntitlement: before.withoutEntitlement + 1 });
  });

  it('do not tell Buyers who has started work, and refuse what Buyers may not filter by', async () => {
    const buyer = await portal.as('buyer@meridian.example');
    const counts = await countsOf(buyer, '');
    expect(counts.startedWithoutUniform).toBeNull();
    expect(counts.total).toBe(await listed(buyer, ''));
    expect(counts.notStarted).toBe(await listed(buyer, 'orderingStatusId=10'));
    expect((await buyer.get('/api/customers/counts?orderingBodiMeStatusId=10')).errors).toEqual({
      orderingBodiMeStatusId: ['Only administrators can filter people by this.'],
    });
    expect((await (await portal.as('staff@meridian.example')).get('/api/customers/counts')).status).toBe(403);
  });

  it('take one statement without a search, however many tabs there are', async () => {
    await countsOf(admin, 'resortId=3');
    const before = portal.statementsSent();
    await countsOf(admin, 'resortId=3');
    expect(portal.statementsSent() - before).toBe(1);
  });
});

describe('the order that begins with people who have started work without a uniform', () => {
  const ORDER = 'order=startedWithoutUniform desc';
  const readAll = async (client: TestClient, query: string, limit: number) => {
    const ids: number[] = [];
    for (let page = 0, total = 1; page * limit < total; page += 1) {
      const { body } = await client.get<'GET /api/customers'>(`/api/customers?limit=${limit}&page=${page}&${query}`);
      total = body.totalCount;
      ids.push(...body.customers.map(({ id }) => id));
    }
    return ids;
  };

  it.each([
    '',
    'resortId=3',
    'orderingStatusId=10',
    'orderingStatusId=20',
    'seasonId=2',
    'seasonId=1',
    'orderingBodiMeStatusId=10',
    STARTED,
  ])(
    'has them first by their first day, then everyone else by name: %s',
    async (filter) => {
      for (const client of [admin, await portal.as('north.admin@meridian.example')]) {
        const first =
          filter === 'orderingStatusId=20' ? [] : await readAll(client, `${filter}&${STARTED}&order=startDateUtc`, 250);
        const others = (await readAll(client, `${filter}&order=name`, 250)).filter((id) => !first.includes(id));
        for (const limit of [17, 250])
          expect([limit, await readAll(client, `${filter}&${ORDER}`, limit)]).toEqual([limit, [...first, ...others]]);
      }
    },
    30_000,
  );

  it('is the order by name for a search and for a wardrobe', async () => {
    for (const query of ['query=an', 'query=meridian', 'collectionId=11'])
      expect(await readAll(admin, `${query}&${ORDER}`, 90)).toEqual(await readAll(admin, `${query}&order=name`, 90));
  });

  it('is refused the other way round, and to Buyers', async () => {
    expect((await admin.get('/api/customers?order=startedWithoutUniform asc')).errors).toEqual({
      order: ['People cannot be sorted by this.'],
    });
    const buyer = await portal.as('buyer@meridian.example');
    expect((await buyer.get(`/api/customers?${ORDER}`)).errors).toEqual({
      order: ['Only administrators can sort people by this.'],
    });
  });
});
