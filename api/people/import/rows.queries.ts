import { type RawBuilder, sql } from 'kysely';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import type { PlannedItem } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import { itemReasons } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { StoredReason } from '#api/platform/reasons.ts';
import type { ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { MAX_FIRST_ROWS } from '#contract/people/import/reading.ts';
import type { ImportOutcome } from '#contract/people/import.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import type { RowChange } from './row-changes.rules.ts';

type Organisation = Pick<Scope, 'organisationId'>;

/** The rows `r` of an import. */
export const inImport = ({ organisationId }: Organisation, importId: number): RawBuilder<unknown> =>
  sql`r.organisation_id = ${organisationId} and r.import_id = ${importId}`;

/**
 * Bounds for rows that are looked up by their numbers. The planner has no statistics for a new import; without bounds it may compare
 * each of them with every row.
 */
export function betweenRows(numbers: readonly number[]): RawBuilder<unknown> {
  return sql`r.row_no between ${Math.min(...numbers)}::int and ${Math.max(...numbers)}::int`;
}

/** Outcomes of a preview that write something; rows with another one are not run. */
const writes = sql`r.outcome in ('create', 'change', 'move', 'close')`;

/**
 * Adds a row for each active person whom the caller manages and who is in no row yet, and returns how many. Administrators, Sales and the
 * caller are left alone.
 */
export async function addMissingPeople(tx: Tx, scope: Scope, importId: number, afterRow: number): Promise<number> {
  const added = await sql`
    insert into people_import_row (organisation_id, import_id, row_no, cells, customer_id)
    select ${scope.organisationId}::bigint, ${importId}::bigint, ${afterRow}::int + row_number() over (order by c.last_name, c.first_name, c.id), '{}', c.id
    from customer c
    where ${administeredPeople(scope)} and c.active and c.id <> ${scope.customerId}
      and not exists (select from customer_role x where x.organisation_id = c.organisation_id and x.customer_id = c.id and x.role_id in (33, 36))
      and c.id not in (select r.customer_id from people_import_row r where ${inImport(scope, importId)} and r.customer_id is not null)
    returning 1`.execute(tx);
  return added.rows.length;
}

const pendingColumns = sql`r.row_no, r.line, r.cells,
  coalesce(r.problem_kind, case when r.problem is not null then jsonb_build_object('kind', 'text', 'text', r.problem) end) as problem, r.number_key, r.email_key, r.duplicate_of_line, r.duplicate_kind, r.findings, r.customer_id`;

/** The rows that follow a row, to be previewed. */
export async function listNextRows(
  tx: Tx,
  scope: Scope,
  importId: number,
  afterRow: number,
  limit: number,
): Promise<PendingImportRow[]> {
  const found = await sql<PendingImportRow>`
    select ${pendingColumns} from people_import_row r
    where ${inImport(scope, importId)} and r.row_no > ${afterRow} order by r.row_no limit ${limit}`.execute(tx);
  return found.rows;
}

/** The rows with these numbers, to be run. Rows of erased people are gone. */
export async function listRowsByNumber(
  tx: Tx,
  scope: Scope,
  importId: number,
  numbers: readonly number[],
): Promise<PendingImportRow[]> {
  const found = await sql<PendingImportRow>`
    select ${pendingColumns} from people_import_row r
    where ${inImport(scope, importId)} and ${betweenRows(numbers)} and r.row_no = any (${[...numbers]}::int[]) order by r.row_no`.execute(
    tx,
  );
  return found.rows;
}

/** The items of the bulk edit that runs an import: the rows that write something, in their order. */
export async function listImportItems(tx: Tx, scope: Scope, importId: number): Promise<PlannedItem[]> {
  const found = await sql<{ row_no: number; subject_id: number | null }>`
    select r.row_no, coalesce(r.customer_id, r.product_organisation_id) as subject_id from people_import_row r where ${inImport(scope, importId)} and ${writes} order by r.row_no`.execute(
    tx,
  );
  return found.rows.map(({ row_no, subject_id }) => ({ position: row_no, subjectId: subject_id }));
}

/** Which of these people, balances or products earlier rows of the file are about, each with the first of their lines. */
export async function findEarlierLines(
  tx: Tx,
  scope: Scope,
  {
    importId,
    beforeRow,
    column,
  }: { importId: number; beforeRow: number; column: 'customer_id' | 'account_id' | 'product_organisation_id' },
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = await sql<{ id: number; line: number }>`
    select p.id, earlier.line from unnest(${[...ids]}::bigint[]) p (id)
    cross join lateral (
      select min(r.line) as line from people_import_row r
      where r.organisation_id = ${scope.organisationId} and r.${sql.ref(column)} = p.id and r.import_id = ${importId} and r.row_no < ${beforeRow}
        and (r.duplicate_of_line is null or r.duplicate_kind = 'email' and r.outcome <> 'refuse')) earlier
    where earlier.line is not null`.execute(tx);
  return new Map(found.rows.map(({ id, line }) => [id, line]));
}

/** What a row does or did. */
export interface ImportRowResult {
  row_no: number;
  customer_id: number | null;
  /** The balance that it sets; none in an import of people. */
  account_id?: number | null;
  /** The product that it changes; only in an import of the range. */
  product_organisation_id?: number | null;
  person: string;
  outcome: ImportOutcome;
  changes: readonly RowChange[];
  reasons: readonly StoredReason[];
  /** What has to be confirmed; only in an import of people. */
  findings?: readonly ImportFinding[];
  /** The leaver whose address it takes over. */
  predecessor_id?: number | null;
}

/** Saves what rows would do, or with `isProcessed` what they did. */
export async function saveRowResults(
  tx: Tx,
  scope: Scope,
  importId: number,
  results: readonly ImportRowResult[],
  { isProcessed }: { isProcessed: boolean },
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    update people_import_row r set customer_id = n.customer_id, account_id = n.account_id, product_organisation_id = n.product_organisation_id, person = n.person, outcome = n.outcome, changes = '[]', reasons = '{}', change_values = n.changes, reason_kinds = n.reasons, findings = coalesce(n.findings, '{}'), predecessor_id = n.predecessor_id,
      processed_at = case when ${isProcessed}::boolean then now() end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as n (row_no int, customer_id bigint, account_id bigint, product_organisation_id bigint, person text, outcome text, changes jsonb, reasons jsonb, findings text[], predecessor_id bigint)
    where ${inImport(scope, importId)} and ${betweenRows(results.map(({ row_no }) => row_no))} and r.row_no = n.row_no`.execute(
    tx,
  );
}

/** Refuses the rows that were planned and have not been run. */
export async function refuseUnprocessedRows(
  tx: Tx,
  organisation: Organisation,
  importId: number,
  reason: StoredReason,
): Promise<void> {
  await sql`
    update people_import_row r set outcome = 'refuse', changes = '[]', reasons = '{}', change_values = '[]', reason_kinds = ${JSON.stringify([reason])}::jsonb, processed_at = now()
    where ${inImport(organisation, importId)} and r.processed_at is null and ${writes}`.execute(tx);
}

/** Number of rows by outcome. */
export async function countImportRows(
  tx: Tx,
  organisation: Organisation,
  importId: number,
): Promise<Partial<Record<ImportOutcome, number>>> {
  const found = await sql<{ outcome: ImportOutcome; n: number }>`
    select r.outcome, count(*)::int as n from people_import_row r
    where ${inImport(organisation, importId)} and r.outcome is not null group by 1`.execute(tx);
  return Object.fromEntries(found.rows.map(({ outcome, n }) => [outcome, n]));
}

/** Number of rows by what has to be confirmed of them. */
export async function countFindings(
  tx: Tx,
  organisation: Organisation,
  importId: number,
): Promise<Partial<Record<ImportFinding, number>>> {
  const found = await sql<{ finding: ImportFinding; n: number }>`
    select f.finding, count(*)::int as n from people_import_row r cross join lateral unnest(r.findings) f (finding)
    where ${inImport(organisation, importId)} group by 1`.execute(tx);
  return Object.fromEntries(found.rows.map(({ finding, n }) => [finding, n]));
}

/** Rows whose last day of work or status was left as it is, because it could not be read. */
const isLeavingUnread = sql`(r.reason_kinds @> '[{"kind": "value_left", "field": "endDateUtc"}]' or r.reason_kinds @> '[{"kind": "value_left", "field": "active"}]')`;

/** Number of rows whose last day of work or status could not be read. */
export async function countLeavingUnread(tx: Tx, organisation: Organisation, importId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from people_import_row r
    where ${inImport(organisation, importId)} and r.outcome <> 'refuse' and ${isLeavingUnread}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Which rows of an import are listed: all, or those with one outcome, with something to be confirmed, or those whose last day of work or status could not be
 * read.
 */
export interface RowFilter {
  outcome?: ImportOutcome | undefined;
  finding?: ImportFinding | undefined;
  attention?: 'leaving' | undefined;
}

const isListed = ({ outcome, finding, attention }: RowFilter) => sql`${outcome ? sql`r.outcome = ${outcome}` : sql`true`}
  and ${finding ? sql`r.findings @> array[${finding}::text]` : sql`true`} and ${attention ? sql`r.outcome <> 'refuse' and ${isLeavingUnread}` : sql`true`}`;

/** Ids of the people whom an import has created. */
export async function listCreatedPeople(tx: Tx, scope: Scope, importId: number): Promise<number[]> {
  const found = await sql<{ customer_id: number }>`
    select r.customer_id from people_import_row r
    where ${inImport(scope, importId)} and r.outcome = 'create' and r.processed_at is not null and r.customer_id is not null`.execute(
    tx,
  );
  return found.rows.map(({ customer_id }) => customer_id);
}

/** A row as it is shown. */
export interface ImportRowView extends Omit<ImportRowResult, 'outcome'> {
  /** Null before the preview. */
  outcome: ImportOutcome | null;
  /** Changes as texts, of a row from before they were stored as values. */
  earlier_changes: { field: string; before: string; after: string }[];
  line: number | null;
  cells: string[];
  email: string | null;
  employee_number: string | null;
  processed_at: Date | null;
  /** What undoing did to it, where the import was undone. */
  undo_outcome: 'changed' | 'unchanged' | 'refused' | null;
  undo_reasons: StoredReason[] | null;
}

/** Rows of an import with what undoing it did, which is stored with the bulk edit. */
async function selectRows(
  db: Db,
  scope: Scope,
  importId: number,
  filter: RowFilter,
  range: RawBuilder<unknown>,
): Promise<ImportRowView[]> {
  const found = await sql<ImportRowView>`
    select r.row_no, r.line, r.customer_id, r.product_organisation_id, r.person, r.outcome, r.findings, r.processed_at, r.cells,
      r.changes as earlier_changes, r.change_values as changes,
      case when r.reasons = '{}' then r.reason_kinds else (
        select jsonb_agg(jsonb_build_object('kind', 'text', 'text', sentence)) from unnest(r.reasons) sentence) end as reasons, c.email, c.employee_number,
      undone.outcome as undo_outcome, undone.reasons as undo_reasons
    from people_import_row r
    join people_import i on i.organisation_id = r.organisation_id and i.id = r.import_id
    left join customer c on c.organisation_id = r.organisation_id and c.id = r.customer_id
    left join lateral (
      select u.outcome, case when u.reason is not null or u.reason_kinds is not null then ${itemReasons('u')} end as reasons from bulk_edit e
      join bulk_edit_item u on u.organisation_id = e.organisation_id and u.bulk_edit_id = e.id and u.position = r.row_no
      where e.organisation_id = i.organisation_id and e.undo_of_id = i.bulk_edit_id and u.outcome <> 'pending' limit 1) undone on true
    where ${inImport(scope, importId)} and ${isListed(filter)} ${range}`.execute(db);
  return found.rows;
}

/** A page of rows in the order of the file, and how many there are. */
export async function listImportRows(
  db: Db,
  scope: Scope,
  importId: number,
  filter: RowFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: ImportRowView[]; total: number }> {
  const [rows, counted] = await Promise.all([
    selectRows(db, scope, importId, filter, sql`order by r.row_no limit ${page.limit} offset ${page.offset}`),
    sql<{ n: number }>`
      select count(*)::int as n from people_import_row r
      where ${inImport(scope, importId)} and ${isListed(filter)}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/** The first rows of a file, and others by their numbers, as they were read. */
export async function listFirstRows(
  db: Db,
  scope: Scope,
  importId: number,
  others: readonly number[],
): Promise<{ row_no: number; line: number; cells: string[] }[]> {
  const found = await sql<{ row_no: number; line: number; cells: string[] }>`
    select r.row_no, r.line, r.cells from people_import_row r
    where ${inImport(scope, importId)} and r.line is not null and (r.row_no <= ${MAX_FIRST_ROWS} or r.row_no = any (${[...others]}::int[]))
    order by r.row_no`.execute(db);
  return found.rows;
}

/** The rows that follow a row, for a report of all of them. */
export const listReportRows = (
  db: Db,
  scope: Scope,
  importId: number,
  filter: RowFilter,
  afterRow: number,
  limit: number,
): Promise<ImportRowView[]> =>
  selectRows(db, scope, importId, filter, sql`and r.row_no > ${afterRow} order by r.row_no limit ${limit}`);
