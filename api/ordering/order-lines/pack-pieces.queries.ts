import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import type { LinePieces } from './cancel-pieces.queries.ts';

/**
 * Packs pending pieces of lines, which then wait to be collected: they stay on hand and reserved. Locks their stock in sorted order. The orders must be
 * locked. Returns how many lines were changed, fewer than given when one has too few pending or decorated pieces, and the garments of which fewer are on hand than are
 * packed; in both cases the caller must roll back.
 */
export async function packPieces(
  tx: Tx,
  organisationId: number,
  pieces: readonly LinePieces[],
): Promise<{ lines: number; short: string[] }> {
  const { rows } = await sql<{ lines: number; short: string[] }>`
    with packed as (
      update order_line l set packed_quantity = l.packed_quantity + p.quantity
      from unnest(${pieces.map(({ lineId }) => lineId)}::bigint[], ${pieces.map(({ quantity }) => quantity)}::int[]) as p (line_id, quantity)
      where l.organisation_id = ${organisationId} and l.id = p.line_id
        and l.quantity - l.shipped_quantity - l.cancelled_quantity - l.packed_quantity >= p.quantity
        and (not l.is_personalised or l.decorated_quantity - l.shipped_quantity - l.packed_quantity >= p.quantity)
      returning l.id, l.product_id, l.product_name, l.description, l.combination_id, l.packed_quantity,
        case when l.made_to_measure_request_id is not null then exists (select from made_to_measure_request r
          where r.organisation_id = l.organisation_id and r.id = l.made_to_measure_request_id and r.made_at is not null) end as is_made),
    locked as materialized (
      select s.combination_id, s.on_hand from stock_level s
      where s.combination_id in (select combination_id from packed) order by s.combination_id for update of s)
    select (select count(*)::int from packed) as lines,
      (select coalesce(array_agg(distinct ${lineName('k')}), '{}') from packed k join product p on p.id = k.product_id
        left join locked s on s.combination_id = k.combination_id
        where not coalesce(k.is_made, not p.manages_stock or coalesce(s.on_hand, 0) >= k.packed_quantity)) as short`.execute(tx);
  return rows[0] as { lines: number; short: string[] };
}
