import { sql } from 'kysely';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { DocumentFileType } from '#api/platform/files/file-type.rules.ts';
import { FILES_IN_USE } from '#api/platform/files/files-lock.ts';
import type { PreparedFile } from '#api/platform/files/prepare-file.ts';
import type { RetentionDependencies, RetentionTask } from '#api/platform/jobs/retention.ts';
import type { Keeper } from '../publications/keeper.ts';

/** An uploaded file of a document. */
export interface DocumentFileRow {
  id: number;
  fileName: string;
  contentType: DocumentFileType;
  size: number;
  createdAt: Date;
}

/** Who uploads a file or adds a version, as it is stored. */
export const documentActorOf = ({ operator, admin }: Keeper): { kind: 'customer' | 'operator' | 'api_key'; id: number } =>
  operator ? { kind: operator.kind, id: operator.id } : { kind: 'customer', id: admin.customerId };

/** The organisation whose file it is; null for the supplier. */
const organisationOf = ({ admin }: Keeper) => admin?.organisationId ?? null;

/**
 * Writes the row of a file whose content is about to be stored. It expires after a day unless a document takes it. Throws an error that `isQuotaError` knows
 * when the organisation's files would take too much.
 */
export async function insertDocumentFile(db: Db, keeper: Keeper, file: PreparedFile<DocumentFileType>): Promise<DocumentFileRow> {
  const actor = documentActorOf(keeper);
  const { rows } = await sql<DocumentFileRow>`
    insert into document_file (organisation_id, storage_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, expires_at)
    values (${organisationOf(keeper)}::bigint, ${file.storageKey}::uuid, ${file.name}, ${file.contentType}, ${file.size}::bigint, ${file.sha256},
      ${actor.kind}, ${actor.id}::bigint, now() + interval '24 hours')
    returning id, file_name as "fileName", content_type as "contentType", size_bytes as size, created_at as "createdAt"`.execute(
    db,
  );
  return rows[0] as DocumentFileRow;
}

/** Says that the content of a file is stored. From then on a document can take it. */
export async function markFileStored(db: Db, fileId: number): Promise<void> {
  await sql`update document_file set stored_at = now() where id = ${fileId}::bigint`.execute(db);
}

/** Keeps an uploaded file for good, for a version of a document; false when it is not an unexpired one of the keeper, or one was made of it already. */
export async function takeFile(tx: Tx, keeper: Keeper, fileId: number): Promise<boolean> {
  const actor = documentActorOf(keeper);
  const { rows } = await sql`
    update document_file set expires_at = null
    where id = ${fileId}::bigint and organisation_id is not distinct from ${organisationOf(keeper)}::bigint and actor_kind = ${actor.kind}
      and actor_id = ${actor.id}::bigint and stored_at is not null and expires_at > now()
    returning id`.execute(tx);
  return rows.length > 0;
}

const BATCH_SIZE = 100;

/**
 * Deletes files that no document has taken, and those of documents that were deleted for good: their content first, then their rows, so that whatever fails in
 * between is done again. While a backup runs, none are deleted. Returns how many were deleted.
 */
export async function deleteExpiredDocumentFiles({ db, blobs }: Pick<RetentionDependencies, 'db' | 'blobs'>): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, storage_key as key from document_file
      where expires_at < now() - interval '1 minute' and (select pg_try_advisory_xact_lock(${FILES_IN_USE}))
      order by expires_at limit ${BATCH_SIZE}`.execute(db);
    await Promise.all(rows.map(({ key }) => blobs.delete(key)));
    await sql`delete from document_file where id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(db);
    total += rows.length;
    if (rows.length < BATCH_SIZE) return total;
  }
}

/** Deletes documents for good that were deleted 90 days ago, and lets their files expire unless a copy has them too. Returns how many documents. */
export async function purgeDeletedDocuments({ db }: Pick<RetentionDependencies, 'db'>): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from publication where kind = 'document' and deleted_at < now() - interval '90 days' order by id for update`.execute(
      tx,
    );
    const ids = sql`${rows.map(({ id }) => id)}::bigint[]`;
    await sql`
      update document_file f set expires_at = now()
      where f.id in (select v.file_id from document_version v where v.publication_id = any (${ids}))
        and not exists (select from document_version v where v.file_id = f.id and v.publication_id <> all (${ids}))`.execute(tx);
    await sql`delete from publication where id = any (${ids})`.execute(tx);
    return rows.length;
  });
}

/** Takes the names from downloads two years later; they are still counted. Returns how many. */
export async function forgetDownloaders({ db }: Pick<RetentionDependencies, 'db'>): Promise<number> {
  const result = await sql`
    update document_download set customer_id = null where customer_id is not null and downloaded_at < now() - interval '2 years'`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}

export const retention: readonly RetentionTask[] = [
  { name: 'deleted-documents', run: purgeDeletedDocuments },
  { name: 'expired-document-files', run: deleteExpiredDocumentFiles },
  { name: 'document-downloads', run: forgetDownloaders },
];
