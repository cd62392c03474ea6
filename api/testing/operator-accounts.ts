import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { hashRecoveryCode } from '#api/identity/login/second-factor-codes.ts';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import type { Db } from '#api/platform/db/database.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { TEST_KEY, type TestPortal } from './portal.ts';

/** The password of the operators that tests log in with. */
export const OPERATOR_PASSWORD = 'velvet-otter-lantern-42';
/** An unused recovery code of each of them. */
export const OPERATOR_RECOVERY_CODE = 'abcdefg-hjkmnpq-rstvwxy-z012345';
/** The secret of their authenticator apps, in Base32. */
export const OPERATOR_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The code that an authenticator app shows for a secret, a number of steps of 30 seconds from now. */
export const getCode = (secret: string = OPERATOR_TOTP_SECRET, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

let proofs = 0;

/**
 * What an operator proves their identity with: the password, and a new recovery code for each proof, since a code of an app is accepted only once.
 */
export async function createProof(db: Db, operatorId: number): Promise<{ callerPassword: string; callerOtp: string }> {
  proofs += 1;
  const callerOtp = `abcdefg-hjkmnpq-rstvwxy-${String(proofs).padStart(7, '0')}`;
  const sealed = createVaultFromKeys(TEST_KEY).seal(`operator-second-factor:${operatorId}`, OPERATOR_TOTP_SECRET);
  await sql`update operator_second_factor set sealed_secret = ${sealed} where operator_id = ${operatorId} and sealed_secret = ''`.execute(
    db,
  );
  await sql`
    insert into operator_recovery_code (operator_id, hash)
    select operator_id, ${hashRecoveryCode(callerOtp)}::bytea from operator_second_factor where operator_id = ${operatorId}`.execute(
    db,
  );
  return { callerPassword: OPERATOR_PASSWORD, callerOtp };
}

let created = 0;

/** Creates an operator with a password, of all brands, and with a second factor unless told otherwise. */
export async function createOperatorAccount(
  db: Db,
  { name = 'Dana Kerr', enrolled = true }: { name?: string; enrolled?: boolean } = {},
): Promise<{ id: number; email: string }> {
  created += 1;
  const email = `account${created}@supplier.example`;
  const { rows } = await sql<{ id: number }>`
    insert into operator (email, name, password_hash) values (${email}, ${name}, ${await hashPassword(OPERATOR_PASSWORD)}) returning id`.execute(
    db,
  );
  const id = rows[0]?.id as number;
  await sql`insert into operator_brand select ${id}::bigint, id from brand`.execute(db);
  if (!enrolled) return { id, email };
  const sealed = createVaultFromKeys(TEST_KEY).seal(`operator-second-factor:${id}`, OPERATOR_TOTP_SECRET);
  await sql`insert into operator_second_factor (operator_id, sealed_secret) values (${id}, ${sealed})`.execute(db);
  await sql`insert into operator_recovery_code (operator_id, hash) values (${id}, ${hashRecoveryCode(OPERATOR_RECOVERY_CODE)})`.execute(
    db,
  );
  return { id, email };
}

/** The answer to a log-in: the status with the error of the OAuth form, or the token. */
export interface OperatorLogInReply {
  status: number;
  error: string | undefined;
  description: string | undefined;
  token: string;
  cookie: string;
}

/** Logs in as an operator with a form. */
export async function logInAsOperator(
  portal: Pick<TestPortal, 'app'>,
  form: { username?: string; password?: string; otp?: string },
  headers: Record<string, string> = {},
): Promise<OperatorLogInReply> {
  const response = await portal.app.inject({
    method: 'POST',
    url: '/api/operator/token',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ grant_type: 'password', ...form }).toString(),
  });
  const body = response.json() as { error?: string; error_description?: string; access_token?: string };
  return {
    status: response.statusCode,
    error: body.error,
    description: body.error_description,
    token: body.access_token ?? '',
    cookie: String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '',
  };
}

/** What an operator did, oldest first, as the audit log has it, without the recovery codes that proofs of identity used. */
export async function listOperatorAuditEvents(
  db: Db,
  operatorId: number,
): Promise<{ action: string; subjectId: string | null; before: unknown; after: unknown }[]> {
  const { rows } = await sql<{ action: string; subjectId: string | null; before: unknown; after: unknown }>`
    select action, subject_id as "subjectId", before, after from audit_event
    where actor_kind = 'operator' and actor_id = ${operatorId} and action <> 'operator.recovery_code_used' order by id`.execute(
    db,
  );
  return rows;
}
