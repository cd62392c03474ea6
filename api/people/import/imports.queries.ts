import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { ImportField, ImportOutcome, ImportState } from '#contract/people/people-import.ts';

/** An import as it stands. */
export interface ImportRow {
  id: number;
  organisation_id: number;
  created_by_id: number;
  created_by: string;
  file_name: string;
  columns: { header: string; samples: string[] }[];
  mapping: (ImportField | null)[];
  missing_leave: boolean;
  clear_empty: boolean;
  invite: boolean;
  month_first: boolean;
  state: ImportState;
  rows: number;
  total: number;
  done: number;
  position: number;
  missing_added: boolean;
  attempts: number;
  counts: Partial<Record<ImportOutcome, number>>;
  active_people: number;
  brake_percent: number;
  invited: { queued: number; skipped: { msg: string; count: number }[] } | null;
  undo_counts: { undone: number; partly: number; kept: number } | null;
  failure: string | null;
  broke_off_in: 'previewing' | 'running' | 'undoing' | null;
  request_id: string | null;
  created_at: Date;
  previewed_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  undone_at: Date | null;
  rows_forgotten_at: Date | null;
  is_last: boolean;
}

/** Which imports an administrator sees: the own ones, all of them where no groups limit him. */
const visible = (scope: Scope): RawBuilder<unknown> =>
  scope.adminableGroupIds.length === 0
    ? sql`i.organisation_id = ${scope.organisationId}`
    : sql`i.organisation_id = ${scope.organisationId} and i.created_by_id = ${scope.customerId}`;

const importColumns = sql`
  i.*, o.people_import_deactivation_threshold as brake_percent, coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.email) as created_by,
  i.id = (select max(last.id) from people_import last where last.organisation_id = i.organisation_id and last.started_at is not null) as is_last`;
const importTables = sql`
  people_import i join organisation o on o.id = i.organisation_id
  join customer c on c.organisation_id = i.organisation_id and c.id = i.created_by_id`;

/** One import that the administrator sees. */
export async function findImport(db: Db, scope: Scope, id: number): Promise<ImportRow | undefined> {
  const found = await sql<ImportRow>`
    select ${importColumns} from ${importTables} where ${visible(scope)} and i.id = ${id}`.execute(db);
  return found.rows[0];
}

/** The same, locked until the transaction ends. */
export async function lockImport(tx: Tx, scope: Scope, id: number): Promise<ImportRow | undefined> {
  const found = await sql<ImportRow>`
    select ${importColumns} from ${importTables} where ${visible(scope)} and i.id = ${id} for update of i`.execute(tx);
  return found.rows[0];
}

/** For the job alone, which a verified session of this organisation queued: whose import it is, and in which state. */
export async function findQueuedImport(
  db: Db,
  job: { organisationId: number; importId: number },
): Promise<Pick<ImportRow, 'id' | 'organisation_id' | 'created_by_id' | 'state' | 'attempts'> | undefined> {
  const found = await sql<ImportRow>`
    select id, organisation_id, coalesce(worked_for_id, created_by_id) as created_by_id, state, attempts from people_import
    where organisation_id = ${job.organisationId} and id = ${job.importId}`.execute(db);
  return found.rows[0];
}

/** For the job alone: gives an import up, with what was done until then. */
export async function failImport(db: Db, job: { organisationId: number; importId: number }, failure: string): Promise<void> {
  await sql`
    update people_import set state = 'failed', broke_off_in = state, failure = ${failure}, finished_at = now()
    where organisation_id = ${job.organisationId} and id = ${job.importId} and state in ('previewing', 'running', 'undoing')`.execute(
    db,
  );
}

/** Imports that the administrator sees, newest first, and how many there are. */
export async function listImports(
  db: Db,
  scope: Scope,
  page: { offset: number; limit: number },
): Promise<{ imports: ImportRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<ImportRow>`
      select ${importColumns} from ${importTables} where ${visible(scope)} order by i.id desc limit ${page.limit} offset ${page.offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from people_import i where ${visible(scope)}`.execute(db),
  ]);
  return { imports: found.rows, total: counted.rows[0]?.n ?? 0 };
}

/** The share of active people, in percent, from which on closing accounts must be confirmed. */
export async function readDeactivationThreshold(db: Db, scope: Scope): Promise<number> {
  const { people_import_deactivation_threshold } = await db
    .selectFrom('organisation')
    .select('people_import_deactivation_threshold')
    .where('id', '=', scope.organisationId)
    .executeTakeFirstOrThrow();
  return people_import_deactivation_threshold;
}

/** Sets it for every import of the organisation. */
export async function saveDeactivationThreshold(tx: Tx, scope: Scope, percent: number): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ people_import_deactivation_threshold: percent })
    .where('id', '=', scope.organisationId)
    .execute();
}

