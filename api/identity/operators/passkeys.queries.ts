import { sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { OperatorCredentials } from './operator-credentials.queries.ts';

/** A passkey in the list of its owner. */
export interface ListedPasskey {
  id: number;
  name: string;
  host: string;
  credential: Buffer;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The operator's passkeys of all hosts, the oldest first. */
export async function listPasskeys(db: Db, { id }: OperatorScope): Promise<ListedPasskey[]> {
  const { rows } = await sql<ListedPasskey>`
    select id, name, host, credential, transports, created_at as "createdAt", last_used_at as "lastUsedAt" from operator_passkey
    where operator_id = ${id} order by id`.execute(db);
  return rows;
}

/** A passkey with which someone wants to log in, and its owner. */
export interface PasskeyOwner extends OperatorCredentials {
  passwordHash: string;
  passkeyId: number;
  passkeyName: string;
  publicKey: Buffer;
}

/** The passkey that has this id of its authenticator on this host, with its owner; undefined when there is none or the owner cannot log in. */
export async function findPasskeyOwner(db: Db, host: string, credential: Buffer): Promise<PasskeyOwner | undefined> {
  const { rows } = await sql<PasskeyOwner>`
    select p.id as "passkeyId", p.name as "passkeyName", p.public_key as "publicKey",
      o.id as "operatorId", o.email, o.name, o.password_hash as "passwordHash", true as "canLogIn"
    from operator_passkey p join operator o on o.id = p.operator_id
    where p.credential = ${credential} and p.host = ${host} and o.disabled_at is null and o.password_hash is not null`.execute(
    db,
  );
  return rows[0];
}

/** Uses up a challenge; of any number of concurrent answers one gets true. */
export async function consumePasskeyChallenge(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into used_passkey_challenge (hash) values (${hash}) on conflict do nothing returning hash`.execute(db);
  return rows.length > 0;
}

/**
 * Records a log-in. False when the passkey has been removed, or its counter has not grown, which means that there are copies of it.
 * Authenticators that do not count always say 0.
 */
export async function recordPasskeyUse(tx: Tx, passkeyId: number, counter: number): Promise<boolean> {
  const { rows } = await sql`
    update operator_passkey set counter = ${counter}, last_used_at = now()
    where id = ${passkeyId} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A passkey that has been verified. */
interface NewPasskey {
  host: string;
  credential: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: readonly string[];
  name: string;
}

/**
 * Adds a passkey and returns its id. `session-ended` when the session or the second factor has ended in the meantime, `full` when the
 * operator has `max` passkeys already, `known` when there is a passkey with this id of an authenticator.
 */
export async function insertPasskey(
  tx: Tx,
  { id, sessionId }: OperatorScope,
  passkey: NewPasskey,
  max: number,
): Promise<number | 'session-ended' | 'full' | 'known'> {
  // Passkeys of one operator are added one after another, and a reset waits.
  const { rows: factors } = await sql<{ count: number }>`
    select (select count(*)::int from operator_passkey p where p.operator_id = f.operator_id) as count
    from operator_second_factor f join operator_session s on s.operator_id = f.operator_id
    where f.operator_id = ${id} and s.id = ${sessionId} and s.revoked_at is null for update`.execute(tx);
  if (!factors[0]) return 'session-ended';
  if (factors[0].count >= max) return 'full';
  const { rows } = await sql<{ id: number }>`
    insert into operator_passkey (operator_id, host, credential, public_key, counter, transports, name)
    values (${id}, ${passkey.host}, ${passkey.credential}, ${passkey.publicKey}, ${passkey.counter}, ${[...passkey.transports]}::text[], ${passkey.name})
    on conflict on constraint operator_passkey_credential do nothing returning id`.execute(tx);
  return rows[0]?.id ?? 'known';
}

/** Renames one of the operator's passkeys and returns the earlier name; undefined when there is no such passkey. */
export async function renamePasskey(tx: Tx, operator: OperatorScope, id: number, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with earlier as (select id, name from operator_passkey where id = ${id} and operator_id = ${operator.id} for update)
    update operator_passkey p set name = ${name} from earlier where p.id = earlier.id returning earlier.name`.execute(tx);
  return rows[0]?.name;
}

/** Deletes one of the operator's passkeys and returns what it was; undefined when there is no such passkey. */
export async function deletePasskey(
  tx: Tx,
  operator: OperatorScope,
  id: number,
): Promise<{ name: string; host: string } | undefined> {
  const { rows } = await sql<{ name: string; host: string }>`
    delete from operator_passkey where id = ${id} and operator_id = ${operator.id} returning name, host`.execute(tx);
  return rows[0];
}

/** Deletes used challenges an hour later; none is valid for longer than five minutes. */
const deleteUsedChallenges = (db: Db): Promise<number> =>
  deleteInBatches(db, 'used_passkey_challenge', sql`used_at < now() - interval '1 hour'`);

export const retention: RetentionTask[] = [{ name: 'passkey-challenges', run: ({ db }) => deleteUsedChallenges(db) }];
