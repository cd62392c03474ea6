import { sql } from 'kysely';
import { deleteInBatches } from '../db/batches.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import type { RetentionTask } from '../jobs/retention.ts';

/** The stored response to an earlier request with the same key. */
export interface StoredResponse {
  sameRequest: boolean;
  body: unknown;
}

/** Stored responses are deleted after a week: no client repeats a request for that long. */
const RETENTION_SECONDS = 7 * 24 * 3600;

/**
 * Claims a key for this transaction. A concurrent duplicate makes this wait until its transaction ends; if that committed, its
 * response is returned. Undefined means that this transaction now holds the key. A response older than `validSeconds` is forgotten.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  scope: Scope,
  key: string,
  requestHash: Buffer,
  validSeconds = RETENTION_SECONDS,
): Promise<StoredResponse | undefined> {
  const claimed = await sql`
    insert into idempotency_key (organisation_id, customer_id, key, request_hash)
    values (${scope.organisationId}, ${scope.customerId}, ${key}, ${requestHash})
    on conflict on constraint idempotency_key_pkey do update set request_hash = excluded.request_hash, status = null, body = null, created_at = now()
    where idempotency_key.created_at < now() - make_interval(secs => ${validSeconds}) returning 1`.execute(tx);
  if (claimed.rows.length > 0) return undefined;
  const found = await sql<{ same: boolean; body: unknown }>`
    select request_hash = ${requestHash} as same, body from idempotency_key
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and key = ${key}`.execute(tx);
  const row = found.rows[0];
  return { sameRequest: row?.same ?? false, body: row?.body };
}

/** Saves the response under the claimed key; it commits with the request's changes. */
export async function saveResponse(tx: Tx, scope: Scope, key: string, body: object): Promise<void> {
  await sql`
    update idempotency_key set status = 200, body = ${JSON.stringify(body)}::jsonb
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and key = ${key}`.execute(tx);
}

/** Deletes the stored response to a request and returns it; undefined when there is none. The next request with the key counts as the first. */
export async function takeResponse(tx: Tx, scope: Scope, key: string, requestHash: Buffer): Promise<unknown> {
  const found = await sql<{ body: unknown }>`
    delete from idempotency_key
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and key = ${key}
      and request_hash = ${requestHash}
    returning body`.execute(tx);
  return found.rows[0]?.body;
}

/** Deletes stored responses that have expired. */
export const deleteExpiredKeys = (db: Db): Promise<number> =>
  deleteInBatches(db, 'idempotency_key', sql`created_at < now() - make_interval(secs => ${sql.lit(RETENTION_SECONDS)})`);

export const retention: RetentionTask[] = [{ name: 'idempotency-keys', run: ({ db }) => deleteExpiredKeys(db) }];
