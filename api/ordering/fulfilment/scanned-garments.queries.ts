import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { destinationName, isShippable, unpacked } from './allocation.queries.ts';

/** Orders that are named of those that wait for a garment. */
const MAX_ORDERS = 3;

/**
 * What these garments are, and the released orders of the operator's brands of which pieces of them are to be packed, the oldest first. Pieces made to measure are
 * no one else's.
 */
export async function listScannedGarments(
  db: Db,
  operator: OperatorScope,
  combinationIds: readonly number[],
): Promise<ReplyOf<'GET /api/operator/packing/garments'>['garments']> {
  const { rows } = await sql<ReplyOf<'GET /api/operator/packing/garments'>['garments'][number]>`
    select c.id, c.product_id as "productId", p.name as "productName", c.sku, c.description as "attributeDescription", look.colour, look.size, s.shelf,
      (select coalesce(json_agg(json_build_object('id', w.id, 'personName', w.person_name, 'destinationName', w.destination_name, 'quantity', w.quantity)
          order by w.released_at, w.id), '[]')
        from (
          select o.id, k.first_name || ' ' || k.last_name as person_name, ${destinationName} as destination_name, o.released_at, waiting.quantity
          from organisation g
          join lateral (
            select l.order_id, sum(${unpacked('l')})::int as quantity from order_line l
            where l.organisation_id = g.id and l.combination_id = c.id and l.quantity > l.shipped_quantity + l.cancelled_quantity
              and l.made_to_measure_request_id is null
            group by l.order_id having sum(${unpacked('l')}) > 0) waiting on true
          join orders o on o.organisation_id = g.id and o.id = waiting.order_id and ${isShippable('o')}
          join customer k on k.organisation_id = o.organisation_id and k.id = o.customer_id
          left join resort r on r.organisation_id = o.organisation_id and r.id = o.resort_id
          where g.brand_id = any (${[...operator.brandIds]}::bigint[])
          order by o.released_at, o.id limit ${MAX_ORDERS}) w) as orders
    from combination c
    join product p on p.id = c.product_id
    left join stock_level s on s.combination_id = c.id
    left join lateral (
      select max(v.name) filter (where b.role = 'colour') as colour,
        nullif(concat_ws(' ', max(v.name) filter (where b.role = 'size'), max(v.name) filter (where b.role = 'fit')), '') as size
      from product_attribute_value v join product_attribute pa on pa.id = v.product_attribute_id join attribute b on b.id = pa.attribute_id
      where v.id = any (c.value_ids)) look on true
    where c.id = any (${[...combinationIds]}::bigint[]) order by c.id`.execute(db);
  return rows;
}
