import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { ColumnMapping } from './column-mapping.rules.ts';
import { plainName } from './columns.rules.ts';

/** The same for files whose columns have the same names, in any order, and written in capitals or not. */
function fingerprintOf(header: readonly string[]): string {
  const names = header.map(plainName).filter(Boolean).toSorted();
  return createHash('sha256').update(JSON.stringify(names)).digest('hex');
}

/** What the columns of a file with this header were last said to mean; undefined if no one has. */
export async function findLayout(db: Db | Tx, header: readonly string[]): Promise<ColumnMapping | undefined> {
  const row = await db
    .selectFrom('product_file_layout')
    .select('mapping')
    .where('fingerprint', '=', fingerprintOf(header))
    .executeTakeFirst();
  return row?.mapping as ColumnMapping | undefined;
}

/** Remembers what the columns of a file mean, for the next file with the same header. */
export async function keepLayout(tx: Tx, header: readonly string[], { columns, constants }: ColumnMapping): Promise<void> {
  const mapping = JSON.stringify({ columns, constants });
  await sql`
    insert into product_file_layout (fingerprint, mapping) values (${fingerprintOf(header)}, ${mapping}::jsonb)
    on conflict (fingerprint) do update set mapping = excluded.mapping, updated_at = now()
    where product_file_layout.mapping <> excluded.mapping`.execute(tx);
}
