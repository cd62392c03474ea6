import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, NORTH } from '#api/testing/builders.ts';
import {
  anApplicant,
  aRegistrationLink,
  listActivationTokensByEmail,
  listMailsTo,
  listPeopleByEmail,
  listRegistrationsByEmail,
} from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

type Call = 'POST /api/registerwithtoken';

const portal = usePortal();

const register = (body: object) => portal.anonymous().post<Call>('/api/registerwithtoken', body);

describe('invisible characters', () => {
  it('of the address, of numbers and of the link are dropped, those that join letters of a name are not', async () => {
    const link = await aRegistrationLink(portal.db, { groupId: NORTH.groupId, asks: ['employee_number'] });
    const applicant = anApplicant();
    const firstName = 'علی\u200cرضا';

    const { body } = await register({
      customer: {
        ...applicant,
        firstName,
        email: `\ufeff${applicant.email}\u200b`,
        token: `${link.token}\u200b`,
        employeeNumber: 'E-1\u2060',
      },
    });

    expect(body).toMatchObject({ success: true });
    expect(await listPeopleByEmail(portal.db, applicant.email)).toEqual([
      expect.objectContaining({ first_name: firstName, employee_number: 'E-1' }),
    ]);
  });
});

describe('a link with confirmation by email', () => {
  it('adds a person who cannot log in yet, and mails them an activation link', async () => {
    const link = await aRegistrationLink(portal.db, {
      groupId: NORTH.groupId,
      asks: ['employee_number', 'po_number', 'gender', 'resort', 'business_area', 'collection'],
    });
    const applicant = anApplicant();

    const { status, body } = await register({
      customer: {
        ...applicant,
        token: link.token,
        employeeNumber: 'E-1',
        poNumber: 'PO-7',
        gender: 20,
        organisationResortId: 1,
        departments: [11, { id: 12 }, 'Kitchen'],
        organisationBusinessAreaId: 3,
        organisationCollections: [{ id: 31 }],
      },
    });

    expect([status, body]).toEqual([200, { success: true, msg: null, userRegistrationType: 2 }]);
    expect(await listPeopleByEmail(portal.db, applicant.email)).toEqual([
      expect.objectContaining({
        organisation_id: 1,
        brand_id: 1,
        first_name: 'Ada',
        active: false,
        password_hash: null,
        employee_number: 'E-1',
        po_number: 'PO-7',
        gender: 20,
        resort_id: 1,
        business_area_id: 3,
        roles: [3, 34],
        groups: [NORTH.groupId],
        adminable: [],
        departments: [11, 12, 13],
        collections: [31],
        seasons: [true],
      }),
    ]);
    expect(await listActivationTokensByEmail(portal.db, applicant.email)).toEqual([
      { purpose: 'activation', open: true, days: 7 },
    ]);
    const [mail, ...others] = await listMailsTo(portal.db, applicant.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      template: 'registration-confirm',
      organisation_id: 1,
      data: { firstName: 'Ada', organisationName: 'Meridian Resorts', validDays: 7 },
      secrets: { token: expect.stringMatching(/^[\w-]{43}$/), email: applicant.email },
    });
    const storedTokens = await sql<{
      n: number;
    }>`select count(*)::int as n from password_token where hash = sha256(${mail?.secrets?.token}::bytea)`.execute(portal.db);
    expect(storedTokens.rows[0]?.n).toBe(1);
    const auditEvents = await sql<{ brand_id: number; after: object }>`
      select brand_id, after from audit_event where action = 'registration.received' and after->>'linkId' = ${String(link.id)}`.execute(
      portal.db,
    );
    expect(auditEvents.rows).toEqual([{ brand_id: 1, after: expect.anything() }]);
    expect(JSON.stringify(auditEvents.rows)).not.toContain(applicant.email);
  });

  it('accepts the fields without a root, and the token beside the root', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const [flat, beside] = [anApplicant(), anApplicant()];

    expect((await register({ ...flat, token })).body.success).toBe(true);
    expect((await register({ customer: beside, token })).body.success).toBe(true);
    expect((await register({ Customer: { ...anApplicant(), TOKEN: token } })).body.success).toBe(true);
    expect(
      [await listPeopleByEmail(portal.db, flat.email), await listPeopleByEmail(portal.db, beside.email)].map(
        (people) => people.length,
      ),
    ).toEqual([1, 1]);
  });

  it('can be used again and again', async () => {
    const { token } = await aRegistrationLink(portal.db);

    for (let time = 0; time < 3; time += 1) expect((await register({ ...anApplicant(), token })).body.success).toBe(true);
  });

  it('makes people Staff of the current season by a link without roles', async () => {
    const { token } = await aRegistrationLink(portal.db, { roleIds: [] });
    const applicant = anApplicant();
    await register({ ...applicant, token });
    const { rows } = await sql<{ role_ids: number[]; is_current: boolean[] }>`
      select array(select role_id from customer_role r where r.customer_id = c.id order by 1) as role_ids,
        array(select s.is_current from customer_season cs join season s on s.id = cs.season_id where cs.customer_id = c.id) as is_current
      from customer c where c.email = ${applicant.email}`.execute(portal.db);
    expect(rows).toEqual([{ role_ids: [3, 34], is_current: [true] }]);
  });

  it('gives only the roles of the link, whatever is requested', async () => {
    const { rows } = await sql<{
      id: number;
    }>`insert into role (organisation_id, name) values (1, 'Uniform champion') returning id`.execute(portal.db);
    const own = rows[0]?.id as number;
    const { token } = await aRegistrationLink(portal.db, { roleIds: [35, own] });
    const applicant = anApplicant();

    await register({
      customer: {
        ...applicant,
        token,
        roleIds: [3, 33, 36],
        roles: ['OrganisationAdmin'],
        organisationId: 2,
        organisationGroupIds: [2],
        adminableOrganisationGroupIds: [1, 2],
        allowOrderApproval: true,
        active: true,
        password: 'Correct-horse-9',
        permissions: ['AllowDashboard'],
        wardrobeOptOut: true,
        id: 1,
      },
    });

    expect(await listPeopleByEmail(portal.db, applicant.email)).toEqual([
      expect.objectContaining({
        organisation_id: 1,
        roles: [3, 35, own],
        groups: [],
        adminable: [],
        allow_order_approval: false,
        active: false,
        password_hash: null,
      }),
    ]);
  });

  it('lets no one log in before they have set a password', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const applicant = anApplicant();
    await register({ ...applicant, token });
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/token',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'password', username: applicant.email, password: 'null' }).toString(),
    });

    expect(answer.statusCode).toBe(400);
  });
});

