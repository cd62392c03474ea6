import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import type { RetentionDependencies, RetentionTask } from '../jobs/retention.ts';
import type { ContentType } from './file-type.rules.ts';
import { FILES_IN_USE } from './files-lock.ts';

/** What a file is for. Files of one purpose cannot be attached for another. */
export type FilePurpose = 'return' | 'logo' | 'garmentLogo' | 'production' | 'proof' | 'quote' | 'purchaseOrder';

/** Who uploads a file, and whose it is. */
export interface FileOwner {
  organisationId: number;
  actorKind: 'customer' | 'operator' | 'api_key';
  actorId: number;
  /** The person whose file it is, also when someone else uploads it for them; null: the supplier's. */
  customerId: number | null;
}

/** Whose a stored file is: with `system`, it came with a document of another system, and no one has uploaded it. */
export type StoredFileOwner = Omit<FileOwner, 'actorKind'> & { actorKind: FileOwner['actorKind'] | 'system' };

/** A file as it is stored. */
export interface StoredFile {
  id: number;
  organisation_id: number;
  storage_key: string;
  file_name: string;
  content_type: ContentType | UncheckedType;
  size_bytes: number;
  created_at: Date;
}

/** A file whose row is to be written. */
export interface NewFile {
  storageKey: string;
  name: string;
  /** Files for production and of orders of buyers' systems are kept to the byte: nothing about their content has been checked. */
  contentType: ContentType | UncheckedType;
  size: number;
  sha256: Buffer;
  /** Where it is for something else than the other files of the request. */
  purpose?: FilePurpose;
}

/** Of files for production, and of those that come with orders of buyers' systems. */
export type UncheckedType = 'application/octet-stream';

/** How long an uploaded file waits for what it is uploaded for. */
const TEMPORARY = sql`interval '24 hours'`;

const columns = sql`f.id, f.organisation_id, f.storage_key, f.file_name, f.content_type, f.size_bytes, f.created_at`;

/** The constraint that is violated when the quota of an organisation is used up. */
const QUOTA_CONSTRAINT = 'file_quota';

/** Whether a statement failed because the quota of an organisation is used up. */
export const isQuotaError = (error: unknown): boolean => (error as { constraint?: string }).constraint === QUOTA_CONSTRAINT;

/**
 * Writes the rows of temporary files whose content is about to be stored, and counts them against the quota of the organisation. Throws an error with the
 * constraint `file_quota` when they exceed it. Returns them in the same order.
 */
export async function insertFiles(
  db: Db,
  owner: StoredFileOwner,
  purpose: FilePurpose,
  files: readonly NewFile[],
): Promise<StoredFile[]> {
  const inserted = await sql<StoredFile>`
    insert into stored_file as f (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, expires_at)
    select ${owner.organisationId}::bigint, new.key, new.purpose, new.name, new.type, new.size, new.sha256, ${owner.actorKind}, ${owner.actorId}::bigint,
      ${owner.customerId}::bigint, now() + ${TEMPORARY}
    from unnest(${files.map(({ storageKey }) => storageKey)}::uuid[], ${files.map(({ name }) => name)}::text[],
      ${files.map(({ contentType }) => contentType)}::text[], ${files.map(({ size }) => size)}::bigint[],
      ${files.map(({ sha256 }) => sha256)}::bytea[], ${files.map((file) => file.purpose ?? purpose)}::text[])
      with ordinality as new (key, name, type, size, sha256, purpose, position)
    order by new.position
    returning ${columns}`.execute(db);
  return files.map(({ storageKey }) => inserted.rows.find((row) => row.storage_key === storageKey) as StoredFile);
}

const keysOf = (files: readonly Pick<StoredFile, 'storage_key'>[]) => files.map((file) => file.storage_key);

/** Says that the content of files is stored. From then on they can be attached and opened. */
export async function markStored(db: Db, files: readonly Pick<StoredFile, 'storage_key'>[]): Promise<void> {
  await sql`update stored_file set stored_at = now() where storage_key = any (${keysOf(files)}::uuid[])`.execute(db);
}

/** Deletes the rows of files whose content is deleted, and returns what they took to the quotas. */
export async function deleteFileRows(db: Db, files: readonly Pick<StoredFile, 'storage_key'>[]): Promise<void> {
  await sql`delete from stored_file where storage_key = any (${keysOf(files)}::uuid[])`.execute(db);
}

