import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, NORTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { computeExpectedUniformStatus, type TestUniformStatus } from '#api/testing/uniform-status.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});
const CURRENT = 2;

describe('the list of people by status', () => {
  type FilterCase = [filter: string, matches: (status: TestUniformStatus, startsOn: string | null) => boolean];
  const today = () => new Date().toISOString().slice(0, 10);
  const hasStarted = (day: string | null) => day !== null && day <= today();
  const filterCases: FilterCase[] = [10, 20, 30, 40].flatMap((status): FilterCase[] => [
    [`orderingStatusId=${status}`, (row) => row.ordering_status === status],
    [
      `orderingAfterStartDateStatusId=${status}`,
      (row, startsOn) => row.ordering_status_since_start === status && hasStarted(startsOn),
    ],
  ]);
  filterCases.push(
    ...[10, 20, 30].flatMap((status): FilterCase[] => [
      [`orderingBodiMeStatusId=${status}`, (row) => row.measuring_status === status],
      [
        `orderingAfterStartDateBodiMeStatusId=${status}`,
        (row, startsOn) => row.measuring_status_since_start === status && hasStarted(startsOn),
      ],
    ]),
    ['orderingStatusId=10&orderingBodiMeStatusId=20', (row) => row.ordering_status === 10 && row.measuring_status === 20],
  );

  it('contains exactly the people with each status, and the right count, with every page plan', async () => {
    const startOf = new Map(
      (await sql<{ id: number; starts_on: string | null }>`select id, starts_on from customer`.execute(portal.db)).rows.map(
        ({ id, starts_on }) => [id, starts_on],
      ),
    );
    const statuses = (await computeExpectedUniformStatus(portal.db, 1)).filter(({ season_id }) => season_id === CURRENT);
    for (const [filter, matches] of filterCases) {
      const expectedIds = statuses
        .filter((row) => matches(row, startOf.get(row.customer_id) ?? null))
        .map(({ customer_id }) => customer_id)
        .toSorted((one, other) => one - other);
      for (const order of ['name asc', 'active desc']) {
        const found: number[] = [];
        let total = 0;
        for (let page = 0; page * 100 <= expectedIds.length; page += 1) {
          const { body } = await admin.get<'GET /api/customers'>(
            `/api/customers?${filter}&seasonId=${page % 2 ? CURRENT : 0}&order=${order}&limit=100&page=${page}`,
          );
          found.push(...body.customers.map(({ id }) => id));
          total = body.totalCount;
        }
        expect([filter, order, total, found.toSorted((one, other) => one - other)]).toEqual([
          filter,
          order,
          expectedIds.length,
          expectedIds,
        ]);
      }
    }
  });

  it('is the same list read from the end as from the start, in every order', async () => {
    for (const order of [
      'name',
      'name desc',
      'employeeNumber',
      'employeeNumber desc',
      'startDateUtc desc',
      'email desc',
      'poNumber',
    ]) {
      const ask = async (query: string) =>
        (await admin.get<'GET /api/customers'>(`/api/customers?fields=id&order=${order}&${query}`)).body;
      const whole = [
        ...(await ask('limit=250&page=0')).customers,
        ...(await ask('limit=250&page=1')).customers,
        ...(await ask('limit=250&page=2')).customers,
      ].map(({ id }) => id);
      const paged: number[] = [];
      for (let page = 0; page * 60 < whole.length; page += 1)
        paged.push(...(await ask(`limit=60&page=${page}`)).customers.map(({ id }) => id));
      expect([order, paged]).toEqual([order, whole]);
      expect(new Set(whole).size).toBe(whole.length);
    }
  });

  it('shows a group’s Admin only the group, and no one of another organisation', async () => {
    const north = await portal.as('north.admin@meridian.example');
    const seen = (await north.get<'GET /api/customers'>('/api/customers?orderingStatusId=20&limit=250')).body;
    expect(seen.totalCount).toBe(seen.customers.length);
    expect(seen.customers.length).toBeGreaterThan(20);
    expect(seen.customers.every(({ organisationGroupIds }) => organisationGroupIds.includes(NORTH.groupId))).toBe(true);
    const hallam = await portal.as('admin@hallam.example');
    const theirs = (await hallam.get<'GET /api/customers'>(`/api/customers?orderingStatusId=20&limit=250`)).body;
    expect(theirs.customers.every(({ organisationId }) => organisationId === 2)).toBe(true);
    expect((await hallam.get<'GET /api/customers'>(`/api/customers?seasonId=${CURRENT}`)).body.totalCount).toBe(0);
  });

  it('refuses unknown statuses, and measuring filters for a Buyer', async () => {
    expect((await admin.get('/api/customers?orderingStatusId=50')).errors).toEqual({
      orderingStatusId: ['There is no such status.'],
    });
    const buyer = await portal.as('buyer@meridian.example');
    expect((await buyer.get('/api/customers?orderingBodiMeStatusId=10')).errors).toEqual({
      orderingBodiMeStatusId: ['Only administrators can filter people by this.'],
    });
    const { body } = await buyer.get<'GET /api/customers'>('/api/customers?orderingStatusId=20&limit=5');
    expect(body.customers.map((person) => person.orderingBodiMeStatusId)).toEqual([null, null, null, null, null]);
  });

  it('finds one or two letters at the start of a word', async () => {
    const { id } = await aPerson(portal.db, { firstName: 'Qx' });
    const found = (await admin.get<'GET /api/customers'>('/api/customers?query=qx')).body.customers.map((person) => person.id);
    expect(found).toEqual([id]);
    expect(
      (await admin.get<'GET /api/customers'>('/api/customers?query=x')).body.customers.map((person) => person.id),
    ).not.toContain(id);
  });
});
