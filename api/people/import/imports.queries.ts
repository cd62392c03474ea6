import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import { visibleBulkEdits } from '#api/platform/bulk-edit/bulk-edit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Database } from '#api/platform/db/types.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionDependencies, RetentionTask } from '#api/platform/jobs/retention.ts';
import type { ColumnProfile } from '#api/platform/sheet-file/column-profile.rules.ts';
import type { SheetReading } from '#api/platform/sheet-file/sheet-reading.ts';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import type { ColumnOrder } from '#contract/people/import/interpretation.ts';
import type { ColumnField, ImportKind, ImportOutcome } from '#contract/people/import.ts';
import type { SkipReason } from '../invitations/invitations.rules.ts';
import type { Interpretation } from './interpretation.rules.ts';

/** An import as it is stored, with what belongs to it. */
export interface ImportRecord {
  id: number;
  organisation_id: number;
  kind: ImportKind;
  created_by: string;
  file_name: string;
  columns: { header: string; samples: string[] }[];
  mapping: (ColumnField | null)[];
  deactivate_missing: boolean;
  clear_empty: boolean;
  invite: boolean;
  month_first: boolean;
  /** How its values are read; null before its preview, and for one from before this was kept. */
  interpretation: Interpretation | null;
  /** Rows whose last day of work or status could not be read. */
  leaving_unread: number;
  row_count: number;
  /** How its file was read; null for an import from before this was kept. */
  reading: SheetReading | null;
  reading_confirmed_at: Date | null;
  /** Its file is still kept. */
  has_file: boolean;
  state: 'uploaded' | 'previewing' | 'previewed' | 'started';
  previewed_by_id: number | null;
  preview_position: number;
  preview_total: number;
  counts: Partial<Record<ImportOutcome, number>>;
  active_people: number;
  deactivation_threshold: number;
  /** Weekly hours of full time in the organisation. */
  full_time_hours: number;
  /** Rows by what has to be confirmed. */
  findings: Partial<Record<ImportFinding, number>>;
  /** Null before it is run. */
  confirmed_findings: ImportFinding[] | null;
  /** Of an import from before the reasons were stored as kinds. */
  invitations: { queued: number; skipped: { msg: string; count: number }[] } | null;
  /** How many invitations were queued, and why others were not. */
  invited: { queued: number; skipped: { reason: SkipReason; count: number }[] } | null;
  /** The bulk edit that runs it or, later, undoes it, where the reader can see that. */
  visible_bulk_edit_id: number | null;
  is_stopped: boolean;
  created_at: Date;
  previewed_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  undone_at: Date | null;
}

/** Identifies an import in a job, without a session. */
export interface ImportRef {
  organisationId: number;
  importId: number;
}

/** The imports that an administrator can see: their own, and all of them where no groups limit what they administer. */
const visible = (scope: Scope): RawBuilder<unknown> =>
  scope.adminableGroupIds.length === 0
    ? sql`i.organisation_id = ${scope.organisationId}`
    : sql`i.organisation_id = ${scope.organisationId} and i.created_by_id = ${scope.customerId}`;

const importColumns = sql`
  i.id, i.organisation_id, i.kind, i.file_name, i.columns, i.mapping, i.deactivate_missing, i.clear_empty, i.invite, i.month_first, i.interpretation, i.leaving_unread, i.row_count, i.reading, i.reading_confirmed_at,
  i.file_key is not null and i.file_expires_at > now() as has_file, i.state,
  i.previewed_by_id, i.preview_position, i.preview_total, i.counts, i.active_people, i.invitations, i.invited, i.created_at, i.previewed_at, i.started_at, i.finished_at,
  i.undone_at, o.people_import_deactivation_threshold as deactivation_threshold, o.full_time_hours, i.findings, i.confirmed_findings, coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.email) as created_by,
  coalesce(undo.id, e.id) as visible_bulk_edit_id, e.stopped_at is not null as is_stopped`;
const importTables = (scope: Scope) => sql`
  people_import i join organisation o on o.id = i.organisation_id
  join customer c on c.organisation_id = i.organisation_id and c.id = i.created_by_id
  left join bulk_edit e on e.id = i.bulk_edit_id and ${visibleBulkEdits(scope)}
  left join bulk_edit undo on undo.organisation_id = e.organisation_id and undo.undo_of_id = e.id`;

async function selectOne(db: Db, scope: Scope, id: number, suffix: RawBuilder<unknown>): Promise<ImportRecord | undefined> {
  const found = await sql<ImportRecord>`
    select ${importColumns} from ${importTables(scope)} where ${visible(scope)} and i.id = ${id} ${suffix}`.execute(db);
  return found.rows[0];
}

