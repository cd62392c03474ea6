-- The figures of orders and of their products, counted as orders change.

-- Whether an order counts in the figures of products, and as an order: pending, processing or complete, and no test order.
create or replace function is_counted_order(order_state_id smallint, is_test boolean) returns boolean language sql immutable
return not is_test and order_state_id in (10, 20, 30);

-- Merges the rows added since the last time, in one process at a time; the sums stay the same for everyone who reads meanwhile.
create or replace function compact_order_figures(organisation bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashint8extended(organisation, 7404029)) then return; end if;
  with gone as (delete from order_figures where organisation_id = organisation and not is_sum returning *)
  insert into order_figures as f
  select organisation_id, season_id, month_on, organisation_group_id, resort_id, business_area_id, order_state_id, shipping_state_id, is_exchange, sum(orders), sum(pieces),
    sum(goods_minor), sum(shipped_value_minor), sum(cancelled_value_minor), sum(pending_value_minor), true
  from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (organisation_id, season_id, month_on, organisation_group_id, resort_id, business_area_id, order_state_id, shipping_state_id, is_exchange) where is_sum
  do update set orders = f.orders + excluded.orders, pieces = f.pieces + excluded.pieces, goods_minor = f.goods_minor + excluded.goods_minor,
    shipped_value_minor = f.shipped_value_minor + excluded.shipped_value_minor, cancelled_value_minor = f.cancelled_value_minor + excluded.cancelled_value_minor,
    pending_value_minor = f.pending_value_minor + excluded.pending_value_minor;
  with gone as (delete from product_figures where organisation_id = organisation and not is_sum returning *)
  insert into product_figures as f
  select organisation_id, season_id, organisation_group_id, resort_id, business_area_id, product_id, sum(pieces), sum(price_minor), true
  from gone group by 1, 2, 3, 4, 5, 6
  on conflict (organisation_id, season_id, organisation_group_id, resort_id, business_area_id, product_id) where is_sum
  do update set pieces = f.pieces + excluded.pieces, price_minor = f.price_minor + excluded.price_minor;
end $$;

-- Counts an organisation's orders anew: when its months begin at another time, after work on the tables with triggers disabled, or as a check. What others
-- have added without having committed it is counted by their rows.
create or replace function rebuild_order_figures(organisation bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashint8extended(organisation, 7404029));
  -- One statement, so that what is deleted and what is counted are of the same moment.
  with gone as (delete from order_figures where organisation_id = organisation), gone_products as (delete from product_figures where organisation_id = organisation),
  added as (
    insert into order_figures
    select o.organisation_id, coalesce(o.season_id, 0), date_trunc('month', o.created_at at time zone g.time_zone)::date, coalesce(o.organisation_group_id, 0),
      coalesce(o.resort_id, 0), coalesce(o.business_area_id, 0), o.order_state_id, o.shipping_state_id, o.origin = 'exchange', count(*), coalesce(sum(l.pieces), 0),
      sum(o.goods_minor), sum(o.shipped_value_minor), sum(o.cancelled_value_minor), sum(o.pending_value_minor), false
    from orders o
    join organisation g on g.id = o.organisation_id
    left join (select order_id, sum(quantity) as pieces from order_line where organisation_id = organisation group by 1) l on l.order_id = o.id
    where o.organisation_id = organisation and not o.is_test group by 1, 2, 3, 4, 5, 6, 7, 8, 9)
  insert into product_figures
  select o.organisation_id, coalesce(o.season_id, 0), coalesce(o.organisation_group_id, 0), coalesce(o.resort_id, 0), coalesce(o.business_area_id, 0),
    l.product_id, sum(l.quantity), sum(l.price_minor), false
  from orders o join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
  where o.organisation_id = organisation and is_counted_order(o.order_state_id, o.is_test) group by 1, 2, 3, 4, 5, 6;
  perform compact_order_figures(organisation);
end $$;

-- Orders as they are placed, and as they change: what they were is taken away, what they are is added. Their lines are counted as they are written.
create or replace function count_placed_figures() returns trigger language plpgsql as $$
declare
  organisation bigint;
begin
  insert into order_figures
  select n.organisation_id, coalesce(n.season_id, 0), date_trunc('month', n.created_at at time zone g.time_zone)::date, coalesce(n.organisation_group_id, 0),
    coalesce(n.resort_id, 0), coalesce(n.business_area_id, 0), n.order_state_id, n.shipping_state_id, n.origin = 'exchange', count(*), 0, sum(n.goods_minor),
    sum(n.shipped_value_minor), sum(n.cancelled_value_minor), sum(n.pending_value_minor)
  from new_rows n join organisation g on g.id = n.organisation_id where not n.is_test group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  -- Occasionally, so that the number of rows stays near the number of sums.
  if random() < 0.02 then
    for organisation in select distinct organisation_id from new_rows loop perform compact_order_figures(organisation); end loop;
  end if;
  return null;
