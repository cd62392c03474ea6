-- The orders that people of a group have placed elsewhere, kept as orders are placed and as people change groups.

-- What order_elsewhere has to have.
create or replace view current_order_elsewhere as
select o.organisation_id, o.id as order_id, g.organisation_group_id, o.season_id, o.customer_id
from orders o join customer_group g on g.organisation_id = o.organisation_id and g.customer_id = o.customer_id
where o.organisation_group_id is distinct from g.organisation_group_id;

-- An order and a change of its person's groups at the same time must see each other: both lock the row of the uniform status that refresh_uniform_status()
-- locks, and read afterwards.
create or replace function add_placed_elsewhere() returns trigger language plpgsql as $$
begin
  perform from uniform_status s where s.season_id = 0 and (s.organisation_id, s.customer_id) in (select n.organisation_id, n.customer_id from new_rows n)
  order by s.organisation_id, s.customer_id for update;
  insert into order_elsewhere
  select e.organisation_id, e.order_id, e.organisation_group_id, e.season_id
  from new_rows n join current_order_elsewhere e on e.organisation_id = n.organisation_id and e.order_id = n.id
  on conflict do nothing;
  return null;
end $$;
create or replace trigger elsewhere_on_insert after insert on orders referencing new table as new_rows
  for each statement execute function add_placed_elsewhere();

-- Orders are moved neither to another group or season nor to another person in normal operation.
create or replace function replace_order_elsewhere() returns trigger language plpgsql as $$
begin
  delete from order_elsewhere where organisation_id = old.organisation_id and order_id = old.id;
  insert into order_elsewhere
  select organisation_id, order_id, organisation_group_id, season_id from current_order_elsewhere where organisation_id = new.organisation_id and order_id = new.id;
  return null;
end $$;
create or replace trigger elsewhere_on_update after update of organisation_id, customer_id, organisation_group_id, season_id on orders
  for each row when (old.organisation_id <> new.organisation_id or old.customer_id <> new.customer_id or old.organisation_group_id is distinct from new.organisation_group_id
    or old.season_id is distinct from new.season_id)
  execute function replace_order_elsewhere();

-- A person's groups are replaced by deleting and inserting. The people of each group are an array, so that PostgreSQL begins with their orders: joined to
-- the rows that have changed, it has read all orders elsewhere of the group for each of them.
create or replace function change_groups_elsewhere() returns trigger language plpgsql as $$
declare
  affected record;
begin
  if tg_op = 'DELETE' then
    for affected in select organisation_id, organisation_group_id, array_agg(customer_id) as people from old_rows group by 1, 2 order by 1, 2 loop
      perform from uniform_status s where s.organisation_id = affected.organisation_id and s.season_id = 0 and s.customer_id = any (affected.people)
      order by s.customer_id for update;
      delete from order_elsewhere e
      where e.organisation_id = affected.organisation_id and e.organisation_group_id = affected.organisation_group_id and e.order_id = any (array(
        select o.id from orders o where o.organisation_id = affected.organisation_id and o.customer_id = any (affected.people)));
    end loop;
  else
    for affected in select organisation_id, organisation_group_id, array_agg(customer_id) as people from new_rows group by 1, 2 order by 1, 2 loop
      perform from uniform_status s where s.organisation_id = affected.organisation_id and s.season_id = 0 and s.customer_id = any (affected.people)
      order by s.customer_id for update;
      insert into order_elsewhere
      select e.organisation_id, e.order_id, e.organisation_group_id, e.season_id from current_order_elsewhere e
      where e.organisation_id = affected.organisation_id and e.organisation_group_id = affected.organisation_group_id and e.customer_id = any (affected.people)
      on conflict do nothing;
    end loop;
  end if;
  return null;
end $$;
create or replace trigger elsewhere_on_insert after insert on customer_group referencing new table as new_rows
  for each statement execute function change_groups_elsewhere();
create or replace trigger elsewhere_on_delete after delete on customer_group referencing old table as old_rows
  for each statement execute function change_groups_elsewhere();

-- Finds an organisation's orders elsewhere anew: after work on the tables with triggers disabled, or as a check. Groups of people do not change meanwhile;
-- orders that others place keep their own rows.
create or replace function rebuild_order_elsewhere(organisation bigint) returns void language plpgsql as $$
begin
  lock table customer_group in share row exclusive mode;
  delete from order_elsewhere where organisation_id = organisation;
  insert into order_elsewhere
  select organisation_id, order_id, organisation_group_id, season_id from current_order_elsewhere where organisation_id = organisation
  on conflict do nothing;
end $$;
