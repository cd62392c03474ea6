import type { ClientBase } from 'pg';

export type Row = Record<string, unknown>;

/** Enough for one statement to be quick, few enough for its JSON to stay a few megabytes. */
const CHUNK = 4000;

/**
 * Inserts rows of one shape: the first row's properties are the columns. One statement per chunk; PostgreSQL reads the
 * JSON by the table's own column types, so dates, arrays and jsonb need no telling.
 */
export async function insertRows(client: ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`;
  for (let start = 0; start < rows.length; start += CHUNK) {
    await client.query(text, [JSON.stringify(rows.slice(start, start + CHUNK))]);
  }
}

export async function insertAll(client: ClientBase, tables: [table: string, rows: Row[]][]): Promise<void> {
  for (const [table, rows] of tables) await insertRows(client, table, rows);
}

/** Sets every identity sequence past the ids that were given by hand. */
export async function resetSequences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence, table_name as table, column_name as column
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`);
  const resets = rows.map(
    ({ sequence, table, column }) =>
      `select setval('${sequence}', greatest((select max(${column}) from ${table}), (select last_value from ${sequence}))) where exists (select from ${table})`,
  );
  await client.query(resets.join('; '));
}

/** Fresh statistics for our tables; PostgreSQL's own need none. */
export async function analyseTables(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(format('%I', relname), ', ') as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await client.query(`analyze ${rows[0]?.tables}`);
}
