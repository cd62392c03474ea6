import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;

const logInAs = async (overrides: Parameters<typeof aPerson>[1]) => portal.as((await aPerson(portal.db, overrides)).email);
const list = async (person: TestClient, query = '') => (await person.get<'GET /api/customers'>(`/api/customers${query}`)).body;
const one = (person: TestClient, id: number | string) => person.get<'GET /api/customers/:id'>(`/api/customers/${id}`);
const counted = async (where: ReturnType<typeof sql>) =>
  (await sql<{ n: number }>`select count(*)::int as n from customer c where ${where}`.execute(portal.db)).rows[0]?.n;
const inGroup = (id: number) =>
  sql`c.organisation_id = 1 and c.deleted_at is null and exists (select from customer_group g where g.customer_id = c.id and g.organisation_group_id = ${id})`;

beforeEach(async () => {
  admin = await logInAs({ role: 'Admin', groupIds: [] });
});

describe('the list of people', () => {
  it('shows Admin and Sales everyone in the organisation', async () => {
    const everyone = sql`c.organisation_id = 1 and c.deleted_at is null`;
    for (const person of [admin, await logInAs({ role: 'Sales', groupIds: [] })])
      expect((await list(person, '?limit=1')).totalCount).toBe(await counted(everyone));
  });

  it('shows a group’s Admin the people of the group, a Buyer the people of their own groups, and both themselves', async () => {
    const limited = await logInAs({ role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] });
    expect((await list(limited, '?limit=1')).totalCount).toBe(((await counted(inGroup(NORTH.groupId))) ?? 0) + 1);
    const buyer = await logInAs({ role: 'Buyer', groupIds: [SOUTH.groupId] });
    const seen = await list(buyer, '?limit=250');
    expect(seen.totalCount).toBe(await counted(inGroup(SOUTH.groupId)));
    expect(seen.customers.every(({ organisationGroupIds }) => organisationGroupIds.includes(SOUTH.groupId))).toBe(true);
    expect((await list(await logInAs({ role: 'Buyer', groupIds: [] }))).totalCount).toBe(1);
  });

  it('refuses wearers, and requests without a session', async () => {
    expect((await (await logInAs({ role: 'Staff' })).get('/api/customers')).status).toBe(403);
    expect((await portal.anonymous().get('/api/customers')).status).toBe(401);
  });

  it('contains no deleted people, and marks closed accounts', async () => {
    const [deleted, closed] = [
      await aPerson(portal.db, { firstName: 'Gonewhere' }),
      await aPerson(portal.db, { firstName: 'Closedfor', active: false }),
    ];
    await sql`update customer set deleted_at = now() where id = ${deleted.id}`.execute(portal.db);
    expect((await list(admin, '?query=gonewhere')).totalCount).toBe(0);
    expect((await list(admin, '?query=closedfor')).customers).toMatchObject([{ id: closed.id, active: false }]);
  });

  it('finds all words in names, email, employee and PO number, with any characters', async () => {
    const { id, email } = await aPerson(portal.db, { firstName: 'Zebedee' });
    await sql`update customer set employee_number = 'EMP-99_1', po_number = 'PO%777' where id = ${id}`.execute(portal.db);
    for (const query of ['zebedee', 'ZEBE forthe', 'forthetest zebedee', email, 'emp-99_1', 'PO%777', ' zebedee  emp-99 '])
      expect([query, (await list(admin, `?query=${encodeURIComponent(query)}`)).customers.map((person) => person.id)]).toEqual([
        query,
        [id],
      ]);
    for (const query of ['zebedee unknown', 'emp-99x1', 'zeb_dee', 'zeb%dee', '\\'])
      expect([query, (await list(admin, `?query=${encodeURIComponent(query)}`)).totalCount]).toEqual([query, 0]);
  });

  it('can be filtered by site, business area and season', async () => {
    const is = (sent: string, where: ReturnType<typeof sql>) =>
      Promise.all([
        list(admin, `?limit=1&${sent}`),
        counted(sql`c.organisation_id = 1 and c.deleted_at is null and ${where}`),
      ]).then(([{ totalCount }, n]) => expect([sent, totalCount]).toEqual([sent, n]));
    await is('resortId=1', sql`c.resort_id = 1`);
    await is('businessAreaId=2', sql`c.business_area_id = 2`);
    await is('seasonId=2', sql`exists (select from customer_season s where s.customer_id = c.id and s.season_id = 2)`);
    await is('resortId=0&businessAreaId=0&seasonId=0&orderingStatusId=0', sql`true`);
    expect((await list(admin, '?resortId=1')).totalCount).toBeGreaterThan(0);
    expect((await list(admin, '?resortId=11')).totalCount).toBe(0);
  });

  it('can be filtered by wardrobe, together with a search and the other filters', async () => {
    const has = (id: number) =>
      sql`exists (select from customer_collection w where w.organisation_id = 1 and w.customer_id = c.id and w.collection_id = ${id})`;
    const matching = async (person: TestClient, query: string) => {
      const { totalCount, customers } = await list(person, `?limit=250&${query}`);
      expect([query, customers.length]).toEqual([query, Math.min(250, totalCount)]);
      return totalCount;
    };
    const everyone = sql`c.organisation_id = 1 and c.deleted_at is null`;
    expect(await matching(admin, 'collectionId=12')).toBe(await counted(sql`${everyone} and ${has(12)}`));
    expect(await matching(admin, 'collectionId=12&resortId=1')).toBe(
      await counted(sql`${everyone} and ${has(12)} and c.resort_id = 1`),
    );
    // The email domain of nearly everyone, and a surname.
    for (const words of ['meridian', 'anderson'])
      expect(await matching(admin, `collectionId=12&query=${words}`)).toBe(
        await counted(
          sql`${everyone} and ${has(12)} and (c.search_text like ${`%${words}%`} or c.email_domain like ${`%${words}%`})`,
        ),
      );
    const names = (await list(admin, '?collectionId=12&limit=250')).customers.map(({ lastName }) => lastName.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect((await list(admin, '?collectionId=12&limit=5&page=1')).customers.map(({ id }) => id)).toEqual(
      (await list(admin, '?collectionId=12&limit=10')).customers.slice(5).map(({ id }) => id),
    );

    const north = await logInAs({ role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] });
    expect(await matching(north, 'collectionId=12')).toBe(await counted(sql`${inGroup(NORTH.groupId)} and ${has(12)}`));
    expect([await matching(admin, 'collectionId=101')]).toEqual([0]);
  });

  it('is sorted by name or as requested, ties by id', async () => {
    const all = (await list(admin, '?limit=250')).customers;
    const names = all.map(
      ({ lastName, firstName, id }) => `${lastName.toLowerCase()}|${firstName.toLowerCase()}|${String(id).padStart(9, '0')}`,
    );
    expect(names.length).toBe(250);
    const { rows } = await sql<{
      id: number;
    }>`select id from customer where organisation_id = 1 and deleted_at is null order by last_name, first_name, id limit 250`.execute(
      portal.db,
    );
    expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    const byMail = (await list(admin, '?order=email%20DESC&limit=5')).customers.map(({ email }) => email);
    const { rows: mails } = await sql<{
      email: string;
    }>`select email from customer where organisation_id = 1 and deleted_at is null order by email desc, id desc limit 5`.execute(
      portal.db,
    );
    expect(byMail).toEqual(mails.map(({ email }) => email));
    for (const order of ['password_hash', 'email sideways', 'email asc asc', '__proto__', 'id;drop'])
      expect([order, (await admin.get(`/api/customers?order=${encodeURIComponent(order)}`)).errors]).toEqual([
        order,
        { order: ['People cannot be sorted by this.'] },
      ]);
  });

  it('cannot be sorted by a field that the caller may not see', async () => {
    const buyer = await logInAs({ role: 'Buyer' });
    for (const order of ['lastLoginDateUtc desc', 'startDateUtc', 'STARTDATEUTC asc']) {
      const { status, errors } = await buyer.get(`/api/customers?order=${encodeURIComponent(order)}`);
      expect([order, status, errors]).toEqual([order, 400, { order: ['Only administrators can sort people by this.'] }]);
    }
    for (const order of ['name', 'firstName', 'lastName', 'email', 'employeeNumber', 'poNumber', 'createdOnUtc', 'active', 'id'])
      expect([order, (await buyer.get(`/api/customers?order=${order}`)).status]).toEqual([order, 200]);
    const sales = await logInAs({ role: 'Sales', groupIds: [] });
    for (const client of [admin, sales]) expect((await client.get('/api/customers?order=startDateUtc%20desc')).status).toBe(200);
  });

  it('has pages from zero, the total count, and the requested fields', async () => {
    const { totalCount } = await list(admin);
    const [first, second] = [await list(admin, '?limit=7&page=0'), await list(admin, '?limit=7&page=1')];
    expect([first.customers.length, second.customers.length, second.totalCount]).toEqual([7, 7, totalCount]);
    expect(first.customers.map(({ id }) => id).filter((id) => second.customers.some((other) => other.id === id))).toEqual([]);
    expect(await list(admin, '?page=10000')).toEqual({ customers: [], totalCount, seenOnUtc: expect.any(String) });
    expect(
      Object.keys((await list(admin, '?limit=1&fields=firstName,EMAIL,passwordHash')).customers[0] ?? {}).toSorted(),
    ).toEqual(['email', 'firstName', 'id']);
    expect((await admin.get('/api/customers?limit=251')).status).toBe(400);
  });

  it('lists thousands of people with a constant number of statements', async () => {
    for (const from of [1, 2001, 4001, 6001])
      await sql`insert into customer (organisation_id, brand_id, email, first_name, last_name, resort_id)
        select 1, 1, 'crowd' || n || '@made.example', 'Crowd', 'Member' || n, 1 from generate_series(${from}::int, ${from}::int + 1999) n`.execute(
        portal.db,
      );
    await sql`insert into customer_role select 1, id, 34 from customer where first_name = 'Crowd'`.execute(portal.db);
    await runAsOwner(portal, 'analyze customer');
    await list(admin, '?query=member77');
    const before = portal.statementsSent();
    const { totalCount } = await list(admin, '?query=member77&limit=50');
    expect(totalCount).toBe(111);
    expect(portal.statementsSent() - before).toBeLessThanOrEqual(7);
    await sql`update customer set deleted_at = now() where first_name = 'Crowd'`.execute(portal.db);
  });
});

