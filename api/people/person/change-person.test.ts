import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let wearer: { id: number; email: string };
let own: TestClient;
beforeEach(async () => {
  wearer = await aPerson(portal.db, { role: 'Staff', firstName: 'Ann' });
  own = await portal.as(wearer.email);
});

const put = (person: TestClient, id: number, customer: object) =>
  person.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer });
const logInAs = async (overrides: Parameters<typeof aPerson>[1]) => portal.as((await aPerson(portal.db, overrides)).email);
/** All columns of a person, with the ids of all related rows. */
const rowOf = async (id: number) =>
  (
    await sql<
      Record<string, unknown>
    >`select c.*, (select array_agg(role_id order by 1) from customer_role r where r.customer_id = c.id) as role_ids,
      (select array_agg(organisation_group_id order by 1) from customer_group g where g.customer_id = c.id) as group_ids,
      (select array_agg(organisation_group_id order by 1) from customer_adminable_group g where g.customer_id = c.id) as adminable_ids,
      (select array_agg(collection_id order by 1) from customer_collection g where g.customer_id = c.id) as collection_ids,
      (select array_agg(season_id order by 1) from customer_season g where g.customer_id = c.id) as season_ids,
      (select array_agg(department_id order by 1) from customer_department g where g.customer_id = c.id) as department_ids
    from customer c where c.id = ${id}`.execute(portal.db)
  ).rows[0] as Record<string, unknown>;
/** The columns that a request changed, without versions and search columns. */
async function changesOf(id: number, act: () => Promise<unknown>) {
  const before = await rowOf(id);
  await act();
  const after = await rowOf(id);
  const ignored = ['version', 'field_versions', 'changed_at', 'search_text', 'email_domain', 'last_login_at'];
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !ignored.includes(name) && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}

type Case = [field: string, value: unknown, column: string, stored: unknown];
const SELF: Case[] = [
  ['firstName', ' Zoë ', 'first_name', 'Zoë'],
  ['lastName', 'Møller', 'last_name', 'Møller'],
  ['gender', 20, 'gender', 20],
  ['poNumber', 'PO-77', 'po_number', 'PO-77'],
  ['marketingByEmail', true, 'marketing_by_email', true],
  ['marketingByPhone', true, 'marketing_by_phone', true],
  ['marketingByPost', true, 'marketing_by_post', true],
  ['marketingByFax', true, 'marketing_by_fax', true],
  ['adhocSelectedBusinessAreaId', 1, 'adhoc_business_area_id', 1],
  ['adhocSelectedCollectionId', 11, 'adhoc_collection_id', 11],
  ['bodiMeCustomerId', 'body-7', 'bodime_customer_id', 'body-7'],
  ['bodiMeUsedBodyBlocks', ['arm', 'chest'], 'bodime_used_body_blocks', ['arm', 'chest']],
];
const ADMIN: Case[] = [
  ['firstName', 'Zoë', 'first_name', 'Zoë'],
  ['lastName', 'Møller', 'last_name', 'Møller'],
  ['gender', 10, 'gender', 10],
  ['poNumber', 'PO-78', 'po_number', 'PO-78'],
  ['employeeNumber', 'E-9', 'employee_number', 'E-9'],
  ['organisationBusinessAreaId', 2, 'business_area_id', 2],
  ['organisationResortId', 2, 'resort_id', 2],
  ['jobRoleId', 1, 'job_role_id', 1],
  ['startDateUtc', '2026-03-01T00:00:00Z', 'starts_on', '2026-03-01'],
  ['endDateUtc', '2027-03-01', 'ends_on', '2027-03-01'],
  ['weeklyHours', 37.5, 'weekly_hours', 37.5],
];
/** How a person signs in and what they may do: only an Admin may change these, and only for other people. */
const ACCESS: Record<string, unknown> = {
  email: 'other@made.example',
  roleIds: [3, 33],
  adminableOrganisationGroupIds: [1],
  allowOrderApproval: true,
  active: false,
};
/** Fields of the uniform programme: only an Admin may change these, also for themselves. */
const PROGRAMME: Record<string, unknown> = {
  organisationGroupIds: [3],
  organisationCollections: [{ id: 11, name: 'x' }],
  organisationSeasons: [{ id: 1 }],
  allocationTypeId: 50,
  wardrobeOptOut: true,
};
/** All other columns, each with a value that would be noticed. */
const OTHERS: Record<string, unknown> = {
  id: 1,
  organisationId: 2,
  roles: ['OrganisationAdmin'],
  permissions: ['AllowDashboard'],
  organisationGroups: [{ id: 3, name: 'x' }],
  marketingPreferencesEnabled: true,
  termsAndConditionsEnabled: true,
  termsAndConditionsRequired: false,
  limitAdhocToCustomerCollection: true,
  punchoutAllowShippingAddressSelection: false,
  punchoutSessionGuid: '6f1c1b3e-7a0e-4c5a-9d0f-0123456789ab',
  punchoutOperation: 'edit',
  taxDisplayType: 0,
  wardrobeOptOutDateUtc: '2026-01-01T00:00:00Z',
  liveChatGroupId: 7,
  domain: 'evil.example',
  logo: { src: '/evil.svg' },
  token: 'x',
  userRegistrationType: 1,
  createdOnUtc: '2020-01-01T00:00:00Z',
  lastLoginDateUtc: '2020-01-01T00:00:00Z',
  currencyCode: 'EUR',
  password: 'x',
  passwordHash: 'x',
  deletedAt: '2020-01-01T00:00:00Z',
};

