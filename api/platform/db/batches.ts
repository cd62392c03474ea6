import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

const BATCH_SIZE = 5000;

/**
 * Deletes the rows of a table that meet a condition, at most `batchSize` per statement, each in its own transaction, so that
 * locks are held briefly. Returns the number of deleted rows.
 */
export const deleteInBatches = (db: Db, table: string, condition: RawBuilder<unknown>, batchSize = BATCH_SIZE): Promise<number> =>
  repeatInBatches(batchSize, async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${condition} limit ${batchSize}))`.execute(db);
    return Number(numAffectedRows);
  });

/** Repeats a statement that processes at most `batchSize` rows until one processes fewer. Returns the total. */
export async function repeatInBatches(batchSize: number, runBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await runBatch();
    total += count;
    if (count < batchSize) return total;
  }
}
