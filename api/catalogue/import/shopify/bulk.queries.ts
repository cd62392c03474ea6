import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Database } from '#api/platform/db/types.ts';
import type { RowKey } from './import-writes.ts';

type Table = keyof Database & string;
type Row = object;

/** How many rows go to the server in one statement: enough to be quick, few enough to be held twice in memory. */
const batch = 5000;

/** Draws ids for rows that are not written yet, so that rows can refer to each other before they are. */
export async function allocateIds(tx: Tx, table: Table, keys: readonly RowKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${keys.length}::int)`.execute(tx);
  for (const [place, key] of keys.entries()) key.id = rows[place]?.id ?? 0;
}

/** Inserts rows that all have the same columns; names and types come from the table itself. Returns their number. */
export async function bulkInsert(tx: Tx, table: Table, rows: readonly Row[]): Promise<number> {
  const columns = Object.keys(rows[0] ?? {});
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += batch) {
    const part = JSON.stringify(rows.slice(start, start + batch));
    await sql`insert into ${sql.table(table)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${part}::jsonb)`.execute(
      tx,
    );
  }
  return rows.length;
}

/** Sets the columns that the rows have, by their ids. Returns their number. */
export async function bulkUpdate(tx: Tx, table: Table, rows: readonly (Row & { id: number })[]): Promise<number> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
  const sets = sql.join(columns.map((column) => sql`${sql.ref(column)} = new.${sql.ref(column)}`));
  for (let start = 0; start < rows.length; start += batch) {
    const part = JSON.stringify(rows.slice(start, start + batch));
    await sql`update ${sql.table(table)} t set ${sets} from jsonb_populate_recordset(null::${sql.table(table)}, ${part}::jsonb) new where t.id = new.id`.execute(
      tx,
    );
  }
  return rows.length;
}

/** Deletes rows by their ids; returns the number of ids. */
export async function bulkDelete(tx: Tx, table: Table, ids: readonly number[]): Promise<number> {
  if (ids.length > 0) await sql`delete from ${sql.table(table)} where id = any (${ids}::bigint[])`.execute(tx);
  return ids.length;
}
