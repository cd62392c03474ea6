import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ExportListName, ExportState, SupplierExportListName } from '#contract/platform/exports/export-lists.ts';
import type { Db, Tx } from '../db/database.ts';
import { FILES_IN_USE } from '../files/files-lock.ts';
import type { OperatorScope } from '../http/operator-scope.ts';
import type { Scope } from '../http/scope.ts';
import type { RetentionDependencies, RetentionTask } from '../jobs/retention.ts';

/** Who asks for an export: a person of an organisation, or an operator. */
export interface ExportOwner {
  /** Null for an operator. */
  organisationId: number | null;
  actorId: number;
}

/** An export as it is stored. `interrupted`: its job has not been heard of for a minute. */
export interface ExportRow extends ExportOwner {
  id: number;
  list: ExportListName | SupplierExportListName;
  recordId: number | null;
  query: string;
  requestId: string;
  state: ExportState;
  problem: 'rights' | 'erased' | 'error' | 'interrupted' | null;
  attempt: number;
  done: number;
  total: number;
  storageKey: string;
  fileName: string | null;
  size: number | null;
  rightsHash: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date;
}

/** What is asked for. */
export type RequestedExport = Pick<ExportRow, 'list' | 'recordId' | 'query' | 'requestId'>;

/** A file that an export has written. */
export interface WrittenExport {
  fileName: string;
  size: number;
  rightsHash: string;
}

/** As many exports of a person are kept; older ones go. */
const MAX_KEPT = 10;

/** The owner of the exports of a caller. */
export const exportOwnerOf = (caller: Scope | OperatorScope): ExportOwner =>
  'customerId' in caller
    ? { organisationId: caller.organisationId, actorId: caller.customerId }
    : { organisationId: null, actorId: caller.id };

const isOf = ({ organisationId, actorId }: ExportOwner) =>
  sql`e.organisation_id is not distinct from ${organisationId}::bigint and e.actor_kind = ${kindOf({ organisationId })} and e.actor_id = ${actorId}::bigint`;
const kindOf = ({ organisationId }: Pick<ExportOwner, 'organisationId'>) => (organisationId === null ? 'operator' : 'customer');

/** A job that runs says so every second. */
const isInterrupted = sql`(e.state = 'running' and e.progress_at < now() - interval '1 minute')`;

const columns = sql`e.id, e.organisation_id as "organisationId", e.actor_id as "actorId", e.list, e.record_id as "recordId", e.query, e.request_id as "requestId",
  case when ${isInterrupted} then 'failed' else e.state end as state, case when ${isInterrupted} then 'interrupted' else e.problem end as problem, e.attempt,
  e.done, e.total, e.storage_key as "storageKey", e.file_name as "fileName", e.size_bytes as size, e.rights_hash as "rightsHash",
  e.created_at as "createdAt", e.finished_at as "finishedAt", e.expires_at as "expiresAt"`;

/** What someone is told that their export has failed for is still shown, though its file is gone. */
const isShown = sql`(e.expires_at > now() or e.problem = 'erased')`;

/** The exports of the last 24 hours, newest first. */
export async function listOwnExports(db: Db, owner: ExportOwner): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from list_export e where ${isOf(owner)} and ${isShown} order by e.id desc limit ${MAX_KEPT}`.execute(db);
  return rows;
}

/** An export of the owner; undefined when there is none. */
export async function findOwnExport(db: Db | Tx, owner: ExportOwner, id: number): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from list_export e where e.id = ${id}::bigint and ${isOf(owner)} and ${isShown}`.execute(db);
  return rows[0];
}

/**
 * Saves a new export, unless one of the same list runs already; undefined then. One whose job was lost ends. Older exports than the owner may keep expire.
 */
export async function insertExport(tx: Tx, owner: ExportOwner, asked: RequestedExport): Promise<ExportRow | undefined> {
  await sql`
    update list_export e set state = 'failed', problem = 'error', finished_at = now()
    where ${isOf(owner)} and e.list = ${asked.list} and ${isInterrupted}`.execute(tx);
  const { rows } = await sql<ExportRow>`
    insert into list_export as e (organisation_id, list, record_id, query, actor_kind, actor_id, request_id, storage_key)
    values (${owner.organisationId}::bigint, ${asked.list}, ${asked.recordId}::bigint, ${asked.query}, ${kindOf(owner)}, ${owner.actorId}::bigint,
      ${asked.requestId}, ${randomUUID()}::uuid)
    on conflict (actor_kind, actor_id, list) where state in ('waiting', 'running') do nothing
    returning ${columns}`.execute(tx);
  if (rows.length > 0)
    await sql`
      update list_export e set expires_at = now()
      where e.id in (select o.id from list_export o where o.actor_kind = ${kindOf(owner)} and o.actor_id = ${owner.actorId}::bigint
          order by o.id desc offset ${MAX_KEPT})
        and e.state not in ('waiting', 'running') and e.expires_at > now()`.execute(tx);
  return rows[0];
}