end $$;
create or replace trigger count_figures_on_insert after insert on orders referencing new table as new_rows
  for each statement execute function count_placed_figures();

create or replace function count_changed_figures() returns trigger language plpgsql as $$
begin
  -- Most updates change nothing that is counted. EXCEPT and not a join: plans are kept, and one that was made for a single order would compare every
  -- order of a large update with every other.
  if not exists (
    select n.organisation_id, n.id, n.season_id, n.created_at, n.organisation_group_id, n.resort_id, n.business_area_id, n.order_state_id, n.shipping_state_id,
      n.origin, n.is_test, n.goods_minor, n.shipped_value_minor, n.cancelled_value_minor, n.pending_value_minor
    from new_rows n
    except
    select o.organisation_id, o.id, o.season_id, o.created_at, o.organisation_group_id, o.resort_id, o.business_area_id, o.order_state_id, o.shipping_state_id,
      o.origin, o.is_test, o.goods_minor, o.shipped_value_minor, o.cancelled_value_minor, o.pending_value_minor
    from old_rows o) then
    return null;
  end if;
  insert into order_figures
  with changed as (
    select n.organisation_id, n.id,
      row (n.organisation_id, n.season_id, n.created_at, n.organisation_group_id, n.resort_id, n.business_area_id, n.order_state_id, n.shipping_state_id, n.origin, n.is_test)
        is distinct from row (o.organisation_id, o.season_id, o.created_at, o.organisation_group_id, o.resort_id, o.business_area_id, o.order_state_id,
          o.shipping_state_id, o.origin, o.is_test) as has_moved
    from new_rows n join old_rows o on o.organisation_id = n.organisation_id and o.id = n.id
    where row (n.season_id, n.created_at, n.organisation_group_id, n.resort_id, n.business_area_id, n.order_state_id, n.shipping_state_id, n.origin, n.is_test,
        n.goods_minor, n.shipped_value_minor, n.cancelled_value_minor, n.pending_value_minor)
      is distinct from row (o.season_id, o.created_at, o.organisation_group_id, o.resort_id, o.business_area_id, o.order_state_id, o.shipping_state_id, o.origin, o.is_test,
        o.goods_minor, o.shipped_value_minor, o.cancelled_value_minor, o.pending_value_minor)),
  pieces as materialized (
    select c.organisation_id, c.id, case when c.has_moved then (
      select sum(l.quantity) from order_line l where l.organisation_id = c.organisation_id and l.order_id = c.id) end as pieces
    from changed c)
  select r.organisation_id, coalesce(r.season_id, 0), date_trunc('month', r.created_at at time zone g.time_zone)::date, coalesce(r.organisation_group_id, 0),
    coalesce(r.resort_id, 0), coalesce(r.business_area_id, 0), r.order_state_id, r.shipping_state_id, r.origin = 'exchange', sum(r.sign), sum(r.sign * coalesce(p.pieces, 0)),
    sum(r.sign * r.goods_minor), sum(r.sign * r.shipped_value_minor), sum(r.sign * r.cancelled_value_minor), sum(r.sign * r.pending_value_minor)
  from (select n.*, 1 as sign from new_rows n union all select o.*, -1 from old_rows o) r
  join pieces p on p.organisation_id = r.organisation_id and p.id = r.id
  join organisation g on g.id = r.organisation_id
  where not r.is_test
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  having sum(r.sign) <> 0 or sum(r.sign * r.goods_minor) <> 0 or sum(r.sign * r.shipped_value_minor) <> 0 or sum(r.sign * r.cancelled_value_minor) <> 0
    or sum(r.sign * r.pending_value_minor) <> 0 or sum(r.sign * coalesce(p.pieces, 0)) <> 0;

  insert into product_figures
  with changed as (
    select n.organisation_id, n.id from new_rows n join old_rows o on o.organisation_id = n.organisation_id and o.id = n.id
    where row (n.season_id, n.organisation_group_id, n.resort_id, n.business_area_id, is_counted_order(n.order_state_id, n.is_test))
      is distinct from row (o.season_id, o.organisation_group_id, o.resort_id, o.business_area_id, is_counted_order(o.order_state_id, o.is_test)))
  select r.organisation_id, coalesce(r.season_id, 0), coalesce(r.organisation_group_id, 0), coalesce(r.resort_id, 0), coalesce(r.business_area_id, 0), l.product_id,
    sum(r.sign * l.quantity), sum(r.sign * l.price_minor)
  from (select n.*, 1 as sign from new_rows n union all select o.*, -1 from old_rows o) r
  join changed c on c.organisation_id = r.organisation_id and c.id = r.id
  join order_line l on l.organisation_id = r.organisation_id and l.order_id = r.id
  where is_counted_order(r.order_state_id, r.is_test)
  group by 1, 2, 3, 4, 5, 6 having sum(r.sign * l.quantity) <> 0 or sum(r.sign * l.price_minor) <> 0;
  return null;
