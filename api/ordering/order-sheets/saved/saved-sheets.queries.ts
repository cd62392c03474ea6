import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { SHEET_KEEPING_DAYS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { isAmongWearers } from '../../cart/wearers.queries.ts';
import { listWearerGroups } from '../../cart/wearers.rules.ts';
import type { TypedCells } from '../rows/row-text.rules.ts';

/** A saved sheet without its rows. */
export interface SavedSheet {
  id: number;
  name: string;
  isOwn: boolean;
  isShared: boolean;
  ownerName: string;
  /** Rows that the reader sees. */
  rowCount: number;
  updatedAt: Date;
  /** Such as `2026-03-29`. */
  deletedOn: string;
  version: number;
}

/** A row of a saved sheet. */
export interface SavedRow extends TypedCells {
  customerId: number | null;
}

/** Whether the reader may order for the wearer of row `r`, or has typed the row, whose wearer is not known. */
export const isVisibleRow = (scope: Scope): RawBuilder<boolean> => sql`((
  r.wearer_id is null and r.typed_by_id = ${scope.customerId} or exists (
    select from customer c where c.organisation_id = r.organisation_id and c.id = r.wearer_id and ${isAmongWearers(scope, listWearerGroups(scope))})) is true)`;

/** Whether sheet `s` is the reader's own, or shared by a colleague. */
const isVisibleSheet = (scope: Scope): RawBuilder<boolean> =>
  sql`s.organisation_id = ${scope.organisationId} and (s.customer_id = ${scope.customerId} or s.is_shared)`;

/** The columns of a sheet `s`, but for the number of its rows. */
const sheetColumns = (scope: Scope) => sql`
  s.id, s.name, s.customer_id = ${scope.customerId} as "isOwn", s.is_shared as "isShared", (
    select o.first_name || ' ' || o.last_name from customer o where o.organisation_id = s.organisation_id and o.id = s.customer_id) as "ownerName",
  s.updated_at as "updatedAt", (s.used_on + ${SHEET_KEEPING_DAYS}::int)::text as "deletedOn", s.version`;

/** The sheets that someone sees: their own, newest first, then those that are shared, newest first. */
export async function listSavedSheets(db: Db, scope: Scope): Promise<SavedSheet[]> {
  const { rows } = await sql<SavedSheet>`
    with seen as materialized (select s.* from order_sheet s where ${isVisibleSheet(scope)}),
    counted as (
      select r.sheet_id, count(*)::int as rows from seen s join order_sheet_row r on r.organisation_id = s.organisation_id and r.sheet_id = s.id
      where ${isVisibleRow(scope)} group by 1)
    select ${sheetColumns(scope)}, coalesce(n.rows, 0) as "rowCount"
    from seen s left join counted n on n.sheet_id = s.id
    order by "isOwn" desc, s.updated_at desc, s.id desc`.execute(db);
  return rows;
}

/** A sheet with the rows that someone sees of it, and the number of those that they do not see; undefined when they do not see the sheet. */
export async function findSavedSheet(
  db: Db,
  scope: Scope,
  sheetId: number,
): Promise<{ sheet: SavedSheet; rows: SavedRow[]; hiddenRowCount: number } | undefined> {
  const found = await sql<Omit<SavedSheet, 'rowCount'> & { rows: SavedRow[]; hiddenRowCount: number }>`
    select ${sheetColumns(scope)}, content.rows, content.hidden as "hiddenRowCount"
    from order_sheet s cross join lateral (
      select coalesce(json_agg(json_build_object('customerId', l.wearer_id, 'wearer', l.wearer, 'garment', l.garment, 'colour', l.colour, 'size', l.size,
          'fit', l.fit, 'quantity', l.pieces, 'reason', l.reason, 'nameOnGarment', l.name_on_garment) order by l.position) filter (where l.is_visible), '[]') as rows,
        count(*) filter (where not l.is_visible)::int as hidden
      from (
        select r.*, ${isVisibleRow(scope)} as is_visible from order_sheet_row r where r.organisation_id = s.organisation_id and r.sheet_id = s.id) l) content
    where ${isVisibleSheet(scope)} and s.id = ${sheetId}`.execute(db);
  const [first] = found.rows;
  if (!first) return undefined;
  const { rows, hiddenRowCount, ...sheet } = first;
  return { sheet: { ...sheet, rowCount: rows.length }, rows, hiddenRowCount };
}

/** Notes that a sheet is used, so that it is kept. */
export async function markSheetUsed(db: Db, scope: Scope, sheetId: number): Promise<void> {
  await sql`
    update order_sheet s set used_on = current_date
    where ${isVisibleSheet(scope)} and s.id = ${sheetId} and s.used_on < current_date`.execute(db);
}

/** A locked sheet, to change it. */
export interface LockedSheet {
  name: string;
  isOwn: boolean;
  isShared: boolean;
  /** By column, the version in which it was last changed. */
  fieldVersions: Record<string, number>;
  /** Rows that the person does not see. */
  hiddenRowCount: number;
}

/** Locks a sheet that someone sees until the transaction ends; undefined when they do not see it. */
export async function lockSavedSheet(tx: Tx, scope: Scope, sheetId: number): Promise<LockedSheet | undefined> {
  const { rows } = await sql<LockedSheet>`
    select s.name, s.customer_id = ${scope.customerId} as "isOwn", s.is_shared as "isShared", s.field_versions as "fieldVersions", (
      select count(*)::int from order_sheet_row r where r.organisation_id = s.organisation_id and r.sheet_id = s.id and not ${isVisibleRow(scope)}) as "hiddenRowCount"
    from order_sheet s where ${isVisibleSheet(scope)} and s.id = ${sheetId} for update of s`.execute(tx);
  return rows[0];
}

/** The names of the person's own sheets, by id. Call it with the person locked, so that no other request takes a name meanwhile. */
export async function listOwnSheetNames(tx: Tx, scope: Scope): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from order_sheet where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId}`.execute(
    tx,
  );
  return rows;
}

/** Adds a sheet of the person's own; returns its id. */
export async function insertSavedSheet(
  tx: Tx,
  scope: Scope,
  { name, isShared }: Pick<SavedSheet, 'name' | 'isShared'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into order_sheet (organisation_id, customer_id, name, is_shared) values (${scope.organisationId}, ${scope.customerId}, ${name}, ${isShared})
    returning id`.execute(tx);
  return rows[0]?.id as number;
}

