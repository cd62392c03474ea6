import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ImportField, ImportOutcome } from '#contract/people/people-import.ts';
import { findDuplicates, type KeyedRow } from './duplicates.rules.ts';
import { administeredPeopleCondition } from './imports.queries.ts';
import type { PendingImportRow } from './row.rules.ts';

const ofImport = (scope: Scope, importId: number): RawBuilder<unknown> =>
  sql`r.organisation_id = ${scope.organisationId} and r.import_id = ${importId}`;

/**
 * Says what the planner cannot know of a new import: that these are few rows beside each other. Without, it may compare each
 * of them with all.
 */
function between(rows: readonly { row_no: number }[]): RawBuilder<unknown> {
  const numbers = rows.map(({ row_no }) => row_no);
  return sql`r.row_no between ${Math.min(...numbers)}::int and ${Math.max(...numbers)}::int`;
}

const DUPLICATES_BATCH_SIZE = 500;

const placeOf = (fields: readonly (ImportField | null)[], field: ImportField) => {
  const place = fields.indexOf(field);
  return place < 0 ? sql`null::text` : sql`r.cells[${place + 1}::int]`;
};

/** Forgets an earlier preview and works out by which keys each line's person is looked for, and which lines are about the same. */
export async function prepareImportRows(
  tx: Tx,
  scope: Scope,
  importId: number,
  fields: readonly (ImportField | null)[],
): Promise<void> {
  await sql`delete from people_import_row r where ${ofImport(scope, importId)} and r.line is null`.execute(tx);
  await sql`
    update people_import_row r set number_key = employee_key(${placeOf(fields, 'employeeNumber')}),
      email_key = nullif(lower(trim(${placeOf(fields, 'email')})), ''), duplicate_of = null, customer_id = null, person = '', outcome = null, changes = '[]',
      reasons = '{}', before = null, after = null
    where ${ofImport(scope, importId)}`.execute(tx);
  const { rows } = await sql<KeyedRow>`
    select r.row_no, r.line, r.number_key, r.email_key from people_import_row r
    where ${ofImport(scope, importId)} and r.problem is null order by r.row_no`.execute(tx);
  const twins = findDuplicates(rows);
  for (let start = 0; start < twins.length; start += DUPLICATES_BATCH_SIZE) {
    const some = twins.slice(start, start + DUPLICATES_BATCH_SIZE);
    await sql`
      update people_import_row r set duplicate_of = n.line
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as n (row_no int, line int)
      where ${ofImport(scope, importId)} and ${between(some)} and r.row_no = n.row_no`.execute(tx);
  }
}

/** Adds a row for everybody in reach who is active and in no line of the file; answers how many. Administrators and Sales stay. */
export async function addMissingPeople(tx: Tx, scope: Scope, importId: number, after: number): Promise<number> {
  const added = await sql`
    insert into people_import_row (organisation_id, import_id, row_no, cells, customer_id)
    select ${scope.organisationId}::bigint, ${importId}::bigint, ${after}::int + row_number() over (order by c.last_name, c.first_name, c.id), '{}', c.id
    from customer c
    where ${administeredPeopleCondition(scope)} and c.active and c.id <> ${scope.customerId}
      and not exists (select from customer_role x where x.organisation_id = c.organisation_id and x.customer_id = c.id and x.role_id in (33, 36))
      and c.id not in (select r.customer_id from people_import_row r where ${ofImport(scope, importId)} and r.customer_id is not null)
    returning 1`.execute(tx);
  return added.rows.length;
}

/** The next rows behind a position, as a step needs them. */
export async function readNextRows(
  tx: Tx,
  scope: Scope,
  importId: number,
  after: number,
  most: number,
): Promise<PendingImportRow[]> {
  const found = await sql<PendingImportRow>`
    select r.row_no, r.line, r.cells, r.problem, r.number_key, r.email_key, r.duplicate_of, r.customer_id
    from people_import_row r where ${ofImport(scope, importId)} and r.row_no > ${after} order by r.row_no limit ${most}`.execute(
    tx,
  );
  return found.rows;
}

/** The next rows that are to be carried out. */
export async function readNextPlannedRows(
  tx: Tx,
  scope: Scope,
  importId: number,
  after: number,
  most: number,
): Promise<PendingImportRow[]> {
  const found = await sql<PendingImportRow>`
    select r.row_no, r.line, r.cells, r.problem, r.number_key, r.email_key, r.duplicate_of, r.customer_id
    from people_import_row r
    where ${ofImport(scope, importId)} and r.row_no > ${after} and r.done_at is null and r.outcome in ('create', 'change', 'move', 'leave')
    order by r.row_no limit ${most}`.execute(tx);
  return found.rows;
}

/** A row that was carried out, with what was written. */
export interface DoneRow {
  row_no: number;
  customer_id: number;
  outcome: ImportOutcome;
  before: JsonObject;
  after: JsonObject;
}

/** The next rows that can be taken back. */
export async function readNextDoneRows(tx: Tx, scope: Scope, importId: number, after: number, most: number): Promise<DoneRow[]> {
  const found = await sql<DoneRow>`
    select r.row_no, r.customer_id, r.outcome, r.before, r.after
    from people_import_row r
    where ${ofImport(scope, importId)} and r.row_no > ${after} and r.done_at is not null and r.after is not null and r.customer_id is not null
    order by r.row_no limit ${most}`.execute(tx);
  return found.rows;
}

