-- The number of orders of each person, counted as they are placed. Test orders are in no list of customers and are not counted.

-- Adds to the number of a person's orders.
create or replace function add_to_order_count(organisation bigint, customer bigint, more int) returns void language sql as $$
  insert into order_counts values (organisation, customer, more)
  on conflict (organisation_id, customer_id) do update set orders = order_counts.orders + excluded.orders;
$$;

-- Counts the orders that a statement placed.
create or replace function count_placed_orders() returns trigger language plpgsql as $$
begin
  insert into order_counts
  select organisation_id, customer_id, count(*) from new_rows where not is_test group by 1, 2 order by 1, 2
  on conflict (organisation_id, customer_id) do update set orders = order_counts.orders + excluded.orders;
  return null;
end $$;
create or replace trigger count_orders_on_insert after insert on orders referencing new table as new_rows
  for each statement execute function count_placed_orders();

-- Orders are neither deleted, moved to another person nor made test orders in normal operation.
create or replace function count_moved_order() returns trigger language plpgsql as $$
begin
  if not old.is_test then perform add_to_order_count(old.organisation_id, old.customer_id, -1); end if;
  if tg_op = 'UPDATE' and not new.is_test then perform add_to_order_count(new.organisation_id, new.customer_id, 1); end if;
  return null;
end $$;
create or replace trigger count_orders_on_delete after delete on orders for each row execute function count_moved_order();
create or replace trigger count_orders_on_update after update of organisation_id, customer_id, is_test on orders
  for each row when (old.organisation_id <> new.organisation_id or old.customer_id <> new.customer_id or old.is_test <> new.is_test) execute function count_moved_order();
