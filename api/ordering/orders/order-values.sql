-- The values of orders, as projections of their lines.

-- Nothing is charged for an exchange: the exchanged pieces were. Its lines therefore add nothing to what was ordered and shipped.
-- Sums what has been shipped, cancelled and is pending of the orders whose lines changed. Cancelled pieces keep their price when those that remain get
-- another: their value is what the line costs beyond the pieces that remain. An order of which every piece is cancelled costs nothing
-- to deliver or to pay for.
-- What a card pays is that of its pieces which are not cancelled, and of delivery, fee and charges where it pays for everything.
-- Setting up a design is not owed once every piece with it has been cancelled, unless the decorator had begun: nothing of it was made then. What an answer
-- adds is not owed once everything has been cancelled.
create or replace function project_order_values() returns trigger language plpgsql as $$
begin
  update order_charge h
  set cancelled_at = now()
  from (select distinct c.organisation_id, c.order_id from new_rows c where c.cancelled_quantity > 0) changed
  where h.organisation_id = changed.organisation_id and h.order_id = changed.order_id and h.cancelled_at is null and case h.kind
    when 'setup' then not exists (
      select from order_line l join order_line_customisation k on k.organisation_id = l.organisation_id and k.order_line_id = l.id
      where l.organisation_id = h.organisation_id and l.order_id = h.order_id and k.design_key = h.design_key
        and (l.cancelled_quantity < l.quantity or l.decoration_started_at is not null))
    else not exists (
      select from order_line l where l.organisation_id = h.organisation_id and l.order_id = h.order_id and l.cancelled_quantity < l.quantity) end;
  update orders o
  set goods_minor = l.goods, goods_tax_minor = l.tax, shipping_minor = l.charged * o.shipping_minor, shipping_tax_minor = l.charged * o.shipping_tax_minor,
    fee_minor = l.charged * o.fee_minor, charges_minor = h.charge, charges_tax_minor = h.tax,
    total_minor = l.goods + l.tax + l.charged * (o.shipping_minor + o.shipping_tax_minor + o.fee_minor) + h.charge + h.tax,
    shipped_value_minor = l.shipped, cancelled_value_minor = l.cancelled, pending_value_minor = l.goods - l.shipped - l.cancelled,
    card_minor = case when o.card_payer is null then 0 else payable_by_card((card_value_of_lines(o.organisation_id, o.id)
      + case when o.is_all_by_card then l.charged * (o.shipping_minor + o.shipping_tax_minor + o.fee_minor) + h.charge + h.tax else 0 end)::bigint,
      o.currency_code) end
  from (select distinct c.organisation_id, c.order_id from new_rows c) changed
  -- One look-up for each order: a plain join would read all lines there are.
  cross join lateral (
    select (bool_or(n.cancelled_quantity < n.quantity))::int as charged, sum(n.price_minor) as goods, sum(n.tax_minor) as tax,
      coalesce(sum(n.unit_price_minor * n.shipped_quantity) filter (where n.exchange_of_line_id is null), 0) as shipped,
      coalesce(sum(n.price_minor - n.unit_price_minor * (n.quantity - n.cancelled_quantity)) filter (where n.exchange_of_line_id is null), 0) as cancelled
    from order_line n
    where n.organisation_id = changed.organisation_id and n.order_id = changed.order_id) l
  cross join lateral (
    select coalesce(sum(c.charge_minor), 0) as charge, coalesce(sum(c.tax_minor), 0) as tax from order_charge c
    where c.organisation_id = changed.organisation_id and c.order_id = changed.order_id and c.cancelled_at is null) h
  where o.organisation_id = changed.organisation_id and o.id = changed.order_id
    and (row (o.goods_minor, o.goods_tax_minor, o.shipped_value_minor, o.cancelled_value_minor) is distinct from row (l.goods, l.tax, l.shipped, l.cancelled)
      or o.charges_minor <> h.charge
      or o.card_payer is not null
      or l.charged = 0);
  return null;
end $$;
create or replace trigger project_order_values after update on order_line referencing new table as new_rows
  for each statement execute function project_order_values();
