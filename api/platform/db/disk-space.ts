import { sql } from 'kysely';
import { type Db, isDatabaseFull } from './database.ts';

/** How long an answer is good: whoever asks whether a process is ready does so every few seconds. */
const MAX_AGE_MS = 15_000;

/**
 * Whether the disk of the database refuses about a megabyte. It is written to a temporary file, as by a large sort: nothing is left behind, nothing is logged for
 * recovery, and it takes no right.
 */
async function refusesToWrite(db: Db): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select count(*) from generate_series(1, 50000)`.execute(tx);
    });
    return false;
  } catch (error) {
    if (isDatabaseFull(error)) return true;
    throw error;
  }
}

/** Returns a function that says whether the disk of the database is full. It tries to write every fifteen seconds, and each time while the disk is full. */
export function watchDisk(db: Db): () => Promise<boolean> {
  let checkedAt = -Infinity;
  return async () => {
    const now = performance.now();
    if (now - checkedAt < MAX_AGE_MS) return false;
    const isFull = await refusesToWrite(db);
    if (!isFull) checkedAt = now;
    return isFull;
  };
}