/** One import that the administrator can see. */
export const findImport = (db: Db, scope: Scope, id: number): Promise<ImportRecord | undefined> =>
  selectOne(db, scope, id, sql``);

/** One import that the administrator can see, locked until the transaction ends. */
export const lockImport = (tx: Tx, scope: Scope, id: number): Promise<ImportRecord | undefined> =>
  selectOne(tx, scope, id, sql`for update of i`);

/** For jobs only: who requested the preview of an import that is being previewed; undefined when there is none. */
export async function findPreviewer(db: Db, { organisationId, importId }: ImportRef): Promise<number | undefined> {
  const found = await sql<{ previewed_by_id: number }>`
    select previewed_by_id from people_import
    where organisation_id = ${organisationId} and id = ${importId} and state = 'previewing'`.execute(db);
  return found.rows[0]?.previewed_by_id;
}

/** Imports of a kind that the administrator can see, newest first, and how many there are. */
export async function listImports(
  db: Db,
  scope: Scope,
  kind: ImportKind,
  page: { offset: number; limit: number },
): Promise<{ imports: ImportRecord[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<ImportRecord>`
      select ${importColumns} from ${importTables(scope)} where ${visible(scope)} and i.kind = ${kind}
      order by i.id desc limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from people_import i where ${visible(scope)} and i.kind = ${kind}`.execute(db),
  ]);
  return { imports: found.rows, total: counted.rows[0]?.n ?? 0 };
}

/** Whether a later import of the same kind has been run in the organisation. */
export async function hasLaterImport(db: Db, scope: Scope, bulkEditId: number): Promise<boolean> {
  const found = await sql`
    select from people_import i
    join people_import later on later.organisation_id = i.organisation_id and later.kind = i.kind and later.started_at > i.started_at
    where i.organisation_id = ${scope.organisationId} and i.bulk_edit_id = ${bulkEditId} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** The deactivation threshold of the organisation, in percent of the active people. */
export async function readDeactivationThreshold(db: Db, scope: Scope): Promise<number> {
  const { people_import_deactivation_threshold } = await db
    .selectFrom('organisation')
    .select('people_import_deactivation_threshold')
    .where('id', '=', scope.organisationId)
    .executeTakeFirstOrThrow();
  return people_import_deactivation_threshold;
}

/** Sets the deactivation threshold of the organisation, in percent. */
export async function saveDeactivationThreshold(tx: Tx, scope: Scope, percent: number): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ people_import_deactivation_threshold: percent })
    .where('id', '=', scope.organisationId)
    .execute();
}

/** What the columns of the organisation's earlier files of a kind meant, by normalised heading. */
export async function readSavedColumnMapping(db: Db, scope: Scope, kind: ImportKind): Promise<Map<string, ColumnField | null>> {
  const found = await sql<{ header: string; field: ColumnField | null }>`
    select header, field from people_import_column where organisation_id = ${scope.organisationId} and kind = ${kind}`.execute(
    db,
  );
  return new Map(found.rows.map(({ header, field }) => [header, field]));
}

/** Saves what the columns mean for the organisation's next file of this kind, and the orders that were answered; an earlier answer stays where there is none. */
export async function saveColumnMapping(
  tx: Tx,
  scope: Scope,
  kind: ImportKind,
  fields: readonly { header: string; field: string | null; order: ColumnOrder | null }[],
): Promise<void> {
  await sql`
    insert into people_import_column (organisation_id, kind, header, field, value_order)
    select distinct on (n.header) ${scope.organisationId}::bigint, ${kind}::text, n.header, n.field, n."order"
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as n (header text, field text, "order" text) where n.header <> '' order by n.header, n.field
    on conflict (organisation_id, kind, header) do update set field = excluded.field,
      value_order = coalesce(excluded.value_order, people_import_column.value_order)`.execute(tx);
}

/** The content of a file, as it was read; `batches` are its rows as JSON. */
export interface ImportContent {
  columns: object;
  fields: readonly (string | null)[];
  rows: number;
  batches: readonly string[];
  profile: readonly ColumnProfile[];
  reading: SheetReading;
}

const toColumns = ({ columns, fields, rows, profile, reading }: ImportContent) => ({
  columns: JSON.stringify(columns),
  mapping: JSON.stringify(fields),
  row_count: rows,
  profile: JSON.stringify(profile),
  reading: JSON.stringify(reading),
});

/** Saves the content of a file, which will be kept under `fileKey`. Returns the id. */
export async function insertImport(
  tx: Tx,
  scope: Scope,
  file: { kind: ImportKind; name: string; fileKey: string },
  content: ImportContent,
): Promise<number> {
  const { id } = await tx
    .insertInto('people_import')
    .values({
      organisation_id: scope.organisationId,
      created_by_id: scope.customerId,
      kind: file.kind,
      file_name: file.name,
      file_key: file.fileKey,
      file_expires_at: sql`now() + make_interval(hours => ${FILE_HOURS})`,
      ...toColumns(content),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRows(tx, scope, id, content.batches);
  return id;
}

/** Replaces the content of a locked import whose file was read again. It has to be previewed again. */
export async function replaceImportContent(tx: Tx, scope: Scope, id: number, content: ImportContent): Promise<void> {
  await sql`delete from people_import_row where organisation_id = ${scope.organisationId} and import_id = ${id}`.execute(tx);
  await updateImport(tx, scope, id, {
    ...toColumns(content),
    state: 'uploaded',
    preview_position: 0,
    preview_total: 0,
    counts: '{}',
    findings: '{}',
    interpretation: null,
    leaving_unread: 0,
    previewed_at: null,
  });
  await insertRows(tx, scope, id, content.batches);
}

async function insertRows(tx: Tx, scope: Scope, id: number, batches: readonly string[]): Promise<void> {
  for (const batch of batches)
    await sql`
      insert into people_import_row (organisation_id, import_id, row_no, line, cells, problem_kind)
      select ${scope.organisationId}::bigint, ${id}::bigint, n.row_no, n.line, n.cells, n.problem
      from jsonb_to_recordset(${batch}::jsonb) as n (row_no int, line int, cells text[], problem jsonb)`.execute(tx);
}

/** The key of the file of an import, as long as it is kept. */
export async function findImportFile(db: Db, scope: Scope, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from people_import where organisation_id = ${scope.organisationId} and id = ${id} and file_key is not null and file_expires_at > now()`.execute(
    db,
  );
  return rows[0]?.file_key;
}

