import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, NORTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { anApplicant, aRegistrationLink, listPeopleByEmail, listRegistrationsByEmail } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const register = async (body: object) => (await portal.anonymous().post('/api/registerwithtoken', body)).body;
const requestOf = async (email: string) =>
  (await admin.get<'GET /api/registrationrequests'>(`/api/registrationrequests?query=${encodeURIComponent(email)}`)).body
    .registrationRequests;
const WAITING = { success: true, msg: null, userRegistrationType: 3 };

describe('a registration that is sent again', () => {
  it('replaces the request that waits, and gets the same reply', async () => {
    const asks = ['employee_number', 'resort', 'collection'] as const;
    const { token } = await aRegistrationLink(portal.db, { type: 3, asks: [...asks] });
    const first = { ...anApplicant(), employeeNumber: 'E-1', organisationResortId: 2, departments: [21, 22] };
    expect(await register({ ...first, organisationCollections: [{ id: 11 }], token })).toEqual(WAITING);
    const [seen] = await requestOf(first.email);

    const corrected = {
      ...first,
      email: first.email.toUpperCase(),
      lastName: 'Newcomer-Smith',
      employeeNumber: 'E-2',
      departments: [21],
    };
    expect(await register({ ...corrected, organisationCollections: [{ id: 11 }], token })).toEqual(WAITING);

    const [request, ...others] = await requestOf(first.email);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ id: seen?.id, state: 'waiting', lastName: 'Newcomer-Smith', employeeNumber: 'E-2' });
    const approve = (fingerprint: unknown) => admin.post(`/api/registrationrequests/${request?.id}/approve`, { fingerprint });
    // Who decides on what was there before is told, and decides on what is there now.
    expect((await approve(seen?.fingerprint)).status).toBe(409);
    expect((await approve(request?.fingerprint)).status).toBe(200);
    const [person] = await listPeopleByEmail(portal.db, first.email);
    expect(person).toMatchObject({ employee_number: 'E-2', departments: [21], collections: [11] });
  });

  it('replaces what an address that is not confirmed yet has been registered with, by a link of the same kind', async () => {
    const first = await aRegistrationLink(portal.db, { asks: ['collection', 'resort'] });
    const second = await aRegistrationLink(portal.db, { groupId: NORTH.groupId, roleIds: [35] });
    const withApproval = await aRegistrationLink(portal.db, { type: 3 });
    const applicant = anApplicant();
    await register({
      ...applicant,
      organisationResortId: 2,
      departments: [21],
      organisationCollections: [{ id: 11 }],
      token: first.token,
    });

    await register({ ...applicant, firstName: 'Adele', token: second.token });
    const expected = { first_name: 'Adele', resort_id: null, departments: [], collections: [], groups: [NORTH.groupId] };
    expect(await listPeopleByEmail(portal.db, applicant.email)).toMatchObject([{ ...expected, active: false }]);
    expect((await listPeopleByEmail(portal.db, applicant.email))[0]?.roles).toContain(35);
    expect(await listRegistrationsByEmail(portal.db, applicant.email)).toMatchObject([
      { state: 'registered', link_id: second.id },
    ]);

    // No administrator would have seen this one.
    await register({ ...applicant, firstName: 'Eve', token: withApproval.token });
    expect(await listPeopleByEmail(portal.db, applicant.email)).toMatchObject([expected]);
  });

  it('ends the wait of the one before where it needs no approval', async () => {
    const applicant = anApplicant();
    await register({ ...applicant, token: (await aRegistrationLink(portal.db, { type: 3 })).token });
    await register({ ...applicant, lastName: 'Second', token: (await aRegistrationLink(portal.db)).token });
    const [person] = await listPeopleByEmail(portal.db, applicant.email);
    expect(await listRegistrationsByEmail(portal.db, applicant.email)).toMatchObject([
      { state: 'registered', customer_id: person?.id },
    ]);
  });

  it('changes nothing of someone who has confirmed, or was invited, or waits in another organisation', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const known = await aPerson(portal.db, { firstName: 'Old', passwordHash: '$argon2id$some' });
    const invited = await aPerson(portal.db, { firstName: 'Old', active: false });
    for (const { email } of [known, invited]) {
      await register({ ...anApplicant(), email, token });
      expect((await listPeopleByEmail(portal.db, email)).map(({ first_name }) => first_name)).toEqual(['Old']);
    }
    const elsewhere = (
      await sql<{ id: number }>`insert into organisation (brand_id, name) values (1, 'Elsewhere Ltd') returning id`.execute(
        portal.db,
      )
    ).rows[0]?.id as number;
    const there = await aRegistrationLink(portal.db, { type: 3, organisationId: elsewhere });
    const here = await aRegistrationLink(portal.db, { type: 3 });
    const applicant = anApplicant();
    await register({ ...applicant, token: there.token });
    expect(await register({ ...applicant, firstName: 'Eve', token: here.token })).toEqual(WAITING);
    const { rows } = await sql`select organisation_id, first_name from registration where email = ${applicant.email}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ organisation_id: elsewhere, first_name: 'Ada' }]);
  });
});
