-- The values of orders, as projections of their lines.

-- Nothing is charged for an exchange: the exchanged pieces were. Its lines therefore add nothing to what was ordered and shipped.
-- Sums what has been shipped, cancelled and is pending of the orders whose lines changed. Cancelled pieces keep their price when those that remain get
-- another: their value is what the line costs beyond the pieces that remain. An order of which every piece is cancelled costs nothing
-- to deliver or to pay for.
create or replace function project_order_values() returns trigger language plpgsql as $$
begin
  update orders o
  set goods_minor = l.goods, goods_tax_minor = l.tax, shipping_minor = l.charged * o.shipping_minor, shipping_tax_minor = l.charged * o.shipping_tax_minor,
    fee_minor = l.charged * o.fee_minor, total_minor = l.goods + l.tax + l.charged * (o.shipping_minor + o.shipping_tax_minor + o.fee_minor),
    shipped_value_minor = l.shipped, cancelled_value_minor = l.cancelled, pending_value_minor = l.goods - l.shipped - l.cancelled
  from (select distinct c.organisation_id, c.order_id from new_rows c) changed
  -- One look-up for each order: a plain join would read all lines there are.
  cross join lateral (
    select (bool_or(n.cancelled_quantity < n.quantity))::int as charged, sum(n.price_minor) as goods, sum(n.tax_minor) as tax,
      coalesce(sum(n.unit_price_minor * n.shipped_quantity) filter (where n.exchange_of_line_id is null), 0) as shipped,
      coalesce(sum(n.price_minor - n.unit_price_minor * (n.quantity - n.cancelled_quantity)) filter (where n.exchange_of_line_id is null), 0) as cancelled
    from order_line n
    where n.organisation_id = changed.organisation_id and n.order_id = changed.order_id) l
  where o.organisation_id = changed.organisation_id and o.id = changed.order_id
    and (row (o.goods_minor, o.goods_tax_minor, o.shipped_value_minor, o.cancelled_value_minor) is distinct from row (l.goods, l.tax, l.shipped, l.cancelled)
      or l.charged = 0);
  return null;
end $$;
create or replace trigger project_order_values after update on order_line referencing new table as new_rows
  for each statement execute function project_order_values();
