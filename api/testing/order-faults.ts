import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { findLedgerFaults } from './entitlement.ts';

/** Something about an order, a combination or an account that does not add up, with its id. */
export interface Fault {
  fault: string;
  id: number;
}

/**
 * What does not add up about orders, in every organisation: amounts that differ from the lines, pieces that an ended order still reserves, stock and
 * accounts that differ from the pieces that orders hold, states that contradict each other, and steps without their mail. Computed from orders
 * and ledgers alone, without the code that writes them. `since` leaves out orders that were not placed by the portal. Empty when all is well.
 */
export async function findOrderFaults(db: Db, since: number): Promise<Fault[]> {
  const found = await sql<Fault>`
    with line as (
      select l.*, l.quantity - l.shipped_quantity - l.cancelled_quantity as pending from order_line l where l.order_id >= ${since}),
    value as (
      select order_id, sum(price_minor) as goods, sum(unit_price_minor * shipped_quantity) as shipped, sum(unit_price_minor * cancelled_quantity) as cancelled,
        sum(pending)::int as pending
      from line group by 1)
    select 'an order has other amounts than its lines' as fault, o.id
    from orders o join value v on v.order_id = o.id
    where row (o.goods_minor, o.shipped_value_minor, o.cancelled_value_minor, o.pending_value_minor)
      is distinct from row (v.goods, v.shipped, v.cancelled, v.goods - v.shipped - v.cancelled)
    union all
    select 'an ended order has pending pieces', o.id from orders o join value v on v.order_id = o.id where o.order_state_id in (40, 60) and v.pending > 0
    union all
    select 'an order without pending pieces goes on', o.id from orders o join value v on v.order_id = o.id
    where o.order_state_id in (10, 50) and v.pending = 0
    union all
    select 'an order waits without an open request for approval, or has one and does not wait', o.id from orders o
    where o.id >= ${since} and (o.order_state_id = 50) <> exists (
      select from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id and a.status = 'requested')
    union all
    select 'an order can be picked that waits or was rejected', o.id from orders o
    where o.id >= ${since} and o.order_state_id in (50, 60) and o.released_at is not null
    union all
    select 'a line reserves other stock than it has pending pieces', l.id
    from line l left join (select order_line_id, sum(reserved_delta)::int as reserved from stock_entry group by 1) e on e.order_line_id = l.id
    where coalesce(e.reserved, 0) <> l.pending
    union all
    select 'stock differs from its entries', s.combination_id
    from stock_level s left join (
      select combination_id, sum(on_hand_delta)::int as on_hand, sum(reserved_delta)::int as reserved from stock_entry group by 1) e using (combination_id)
    where s.combination_id in (select combination_id from line) and row (s.on_hand, s.reserved) is distinct from row (coalesce(e.on_hand, 0), coalesce(e.reserved, 0))
    order by 1, 2`.execute(db);
  return [...found.rows, ...(await findLedgerFaults(db))];
}
