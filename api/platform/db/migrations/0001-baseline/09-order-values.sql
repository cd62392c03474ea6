-- The values of orders, as projections of their lines.

-- Sums what has been shipped, cancelled and is pending of the orders whose lines changed.
create function project_order_values() returns trigger language plpgsql as $$
begin
  update orders o
  set goods_minor = l.goods, goods_tax_minor = l.tax, total_minor = l.goods + l.tax + o.shipping_minor + o.shipping_tax_minor + o.fee_minor,
    shipped_value_minor = l.shipped, cancelled_value_minor = l.cancelled, pending_value_minor = l.goods - l.shipped - l.cancelled
  from (
    select n.organisation_id, n.order_id, sum(n.price_minor) as goods, sum(n.tax_minor) as tax,
      sum(n.unit_price_minor * n.shipped_quantity) as shipped, sum(n.unit_price_minor * n.cancelled_quantity) as cancelled
    from order_line n
    where (n.organisation_id, n.order_id) in (select c.organisation_id, c.order_id from new_rows c)
    group by 1, 2) l
  where o.organisation_id = l.organisation_id and o.id = l.order_id
    and row (o.goods_minor, o.goods_tax_minor, o.shipped_value_minor, o.cancelled_value_minor) is distinct from row (l.goods, l.tax, l.shipped, l.cancelled);
  return null;
end $$;
create trigger project_order_values after update on order_line referencing new table as new_rows
  for each statement execute function project_order_values();
