import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import { toUtcString } from '../../order-states/order-states.rules.ts';
import { allocatedLines, destinationName } from '../allocation.queries.ts';
import { andContainsWords } from '../operator-orders.queries.ts';

type BackOrders = ReplyOf<'GET /api/operator/stock/backorders'>;

/** Lines of one garment in a reply. */
const MAX_LINES = 100;

/** A page of the garments that orders of the operator's brands wait for, that promised earliest first, and their number, in one statement. */
export async function listBackOrders(
  db: Db,
  operator: OperatorScope,
  { organisationId = 0, due = '', searchTerm, ...paging }: QueryOf<'GET /api/operator/stock/backorders'>,
): Promise<BackOrders> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const { rows } = await sql<BackOrders>`
    with waiting as materialized (
      select * from (
        select a.combination_id, a.line_id, a.order_id, a.pending - a.ready as missing, a.due_on, a.ahead, l.queued_on, o.released_at,
          g.name as organisation_name, ${destinationName} as destination_name, p.name as product_name, c.sku, coalesce(c.gtin, p.gtin) as gtin,
          c.description, searchable_text(concat_ws(' ', p.name, c.description, c.sku, c.gtin, p.gtin, a.order_id)) as words
        from ${allocatedLines} a
        join organisation g on g.id = a.organisation_id and g.brand_id = any (${[...operator.brandIds]}::bigint[])
        join order_line l on l.organisation_id = a.organisation_id and l.id = a.line_id
        join orders o on o.organisation_id = a.organisation_id and o.id = a.order_id
        left join resort r on r.organisation_id = o.organisation_id and r.id = o.resort_id
        join combination c on c.id = a.combination_id
        join product p on p.id = c.product_id
        where a.ready < a.pending and l.made_to_measure_request_id is null and ${organisationId}::bigint in (0, g.id)
          and case ${due}::text when 'overdue' then a.due_on < (now() at time zone 'utc')::date when 'unknown' then a.due_on is null else true end) every_line
      where true ${andContainsWords('words', withoutOrderWord(searchTerm ?? ''))}),
    garment as (
      select combination_id, min(product_name) as product_name, min(sku) as sku, min(gtin) as gtin, min(description) as description,
        sum(missing)::int as missing, count(distinct order_id)::int as orders, min(due_on) as due_on
      from waiting group by 1),
    page as (select * from garment order by due_on nulls last, product_name, combination_id limit ${limit} offset ${offset})
    select (select count(*)::int from garment) as "totalCount",
      (select coalesce(json_agg(json_build_object('id', p.combination_id, 'productName', p.product_name, 'sku', p.sku, 'gtin', p.gtin,
          'attributeDescription', p.description, 'shelf', s.shelf, 'onHand', coalesce(s.on_hand, 0), 'waitingQuantity', p.missing, 'orders', p.orders,
          'dueOn', p.due_on,
          'expected', (select coalesce(json_agg(json_build_object('dueOn', i.due_on, 'quantity', i.quantity) order by i.due_on, i.id), '[]')
            from stock_incoming i where i.combination_id = p.combination_id),
          'lines', (select coalesce(json_agg(json_build_object('orderItemId', w.line_id, 'orderId', w.order_id, 'organisationName', w.organisation_name,
              'destinationName', w.destination_name, 'releasedOnUtc', w.released_at, 'waitingQuantity', w.missing, 'dueOn', w.due_on,
              'firstDueOn', w.queued_on) order by w.ahead, w.line_id), '[]')
            from (select * from waiting w where w.combination_id = p.combination_id order by w.ahead, w.line_id limit ${MAX_LINES}) w))
          order by p.due_on nulls last, p.product_name, p.combination_id), '[]')
        from page p left join stock_level s on s.combination_id = p.combination_id) as "backOrders"`.execute(db);
  const { totalCount, backOrders } = rows[0] as BackOrders;
  return {
    totalCount,
    backOrders: backOrders.map((garment) => ({
      ...garment,
      lines: garment.lines.map((line) => ({ ...line, releasedOnUtc: toUtcString(line.releasedOnUtc) })),
    })),
  };
}

/** A waiting order of which pieces can be picked because a delivery has arrived. */
export interface CoveredOrder {
  combinationId: number;
  orderId: number;
  organisationName: string;
  quantity: number;
}

/** The orders of the operator's brands of which pieces can be picked now and could not without the pieces that were received, in the order of the queue. */
export async function listCoveredOrders(
  tx: Tx,
  operator: OperatorScope,
  received: readonly { combinationId: number; received: number; onHand: number }[],
): Promise<CoveredOrder[]> {
  const { rows } = await sql<CoveredOrder>`
    select a.combination_id as "combinationId", a.order_id as "orderId", g.name as "organisationName",
      sum(a.ready - greatest(0, least(a.pending, e.before - a.ahead)))::int as quantity
    from unnest(${received.map(({ combinationId }) => combinationId)}::bigint[],
      ${received.map(({ onHand, received: pieces }) => onHand - pieces)}::int[]) as e (combination_id, before)
    join ${allocatedLines} a on a.combination_id = e.combination_id
    join order_line l on l.organisation_id = a.organisation_id and l.id = a.line_id
    join product p on p.id = l.product_id and p.manages_stock
    join organisation g on g.id = a.organisation_id and g.brand_id = any (${[...operator.brandIds]}::bigint[])
    group by 1, 2, 3 having sum(a.ready - greatest(0, least(a.pending, e.before - a.ahead))) > 0
    order by 1, min(a.ahead), 2`.execute(tx);
  return rows;
}