/** Changes a locked sheet; what is absent stays as it is. */
export async function updateSavedSheet(
  tx: Tx,
  { organisationId }: Scope,
  sheetId: number,
  { name, isShared, withRows }: { name?: string | undefined; isShared?: boolean | undefined; withRows: boolean },
): Promise<void> {
  await sql`
    update order_sheet set name = coalesce(${name ?? null}, name), is_shared = coalesce(${isShared ?? null}::boolean, is_shared),
      rows_saved_at = case when ${withRows}::boolean then clock_timestamp() else rows_saved_at end, used_on = current_date, updated_at = now()
    where organisation_id = ${organisationId} and id = ${sheetId}`.execute(tx);
}

/**
 * Replaces the rows of a locked sheet that someone sees, in one statement. Rows that they do not see stay in their places, and those sent are put around
 * them. Rows that are the same are not written again.
 */
export async function replaceSeenRows(tx: Tx, scope: Scope, sheetId: number, rows: readonly SavedRow[]): Promise<void> {
  const sent = JSON.stringify(rows.map((row, ordinal) => ({ ...row, ordinal: ordinal + 1 })));
  await sql`
    with existing as materialized (
      select r.position, ${isVisibleRow(scope)} as is_visible from order_sheet_row r
      where r.organisation_id = ${scope.organisationId} and r.sheet_id = ${sheetId}),
    free as (
      select p.position, row_number() over (order by p.position) as ordinal
      from generate_series(1, ${rows.length}::int + (select count(*) from existing where not is_visible)::int) as p (position)
      where p.position not in (select position from existing where not is_visible)),
    wanted as materialized (
      select f.position, i.* from jsonb_to_recordset(${sent}::jsonb) as i (ordinal bigint, "customerId" bigint, wearer text, garment text, colour text, size text,
        fit text, quantity text, reason text, "nameOnGarment" text)
      join free f on f.ordinal = i.ordinal),
    gone as (
      delete from order_sheet_row r using existing e
      where r.organisation_id = ${scope.organisationId} and r.sheet_id = ${sheetId} and r.position = e.position and e.is_visible
        and not exists (select from wanted w where w.position = e.position))
    insert into order_sheet_row as r (organisation_id, sheet_id, position, wearer_id, typed_by_id, wearer, garment, colour, size, fit, pieces, reason, name_on_garment)
    select ${scope.organisationId}, ${sheetId}, position, "customerId", case when "customerId" is null then ${scope.customerId}::bigint end, wearer, garment, colour,
      size, fit, quantity, reason, "nameOnGarment"
    from wanted
    on conflict on constraint order_sheet_row_pkey do update set wearer_id = excluded.wearer_id, typed_by_id = excluded.typed_by_id,
      wearer = excluded.wearer, garment = excluded.garment, colour = excluded.colour, size = excluded.size, fit = excluded.fit, pieces = excluded.pieces,
      reason = excluded.reason, name_on_garment = excluded.name_on_garment
    where row (r.wearer_id, r.typed_by_id, r.wearer, r.garment, r.colour, r.size, r.fit, r.pieces, r.reason, r.name_on_garment)
      is distinct from row (excluded.wearer_id, excluded.typed_by_id, excluded.wearer, excluded.garment, excluded.colour, excluded.size, excluded.fit,
        excluded.pieces, excluded.reason, excluded.name_on_garment)`.execute(tx);
}

/** Deletes a locked sheet. */
export async function deleteSavedSheet(tx: Tx, { organisationId }: Scope, sheetId: number): Promise<void> {
  await sql`delete from order_sheet where organisation_id = ${organisationId} and id = ${sheetId}`.execute(tx);
}

export const retention: RetentionTask[] = [
  {
    name: 'order-sheets',
    run: ({ db }) => deleteInBatches(db, 'order_sheet', sql`used_on < current_date - ${SHEET_KEEPING_DAYS}::int`),
  },
];