describe('changing one’s own data', () => {
  it.each(SELF)('may change %s', async (field, value, column, stored) => {
    const changed = await changesOf(wearer.id, async () => {
      const { status, body } = await put(own, wearer.id, { [field]: value });
      expect([status, body.customers[0]?.[field as 'poNumber']]).toEqual([200, typeof value === 'string' ? value.trim() : value]);
    });

    expect(changed).toEqual({ [column]: stored });
  });

  it.each(['poNumber', 'adhocSelectedBusinessAreaId', 'adhocSelectedCollectionId', 'bodiMeCustomerId'])(
    '%s is cleared by null',
    async (field) => {
      const [, value, column] = SELF.find(([name]) => name === field) as Case;
      await put(own, wearer.id, { [field]: value });

      expect(await changesOf(wearer.id, () => put(own, wearer.id, { [field]: null }))).toEqual({ [column]: null });
    },
  );

  it('changes only the fields that are sent, with or without a root, in any letter case', async () => {
    expect(await changesOf(wearer.id, () => own.put(`/api/customers/${wearer.id}/`, { FIRSTNAME: 'Bo' }))).toEqual({
      first_name: 'Bo',
    });
    expect(await changesOf(wearer.id, () => put(own, wearer.id, {}))).toEqual({});
  });

  it.each(ADMIN.filter(([field]) => !SELF.some(([name]) => name === field)).map(([field, value]) => [field, value] as const))(
    'may not change %s, which the organisation decides',
    async (field, value) => {
      for (const role of ['Staff', 'Buyer', 'Sales'] as const) {
        const person = await logInAs({ role });
        const changed = await changesOf(person.customerId, async () =>
          expect((await put(person, person.customerId, { [field]: value })).status).toBe(200),
        );
        expect([role, changed]).toEqual([role, {}]);
      }
    },
  );

  it('accepts the whole profile posted back', async () => {
    const { body } = await own.get<'GET /api/customerprofile'>('/api/customerprofile');
    const changed = await changesOf(wearer.id, async () => {
      const groups = { organisationGroupIds: body.organisationGroupIds, adminableOrganisationGroupIds: [] };
      const everything = { ...body, ...OTHERS, ...ACCESS, ...PROGRAMME, ...groups, poNumber: 'PO-1' };
      expect((await put(own, wearer.id, everything)).status).toBe(200);
      // A group out of reach is refused, not ignored.
      expect((await put(own, wearer.id, { ...everything, organisationGroupIds: [3] })).status).toBe(403);
    });
    expect(changed).toEqual({ po_number: 'PO-1' });
  });

  it.each([
    [{ firstName: ' ' }, { firstName: ['First name is required.'] }],
    [
      { firstName: null, lastName: '' },
      { firstName: ['First name is required.'], lastName: ['Last name is required.'] },
    ],
    [{ lastName: 'x'.repeat(101) }, { lastName: ['Last name must not be longer than 100 characters.'] }],
    [{ gender: 15 }, { gender: ['Gender is not valid.'] }],
  ])('is not changed by %j', async (sent, errors) => {
    const changed = await changesOf(wearer.id, async () => {
      const answer = await put(own, wearer.id, { ...sent, poNumber: 'PO-2' });
      expect([answer.status, answer.errors]).toEqual([422, errors]);
    });
    expect(changed).toEqual({});
  });

  it('as an Admin may change the work data too, and no more', async () => {
    const admin = await logInAs({ role: 'Admin', groupIds: [] });
    for (const [field, value, column, stored] of ADMIN.filter(([name]) => name !== 'organisationResortId'))
      expect(await changesOf(admin.customerId, () => put(admin, admin.customerId, { [field]: value }))).toEqual({
        [column]: stored,
      });
    expect(await changesOf(admin.customerId, () => put(admin, admin.customerId, { ...OTHERS, ...ACCESS }))).toEqual({});
  });
});

