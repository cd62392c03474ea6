import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** The quantity of one combination, summed over all lines that order it. */
export interface Demand {
  combinationId: number;
  quantity: number;
}

/** Sums the demand for each combination, sorted by id: locking rows in the same order everywhere prevents deadlocks. */
export function sumDemand(lines: readonly { combinationId: number; quantity: number }[]): Demand[] {
  const sums = new Map<number, number>();
  for (const { combinationId, quantity } of lines) sums.set(combinationId, (sums.get(combinationId) ?? 0) + quantity);
  return [...sums]
    .map(([combinationId, quantity]) => ({ combinationId, quantity }))
    .sort((a, b) => a.combinationId - b.combinationId);
}

/**
 * Reserves stock by one conditional update over the sorted rows. Returns the ids of the combinations without enough stock;
 * when there are any, the caller must roll back.
 */
export async function reserveStock(tx: Tx, demand: readonly Demand[]): Promise<number[]> {
  const ids = demand.map(({ combinationId }) => combinationId);
  const quantities = demand.map(({ quantity }) => quantity);
  const found = await sql<{ combination_id: number }>`
    with demand as (select * from unnest(${ids}::bigint[], ${quantities}::bigint[]) as d (combination_id, quantity)),
    locked as materialized (
      select s.combination_id from stock_level s join demand d using (combination_id) order by s.combination_id for update of s)
    update stock_level s set reserved = s.reserved + d.quantity, version = s.version + 1
    from demand d join locked using (combination_id)
    where s.combination_id = d.combination_id and (s.can_oversell or s.on_hand - s.reserved >= d.quantity)
    returning s.combination_id`.execute(tx);
  const reserved = new Set(found.rows.map((row) => row.combination_id));
  return ids.filter((id) => !reserved.has(id));
}
