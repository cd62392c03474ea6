import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The stored content of a document of the organisation; undefined while there is none. */
export async function findDocument(db: Db, organisationId: number, key: Buffer): Promise<{ storageKey: string } | undefined> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from stored_file
    where organisation_id = ${organisationId} and document_key = ${key} and stored_at is not null and expires_at is null`.execute(
    db,
  );
  return rows[0];
}

/** A document whose content is about to be stored. */
export interface NewDocument {
  organisationId: number;
  key: Buffer;
  storageKey: string;
  name: string;
  size: number;
  sha256: Buffer;
}

/** Writes the row of a document, which expires in 24 hours unless its content is stored. Returns false when there is one already. */
export async function insertDocument(db: Db, document: NewDocument): Promise<boolean> {
  const { organisationId, key, storageKey, name, size, sha256 } = document;
  const { numAffectedRows = 0n } = await sql`
    insert into stored_file (organisation_id, storage_key, purpose, document_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, expires_at)
    values (${organisationId}, ${storageKey}, 'document', ${key}, ${name}, 'application/pdf', ${size}, ${sha256}, 'system', 0, now() + interval '24 hours')
    on conflict (organisation_id, document_key) where document_key is not null do nothing`.execute(db);
  return numAffectedRows > 0n;
}

/** Says that the content of a document is stored. From then on it is kept. */
export async function markDocumentStored(db: Db, organisationId: number, storageKey: string): Promise<void> {
  await sql`
    update stored_file set stored_at = now(), expires_at = null where organisation_id = ${organisationId} and storage_key = ${storageKey}`.execute(
    db,
  );
}
