import { sql } from 'kysely';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

/** So few that locks are held briefly. */
const BATCH_SIZE = 1000;

/**
 * Folds the next rows of a table whose search text was written before search texts were folded, and notes how far it has come. Only rows in which
 * something changes are written, and locked in the order of their ids. Returns how many were; undefined when the table is finished.
 */
function fillBatch(db: Db, table: string, batchSize: number): Promise<number | undefined> {
  return runInTransaction(db, async (tx) => {
    const fill = await sql<{ organisation_id: number; last_id: number }>`
      select organisation_id, last_id from search_text_fill where table_name = ${table} for update skip locked`.execute(tx);
    const from = fill.rows[0];
    if (!from) return undefined;
    const { rows } = await sql<{ organisation_id: number; id: number; is_changed: boolean }>`
      select organisation_id, id, search_text <> searchable_text(search_text) as is_changed from ${sql.table(table)}
      where (organisation_id, id) > (${from.organisation_id}::bigint, ${from.last_id}::bigint) order by organisation_id, id limit ${batchSize}`.execute(
      tx,
    );
    const last = rows.at(-1);
    if (!last) {
      await sql`delete from search_text_fill where table_name = ${table}`.execute(tx);
      return undefined;
    }
    const changed = rows.filter(({ is_changed }) => is_changed).map(({ id }) => id);
    if (changed.length > 0)
      await sql`
        with locked as (select organisation_id, id from ${sql.table(table)}
          where organisation_id between ${from.organisation_id}::bigint and ${last.organisation_id}::bigint and id = any (${changed}::bigint[])
          order by organisation_id, id for no key update)
        update ${sql.table(table)} t set search_text = t.search_text from locked
        where t.organisation_id = locked.organisation_id and t.id = locked.id`.execute(tx);
    await sql`
      update search_text_fill set organisation_id = ${last.organisation_id}, last_id = ${last.id} where table_name = ${table}`.execute(
      tx,
    );
    return changed.length;
  });
}

/** Folds the search texts of people and orders from before they were folded; once that is done, it does nothing. Returns how many rows have changed. */
export async function fillSearchTexts(db: Db, batchSize = BATCH_SIZE): Promise<number> {
  let total = 0;
  for (const table of ['customer', 'orders'])
    for (
      let changed = await fillBatch(db, table, batchSize);
      changed !== undefined;
      changed = await fillBatch(db, table, batchSize)
    )
      total += changed;
  return total;
}

/** Not a deletion of data, but work that is done in the same way: in batches, and again after a failure. */
export const retention: RetentionTask[] = [{ name: 'search-texts', run: ({ db }) => fillSearchTexts(db) }];