describe('a link with approval by an administrator', () => {
  it('creates a request and no person, and mails the administrators in scope', async () => {
    const group = (
      await sql<{
        id: number;
      }>`insert into organisation_group (organisation_id, name) values (2, 'Test house') returning id`.execute(portal.db)
    ).rows[0]?.id as number;
    const hash = '$argon2id$some';
    const inScope = await aPerson(portal.db, {
      organisationId: 2,
      role: 'Admin',
      groupIds: [],
      adminableGroupIds: [group],
      resortId: null,
      passwordHash: hash,
    });
    const otherGroup = await aPerson(portal.db, {
      organisationId: 2,
      role: 'Admin',
      groupIds: [],
      adminableGroupIds: [11],
      resortId: null,
      passwordHash: hash,
    });
    const deleted = await aPerson(portal.db, {
      organisationId: 2,
      role: 'Admin',
      groupIds: [],
      resortId: null,
      active: false,
      passwordHash: hash,
    });
    const buyer = await aPerson(portal.db, {
      organisationId: 2,
      role: 'Buyer',
      groupIds: [group],
      resortId: null,
      passwordHash: hash,
    });
    const { token } = await aRegistrationLink(portal.db, { organisationId: 2, type: 3, groupId: group });
    const applicant = anApplicant();

    const { status, body } = await portal
      .anonymous('alder.localhost')
      .post<Call>('/api/registerwithtoken', { ...applicant, token });

    expect([status, body]).toEqual([200, { success: true, msg: null, userRegistrationType: 3 }]);
    expect(await listPeopleByEmail(portal.db, applicant.email)).toEqual([]);
    expect(await listRegistrationsByEmail(portal.db, applicant.email)).toEqual([
      expect.objectContaining({ state: 'waiting', customer_id: null }),
    ]);
    // Whoever registers is told that it waits.
    expect(await listMailsTo(portal.db, applicant.email)).toEqual([
      expect.objectContaining({
        template: 'registration-received',
        organisation_id: 2,
        data: { firstName: applicant.firstName, organisationName: 'Hallam Hotels' },
        secrets: null,
      }),
    ]);
    for (const { email } of [inScope, { email: 'admin@hallam.example' }]) {
      expect(await listMailsTo(portal.db, email)).toEqual([
        expect.objectContaining({
          template: 'registration-awaiting-decision',
          organisation_id: 2,
          data: expect.objectContaining({
            organisationName: 'Hallam Hotels',
            registrantName: 'Ada Newcomer',
            registrantEmail: applicant.email,
          }),
          secrets: null,
        }),
      ]);
    }
    for (const { email } of [otherGroup, deleted, buyer, { email: 'admin@meridian.example' }])
      expect(await listMailsTo(portal.db, email)).toEqual([]);
  });

  it('stores one pending request per address, however often it is sent', async () => {
    const { token } = await aRegistrationLink(portal.db, { type: 3 });
    const applicant = anApplicant();

    for (const email of [applicant.email, applicant.email.toUpperCase(), ` ${applicant.email} `])
      expect((await register({ ...applicant, email, token })).body).toEqual({
        success: true,
        msg: null,
        userRegistrationType: 3,
      });

    expect(await listRegistrationsByEmail(portal.db, applicant.email)).toHaveLength(1);
  });

  it('stops mailing about each request when there are many', async () => {
    const { token } = await aRegistrationLink(portal.db, { type: 3 });
    const admin = await aPerson(portal.db, { role: 'Admin', passwordHash: '$argon2id$some', groupIds: [] });
    await sql`update customer set last_login_at = now() + interval '1 hour' where id = ${admin.id}`.execute(portal.db);

    for (let time = 0; time < 25; time += 1) await register({ ...anApplicant(), token });

    expect(await listMailsTo(portal.db, admin.email)).toHaveLength(20);
  });
});