const isOf = ({ actorKind, actorId, customerId }: StoredFileOwner) =>
  customerId === null
    ? sql`f.customer_id is null and f.actor_kind = ${actorKind} and f.actor_id = ${actorId}`
    : sql`f.customer_id = ${customerId}`;

/**
 * Keeps temporary files for good, in the transaction that stores what refers to them. Only the owner's own files of this purpose that have not expired and are
 * not attached yet. Returns them in the order of `ids`, or undefined, having changed nothing, if one of them cannot be attached.
 */
export async function keepFiles(
  tx: Tx,
  owner: StoredFileOwner,
  purpose: FilePurpose,
  ids: readonly number[],
): Promise<StoredFile[] | undefined> {
  const distinct = [...new Set(ids)].toSorted((a, b) => a - b);
  if (distinct.length === 0) return [];
  const attached = await sql<StoredFile>`
    with candidate as (
      select f.id from stored_file f
      where f.organisation_id = ${owner.organisationId} and f.id = any (${distinct}::bigint[]) and f.purpose = ${purpose} and ${isOf(owner)}
        and f.stored_at is not null and f.expires_at > now()
      order by f.id for update)
    update stored_file f set expires_at = null
    where f.organisation_id = ${owner.organisationId} and f.id in (select id from candidate)
      and (select count(*) from candidate) = ${distinct.length}
    returning ${columns}`.execute(tx);
  if (attached.rows.length < distinct.length) return undefined;
  return ids.map((id) => attached.rows.find((row) => row.id === id) as StoredFile);
}

/** Deletes files that nothing refers to any more: they cannot be opened from now on, and a retention task deletes their content. */
export async function expireFiles(tx: Tx, organisationId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update stored_file set expires_at = least(expires_at, now()) where organisation_id = ${organisationId} and id = any (${[...ids]}::bigint[])`.execute(
    tx,
  );
}

/** The same for all files of a person who is being erased, whose names are erased at once. */
export async function expireFilesOf(tx: Tx, organisationId: number, customerId: number): Promise<void> {
  await sql`
    update stored_file set expires_at = least(expires_at, now()), file_name = 'file' where organisation_id = ${organisationId} and customer_id = ${customerId}`.execute(
    tx,
  );
}

/** A file of the organisation that can be opened and meets the condition, in which `f` is the file; undefined when there is none. */
export async function findFile(
  db: Db,
  scope: Pick<Scope, 'organisationId'>,
  id: number,
  visible: RawBuilder<unknown>,
): Promise<StoredFile | undefined> {
  const found = await sql<StoredFile>`
    select ${columns} from stored_file f
    where f.organisation_id = ${scope.organisationId} and f.id = ${id} and f.stored_at is not null and (f.expires_at is null or f.expires_at > now())
      and ${visible}`.execute(db);
  return found.rows[0];
}

const BATCH_SIZE = 100;

/** Longer than a transaction may take that attached a file just before it expired. */
const MARGIN = sql`interval '1 minute'`;

/**
 * Deletes expired files: their content first, then their rows, so that whatever fails in between is done again. Among them are those whose upload failed or
 * whose process was killed halfway. While a backup runs, none are deleted. Returns how many were deleted.
 */
export async function deleteExpiredFiles({ db, blobs }: Pick<RetentionDependencies, 'db' | 'blobs'>): Promise<number> {
  let total = 0;
  for (;;) {
    const expired = await sql<Pick<StoredFile, 'storage_key'>>`
      select storage_key from stored_file
      where expires_at < now() - ${MARGIN} and (select pg_try_advisory_xact_lock(${FILES_IN_USE}))
      order by expires_at limit ${BATCH_SIZE}`.execute(db);
    await Promise.all(expired.rows.map(({ storage_key }) => blobs.delete(storage_key)));
    if (expired.rows.length > 0) await deleteFileRows(db, expired.rows);
    total += expired.rows.length;
    if (expired.rows.length < BATCH_SIZE) return total;
  }
}

export const retention: readonly RetentionTask[] = [{ name: 'expired-files', run: deleteExpiredFiles }];
