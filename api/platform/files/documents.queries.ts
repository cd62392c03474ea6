import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** The stored content of a document of the organisation; undefined while there is none. */
export async function findDocument(db: Db, organisationId: number, key: string): Promise<{ storageKey: string } | undefined> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from stored_file
    where organisation_id = ${organisationId} and document_key = ${key} and stored_at is not null and expires_at is null`.execute(
    db,
  );
  return rows[0];
}

/**
 * Whether this transaction can store documents of the organisation: no other one stores or drops any at this moment (`drop_documents`). Does not wait, so that no
 * one who changes what a document is made of waits for it.
 */
export async function tryLockDocuments(tx: Tx, organisationId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashint8extended(${organisationId}, 7404037)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/** A document whose content is about to be stored. */
export interface NewStoredDocument {
  organisationId: number;
  key: string;
  storageKey: string;
  name: string;
  size: number;
  sha256: Buffer;
}

/** Writes the row of a document, which expires in 24 hours unless its content is stored. Returns false when there is one already. */
export async function insertStoredDocument(tx: Tx, document: NewStoredDocument): Promise<boolean> {
  const { organisationId, key, storageKey, name, size, sha256 } = document;
  const { numAffectedRows = 0n } = await sql`
    insert into stored_file (organisation_id, storage_key, purpose, document_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, expires_at)
    values (${organisationId}, ${storageKey}, 'document', ${key}, ${name}, 'application/pdf', ${size}, ${sha256}, 'system', 0, now() + interval '24 hours')
    on conflict (organisation_id, document_key) where document_key is not null do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

/** Says that the content of a document is stored. From then on it is kept, unless it has been dropped meanwhile. */
export async function markDocumentStored(db: Db, { organisationId, key, storageKey }: NewStoredDocument): Promise<void> {
  await sql`
    update stored_file set stored_at = now(), expires_at = null
    where organisation_id = ${organisationId} and storage_key = ${storageKey} and document_key = ${key}`.execute(db);
}

/** Drops a document whose content has been lost, so that it is stored again. */
export async function dropLostDocument(db: Db, organisationId: number, storageKey: string): Promise<void> {
  await sql`
    update stored_file set expires_at = now(), document_key = 'dropped:' || id
    where organisation_id = ${organisationId} and storage_key = ${storageKey}`.execute(db);
}
