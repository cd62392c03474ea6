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

/**
 * Claims a key for this transaction. A concurrent duplicate makes this wait until its transaction ends; if that committed, its
 * response is returned. Undefined means that this transaction now holds the key.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  scope: Scope,
  key: string,
  requestHash: Buffer,
): Promise<StoredResponse | undefined> {
  const claimed = await sql`
    insert into idempotency_key (organisation_id, customer_id, key, request_hash)
    values (${scope.organisationId}, ${scope.customerId}, ${key}, ${requestHash}) on conflict do nothing returning 1`.execute(tx);
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

/** Deletes stored responses after a week: no client repeats a request for that long. */
export const deleteExpiredKeys = (db: Db): Promise<number> =>
  deleteInBatches(db, 'idempotency_key', sql`created_at < now() - interval '7 days'`);

export const retention: RetentionTask[] = [{ name: 'idempotency-keys', run: ({ db }) => deleteExpiredKeys(db) }];
