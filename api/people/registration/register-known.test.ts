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

describe('an address that is known already', () => {
  it('is not told: somebody with an account gets the same answer, and a mail', async () => {
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
        template: 'registration-known',
        data: { firstName: 'Old', organisationName: 'Meridian Resorts' },
        secrets: null,
      }),
    ]);
  });

  it.each([
    ['was closed', { active: false, passwordHash: '$argon2id$some' }],
    ['was invited and has not come yet', { active: false }],
  ])('gets no way in when its account %s', async (_what, wish) => {
    const known = await aPerson(portal.db, wish);
    const { token } = await aRegistrationLink(portal.db);

    expect((await register({ ...anApplicant(), email: known.email, token })).body.success).toBe(true);

    expect(await listActivationTokensByEmail(portal.db, known.email)).toEqual([]);
    expect((await listMailsTo(portal.db, known.email)).map(({ template }) => template)).toEqual(['registration-known']);
  });

  it('belongs to a person of another organisation of the brand: it stays theirs, and neither hears of the other', async () => {
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

  it('at another brand is somebody else', async () => {
    const { token } = await aRegistrationLink(portal.db);

    expect((await register({ ...anApplicant(), email: 'admin@hallam.example', token })).body.success).toBe(true);

    expect((await listPeopleByEmail(portal.db, 'admin@hallam.example')).map(({ brand_id }) => brand_id).toSorted()).toEqual([
      1, 2,
    ]);
    await sql`update customer set deleted_at = now() where email = 'admin@hallam.example' and brand_id = 1`.execute(portal.db);
  });

  it('of somebody who has not confirmed yet gets a new link, which ends the old one, three times an hour at most', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const stranger = anApplicant();
    const again = () => register({ ...stranger, firstName: 'Eve', token });
    const earlier = (minutes: number) =>
      sql`update password_token set created_at = created_at - make_interval(mins => ${minutes}) where customer_id = (select id from customer where email = ${stranger.email})`.execute(
        portal.db,
      );
    await register({ ...stranger, token });
    await again();
    expect(await listMailsTo(portal.db, stranger.email)).toHaveLength(1);

    for (let time = 0; time < 4; time += 1) {
      await earlier(3);
      expect((await again()).body).toEqual({ success: true, msg: null, userRegistrationType: 2 });
    }

    const mails = await listMailsTo(portal.db, stranger.email);
    expect(mails.map(({ template }) => template)).toEqual(Array(3).fill('registration-confirm'));
    expect(new Set(mails.map(({ secrets }) => secrets?.token)).size).toBe(3);
    expect((await listActivationTokensByEmail(portal.db, stranger.email)).map(({ open }) => open)).toEqual([false, false, true]);
    // What was entered first stands: whoever registers with somebody else's address changes nothing of theirs.
    expect((await listPeopleByEmail(portal.db, stranger.email)).map(({ first_name }) => first_name)).toEqual(['Ada']);

    await earlier(60);
    await again();
    expect(await listMailsTo(portal.db, stranger.email)).toHaveLength(4);
  });

  it('of somebody who was deleted is free again', async () => {
    const { token } = await aRegistrationLink(portal.db);
    const stranger = anApplicant();
    await register({ ...stranger, token });
    await sql`update customer set deleted_at = now() where email = ${stranger.email}`.execute(portal.db);

    await register({ ...stranger, token });

    expect(await listPeopleByEmail(portal.db, stranger.email)).toHaveLength(2);
  });
});