end $$;
create or replace trigger count_figures_on_update after update on orders referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_figures();

-- Orders are not deleted in normal operation; their lines went before.
create or replace function count_deleted_figures() returns trigger language plpgsql as $$
begin
  insert into order_figures
  select o.organisation_id, coalesce(o.season_id, 0), date_trunc('month', o.created_at at time zone g.time_zone)::date, coalesce(o.organisation_group_id, 0),
    coalesce(o.resort_id, 0), coalesce(o.business_area_id, 0), o.order_state_id, o.shipping_state_id, o.origin = 'exchange', -count(*), 0, -sum(o.goods_minor),
    -sum(o.shipped_value_minor), -sum(o.cancelled_value_minor), -sum(o.pending_value_minor)
  from old_rows o join organisation g on g.id = o.organisation_id where not o.is_test group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create or replace trigger count_figures_on_delete after delete on orders referencing old table as old_rows
  for each statement execute function count_deleted_figures();

-- Adds pieces and value of lines to the figures of their orders, which are locked.
create or replace function add_line_figures(organisations bigint[], orders bigint[], products bigint[], quantities bigint[], prices bigint[]) returns void
language sql as $$
  insert into order_figures
  select o.organisation_id, coalesce(o.season_id, 0), date_trunc('month', o.created_at at time zone g.time_zone)::date, coalesce(o.organisation_group_id, 0),
    coalesce(o.resort_id, 0), coalesce(o.business_area_id, 0), o.order_state_id, o.shipping_state_id, o.origin = 'exchange', 0, sum(l.quantity), 0, 0, 0, 0
  from unnest(organisations, orders, quantities) l (organisation_id, order_id, quantity)
  join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
  join organisation g on g.id = o.organisation_id
  where not o.is_test group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(l.quantity) <> 0;
  insert into product_figures
  select o.organisation_id, coalesce(o.season_id, 0), coalesce(o.organisation_group_id, 0), coalesce(o.resort_id, 0), coalesce(o.business_area_id, 0),
    l.product_id, sum(l.quantity), sum(l.price_minor)
  from unnest(organisations, orders, products, quantities, prices) l (organisation_id, order_id, product_id, quantity, price_minor)
  join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
  where is_counted_order(o.order_state_id, o.is_test) group by 1, 2, 3, 4, 5, 6 having sum(l.quantity) <> 0 or sum(l.price_minor) <> 0;
$$;

create or replace function count_line_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_line_figures(array_agg(organisation_id), array_agg(order_id), array_agg(product_id), array_agg(quantity::bigint), array_agg(price_minor))
    from new_rows having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_line_figures(array_agg(organisation_id), array_agg(order_id), array_agg(product_id), array_agg(-quantity::bigint), array_agg(-price_minor))
    from old_rows having count(*) > 0;
  else
    perform add_line_figures(array_agg(l.organisation_id), array_agg(l.order_id), array_agg(l.product_id), array_agg(l.sign * l.quantity), array_agg(l.sign * l.price_minor))
    from (
      select n.organisation_id, n.id, n.order_id, n.product_id, n.quantity, n.price_minor, 1::bigint as sign from new_rows n
      union all select o.organisation_id, o.id, o.order_id, o.product_id, o.quantity, o.price_minor, -1 from old_rows o) l
    where (l.organisation_id, l.id) in (
      select n.organisation_id, n.id from new_rows n join old_rows o on o.organisation_id = n.organisation_id and o.id = n.id
      where row (n.order_id, n.product_id, n.quantity, n.price_minor) is distinct from row (o.order_id, o.product_id, o.quantity, o.price_minor))
    having count(*) > 0;
  end if;
  return null;
end $$;
create or replace trigger count_figures_on_insert after insert on order_line referencing new table as new_rows
  for each statement execute function count_line_figures();
create or replace trigger count_figures_on_update after update on order_line referencing old table as old_rows new table as new_rows
  for each statement execute function count_line_figures();
create or replace trigger count_figures_on_delete after delete on order_line referencing old table as old_rows
  for each statement execute function count_line_figures();

-- Months begin at another time in another time zone.
create or replace function recount_figures_in_time_zone() returns trigger language plpgsql as $$
begin
  perform rebuild_order_figures(new.id);
  return null;
end $$;
create or replace trigger recount_figures_in_time_zone after update of time_zone on organisation
  for each row when (old.time_zone <> new.time_zone) execute function recount_figures_in_time_zone();
