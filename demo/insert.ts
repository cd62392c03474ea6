import type { ClientBase, Connection, Submittable } from 'pg';

/** Values of `json` columns are given as JSON text; arrays are SQL arrays. */
export type Row = Record<string, unknown>;

/**
 * Inserts rows of one shape by COPY, which takes half the time of an INSERT: the first row's properties are the columns.
 */
export async function insertRows(client: ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`, encodeRows(columns, rows), resolve, reject));
  });
}

/** Inserts the rows of several tables, in this order. */
export async function insertAll(client: ClientBase, tables: [table: string, rows: Row[]][]): Promise<void> {
  for (const [table, rows] of tables) await insertRows(client, table, rows);
}

/** The methods that `pg` calls on the connection for a custom query; its types leave out the two for COPY. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

class CopyIn implements Submittable {
  readonly callback = () => {};
  readonly #text: string;
  readonly #chunks: Iterable<Buffer>;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(text: string, chunks: Iterable<Buffer>, resolve: () => void, reject: (error: Error) => void) {
    this.#text = text;
    this.#chunks = chunks;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk);
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

const ROWS_IN_CHUNK = 1000;

/** The text format of COPY (PostgreSQL manual, "COPY", File Formats). */
function* encodeRows(columns: string[], rows: readonly Row[]): Generator<Buffer> {
  for (let start = 0; start < rows.length; start += ROWS_IN_CHUNK) {
    const lines = rows
      .slice(start, start + ROWS_IN_CHUNK)
      .map((row) => `${columns.map((column) => encode(row[column])).join('\t')}\n`);
    yield Buffer.from(lines.join(''));
  }
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeText = (text: string) =>
  /[\\\t\n\r]/.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : text;

function encode(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return escapeText(`{${value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return typeof value === 'string' ? escapeText(value) : String(value);
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

/** Updates the planner's statistics of the portal's tables. */
export async function analyseTables(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(format('%I', relname), ', ') as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await client.query(`analyze ${rows[0]?.tables}`);
}