/** Changes columns of a locked import. */
export async function updateImport(
  tx: Tx,
  { organisationId }: Pick<Scope, 'organisationId'>,
  id: number,
  columns: UpdateObject<Database, 'people_import'>,
): Promise<void> {
  await tx.updateTable('people_import').set(columns).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** The time of the transaction. */
export const sqlNow = sql<Date>`now()`;

/** When the file expires that is not needed any more; only a file that is kept can expire. */
export const expireFileNow = sql<Date | null>`case when file_key is not null then now() end`;

/** Deletes an import with all its rows; returns the key of its file, if that is kept. */
export async function deleteImport(tx: Tx, scope: Scope, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ file_key: string | null }>`
    delete from people_import where organisation_id = ${scope.organisationId} and id = ${id} returning file_key`.execute(tx);
  return rows[0]?.file_key ?? undefined;
}

/** Number of active people whom the administrator manages. */
export async function countActivePeople(db: Db, scope: Scope): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from customer c where ${administeredPeople(scope)} and c.active`.execute(db);
  return found.rows[0]?.n ?? 0;
}

const ROW_RETENTION_DAYS = 90;

/** Deletes the rows of imports 90 days after the upload, one import in each statement; the import and its counts stay. */
export async function deleteExpiredImportRows(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ imports: number; deleted: number }>`
      with expired as (
        update people_import set rows_deleted_at = now(), profile = null, interpretation = null, columns = (select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(columns) c)
        where id in (
          select id from people_import where rows_deleted_at is null and created_at < now() - make_interval(days => ${ROW_RETENTION_DAYS})
          order by id limit 1)
        returning organisation_id, id),
      deleted as (
        delete from people_import_row r using expired where r.organisation_id = expired.organisation_id and r.import_id = expired.id returning 1)
      select (select count(*)::int from expired) as imports, (select count(*)::int from deleted) as deleted`.execute(db);
    const [batch] = rows;
    if (!batch?.imports) return total;
    total += batch.deleted;
  }
}

/** Hours for which a file that has been uploaded can be read differently. */
const FILE_HOURS = 24;
const FILES_IN_BATCH = 100;

/** Deletes the files of imports that are not read again. Returns how many. */
export async function deleteExpiredImportFiles({ db, blobs }: Pick<RetentionDependencies, 'db' | 'blobs'>): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ file_key: string }>`
      select file_key from people_import where file_key is not null and file_expires_at < now()
      order by file_expires_at limit ${FILES_IN_BATCH}`.execute(db);
    await Promise.all(rows.map(({ file_key }) => blobs.delete(file_key)));
    await sql`
      update people_import set file_key = null, file_expires_at = null where file_key = any (${rows.map(({ file_key }) => file_key)}::text[])`.execute(
      db,
    );
    total += rows.length;
    if (rows.length < FILES_IN_BATCH) return total;
  }
}

export const retention: RetentionTask[] = [
  { name: 'import-rows', run: ({ db }) => deleteExpiredImportRows(db) },
  { name: 'import-files', run: deleteExpiredImportFiles },
];