/** The export of a list that waits or runs; undefined when none does. */
export async function findRunningExport(db: Db | Tx, owner: ExportOwner, list: string): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${columns} from list_export e where ${isOf(owner)} and e.list = ${list} and e.state in ('waiting', 'running')`.execute(
    db,
  );
  return rows[0];
}

/** Stops an export that waits or runs. */
export async function stopOwnExport(db: Db, owner: ExportOwner, id: number): Promise<void> {
  await sql`
    update list_export e set state = 'stopped', finished_at = now()
    where e.id = ${id}::bigint and ${isOf(owner)} and e.state in ('waiting', 'running')`.execute(db);
}

/** Begins an attempt of an export that waits, or that an earlier attempt has left; undefined when it has ended. */
export async function beginAttempt(db: Db, id: number): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    update list_export e set state = 'running', attempt = attempt + 1, done = 0, total = 0, progress_at = now()
    where e.id = ${id}::bigint and e.state in ('waiting', 'running') returning ${columns}`.execute(db);
  return rows[0];
}

type Attempt = Pick<ExportRow, 'id' | 'attempt'>;
const isAttempt = ({ id, attempt }: Attempt) => sql`id = ${id}::bigint and attempt = ${attempt} and state = 'running'`;

/** Says how far an attempt is; false when it is to end, because the export was stopped or another attempt has begun. */
export async function saveProgress(db: Db, attempt: Attempt, { done, total }: { done: number; total: number }): Promise<boolean> {
  const { rows } = await sql`
    update list_export set done = ${done}, total = ${total}, progress_at = now() where ${isAttempt(attempt)} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Ends an export whose file is stored; false when it was stopped meanwhile. The file can be downloaded for 24 hours. */
export async function finishExport(db: Db, attempt: Attempt, { fileName, size, rightsHash }: WrittenExport): Promise<boolean> {
  const { rows } = await sql`
    update list_export set state = 'finished', done = total, file_name = ${fileName}, size_bytes = ${size}::bigint, rights_hash = ${rightsHash},
      finished_at = now(), expires_at = now() + interval '24 hours'
    where ${isAttempt(attempt)} returning id`.execute(db);
  return rows.length > 0;
}

/** Whether nobody will ask for the content of an export any more: it was stopped, has failed or is deleted. */
export async function isAbandoned(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from list_export where id = ${id}::bigint and state in ('waiting', 'running', 'finished')`.execute(db);
  return rows.length === 0;
}

/** Ends an export that cannot be written. */
export async function failExport(db: Db, attempt: Attempt, problem: 'rights' | 'error'): Promise<void> {
  await sql`
    update list_export set state = 'failed', problem = ${problem}, finished_at = now() where ${isAttempt(attempt)}`.execute(db);
}

/**
 * Ends all exports of an organisation, in the transaction that erases someone: any of them can have the person in its file or its search. Files cannot be
 * downloaded from then on, and those that are being written are not kept.
 */
export async function endExportsOf(tx: Tx, organisationId: number): Promise<void> {
  await sql`
    update list_export set state = 'failed', problem = 'erased', query = '', finished_at = coalesce(finished_at, now()), expires_at = now()
    where organisation_id = ${organisationId}::bigint and state in ('waiting', 'running', 'finished')`.execute(tx);
  await sql`
    update list_export set query = '' where organisation_id = ${organisationId}::bigint and query <> ''`.execute(tx);
}

const BATCH_SIZE = 100;

/** Deletes expired exports: their content first, then their rows. While a backup runs, none are deleted. Returns how many were deleted. */
export async function deleteExpiredExports({ db, blobs }: Pick<RetentionDependencies, 'db' | 'blobs'>): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, storage_key as key from list_export
      where expires_at < now() - interval '1 minute' and (select pg_try_advisory_xact_lock(${FILES_IN_USE}))
      order by expires_at limit ${BATCH_SIZE}`.execute(db);
    await Promise.all(rows.map(({ key }) => blobs.delete(key)));
    await sql`delete from list_export where id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(db);
    total += rows.length;
    if (rows.length < BATCH_SIZE) return total;
  }
}

export const retention: readonly RetentionTask[] = [{ name: 'expired-exports', run: deleteExpiredExports }];
