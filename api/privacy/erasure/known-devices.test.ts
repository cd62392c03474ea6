import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { aPerson } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const PASSWORD = 'Correct-horse-9';

const countRows = async (table: 'known_device' | 'session', customerId: number) =>
  (
    await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where customer_id = ${customerId}`.execute(
      portal.db,
    )
  ).rows[0]?.n;

it('erasing a person forgets their browsers and sessions, and those of no one else', async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const [gone, stays] = [await aPerson(portal.db, { passwordHash }), await aPerson(portal.db, { passwordHash })];
  const logIn = ({ email }: { email: string }, cookie?: string) =>
    requestToken(
      portal.app,
      { grant_type: 'password', username: email, password: PASSWORD },
      { remoteAddress: '10.9.8.7', ...(cookie ? { headers: { cookie } } : {}) },
    );
  const { deviceCookie } = await logIn(gone);
  // One browser of two people, and another of the same person.
  await logIn(stays, deviceCookie);
  await logIn(gone);
  expect([await countRows('known_device', gone.id), await countRows('known_device', stays.id)]).toEqual([2, 1]);

  expect((await erasePerson(await portal.as('admin@meridian.example'), gone.id, gone.email)).status).toBe(200);

  expect([await countRows('known_device', gone.id), await countRows('session', gone.id)]).toEqual([0, 0]);
  expect(await countRows('known_device', stays.id)).toBe(1);
  // Their browser is still known to the other person.
  expect((await logIn(stays, deviceCookie)).deviceCookie).toBe(deviceCookie);
});

it('erasing someone without a password forgets their browsers', async () => {
  const { id, email } = await aPerson(portal.db);
  await sql`
    insert into known_device (organisation_id, customer_id, hash, brand_id)
    select organisation_id, id, sha256(${email}::bytea), brand_id from customer where id = ${id} and password_hash is null`.execute(
    portal.db,
  );
  expect(await countRows('known_device', id)).toBe(1);

  expect((await erasePerson(await portal.as('admin@meridian.example'), id, email)).status).toBe(200);

  expect(await countRows('known_device', id)).toBe(0);
});
