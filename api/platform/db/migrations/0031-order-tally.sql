-- How many orders each person has, so that no list of orders has to count them. Written by triggers in the transaction that places
-- the order.

create table order_tally (
  organisation_id int not null,
  customer_id     int not null,
  orders          int not null,
  primary key (organisation_id, customer_id),
  foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade
);

create function tally_orders(organisation int, customer int, more int) returns void language sql as $$
  insert into order_tally values (organisation, customer, more)
  on conflict (organisation_id, customer_id) do update set orders = order_tally.orders + excluded.orders;
$$;

create function tally_placed_orders() returns trigger language plpgsql as $$
begin
  insert into order_tally
  select organisation_id, customer_id, count(*) from became group by 1, 2 order by 1, 2
  on conflict (organisation_id, customer_id) do update set orders = order_tally.orders + excluded.orders;
  return null;
end $$;
create trigger orders_tallied_at_first after insert on orders referencing new table as became
  for each statement execute function tally_placed_orders();

-- Neither happens in the portal's own work.
create function tally_moved_order() returns trigger language plpgsql as $$
begin
  perform tally_orders(old.organisation_id, old.customer_id, -1);
  if tg_op = 'UPDATE' then perform tally_orders(new.organisation_id, new.customer_id, 1); end if;
  return null;
end $$;
create trigger orders_tallied_at_last after delete on orders for each row execute function tally_moved_order();
create trigger orders_tallied after update of organisation_id, customer_id on orders
  for each row when (old.organisation_id <> new.organisation_id or old.customer_id <> new.customer_id) execute function tally_moved_order();

insert into order_tally select organisation_id, customer_id, count(*) from orders group by 1, 2;
