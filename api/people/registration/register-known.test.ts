import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
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

describe('an address that is already in use', () => {
  it('is not revealed: the reply is the same, and its owner gets a mail', async () => {
    const known = await aPerson(portal.db, { firstName: 'Old', passwordHash: '$argon2id$some' });
    const before = await listPeopleByEmail(portal.db, known.email);
    const answers = await Promise.all(
      [2, 3].map(async (type) => {
        const { token } = await aRegistrationLink(portal.db, { type: type as 2 | 3 });
        return (await register({ ...anApplicant(), email: known.email.toUpperCase(), token })).body;
      }),
    );

    expect(answers).toEqual([
      { success: true, msg: null, userRegistrationType: 2 },
      { success: true, msg: null, userRegistrationType: 3 },
    ]);
    expect(await listPeopleByEmail(portal.db, known.email)).toEqual(before);
    expect(await listRegistrationsByEmail(portal.db, known.email)).toEqual([]);
    expect(await listActivationTokensByEmail(portal.db, known.email)).toEqual([]);
    expect(await listMailsTo(portal.db, known.email)).toEqual([
      expect.objectContaining({
        template: 'registration-existing-account',
        data: { firstName: 'Old', organisationName: 'Meridian Resorts' },
        secrets: null,
      }),
    ]);
  });

  it.each([
    ['was closed', { active: false, passwordHash: '$argon2id$some' }],
    ['was invited and has not come yet', { active: false }],
  ])('gives no access when its account %s', async (_what, overrides) => {
    const known = await aPerson(portal.db, overrides);
    const { token } = await aRegistrationLink(portal.db);

    expect((await register({ ...anApplicant(), email: known.email, token })).body.success).toBe(true);

    expect(await listActivationTokensByEmail(portal.db, known.email)).toEqual([]);
    expect((await listMailsTo(portal.db, known.email)).map(({ template }) => template)).toEqual([
      'registration-existing-account',
    ]);
  });

  it('stays with its owner in another organisation of the brand, and neither side learns of the other', async () => {
    const neighbours = (
      await sql<{ id: number }>`insert into organisation (brand_id, name) values (1, 'Neighbours Ltd') returning id`.execute(
        portal.db,
      )
    ).rows[0]?.id as number;
    const known = await aPerson(portal.db, {
      organisationId: neighbours,
      groupIds: [],
      resortId: null,
      passwordHash: '$argon2id$some',
    });
    const { token } = await aRegistrationLink(portal.db);

    expect((await register({ ...anApplicant(), email: known.email, token })).body.success).toBe(true);

    expect((await listPeopleByEmail(portal.db, known.email)).map(({ organisation_id }) => organisation_id)).toEqual([neighbours]);
    expect(await listMailsTo(portal.db, known.email)).toEqual([
      expect.objectContaining({ organisation_id: neighbours, data: { firstName: 'Made', organisationName: 'Neighbours Ltd' } }),
    ]);
  });

  it('belongs to a different person at another brand', async () => {
    const { token } = await aRegistrationLink(portal.db);

    expect((await register({ ...anApplicant(), email: 'admin@hallam.example', token })).body.success).toBe(true);

    expect((await listPeopleByEmail(portal.db, 'admin@hallam.example')).map(({ brand_id }) => brand_id).toSorted()).toEqual([
      1, 2,
    ]);
    await sql`update customer set deleted_at = now() where email = 'admin@hallam.example' and brand_id = 1`.execute(portal.db);
  });

  it('that is not confirmed yet gets a new link, which cancels the old one, at most three times per hour', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const applicant = anApplicant();
    const again = () => register({ ...applicant, firstName: 'Eve', token });
    const earlier = (minutes: number) =>
      sql`update password_token set created_at = created_at - make_interval(mins => ${minutes}) where customer_id = (select id from customer where email = ${applicant.email})`.execute(
        portal.db,
      );
    await register({ ...applicant, token });
    await again();
    expect(await listMailsTo(portal.db, applicant.email)).toHaveLength(1);

    for (let time = 0; time < 4; time += 1) {
      await earlier(3);
      expect((await again()).body).toEqual({ success: true, msg: null, userRegistrationType: 2 });
    }

    const mails = await listMailsTo(portal.db, applicant.email);
    expect(mails.map(({ template }) => template)).toEqual(Array(3).fill('registration-confirm'));
    expect(new Set(mails.map(({ secrets }) => secrets?.token)).size).toBe(3);
    expect((await listActivationTokensByEmail(portal.db, applicant.email)).map(({ open }) => open)).toEqual([false, false, true]);
    // Until the address is confirmed, what was entered last counts.
    expect((await listPeopleByEmail(portal.db, applicant.email)).map(({ first_name }) => first_name)).toEqual(['Eve']);
    expect(mails.at(-1)?.data.firstName).toBe('Eve');

    await earlier(60);
    await again();
    expect(await listMailsTo(portal.db, applicant.email)).toHaveLength(4);
  });

  it('of a deleted person can be used again', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const applicant = anApplicant();
    await register({ ...applicant, token });
    await sql`update customer set deleted_at = now() where email = ${applicant.email}`.execute(portal.db);

    await register({ ...applicant, token });

    expect(await listPeopleByEmail(portal.db, applicant.email)).toHaveLength(2);
  });
});