describe('changing another person', () => {
  const onlyOwn = SELF.filter(([field]) => !ADMIN.some(([name]) => name === field));

  it.each(ADMIN)('lets an Admin change %s', async (field, value, column, stored) => {
    const admin = await logInAs({ role: 'Admin', groupIds: [] });

    expect(await changesOf(wearer.id, () => put(admin, wearer.id, { [field]: value }))).toEqual({ [column]: stored });
  });

  it.each([
    ...onlyOwn.map(([field, value]) => [field, value] as const),
    ['termsAgreed', true] as const,
    ['privacyAgreed', true] as const,
  ])('ignores %s from an Admin: consents and body data are the person’s own', async (field, value) => {
    const admin = await logInAs({ role: 'Admin', groupIds: [] });

    expect(
      await changesOf(wearer.id, async () => expect((await put(admin, wearer.id, { [field]: value })).status).toBe(200)),
    ).toEqual({});
  });

  it.each(['Admin', 'Buyer', 'Sales', 'Staff'] as const)(
    'changes no other field, and nothing for roles without the right: %s',
    async (role) => {
      const person = await logInAs({ role });
      const adminFields = { ...Object.fromEntries([...SELF, ...ADMIN].map(([field, value]) => [field, value])), ...OTHERS };
      const everything = role === 'Admin' ? adminFields : { ...adminFields, ...ACCESS, ...PROGRAMME };
      const fields = role === 'Admin' ? OTHERS : everything;
      for (const [field, value] of Object.entries(fields)) {
        const changed = await changesOf(wearer.id, () => put(person, wearer.id, { [field]: value }));
        expect([field, changed]).toEqual([field, {}]);
      }
      const { status } = await put(person, wearer.id, everything);
      expect(status).toBe({ Admin: 200, Sales: 403, Buyer: 404, Staff: 404 }[role]);
    },
  );

  it.each(Object.keys(OTHERS))('never changes %s, no matter who sends it', async (field) => {
    for (const person of [own, await logInAs({ role: 'Admin', groupIds: [] })])
      expect(await changesOf(wearer.id, () => put(person, wearer.id, { [field]: OTHERS[field] }))).toEqual({});
  });

  it('reaches no other groups, organisations or brands, and no Admin who administers more', async () => {
    const admin = await logInAs({ role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] });
    const south = await aPerson(portal.db, { groupIds: [SOUTH.groupId] });
    const wider = await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId, SOUTH.groupId] });
    const statuses = [];
    for (const id of [wearer.id, south.id, wider.id, 401, 521, 1_999_999_999])
      statuses.push((await put(admin, id, { lastName: 'Taken' })).status);

    expect(statuses).toEqual([200, 404, 403, 404, 404, 404]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from customer where last_name = 'Taken'`.execute(
      portal.db,
    );
    expect(rows[0]?.n).toBe(1);
  });

  it('refuses ids of another organisation, also in fields that are not written', async () => {
    const admin = await logInAs({ role: 'Admin', groupIds: [] });
    const { rows } = await sql<{ resort: number; area: number; job: number; collection: number; department: number }>`
      select (select min(id) from resort where organisation_id = 2) as resort, (select min(id) from business_area where organisation_id = 2) as area,
        (select min(id) from job_role where organisation_id = 2) as job, (select min(id) from collection where organisation_id = 2) as collection,
        (select min(id) from department where organisation_id = 2) as department`.execute(portal.db);
    const foreign = rows[0]!;
    for (const sent of [
      { organisationResortId: foreign.resort },
      { organisationBusinessAreaId: foreign.area },
      { adhocSelectedBusinessAreaId: foreign.area },
      { jobRoleId: foreign.job },
      { adhocSelectedCollectionId: foreign.collection },
      { departments: [foreign.department] },
      { departments: [{ id: foreign.department }] },
    ]) {
      for (const person of [admin, own])
        expect([
          sent,
          await changesOf(wearer.id, async () => expect((await put(person, wearer.id, sent)).status).toBe(404)),
        ]).toEqual([sent, {}]);
    }
  });
});

describe('departments', () => {
  let admin: TestClient;
  let departments: { id: number; name: string; resort_id: number }[];
  beforeEach(async () => {
    admin = await logInAs({ role: 'Admin', groupIds: [] });
    departments = (
      await sql<{ id: number; name: string; resort_id: number }>`
        select id, name, resort_id from department where organisation_id = 1 and resort_id in (1, 2) order by resort_id, id`.execute(
        portal.db,
      )
    ).rows;
  });
  const at = (resort: number) => departments.filter(({ resort_id }) => resort_id === resort);

  it('accept ids, objects and names, and must belong to the destination', async () => {
    const [one, two, three] = at(1);
    const { body } = await put(admin, wearer.id, {
      departments: [one?.id, { id: two?.id, name: 'x' }, ` ${three?.name.toUpperCase()} `],
    });

    expect(body.customers[0]?.departments.map(({ id }) => id).toSorted()).toEqual([one?.id, two?.id, three?.id].toSorted());
    const refused = await put(admin, wearer.id, { departments: [at(2)[0]?.id] });
    expect([refused.status, refused.errors]).toEqual([422, { departments: ['Departments must belong to the destination.'] }]);
    expect((await put(admin, wearer.id, { departments: ['No such place'] })).status).toBe(422);
    expect((await put(admin, wearer.id, { departments: null })).body.customers[0]?.departments).toEqual([]);
  });

  it('are cleared when the destination changes, and can be set in the same request', async () => {
    await put(admin, wearer.id, { departments: [at(1)[0]?.id] });
    expect((await put(admin, wearer.id, { organisationResortId: 2 })).body.customers[0]).toMatchObject({
      organisationResortId: 2,
      departments: [],
    });
    const { body } = await put(admin, wearer.id, { organisationResortId: 1, departments: [at(1)[0]?.id] });
    expect(body.customers[0]?.departments).toEqual([{ id: at(1)[0]?.id, name: at(1)[0]?.name }]);
  });
});

describe('dates of employment', () => {
  it('must be dates, the last not before the first', async () => {
    const admin = await logInAs({ role: 'Admin', groupIds: [] });
    expect((await put(admin, wearer.id, { startDateUtc: 'soon' })).errors).toEqual({
      startDateUtc: ['The first day of work is not a date.'],
    });
    expect((await put(admin, wearer.id, { startDateUtc: '2026-05-01', endDateUtc: '2026-04-30' })).errors).toEqual({
      endDateUtc: ['The last day of work must not be before the first.'],
    });
    expect((await put(admin, wearer.id, { weeklyHours: 200 })).status).toBe(422);
    expect((await put(admin, wearer.id, { startDateUtc: '2026-05-01', endDateUtc: null })).status).toBe(200);
  });
});

describe('the audit event of a change', () => {
  it('records who changed which values, without body data', async () => {
    await put(own, wearer.id, { firstName: 'Anna', bodiMeCustomerId: 'body-secret' });
    await put(own, wearer.id, { firstName: 'Anna' });

    const { rows } = await sql`select actor_id, impersonated_id, before, after from audit_event
      where action = 'customer.changed' and subject_id = ${String(wearer.id)}`.execute(portal.db);
    expect(rows).toEqual([
      {
        actor_id: wearer.id,
        impersonated_id: null,
        before: { firstName: 'Ann', bodiMeCustomerId: '(not kept here)' },
        after: { firstName: 'Anna', bodiMeCustomerId: '(not kept here)' },
      },
    ]);
  });
});
