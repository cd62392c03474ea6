import { sql } from 'kysely';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

/** So few that locks are held briefly. */
const BATCH_SIZE = 1000;
/** As many rows of the range are written at once. */
const LISTINGS_AT_ONCE = 100;

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

/**
 * Lists the next products of one organisation anew that have words with accents or special letters, so that these are found without them too. Returns how
 * many were; undefined when all are.
 */
function fillListings(db: Db, batchSize: number): Promise<number | undefined> {
  return runInTransaction(db, async (tx) => {
    const fill = await sql<{ organisation_id: number; last_id: number }>`
      select organisation_id, last_id from search_text_fill where table_name = 'product_listing' for update skip locked`.execute(
      tx,
    );
    const from = fill.rows[0];
    if (!from) return undefined;
    const { rows } = await sql<{ organisation_id: number; product_id: number; is_changed: boolean }>`
      with next as (
        select organisation_id, product_id, search from product_listing
        where (organisation_id, product_id) > (${from.organisation_id}::bigint, ${from.last_id}::bigint)
        order by organisation_id, product_id limit ${batchSize})
      select organisation_id, product_id, exists (select from unnest(tsvector_to_array(search)) word where word !~ '^[ -~]*$') as is_changed
      from next where organisation_id = (select min(organisation_id) from next) order by product_id`.execute(tx);
    const last = rows.at(-1);
    if (!last) {
      await sql`delete from search_text_fill where table_name = 'product_listing'`.execute(tx);
      return undefined;
    }
    const changed = rows.filter(({ is_changed }) => is_changed).map(({ product_id }) => product_id);
    if (changed.length > 0)
      await sql`select refresh_listing(array[${last.organisation_id}::bigint], ${changed}::bigint[])`.execute(tx);
    await sql`
      update search_text_fill set organisation_id = ${last.organisation_id}, last_id = ${last.product_id}
      where table_name = 'product_listing'`.execute(tx);
    return changed.length;
  });
}

/** Carries out a step until nothing is left to do, and adds up what it returns. */
async function repeat(step: () => Promise<number | undefined>): Promise<number> {
  let total = 0;
  for (let changed = await step(); changed !== undefined; changed = await step()) total += changed;
  return total;
}

/** Folds what people, orders and products were searched by before; once that is done, it does nothing. Returns how many rows have changed. */
export async function fillSearchTexts(db: Db, batchSize = BATCH_SIZE): Promise<number> {
  const people = await repeat(() => fillBatch(db, 'customer', batchSize));
  const orders = await repeat(() => fillBatch(db, 'orders', batchSize));
  return people + orders + (await repeat(() => fillListings(db, Math.min(batchSize, LISTINGS_AT_ONCE))));
}

/** Not a deletion of data, but work that is done in the same way: in batches, and again after a failure. */
export const retention: RetentionTask[] = [{ name: 'search-texts', run: ({ db }) => fillSearchTexts(db) }];
