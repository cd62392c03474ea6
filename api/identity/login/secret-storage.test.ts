import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aNetwork, requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { hashPassword } from '../passwords/password-hashing.ts';
import { deriveSuccessorToken, newToken } from '../sessions/tokens.ts';

const PASSWORD = 'A very secret sentence 77';
const portal = usePortal({ logTo: { write: (line) => log.push(line) } });
const log: string[] = [];

/** Every row of every table, with bytes as PostgreSQL writes them in a dump. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(
    portal.db,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      text: string | null;
    }>`select string_agg(t::text, E'\n') as text from ${sql.raw(name)} t`.execute(portal.db);
    parts.push(rows[0]?.text ?? '');
  }
  return parts.join('\n');
}

/** The forms of a secret that an attacker could use. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ...(/^[\w-]{43}$/.test(secret) ? [Buffer.from(secret, 'base64url').toString('hex')] : []),
];

it('passwords, tokens and keys appear in no log and no table in a usable form', async () => {
  const { email, id } = await aPerson(portal.db, { passwordHash: await hashPassword(PASSWORD) });
  const key = newToken();
  await sql`insert into login_key (hash, organisation_id, customer_id, purpose, expires_at)
    values (${key.hash}, 1, ${id}, 'punchout', now() + interval '5 minutes')`.execute(portal.db);
  const from = aNetwork();
  const call = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    requestToken(portal.app, form, { remoteAddress: from, headers });
  const wrongPassword = 'Another secret sentence 78';

  const wrong = await call({ grant_type: 'password', username: email, password: wrongPassword });
  const first = await call({ grant_type: 'password', username: email, password: PASSWORD });
  const second = await call({ grant_type: 'password', username: email, password: PASSWORD }, { cookie: first.deviceCookie });
  const renewed = await call({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token ?? '' });
  const byKey = await call({ auto: key.secret });
  const refused = await call({ grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) });
  for (const [path, token] of [
    ['/api/customerprofile', renewed.body.access_token],
    [`/api/customerprofile?access_token=${renewed.body.access_token}`, ''],
    ['/api/orders/nonsense', second.body.access_token],
    ['/api/logout', byKey.body.access_token],
  ])
    await portal.app.inject({ url: path as string, headers: { host: 'localhost', authorization: `Bearer ${token}` } });
  await portal.app.inject({
    method: 'POST',
    url: '/api/reportError',
    headers: { host: 'localhost', authorization: `Bearer ${renewed.body.access_token}` },
    payload: { message: `failed with ${renewed.body.access_token}`, password: PASSWORD, url: `/login?auto=${key.secret}` },
  });

  expect([wrong, first, second, renewed, byKey, refused].map(({ status }) => status)).toEqual([400, 200, 200, 200, 200, 400]);
  const secrets = [
    PASSWORD,
    wrongPassword,
    key.secret,
    first.deviceCookie.split('=')[1] ?? '',
    ...[first, second, renewed, byKey].flatMap(({ body }) => [body.access_token ?? '', body.refresh_token ?? '']),
  ];
  const stored = await dump();
  const logged = log.join('\n');
  expect(stored).toContain(
    createHash('sha256')
      .update(renewed.body.access_token ?? '')
      .digest('hex'),
  );
  expect(logged).toContain('client error report');
  for (const secret of secrets)
    for (const form of formsOf(secret)) {
      expect(secret.length).toBeGreaterThan(20);
      expect(stored.includes(form), `${form} is in the database`).toBe(false);
      expect(logged.includes(form), `${form} is in the log`).toBe(false);
    }
  // The database alone is not enough to derive the next tokens: that takes the old token as well.
  const { rows } = await sql<{ nonce: Buffer; hash: Buffer }>`
    select rotation_nonce as nonce, previous_refresh_hash as hash from session where customer_id = ${id} and rotation_nonce is not null`.execute(
    portal.db,
  );
  const [row] = rows;
  for (const candidate of [row?.hash.toString('hex'), row?.hash.toString('base64url')])
    expect(deriveSuccessorToken(candidate ?? '', row?.nonce as Buffer, 'access').secret).not.toBe(renewed.body.access_token);
});

it('a hundred thousand tokens are all different and have 32 bytes', () => {
  const tokens = Array.from({ length: 100_000 }, () => newToken().secret);

  expect(new Set(tokens).size).toBe(100_000);
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token) && Buffer.from(token, 'base64url').length === 32)).toBe(true);
});
