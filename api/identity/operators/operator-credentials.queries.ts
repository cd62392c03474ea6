import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { newToken } from '../sessions/tokens.ts';

/** What a log-in compares with, and whom mails to the operator go to. */
export interface OperatorCredentials {
  operatorId: number;
  email: string;
  name: string;
  /** Null when no password has been set. */
  passwordHash: string | null;
  canLogIn: boolean;
}

const credentials = sql`
  id as "operatorId", email, name, password_hash as "passwordHash", disabled_at is null and password_hash is not null as "canLogIn"`;

/** The operator with this address, also a disabled one; undefined when there is none. */
export async function findOperatorByEmail(db: Db, email: string): Promise<OperatorCredentials | undefined> {
  const { rows } = await sql<OperatorCredentials>`
    select ${credentials} from operator where lower(email) = lower(${email})`.execute(db);
  return rows[0];
}

/** The operator with this id. */
export async function getOperator(db: Db, operatorId: number): Promise<OperatorCredentials> {
  const { rows } = await sql<OperatorCredentials>`select ${credentials} from operator where id = ${operatorId}`.execute(db);
  if (!rows[0]) throw new Error(`There is no operator ${operatorId}.`);
  return rows[0];
}

/** The id of the brand in whose look the operator gets mail: the first of the operator's own, otherwise the first of all. */
export async function getMailBrandId(db: Db, operatorId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select b.id from brand b left join operator_brand o on o.brand_id = b.id and o.operator_id = ${operatorId}
    order by o.operator_id is null, b.id limit 1`.execute(db);
  if (!rows[0]) throw new Error('There is no brand.');
  return rows[0].id;
}

/**
 * Replaces the operator's password and cancels the links for setting one. With `checkedHash` only if it is still the stored hash; false
 * otherwise, and when the operator is disabled.
 */
export async function replaceOperatorPassword(
  tx: Tx,
  operatorId: number,
  newHash: string,
  checkedHash?: string,
): Promise<boolean> {
  const { rows } = await sql`
    update operator set password_hash = ${newHash}
    where id = ${operatorId} and disabled_at is null
      and (${checkedHash === undefined}::boolean or password_hash = ${checkedHash ?? null}) returning id`.execute(tx);
  if (rows.length === 0) return false;
  await cancelOperatorLinks(tx, operatorId);
  return true;
}

/** Cancels the operator's links for setting a password. */
export async function cancelOperatorLinks(tx: Tx, operatorId: number): Promise<void> {
  await sql`
    update operator_password_link set cancelled_at = now()
    where operator_id = ${operatorId} and used_at is null and cancelled_at is null`.execute(tx);
}

/** Creates a link for setting a password and returns its secret, of which only a hash is stored. Earlier links stop working. */
export async function issueOperatorLink(tx: Tx, operatorId: number, days: number): Promise<string> {
  const { secret, hash } = newToken();
  await cancelOperatorLinks(tx, operatorId);
  await sql`
    insert into operator_password_link (hash, operator_id, expires_at)
    values (${hash}, ${operatorId}, now() + make_interval(days => ${days}))`.execute(tx);
  return secret;
}

const usable = (hash: Buffer) => sql`
  l.hash = ${hash} and l.used_at is null and l.cancelled_at is null and l.expires_at > now()
  and o.id = l.operator_id and o.disabled_at is null`;

/** The operator of a link that can be used; undefined for every other link. Changes nothing. */
export async function findOperatorByLink(db: Db, hash: Buffer): Promise<OperatorCredentials | undefined> {
  const { rows } = await sql<OperatorCredentials>`
    select ${credentials} from operator o where exists (select from operator_password_link l where ${usable(hash)})`.execute(db);
  return rows[0];
}

/** Whether the password of an operator who may log in has been set with a link. */
export async function isOperatorLinkUsed(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from operator_password_link l join operator o on o.id = l.operator_id
    where l.hash = ${hash} and l.used_at is not null and o.disabled_at is null`.execute(db);
  return rows.length > 0;
}

/** Uses up a link; of any number of concurrent attempts one succeeds. */
export async function consumeOperatorLink(tx: Tx, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update operator_password_link l set used_at = now() from operator o where ${usable(hash)} returning o.id`.execute(tx);
  return rows.length > 0;
}

/** Identifies the present second factor, so that a setup that began before it was replaced or reset is refused; null without one. */
export async function findFactorVersion(db: Db, operatorId: number): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select extract(epoch from confirmed_at)::text as version from operator_second_factor where operator_id = ${operatorId}`.execute(
    db,
  );
  return rows[0]?.version ?? null;
}

/** Saves a confirmed second factor in place of the version that its setup began with; false when that is no longer the present one. */
export async function saveOperatorFactor(
  tx: Tx,
  operatorId: number,
  factor: { sealed: Buffer; step: number; replaces: string | null },
): Promise<boolean> {
  const { rows } =
    factor.replaces === null
      ? await sql`
          insert into operator_second_factor (operator_id, sealed_secret, last_step)
          values (${operatorId}, ${factor.sealed}, ${factor.step}) on conflict do nothing returning operator_id`.execute(tx)
      : await sql`
          update operator_second_factor set sealed_secret = ${factor.sealed}, last_step = ${factor.step}, confirmed_at = clock_timestamp()
          where operator_id = ${operatorId} and extract(epoch from confirmed_at)::text = ${factor.replaces}
          returning operator_id`.execute(tx);
  return rows.length > 0;
}

/** Replaces all recovery codes of the operator by those with these hashes. */
export async function replaceOperatorRecoveryCodes(tx: Tx, operatorId: number, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from operator_recovery_code where operator_id = ${operatorId}`.execute(tx);
  await sql`
    insert into operator_recovery_code (operator_id, hash)
    select ${operatorId}::bigint, code from unnest(${[...hashes]}::bytea[]) code`.execute(tx);
}

/** Deletes the operator's second factor with its recovery codes; false when there was none. */
export async function deleteOperatorFactor(tx: Tx, operatorId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from operator_second_factor where operator_id = ${operatorId} returning operator_id`.execute(tx);
  return rows.length > 0;
}
