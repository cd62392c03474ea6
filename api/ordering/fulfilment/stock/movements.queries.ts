import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { MovementReason } from './movement-reasons.rules.ts';

type Movement = ReplyOf<'GET /api/operator/stock/:combinationId/movements'>['movements'][number];

/** A movement with what its reason is worded from. */
export interface MovementRow extends Omit<Movement, 'reason' | 'createdOnUtc'>, MovementReason {
  createdAt: string;
}

/**
 * A page of the movements of a combination, the newest first, and their number. The stock after each is that of now less the later movements, so that
 * only the pages before are read. Orders and clients of other brands are left out.
 */
export async function listMovements(
  db: Db,
  operator: OperatorScope,
  combinationId: number,
  paging: { page?: number | undefined; limit?: number | undefined },
): Promise<{ movements: MovementRow[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const { rows } = await sql<{ movements: MovementRow[]; totalCount: number }>`
    with newest as (
      select e.* from stock_entry e where e.combination_id = ${combinationId} order by e.id desc limit ${offset + limit}),
    balanced as (
      select n.*, coalesce(sum(on_hand_delta) over later, 0) as later_on_hand, coalesce(sum(reserved_delta) over later, 0) as later_reserved
      from newest n window later as (order by id desc rows between unbounded preceding and 1 preceding)),
    page as (select * from balanced order by id desc limit ${limit} offset ${offset})
    select (select count(*)::int from stock_entry where combination_id = ${combinationId}) as "totalCount",
      (select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'createdAt', p.created_at, 'onHandChange', p.on_hand_delta,
          'reservedChange', p.reserved_delta, 'onHand', coalesce(s.on_hand, 0) - p.later_on_hand, 'reserved', coalesce(s.reserved, 0) - p.later_reserved,
          'actorName', case p.actor_kind when 'operator' then (select x.name from operator x where x.id = p.actor_id)
            when 'api_key' then (select k.name from api_key k where k.id = p.actor_id) end,
          'orderId', case when g.brand_id = any (${[...operator.brandIds]}::bigint[]) then p.order_id end,
          'organisationName', case when p.order_id is not null and g.brand_id = any (${[...operator.brandIds]}::bigint[]) then g.name end,
          'isOfOtherBrand', p.order_id is not null and not coalesce(g.brand_id = any (${[...operator.brandIds]}::bigint[]), false),
          'isReleased', o.released_at is not null,
          'cause', p.cause, 'note', p.reason, 'receiptReference', r.reference,
          'countName', (select t.name from stock_count t where p.cause ->> 'kind' = 'stock_count' and t.id = (p.cause ->> 'countId')::bigint)) order by p.id desc), '[]')
        from page p
        left join stock_level s on s.combination_id = p.combination_id
        left join organisation g on g.id = p.organisation_id
        left join orders o on o.organisation_id = p.organisation_id and o.id = p.order_id
        left join stock_receipt r on r.id = p.stock_receipt_id) as movements`.execute(db);
  return rows[0] as { movements: MovementRow[]; totalCount: number };
}
