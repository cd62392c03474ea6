import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Has PostgreSQL plan the statements that follow in the transaction for their actual values, instead of once for all values. For searches: a
 * word of nearly every row is found fastest by reading all rows, a rare word by the trigram index.
 */
export async function planForValues(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
}
