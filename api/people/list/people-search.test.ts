import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

interface Row {
  id: number;
  fields: string[];
  groups: number[];
  ordering: number | null;
  measuring: number | null;
  resort: number | null;
}

const portal = usePortal();
let admin: TestClient;
let people: Row[];

const read = async () =>
  (
    await sql<Row>`
      select c.id, array[lower(c.first_name), lower(c.last_name), lower(c.email), lower(c.employee_number), lower(c.po_number)] as fields,
        array(select organisation_group_id from customer_group g where g.customer_id = c.id) as groups,
        s.ordering_status as ordering, s.measuring_status as measuring, c.resort_id as resort
      from customer c left join uniform_status s on s.customer_id = c.id and s.season_id = 2
      where c.organisation_id = 1 and c.deleted_at is null order by c.id`.execute(portal.db)
  ).rows;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
  // Most have the organisation's domain. Some have another; of these, one has the organisation's name and one its number.
  await run(
    sql`update customer set email = 'own.' || id || '@Post-' || id % 3 || '.example' where organisation_id = 1 and id between 40 and 70`,
  );
  await run(sql`update customer set last_name = 'Meridiani' where id in (45, 90)`);
  await run(sql`update customer set po_number = 'PO-MERIDIAN@7' where id = 50`);
  await run(sql`update customer set deleted_at = now() where id in (46, 91)`);
  await run(sql`update customer set first_name = '100%', po_number = 'a_b' where id = 92`);
  await aPerson(portal.db, { firstName: 'Meridian', groupIds: [2] });
  await run(sql`select compact_people_counts(1)`);
  people = await read();
});

/** By definition: every word occurs in one of the fields; a word of one or two letters only at the start of a word. */
const holds = ({ fields }: Row, search: string) =>
  search
    .toLowerCase()
    .split(' ')
    .every((word) =>
      fields.some((field) =>
        /^[\p{L}\p{N}]{1,2}$/u.test(word) ? ` ${field ?? ''}`.includes(` ${word}`) : (field ?? '').includes(word),
      ),
    );

async function find(client: TestClient, search: string, filter: string, limit = 90) {
  const found: number[] = [];
  let total = 0;
  for (let page = 0; page === 0 || page * limit < total; page += 1) {
    const { body } = await client.get<'GET /api/customers'>(
      `/api/customers?query=${encodeURIComponent(search)}&limit=${limit}&page=${page}&order=email${filter}`,
    );
    found.push(...body.customers.map(({ id }) => id));
    total = body.totalCount;
  }
  return { total, ids: found };
}

const SEARCHES = [
  'meridian',
  'MERIDIAN example',
  'meridian.example',
  '@meridian',
  '@meridian.example',
  '@',
  'own',
  'post-1',
  '@post-1',
  'own.44@post',
  '4@post-2.ex',
  '.45@',
  'meridian@7',
  'meridiani meridian',
  'an meridian',
  'meridian post',
  'example own',
  'me',
  'e',
  'mr',
  'mr1',
  '100%',
  '%',
  'a_b',
  'no-one-at-all',
];
const FILTERS: [string, (row: Row) => boolean][] = [
  ['', () => true],
  ['&orderingStatusId=20', ({ ordering }) => ordering === 20],
  ['&orderingStatusId=10&orderingBodiMeStatusId=10', ({ ordering, measuring }) => ordering === 10 && measuring === 10],
  ['&resortId=3', ({ resort }) => resort === 3],
];

describe('a search for people', () => {
  it.each(SEARCHES)('“%s” finds exactly the people who contain all words, with every filter, and counts them', async (search) => {
    for (const [filter, keeps] of FILTERS) {
      const expectedIds = people.filter((row) => keeps(row) && holds(row, search)).map(({ id }) => id);
      const { total, ids } = await find(admin, search, filter);
      expect([filter, total, ids.toSorted((a, b) => a - b)]).toEqual([filter, expectedIds.length, expectedIds]);
    }
  });

  it('finds the people of the group and themselves for a group’s Admin', async () => {
    const groups = [1];
    const north = await portal.as('north.admin@meridian.example');
    const { body } = await north.get<'GET /api/customerprofile'>('/api/customerprofile');
    const reach = body.adminableOrganisationGroupIds.length > 0 ? body.adminableOrganisationGroupIds : groups;
    for (const search of ['meridian', 'own', 'meridiani']) {
      const expectedIds = people
        .filter((row) => holds(row, search) && (row.id === body.id || row.groups.some((group) => reach.includes(group))))
        .map(({ id }) => id);
      const { total, ids } = await find(north, search, '');
      expect([search, total, ids.toSorted((a, b) => a - b)]).toEqual([search, expectedIds.length, expectedIds]);
    }
  });

  it('returns the order of the whole list with every page plan', async () => {
    const sorted = (await find(admin, '', '')).ids;
    for (const search of ['meridian', 'own', 'mr', 'meridiani', 'post-1 own'])
      for (const filter of ['', '&orderingStatusId=20']) {
        const matching = new Set(
          people.filter((row) => holds(row, search) && (filter === '' || row.ordering === 20)).map(({ id }) => id),
        );
        for (const limit of [20, 90, 250])
          expect([search, limit, (await find(admin, search, filter, limit)).ids]).toEqual([
            search,
            limit,
            sorted.filter((id) => matching.has(id)),
          ]);
      }
  });

  it('counts a changed address immediately', async () => {
    const before = (await find(admin, 'meridian', '')).total;
    await sql`update customer set email = 'moved@post-1.example' where id = 95`.execute(portal.db);
    expect((await find(admin, 'meridian', '')).total).toBe(before - 1);
    expect((await find(admin, '@post-1.example', '')).ids).toContain(95);
  });
});