/** People whom earlier lines of the file are about, with the first of these lines. */
export async function findEarlierLines(
  tx: Tx,
  scope: Scope,
  importId: number,
  before: number,
  people: readonly number[],
): Promise<Map<number, number>> {
  const found = await sql<{ customer_id: number; line: number }>`
    select p.id as customer_id, earlier.line from unnest(${[...people]}::bigint[]) p (id)
    cross join lateral (
      select min(r.line) as line from people_import_row r
      where r.organisation_id = ${scope.organisationId} and r.customer_id = p.id and r.import_id = ${importId} and r.row_no < ${before}) earlier
    where earlier.line is not null`.execute(tx);
  return new Map(found.rows.map(({ customer_id, line }) => [customer_id, line]));
}

/** What is noted of a row after a step. */
export interface ImportRowResult {
  row_no: number;
  customer_id: number | null;
  person: string;
  outcome: ImportOutcome;
  changes: readonly object[];
  reasons: readonly string[];
  before: JsonObject | null;
  after: JsonObject | null;
}

/** Notes what becomes of rows, or, `done`, what has become of them. */
export async function saveRowResults(
  tx: Tx,
  scope: Scope,
  importId: number,
  results: readonly ImportRowResult[],
  { done }: { done: boolean },
): Promise<void> {
  await sql`
    update people_import_row r set customer_id = n.customer_id, person = n.person, outcome = n.outcome, changes = n.changes, reasons = n.reasons,
      before = n.before, after = n.after, done_at = case when ${done}::boolean then now() end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as n (row_no int, customer_id bigint, person text, outcome text, changes jsonb, reasons text[], before jsonb, after jsonb)
    where ${ofImport(scope, importId)} and ${between(results)} and r.row_no = n.row_no`.execute(tx);
}

export interface ImportRowUndoResult {
  row_no: number;
  undo: 'undone' | 'partly' | 'kept';
  undo_reasons: readonly string[];
}

/** Notes what was taken back. */
export async function saveUndoResults(
  tx: Tx,
  scope: Scope,
  importId: number,
  results: readonly ImportRowUndoResult[],
): Promise<void> {
  await sql`
    update people_import_row r set undo = n.undo, undo_reasons = n.undo_reasons
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as n (row_no int, undo text, undo_reasons text[])
    where ${ofImport(scope, importId)} and ${between(results)} and r.row_no = n.row_no`.execute(tx);
}

/** Rows by outcome, and by what was taken back. */
export async function countImportRows(
  tx: Tx,
  scope: Scope,
  importId: number,
): Promise<{ outcomes: Partial<Record<ImportOutcome, number>>; undone: Record<string, number> }> {
  const found = await sql<{ outcome: ImportOutcome | null; undo: string | null; n: number }>`
    select r.outcome, r.undo, count(*)::int as n from people_import_row r where ${ofImport(scope, importId)} group by 1, 2`.execute(
    tx,
  );
  const outcomes: Partial<Record<ImportOutcome, number>> = {};
  const undone: Record<string, number> = {};
  for (const { outcome, undo, n } of found.rows) {
    if (outcome) outcomes[outcome] = (outcomes[outcome] ?? 0) + n;
    if (undo) undone[undo] = (undone[undo] ?? 0) + n;
  }
  return { outcomes, undone };
}

/** People whom an import has made. */
export async function listCreatedPeople(tx: Tx, scope: Scope, importId: number): Promise<number[]> {
  const found = await sql<{ customer_id: number }>`
    select r.customer_id from people_import_row r
    where ${ofImport(scope, importId)} and r.outcome = 'create' and r.done_at is not null and r.customer_id is not null`.execute(
    tx,
  );
  return found.rows.map(({ customer_id }) => customer_id);
}

/** A row as it is shown. */
export interface ImportRowView extends ImportRowResult {
  line: number | null;
  outcome: ImportOutcome;
  done_at: Date | null;
  cells: string[];
  email: string | null;
  employee_number: string | null;
  changes: { field: string; before: string; after: string }[];
  reasons: string[];
  undo: string | null;
  undo_reasons: string[];
}

const shownColumns = sql`
  r.row_no, r.line, r.customer_id, r.person, r.outcome, r.done_at, r.changes, r.reasons, r.undo, r.undo_reasons, r.cells,
  c.email, c.employee_number`;
const shownTables = sql`people_import_row r left join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id`;

/** A page of rows in the order of the file, with one outcome where one is named, and how many there are. */
export async function listImportRows(
  db: Db,
  scope: Scope,
  importId: number,
  outcome: ImportOutcome | undefined,
  page: { offset: number; limit: number },
): Promise<{ rows: ImportRowView[]; total: number }> {
  const wanted = outcome ? sql`r.outcome = ${outcome}` : sql`true`;
  const [found, counted] = await Promise.all([
    sql<ImportRowView>`
      select ${shownColumns} from ${shownTables} where ${ofImport(scope, importId)} and ${wanted}
      order by r.row_no limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{
      n: number;
    }>`select count(*)::int as n from people_import_row r where ${ofImport(scope, importId)} and ${wanted}`.execute(db),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 };
}

/** Rows behind a position, for a report of all of them. */
export async function readReportRows(
  db: Db,
  scope: Scope,
  importId: number,
  outcome: ImportOutcome | undefined,
  after: number,
  most: number,
): Promise<ImportRowView[]> {
  const found = await sql<ImportRowView>`
    select ${shownColumns} from ${shownTables}
    where ${ofImport(scope, importId)} and r.row_no > ${after} and ${outcome ? sql`r.outcome = ${outcome}` : sql`true`}
    order by r.row_no limit ${most}`.execute(db);
  return found.rows;
}
