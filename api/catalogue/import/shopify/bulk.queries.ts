import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Database } from '#api/platform/db/types.ts';
import type { RowKey } from './import-writes.ts';

type Table = keyof Database & string;
type Row = object;

/** Rows per statement: large enough to be fast, small enough to hold two copies in memory. */
const BATCH_SIZE = 5000;

/** Allocates IDs for rows not yet written, so that they can refer to each other. Fills in `id` of each key. */
export async function allocateIds(tx: Tx, table: Table, keys: readonly RowKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${keys.length}::int)`.execute(tx);
  for (const [index, key] of keys.entries()) key.id = rows[index]?.id ?? 0;
}

/** Inserts rows that all have the same columns; types come from the table. Returns the number of rows. */
export async function bulkInsert(tx: Tx, table: Table, rows: readonly Row[]): Promise<number> {
  const columns = Object.keys(rows[0] ?? {});
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const part = JSON.stringify(rows.slice(start, start + BATCH_SIZE));
    await sql`insert into ${sql.table(table)} (${list}) select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${part}::jsonb)`.execute(
      tx,
    );
  }
  return rows.length;
}

/** Updates the given columns of the rows with the given IDs. Returns the number of rows. */
export async function bulkUpdate(tx: Tx, table: Table, rows: readonly (Row & { id: number })[]): Promise<number> {
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
  const sets = sql.join(columns.map((column) => sql`${sql.ref(column)} = new.${sql.ref(column)}`));
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const part = JSON.stringify(rows.slice(start, start + BATCH_SIZE));
    await sql`update ${sql.table(table)} t set ${sets} from jsonb_populate_recordset(null::${sql.table(table)}, ${part}::jsonb) new where t.id = new.id`.execute(
      tx,
    );
  }
  return rows.length;
}

/** Deletes rows by ID; returns the number of IDs. */
export async function bulkDelete(tx: Tx, table: Table, ids: readonly number[]): Promise<number> {
  if (ids.length > 0) await sql`delete from ${sql.table(table)} where id = any (${ids}::bigint[])`.execute(tx);
  return ids.length;
}
