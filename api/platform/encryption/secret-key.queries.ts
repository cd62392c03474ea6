import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Fingerprints of the secret keys with which values in the database are encrypted, the newest last. None before the first start. */
export async function listFingerprints(db: Db): Promise<string[]> {
  const found = await sql<{ fingerprint: string }>`select fingerprint from secret_key order by id`.execute(db);
  return found.rows.map(({ fingerprint }) => fingerprint);
}

/** The same for a database that may not have been migrated yet. */
export async function findFingerprints(db: Db): Promise<string[]> {
  const found = await sql<{ exists: boolean }>`select to_regclass('public.secret_key') is not null as exists`.execute(db);
  return found.rows[0]?.exists ? listFingerprints(db) : [];
}

/** Waits until no other process is adding a key, for the rest of the transaction. */
export async function lockFingerprints(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7404002)`.execute(tx);
}

/** Makes a key the newest one. */
export async function insertFingerprint(tx: Db, fingerprint: string): Promise<void> {
  await sql`insert into secret_key (fingerprint) values (${fingerprint})`.execute(tx);
}