describe('one person', () => {
  it('is available to themselves, to an Admin in reach and to Sales', async () => {
    const north = await aPerson(portal.db, { role: 'Staff' });
    const outcomes: [string, TestClient, number][] = [
      ['themselves', await portal.as(north.email), 200],
      ['an Admin', admin, 200],
      ['the group’s Admin', await logInAs({ role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] }), 200],
      ['another group’s Admin', await logInAs({ role: 'Admin', groupIds: [], adminableGroupIds: [SOUTH.groupId] }), 404],
      ['Sales', await logInAs({ role: 'Sales', groupIds: [] }), 200],
      ['a Buyer of the group', await logInAs({ role: 'Buyer' }), 404],
      ['a colleague', await logInAs({ role: 'Staff' }), 404],
      ['another organisation’s Admin', await portal.as('admin@hallam.example'), 404],
    ];
    for (const [who, person, status] of outcomes) expect([who, (await one(person, north.id)).status]).toEqual([who, status]);
    expect((await one(admin, 'x')).status).toBe(404);
    expect((await portal.anonymous().get(`/api/customers/${north.id}`)).status).toBe(401);
  });

  it('has the rights, departments and seasons of the profile, and the requested fields', async () => {
    const staff = await portal.as('staff@meridian.example');
    const {
      impersonatedCustomer,
      impersonationEndsOnUtc,
      isApprovalDelegate,
      singleKeyShortcuts,
      paysOwnPart,
      punchoutBuyerName,
      ...profile
    } = (await staff.get<'GET /api/customerprofile'>('/api/customerprofile')).body;
    const { body } = await one(staff, staff.customerId);

    expect(body.customers).toEqual([
      {
        ...profile,
        orderingStatusId: 20,
        orderingBodiMeStatusId: 20,
        orderingProgress: expect.objectContaining({ owed: 10, openChoices: 0 }),
        impersonationBlocker: 'This is you',
      },
    ]);
    expect(profile.organisationSeasons.length).toBeGreaterThan(0);
    const few = await staff.get<'GET /api/customers/:id'>(`/api/customers/${staff.customerId}?fields=lastName`);
    expect(few.body.customers).toEqual([{ id: staff.customerId, lastName: profile.lastName }]);
  });
});

