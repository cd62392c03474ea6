-- An order of which pieces are cancelled is charged as what remains: the price of a line depends on the tier that it was priced in, and what the supplier
-- cancels changes nothing for the customer.

alter table order_line
  add column tier_quantity int,
  add column supplier_cancelled_quantity int not null default 0,
  add constraint order_line_supplier_cancelled check (supplier_cancelled_quantity between 0 and cancelled_quantity) not valid;
comment on column order_line.tier_quantity is
  'From how many pieces on the unit price holds, when the line was priced by a quantity tier; null: no tier, or an order line from before this column.';
comment on column order_line.supplier_cancelled_quantity is
  'Those of cancelled_quantity that the supplier cancelled. They still count for tier, minimum and free delivery.';
comment on column order_line.unit_price_minor is
  'Without tax, of the pieces that are not cancelled. Of an exchange, what a piece is worth: nothing is charged for it.';
comment on column order_line.price_minor is
  'Without tax, for the whole line: unit_price_minor for each piece that is not cancelled, and for cancelled pieces what they cost when they were cancelled. 0 in an exchange.';

-- Orders that can still be changed: a tier of today whose price the line has, and what the ledger of the stock says the supplier released.
with released as (
  select organisation_id, order_line_id, -sum(reserved_delta) as pieces from stock_entry
  where kind = 'release' and actor_kind in ('operator', 'api_key') and order_line_id is not null group by 1, 2),
changeable as (
  select l.organisation_id, l.id, least(l.cancelled_quantity, coalesce(r.pieces, 0)) as by_supplier, (
      select max(t.quantity) from tier_price t
      where t.product_id = l.product_id and (t.organisation_id is null or t.organisation_id = l.organisation_id)
        and t.price_minor = l.unit_price_minor and t.quantity <= l.quantity) as tier_quantity
  from orders o join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
  left join released r on r.organisation_id = l.organisation_id and r.order_line_id = l.id
  where o.order_state_id in (10, 20, 50) and o.picking_started_at is null and o.origin <> 'exchange')
update order_line l set tier_quantity = c.tier_quantity, supplier_cancelled_quantity = c.by_supplier
from changeable c
where l.organisation_id = c.organisation_id and l.id = c.id and (c.tier_quantity is not null or c.by_supplier > 0);
