import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';

/** A customer whose password or session has been verified. */
interface Person {
  organisationId: number;
  customerId: number;
}

/** The owner of a second factor whose password or session has been verified: a customer or an operator of the supplier. */
export type FactorOwner = Person | { operatorId: number };

const own = (owner: FactorOwner) =>
  'operatorId' in owner
    ? sql`operator_id = ${owner.operatorId}`
    : sql`organisation_id = ${owner.organisationId} and customer_id = ${owner.customerId}`;
const factorTable = (owner: FactorOwner) => sql.table('operatorId' in owner ? 'operator_second_factor' : 'second_factor');
const codeTable = (owner: FactorOwner) => sql.table('operatorId' in owner ? 'operator_recovery_code' : 'recovery_code');

export interface SecondFactorState {
  onSince: Date | null;
  recoveryCodesLeft: number;
}

/** When the owner switched on their second factor, and how many recovery codes are unused. */
export async function findSecondFactorState(db: Db, owner: FactorOwner): Promise<SecondFactorState> {
  const { rows } = await sql<{ on_since: Date; codes_left: number }>`
    select f.confirmed_at as on_since,
      (select count(*)::int from ${codeTable(owner)} where ${own(owner)} and used_at is null) as codes_left
    from ${factorTable(owner)} f where ${own(owner)} and f.confirmed_at is not null`.execute(db);
  return { onSince: rows[0]?.on_since ?? null, recoveryCodesLeft: rows[0]?.codes_left ?? 0 };
}

/** The encrypted secret of the owner's codes; undefined without a second factor. */
export async function findTotpSecret(db: Db, owner: FactorOwner): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed_secret: Buffer }>`
    select sealed_secret from ${factorTable(owner)} where ${own(owner)} and confirmed_at is not null`.execute(db);
  return rows[0]?.sealed_secret;
}

/** Uses up a time step and all earlier ones; false when this or a later step was used before, by any process. */
export async function consumeTimeStep(db: Db, owner: FactorOwner, step: number): Promise<boolean> {
  const { rows } = await sql`
    update ${factorTable(owner)} set last_step = ${step} where ${own(owner)} and coalesce(last_step, -1) < ${step}
    returning last_step`.execute(db);
  return rows.length > 0;
}

/** Uses up a recovery code and records when; false when it is unknown or already used. */
export async function consumeRecoveryCode(db: Db, owner: FactorOwner, hash: Buffer): Promise<boolean> {
  const consume = (key: string) => sql`
    update ${codeTable(owner)} set used_at = now() where ${own(owner)} and hash = ${hash} and used_at is null
    returning ${sql.raw(key)}`;
  const { rows } =
    'operatorId' in owner
      ? await sql`
          with consumed as (${consume('operator_id')})
          insert into audit_event (actor_kind, actor_id, action, subject_kind, subject_id)
          select 'operator', operator_id, 'operator.recovery_code_used', 'operator', operator_id::text from consumed
          returning id`.execute(db)
      : await sql`
          with consumed as (${consume('organisation_id, customer_id')})
          insert into audit_event (organisation_id, brand_id, actor_id, action, subject_kind, subject_id)
          select c.organisation_id, c.brand_id, c.id, 'second_factor.recovery_code_used', 'customer', c.id::text
          from consumed join customer c on c.organisation_id = consumed.organisation_id and c.id = consumed.customer_id
          returning id`.execute(db);
  return rows.length > 0;
}

/** Saves a secret to be confirmed, replacing an unconfirmed one; false when one is already confirmed. */
export async function savePendingSecret(db: Db, person: Person, sealed: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factor as f (organisation_id, customer_id, sealed_secret) values (${person.organisationId}, ${person.customerId}, ${sealed})
    on conflict (organisation_id, customer_id) do update set sealed_secret = excluded.sealed_secret, created_at = now(), last_step = null
    where f.confirmed_at is null
    returning customer_id`.execute(db);
  return rows.length > 0;
}

/** The unconfirmed secret of the last 15 minutes, locked until the transaction ends; undefined when there is none. */
export async function lockPendingSecret(tx: Tx, person: Person): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed_secret: Buffer }>`
    select sealed_secret from second_factor
    where ${own(person)} and confirmed_at is null and created_at > now() - interval '15 minutes' for update`.execute(tx);
  return rows[0]?.sealed_secret;
}

/** Confirms the secret, uses up the time step of the confirmation and stores the hashes of the recovery codes. */
export async function confirmSecret(tx: Tx, person: Person, step: number, codeHashes: readonly Buffer[]): Promise<void> {
  await sql`update second_factor set confirmed_at = now(), last_step = ${step} where ${own(person)}`.execute(tx);
  await sql`
    insert into recovery_code (organisation_id, customer_id, hash)
    select ${person.organisationId}::bigint, ${person.customerId}::bigint, code from unnest(${[...codeHashes]}::bytea[]) code`.execute(
    tx,
  );
}

/** Deletes the second factor and its recovery codes; false when there was none. */
export async function deleteSecondFactor(tx: Tx, person: Person): Promise<boolean> {
  const { rows } =
    await sql`delete from second_factor where ${own(person)} and confirmed_at is not null returning customer_id`.execute(tx);
  return rows.length > 0;
}

/** Ends every session of the person except the given one. */
export async function revokeOtherSessions(
  tx: Tx,
  person: Person,
  sessionId: string,
  reason: 'second_factor_on' | 'second_factor_off',
): Promise<void> {
  await sql`
    update session set revoked_at = now(), revoked_reason = ${reason}, impersonated_customer_id = null, impersonation_ends_at = null
    where ${own(person)} and id <> ${sessionId}::uuid and revoked_at is null`.execute(tx);
}

/** The stored password hash of someone who is logged in, to verify it again. */
export async function findOwnPassword(db: Db, owner: FactorOwner): Promise<string | null> {
  const source =
    'operatorId' in owner
      ? sql`operator where id = ${owner.operatorId}`
      : sql`customer where organisation_id = ${owner.organisationId} and id = ${owner.customerId}`;
  const { rows } = await sql<{ password_hash: string | null }>`select password_hash from ${source}`.execute(db);
  return rows[0]?.password_hash ?? null;
}