/** What the columns of the organisation's files meant before, by heading. */
export async function readSavedColumnMapping(db: Db, scope: Scope): Promise<Map<string, ImportField | null>> {
  const found = await sql<{ header: string; field: ImportField | null }>`
    select header, field from people_import_column where organisation_id = ${scope.organisationId}`.execute(db);
  return new Map(found.rows.map(({ header, field }) => [header, field]));
}

/** Remembers what the columns mean for the next file. */
export async function saveColumnMapping(
  tx: Tx,
  scope: Scope,
  fields: readonly { header: string; field: string | null }[],
): Promise<void> {
  await sql`
    insert into people_import_column (organisation_id, header, field)
    select distinct on (n.header) ${scope.organisationId}::bigint, n.header, n.field
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as n (header text, field text) where n.header <> '' order by n.header, n.field
    on conflict (organisation_id, header) do update set field = excluded.field`.execute(tx);
}

/** Keeps what was read of a file; answers its id. */
export async function insertImport(
  tx: Tx,
  scope: Scope,
  file: { name: string; columns: object; fields: readonly (string | null)[]; rows: number; batches: readonly string[] },
): Promise<number> {
  const { id } = await tx
    .insertInto('people_import')
    .values({
      organisation_id: scope.organisationId,
      created_by_id: scope.customerId,
      file_name: file.name,
      columns: JSON.stringify(file.columns),
      mapping: JSON.stringify(file.fields),
      rows: file.rows,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const batch of file.batches)
    await sql`
      insert into people_import_row (organisation_id, import_id, row_no, line, cells, problem)
      select ${scope.organisationId}::bigint, ${id}::bigint, n.row_no, n.line, n.cells, n.problem
      from jsonb_to_recordset(${batch}::jsonb) as n (row_no int, line int, cells text[], problem text)`.execute(tx);
  return id;
}

/** Changes columns of a locked import. */
export async function updateImport(
  tx: Tx,
  scope: Scope,
  id: number,
  columns: {
    state?: ImportState;
    mapping?: string;
    missing_leave?: boolean;
    clear_empty?: boolean;
    invite?: boolean;
    month_first?: boolean;
    total?: number;
    done?: number;
    position?: number;
    missing_added?: boolean;
    attempts?: number;
    counts?: string;
    active_people?: number;
    invited?: string;
    undo_counts?: string | null;
    failure?: string | null;
    broke_off_in?: null;
    request_id?: string;
    worked_for_id?: number;
    previewed_at?: RawBuilder<Date>;
    started_at?: RawBuilder<Date>;
    finished_at?: RawBuilder<Date>;
    undone_at?: RawBuilder<Date>;
  },
): Promise<void> {
  await tx
    .updateTable('people_import')
    .set(columns)
    .where('organisation_id', '=', scope.organisationId)
    .where('id', '=', id)
    .execute();
}

export const sqlNow = sql<Date>`now()`;

/** Throws a file away with all its rows. */
export async function deleteImport(tx: Tx, scope: Scope, id: number): Promise<void> {
  await sql`delete from people_import where organisation_id = ${scope.organisationId} and id = ${id}`.execute(tx);
}

/** How many active people the administrator reaches. */
export async function countActivePeople(db: Db, scope: Scope): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from customer c where ${administeredPeopleCondition(scope)} and c.active`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** People of the organisation whom an administrator reaches: of his groups, everybody where none are named. */
export function administeredPeopleCondition(scope: Scope): RawBuilder<unknown> {
  const here = sql`c.organisation_id = ${scope.organisationId} and c.deleted_at is null`;
  if (scope.adminableGroupIds.length === 0) return here;
  return sql`${here} and exists (select from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id
    and g.organisation_group_id = any (${[...scope.adminableGroupIds]}::bigint[]))`;
}

const ROW_RETENTION_DAYS = 90;

/** Deletes the rows of imports 90 days after the upload, one import in each statement; the import and its counts stay. */
export async function deleteExpiredImportRows(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ imports: number; deleted: number }>`
      with old as (
        update people_import set rows_forgotten_at = now(), columns = (select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(columns) c)
        where id in (select id from people_import where rows_forgotten_at is null and created_at < now() - make_interval(days => ${ROW_RETENTION_DAYS})
          and state not in ('previewing', 'running', 'undoing') order by id limit 1)
        returning organisation_id, id),
      deleted as (
        delete from people_import_row r using old where r.organisation_id = old.organisation_id and r.import_id = old.id returning 1)
      select (select count(*)::int from old) as imports, (select count(*)::int from deleted) as deleted`.execute(db);
    const [batch] = rows;
    if (!batch?.imports) return total;
    total += batch.deleted;
  }
}

export const retention: RetentionTask[] = [{ name: 'import-rows', run: ({ db }) => deleteExpiredImportRows(db) }];
