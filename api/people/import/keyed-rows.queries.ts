import { sql } from 'kysely';
import { administeredPeople } from '#api/organisation/structure/administered-people.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ColumnField } from '#contract/people/import.ts';
import type { DuplicateLine, KeyedLine } from './lines.rules.ts';
import { betweenRows, inImport } from './rows.queries.ts';

const BATCH_SIZE = 500;

const cellOf = (fields: readonly (ColumnField | null)[], field: ColumnField) => {
  const index = fields.indexOf(field);
  return index < 0 ? sql`null::text` : sql`r.cells[${index + 1}::int]`;
};

/** Clears an earlier preview of all rows, and looks their people up by number and address as the cells have them. */
export async function clearPreview(
  tx: Tx,
  scope: Scope,
  importId: number,
  fields: readonly (ColumnField | null)[],
): Promise<void> {
  await sql`delete from people_import_row r where ${inImport(scope, importId)} and r.line is null`.execute(tx);
  await sql`
    update people_import_row r set number_key = employee_key(${cellOf(fields, 'employeeNumber')}),
      email_key = nullif(lower(trim(${cellOf(fields, 'email')})), ''), duplicate_of_line = null, duplicate_kind = null, customer_id = null, account_id = null,
      product_organisation_id = null, predecessor_id = null, person = '', outcome = null, findings = '{}', changes = '[]', reasons = '{}', change_values = '[]', reason_kinds = '[]'
    where ${inImport(scope, importId)}`.execute(tx);
}

/** The cells of a row that say who it is about. */
export interface KeyCells {
  row_no: number;
  number: string;
  email: string;
}

/** The numbers and addresses of a file, as its cells have them. */
export async function listKeyCells(
  tx: Tx,
  scope: Scope,
  importId: number,
  fields: readonly (ColumnField | null)[],
): Promise<KeyCells[]> {
  const { rows } = await sql<KeyCells>`
    select r.row_no, coalesce(trim(${cellOf(fields, 'employeeNumber')}), '') as number, coalesce(trim(${cellOf(fields, 'email')}), '') as email
    from people_import_row r where ${inImport(scope, importId)} and r.problem is null and r.problem_kind is null`.execute(tx);
  return rows;
}

/** Looks rows up by these numbers and addresses instead of their cells; null for none. */
export async function saveKeys(
  tx: Tx,
  scope: Scope,
  importId: number,
  rows: readonly { row_no: number; number: string | null; email: string | null }[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE);
    await sql`
      update people_import_row r set number_key = employee_key(n.number), email_key = nullif(lower(n.email), '')
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as n (row_no int, number text, email text)
      where ${inImport(scope, importId)} and ${betweenRows(batch.map(({ row_no }) => row_no))} and r.row_no = n.row_no`.execute(
      tx,
    );
  }
}

/** A line of a file with its cells about a name and a contract; empty where there are none. */
export interface ContractLine extends KeyedLine {
  fullName: string;
  active: string;
  startDateUtc: string;
  endDateUtc: string;
}

/**
 * The lines of a file in their order, each with the only person of the organisation who has its number, or without a number its address. Anyone whom the caller does
 * not manage is left out: that two lines are the same person would reveal them.
 */
export async function listKeyedLines(
  tx: Tx,
  scope: Scope,
  importId: number,
  fields: readonly (ColumnField | null)[],
): Promise<ContractLine[]> {
  const isVisible = administeredPeople(scope);
  const text = (field: ColumnField) => sql`coalesce(trim(${cellOf(fields, field)}), '')`;
  const { rows } = await sql<ContractLine>`
    select r.row_no as "rowNo", r.line, r.number_key as "numberKey", r.email_key as "emailKey", ${text('firstName')} as "firstName", ${text('lastName')} as "lastName", ${text('fullName')} as "fullName",
      ${text('active')} as active, ${text('startDateUtc')} as "startDateUtc", ${text('endDateUtc')} as "endDateUtc", coalesce(by_number.id, by_email.id) as "personId"
    from people_import_row r
    left join lateral (
      select min(c.id) as id from customer c
      where ${isVisible} and c.employee_number is not null and employee_key(c.employee_number) = r.number_key
      having count(*) = 1) by_number on true
    left join lateral (
      select c.id from customer c
      where r.number_key is null and c.brand_id = ${scope.brandId} and lower(c.email) = r.email_key and ${isVisible}) by_email on true
    where ${inImport(scope, importId)} and r.line is not null and r.problem is null and r.problem_kind is null order by r.row_no`.execute(
    tx,
  );
  return rows;
}

/** Marks lines that do not count as they are. */
export async function saveDuplicates(
  tx: Tx,
  scope: Scope,
  importId: number,
  duplicates: readonly DuplicateLine[],
): Promise<void> {
  for (let start = 0; start < duplicates.length; start += BATCH_SIZE) {
    const batch = duplicates.slice(start, start + BATCH_SIZE);
    await sql`
      update people_import_row r set duplicate_of_line = n.line, duplicate_kind = n.kind
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as n ("rowNo" int, line int, kind text)
      where ${inImport(scope, importId)} and ${betweenRows(batch.map(({ rowNo }) => rowNo))} and r.row_no = n."rowNo"`.execute(
      tx,
    );
  }
}

/** The present day in the organisation. */
export async function readOrganisationDay(tx: Tx, scope: Scope): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (now() at time zone time_zone)::date::text as today from organisation where id = ${scope.organisationId}`.execute(tx);
  return rows[0]?.today ?? '';
}
