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
      select order_id, sum(price_minor) as goods, sum(unit_price * shipped_quantity) as shipped, sum(case when exchange_of_line_id is null then price_minor - unit_price * (shipped_quantity + pending) else 0 end) as cancelled,
        sum(pending)::int as pending
      -- Nothing is charged for an exchange.
      from (select *, case when exchange_of_line_id is null then unit_price_minor else 0 end as unit_price from line) priced group by 1)
    select 'an order has other amounts than its lines' as fault, o.id
    from orders o join value v on v.order_id = o.id
    where row (o.goods_minor, o.shipped_value_minor, o.cancelled_value_minor, o.pending_value_minor)
      is distinct from row (v.goods, v.shipped, v.cancelled, v.goods - v.shipped - v.cancelled)
    union all
    select 'an order has other charges than are owed', o.id
    from orders o left join (
      select order_id, sum(charge_minor) as charge, sum(tax_minor) as tax from order_charge where cancelled_at is null group by 1) h on h.order_id = o.id
    where o.id >= ${since} and row (o.charges_minor, o.charges_tax_minor, o.total_minor) is distinct from row (coalesce(h.charge, 0), coalesce(h.tax, 0),
      o.goods_minor + o.goods_tax_minor + o.shipping_minor + o.shipping_tax_minor + o.fee_minor + coalesce(h.charge + h.tax, 0))
    union all
    select 'a set-up is owed of which no piece remains, or is not owed although one does', h.id
    from order_charge h where h.order_id >= ${since} and h.kind = 'setup' and (h.cancelled_at is null) <> exists (
      select from line l join order_line_customisation k on k.order_line_id = l.id
      where l.order_id = h.order_id and k.design_key = h.design_key and (l.quantity > l.cancelled_quantity or l.decoration_started_at is not null))
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
    select 'a line counts other pieces of open returns than there are', l.id
    from line l left join (
      select order_line_id, sum(coalesce(received_quantity, quantity))::int as claimed from return_request
      where return_state_id in (0, 20) or return_state_id = 10 and accepted_at is null group by 1) r on r.order_line_id = l.id
    where l.open_return_quantity <> coalesce(r.claimed, 0)
    union all
    select 'an exchange can be picked although nothing has come back, or cannot although it has', o.id
    from return_request r join order_line x on x.organisation_id = r.organisation_id and x.id = r.exchange_line_id
    join orders o on o.organisation_id = x.organisation_id and o.id = x.order_id
    where r.action_kind = 'exchange' and o.order_state_id in (10, 20) and o.picking_started_at is null
      -- It may be sent in advance; only then nothing has come back.
      and (o.released_at is null) <> (r.accepted_at is null and not exists (
        select from order_event e where e.organisation_id = o.organisation_id and e.order_id = o.id and e.kind = 'exchange_released'))
    union all
    select 'stock differs from its entries', s.combination_id
    from stock_level s left join (
      select combination_id, sum(on_hand_delta)::int as on_hand, sum(reserved_delta)::int as reserved from stock_entry group by 1) e using (combination_id)
    where s.combination_id in (select combination_id from line) and row (s.on_hand, s.reserved) is distinct from row (coalesce(e.on_hand, 0), coalesce(e.reserved, 0))
    order by 1, 2`.execute(db);
  return [...found.rows, ...(await findLedgerFaults(db))];
}

/** What does not add up about sent pieces, invoices, credit notes and payments, in every organisation. `since` leaves out earlier orders. */
export async function findDocumentFaults(db: Db, since: number): Promise<Fault[]> {
  const found = await sql<Fault>`
    with line as (select l.*, o.origin = 'exchange' as is_exchange from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id where l.order_id >= ${since}),
    sent as (
      select x.order_line_id, sum(x.quantity)::int as pieces, coalesce(sum(x.quantity) filter (where s.billed_at is not null), 0)::int as billed
      from shipment_line x join shipment s on s.organisation_id = x.organisation_id and s.id = x.shipment_id group by 1),
    charged as (
      select order_line_id, sum(quantity)::int as pieces, sum(net_minor) as net, sum(tax_minor) as tax from invoice_line
      where kind = 'goods' and credited_line_id is null group by 1),
    document as (
      select i.*, (select row (sum(l.net_minor), sum(l.tax_minor)) = row (i.net_minor, i.tax_minor) from invoice_line l
          where l.organisation_id = i.organisation_id and l.invoice_id = i.id) as adds_up,
        (select coalesce(sum(a.amount_minor), 0) from payment_allocation a where a.organisation_id = i.organisation_id and a.invoice_id = i.id) as covered,
        row_number() over (partition by brand_id, kind order by id) as place
      from invoice i)
    select 'a line has sent other pieces than its parcels hold' as fault, l.id from line l left join sent s on s.order_line_id = l.id
    where l.shipped_quantity <> coalesce(s.pieces, 0)
    union all
    select 'a line was charged for other pieces than were sent and invoiced', l.id
    from line l left join sent s on s.order_line_id = l.id left join charged c on c.order_line_id = l.id
    where row (coalesce(c.pieces, 0), coalesce(c.net, 0), coalesce(c.tax, 0)) is distinct from (
      select row (pieces, (pieces * l.unit_price_minor)::numeric,
          round((l.card_quantity + pieces) * l.unit_price_minor * l.tax_rate) - round(l.card_quantity * l.unit_price_minor * l.tax_rate))
        from (select case when l.is_exchange or l.unit_price_minor = 0 then 0 else least(coalesce(s.billed, 0), l.quantity - l.card_quantity) end as pieces) x)
    union all
    select 'a set-up was not charged with the first piece of its design, or before it', h.id
    from order_charge h where h.order_id >= ${since} and h.kind = 'setup' and exists (
      select from line l join order_line_customisation k on k.order_line_id = l.id
      where l.order_id = h.order_id and k.design_key = h.design_key and l.unit_price_minor > 0) and coalesce((
      select min(i.invoice_id) from invoice_line i where i.order_charge_id = h.id and i.credited_line_id is null), 0) <> coalesce((
        select min(i.invoice_id) from line l join order_line_customisation k on k.order_line_id = l.id
        join invoice_line i on i.order_line_id = l.id and i.credited_line_id is null
        where l.order_id = h.order_id and k.design_key = h.design_key), 0)
    union all
    select 'a line counts other pieces as returned than have come back', l.id
    from line l left join (select order_line_id, sum(received_quantity)::int as pieces from return_request where accepted_at is not null group by 1) r on r.order_line_id = l.id
    where l.returned_quantity <> coalesce(r.pieces, 0)
    union all
    select 'numbers have a gap', id from document where serial <> place
    union all
    select 'a number was given to no document', c.brand_id from document_counter c
    where c.last_serial <> (select count(*) from invoice i where i.brand_id = c.brand_id and i.kind = c.kind)
      + (select count(*) from receipt r where r.brand_id = c.brand_id and c.kind = 'receipt')
    union all
    select 'a document differs from its lines or payments', id from document where not adds_up or settled_minor <> covered
    union all
    select 'an order says other than its invoices what was invoiced', o.id from orders o
    where o.id >= ${since} and o.invoiced_minor <> (
      select coalesce(sum(l.net_minor + l.tax_minor), 0) from invoice_line l
      where l.organisation_id = o.organisation_id and l.order_id = o.id and l.credited_line_id is null)
    union all
    select 'more was credited of a line than it charged', c.credited_line_id
    from invoice_line c join invoice_line l on l.organisation_id = c.organisation_id and l.id = c.credited_line_id
    group by 2 having sum(c.net_minor) > min(l.net_minor) or sum(c.tax_minor) > min(l.tax_minor) or sum(c.quantity) > min(l.quantity)
    union all
    select 'all of a line was credited, but not all of its tax', c.credited_line_id
    from invoice_line c join invoice_line l on l.organisation_id = c.organisation_id and l.id = c.credited_line_id
    group by 2 having sum(c.net_minor) = min(l.net_minor) and sum(c.tax_minor) <> min(l.tax_minor)
    union all
    select 'a payment covers more than it is, or other than it says', p.id
    from payment_record p left join (select payment_id, sum(amount_minor) as covered from payment_allocation group by 1) a on a.payment_id = p.id
    where p.allocated_minor <> coalesce(a.covered, 0) or p.allocated_minor > greatest(p.amount_minor, 0)
    order by 1, 2`.execute(db);
  return found.rows;
}
