import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '../db/batches.ts';
import type { Db, Tx } from '../db/database.ts';
import type { OperatorScope } from '../http/operator-scope.ts';
import type { Scope } from '../http/scope.ts';
import type { RetentionTask } from '../jobs/retention.ts';

/** The stored response to an earlier request with the same key. */
export interface StoredResponse {
  sameRequest: boolean;
  body: unknown;
}

/** Whose key it is: keys of customers, operators and API keys are independent of each other. */
export type KeyOwner = Scope | OperatorScope;

/** Stored responses are deleted after a week: no client repeats a request for that long. */
const RETENTION_SECONDS = 7 * 24 * 3600;

/** Where the keys of an owner are stored. */
interface KeyStore {
  table: RawBuilder<unknown>;
  primaryKey: RawBuilder<unknown>;
  ownerColumns: RawBuilder<unknown>;
  ownerValues: RawBuilder<unknown>;
  isOwned: RawBuilder<unknown>;
}

const storeOf = (owner: KeyOwner): KeyStore =>
  'customerId' in owner
    ? {
        table: sql.table('idempotency_key'),
        primaryKey: sql.ref('idempotency_key_pkey'),
        ownerColumns: sql`organisation_id, customer_id`,
        ownerValues: sql`${owner.organisationId}, ${owner.customerId}`,
        isOwned: sql`organisation_id = ${owner.organisationId} and customer_id = ${owner.customerId}`,
      }
    : {
        table: sql.table('operator_idempotency_key'),
        primaryKey: sql.ref('operator_idempotency_key_pkey'),
        ownerColumns: sql`actor_kind, actor_id`,
        ownerValues: sql`${owner.kind}, ${owner.id}`,
        isOwned: sql`actor_kind = ${owner.kind} and actor_id = ${owner.id}`,
      };

/**
 * Claims a key for this transaction. A concurrent duplicate makes this wait until its transaction ends; if that committed, its
 * response is returned. Undefined means that this transaction now holds the key. A response older than `validSeconds` is forgotten.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  owner: KeyOwner,
  key: string,
  requestHash: Buffer,
  validSeconds = RETENTION_SECONDS,
): Promise<StoredResponse | undefined> {
  const { table, primaryKey, ownerColumns, ownerValues, isOwned } = storeOf(owner);
  const claimed = await sql`
    insert into ${table} as k (${ownerColumns}, key, request_hash)
    values (${ownerValues}, ${key}, ${requestHash})
    on conflict on constraint ${primaryKey} do update set request_hash = excluded.request_hash, status = null, body = null, created_at = now()
    where k.created_at < now() - make_interval(secs => ${validSeconds}) returning 1`.execute(tx);
  if (claimed.rows.length > 0) return undefined;
  const found = await sql<{ same: boolean; body: unknown }>`
    select request_hash = ${requestHash} as same, body from ${table} where ${isOwned} and key = ${key}`.execute(tx);
  const row = found.rows[0];
  return { sameRequest: row?.same ?? false, body: row?.body };
}

/** Saves the response under the claimed key; it commits with the request's changes. */
export async function saveResponse(tx: Tx, owner: KeyOwner, key: string, body: object): Promise<void> {
  const { table, isOwned } = storeOf(owner);
  await sql`
    update ${table} set status = 200, body = ${JSON.stringify(body)}::jsonb where ${isOwned} and key = ${key}`.execute(tx);
}

/** Deletes the stored response to a request and returns it; undefined when there is none. The next request with the key counts as the first. */
export async function takeResponse(tx: Tx, owner: KeyOwner, key: string, requestHash: Buffer): Promise<unknown> {
  const { table, isOwned } = storeOf(owner);
  const found = await sql<{ body: unknown }>`
    delete from ${table} where ${isOwned} and key = ${key} and request_hash = ${requestHash} returning body`.execute(tx);
  return found.rows[0]?.body;
}

const isExpired = sql`created_at < now() - make_interval(secs => ${sql.lit(RETENTION_SECONDS)})`;

/** Deletes stored responses that have expired. */
export const deleteExpiredKeys = async (db: Db): Promise<number> =>
  (await deleteInBatches(db, 'idempotency_key', isExpired)) + (await deleteInBatches(db, 'operator_idempotency_key', isExpired));

export const retention: RetentionTask[] = [{ name: 'idempotency-keys', run: ({ db }) => deleteExpiredKeys(db) }];
