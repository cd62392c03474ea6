import { sql } from 'kysely';
import { newApiKeySecret } from '#api/identity/sessions/api-key-tokens.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { ApiKeyScope } from '#contract/endpoint.ts';
import { OPERATOR_RIGHTS, type OperatorRight } from '#contract/identity/operators/operator-rights.ts';

/** The hash of `OPERATOR_PASSWORD`, made once: sessions of these operators are started without a log-in. */
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$O5Tfmv9sI88BuKQKv0XCrA$B8y3doj2T3TJSYP30raYiuTrlygCaw1i6iAMd11X+lk';

let created = 0;

/** What an operator of a test may do, and what they are called. */
export interface TestOperatorOptions {
  /** All unless given. */
  brandIds?: readonly number[];
  /** All unless given. */
  rights?: readonly OperatorRight[];
  name?: string;
}

/** Creates an operator for these brands and with these rights, for all unless given, with a session as after a login with the second factor. */
export async function startOperatorSession(
  db: Db,
  { brandIds, rights = OPERATOR_RIGHTS, name = 'Olive Operator' }: TestOperatorOptions = {},
): Promise<{ id: number; sessionId: number; email: string; token: string }> {
  created += 1;
  const { secret, hash } = newToken();
  const email = `operator${created}@supplier.example`;
  const { rows } = await sql<{ id: number }>`
    insert into operator (email, name, rights, password_hash)
    values (${email}, ${name}, ${[...rights]}::text[], ${PASSWORD_HASH}) returning id`.execute(db);
  const id = rows[0]?.id as number;
  await sql`insert into operator_second_factor (operator_id, sealed_secret) values (${id}, '')`.execute(db);
  await sql`insert into operator_brand select ${id}::bigint, b.id from brand b where ${brandIds === undefined}::boolean or b.id = any (${[...(brandIds ?? [])]}::bigint[])`.execute(
    db,
  );
  const { rows: sessions } = await sql<{ id: number }>`
    insert into operator_session (operator_id, access_hash, ends_at)
    values (${id}, ${hash}, now() + interval '12 hours') returning id`.execute(db);
  return { id, sessionId: sessions[0]?.id as number, email, token: secret };
}

/** Creates an API key with these scopes and brands, for all brands unless given. */
export async function createApiKey(
  db: Db,
  scopes: readonly ApiKeyScope[],
  brandIds?: readonly number[],
  name = 'Test system',
): Promise<{ id: number; secret: string }> {
  const { secret, hash } = newApiKeySecret();
  const { rows } = await sql<{ id: number }>`
    insert into api_key (name, scopes) values (${name}, ${[...scopes]}::text[]) returning id`.execute(db);
  const id = rows[0]?.id as number;
  await sql`insert into api_key_brand select ${id}::bigint, b.id from brand b where ${brandIds === undefined}::boolean or b.id = any (${[...(brandIds ?? [])]}::bigint[])`.execute(
    db,
  );
  await sql`insert into api_key_secret (hash, api_key_id) values (${hash}, ${id})`.execute(db);
  return { id, secret };
}