describe('the reason why someone cannot be ordered for', () => {
  it('is in the list: opt-outs, closed accounts and people who have left decide', async () => {
    const prefix = `blk${Date.now().toString(36)}`;
    const people = [
      await aPerson(portal.db, { firstName: prefix, role: 'Buyer' }),
      await aPerson(portal.db, { firstName: prefix, role: 'Staff' }),
      await aPerson(portal.db, { firstName: prefix, role: 'Staff' }),
      await aPerson(portal.db, { firstName: prefix, role: 'Buyer', active: false }),
      await aPerson(portal.db, { firstName: prefix, role: 'Buyer' }),
    ];
    await sql`update customer set ends_on = current_date - 2 where id = ${people[4]?.id}`.execute(portal.db);
    await sql`update customer set wardrobe_opt_out_at = now() where id = ${people[2]?.id}`.execute(portal.db);
    for (const caller of [admin, await portal.as('sales@meridian.example')]) {
      const { body } = await caller.get<'GET /api/customers'>(`/api/customers?query=${prefix}&order=id asc`);
      expect(body.customers.map(({ impersonationBlocker }) => impersonationBlocker)).toEqual([
        null,
        null,
        'Has opted out',
        'Account closed',
        'Has left',
      ]);
    }
  });
});

describe('the visible fields of other people', () => {
  const known = {
    gender: 20,
    marketingByEmail: true,
    termsAgreed: true,
    privacyAgreed: true,
    lastLoginDateUtc: '2026-01-02T00:00:00.000Z',
    startDateUtc: '2020-02-03T00:00:00Z',
    weeklyHours: 20,
    bodiMeCustomerId: 'body-1',
    bodiMeUsedBodyBlocks: ['arm'],
  };
  const redacted = {
    gender: 0,
    marketingByEmail: false,
    termsAgreed: false,
    privacyAgreed: false,
    lastLoginDateUtc: null,
    startDateUtc: null,
    weeklyHours: null,
    bodiMeCustomerId: null,
    bodiMeUsedBodyBlocks: [],
  };
  const names = Object.keys(known) as (keyof typeof known)[];

  it.each([
    ['themselves', 'Staff', known],
    ['an Admin', 'Admin', { ...known, bodiMeCustomerId: null, bodiMeUsedBodyBlocks: [] }],
    ['Sales', 'Sales', { ...known, bodiMeCustomerId: null, bodiMeUsedBodyBlocks: [] }],
    ['a Buyer', 'Buyer', redacted],
  ] as const)('is what their work needs: %s', async (who, role, expected) => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff', firstName: 'Uniquely' });
    await sql`update customer set gender = 20, marketing_by_email = true, terms_agreed_version = 1, privacy_agreed_version = 1, starts_on = '2020-02-03',
      weekly_hours = 20, bodime_customer_id = 'body-1', bodime_used_body_blocks = '{arm}' where id = ${id}`.execute(portal.db);
    const person = who === 'themselves' ? await portal.as(email) : await logInAs({ role });
    await sql`update customer set last_login_at = '2026-01-02T00:00:00Z' where id = ${id}`.execute(portal.db);
    const found =
      who === 'themselves' ? (await one(person, id)).body.customers : (await list(person, '?query=uniquely&limit=100')).customers;
    const shown = found.find((each) => each.id === id);

    expect(Object.fromEntries(names.map((name) => [name, shown?.[name]]))).toEqual(expected);
    expect(shown).toMatchObject({ firstName: 'Uniquely', email, organisationGroups: [{ id: 1, name: 'North' }] });
    // Requesting a field by name does not reveal it.
    if (who === 'a Buyer') {
      const reply = await list(person, '?query=uniquely&limit=100&fields=gender,weeklyHours,bodiMeCustomerId');
      expect(reply.customers.find((each) => each.id === id)).toEqual({
        id,
        gender: 0,
        weeklyHours: null,
        bodiMeCustomerId: null,
      });
    }
  });
});
