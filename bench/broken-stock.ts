import { sql } from 'kysely';
import type { ReserveStock } from '#api/catalogue/stock/reservations.queries.ts';

/**
 * The mistake that shops make: read the level, decide, write the new level. Only here so that the chaos script can show
 * that it would notice.
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
