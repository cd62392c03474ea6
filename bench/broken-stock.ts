import { sql } from 'kysely';
import type { ReserveStock } from '#api/catalogue/stock/reservations.queries.ts';

/**
 * A deliberate race: reads the stock level, decides, and writes the new level without a lock. The chaos script injects it to prove that it would
 * detect overselling.
 */
export const reserveWithoutLock: ReserveStock = async (tx, demand) => {
  const short: number[] = [];
  for (const { combinationId, quantity } of demand) {
    const { rows } = await sql<{ on_hand: number; reserved: number }>`
      select on_hand, reserved from stock_level where combination_id = ${combinationId}`.execute(tx);
    const level = rows[0];
    if (!level || level.on_hand - level.reserved < quantity) short.push(combinationId);
    else
      await sql`update stock_level set reserved = ${level.reserved + quantity} where combination_id = ${combinationId}`.execute(
        tx,
      );
  }
  return short;
};
