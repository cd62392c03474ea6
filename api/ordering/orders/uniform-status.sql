-- Keeps the uniform status of people in step with what they order.

-- Orders: placed, cancelled, returned. Shipping changes nothing that is due, and a line counts in its own season only.
create or replace function refresh_status_of_order_lines() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select organisation_id, season_id, array_agg(distinct wearer_id) as people from changed
    where wearer_id is not null and season_id is not null group by 1, 2
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
  end loop;
  return null;
end $$;
create or replace trigger refresh_status_on_insert after insert on order_line referencing new table as changed
  for each statement execute function refresh_status_of_order_lines();
create or replace trigger refresh_status_on_delete after delete on order_line referencing old table as changed
  for each statement execute function refresh_status_of_order_lines();

-- Rows that are not the same before and after, of their wearers before and after. EXCEPT and not a join, as in api/entitlement/uniform-status-triggers.sql.
create or replace function refresh_status_of_changed_lines() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    with before as (
      select o.organisation_id, o.season_id, o.wearer_id, o.id, o.quantity, o.cancelled_quantity, o.returned_quantity, o.group_account_id, o.covered_quantity from old_rows o),
    after as (
      select n.organisation_id, n.season_id, n.wearer_id, n.id, n.quantity, n.cancelled_quantity, n.returned_quantity, n.group_account_id, n.covered_quantity from new_rows n)
    select organisation_id, season_id, array_agg(distinct wearer_id) as people
    from ((table after except table before) union all (table before except table after)) changed
    where wearer_id is not null and season_id is not null
    group by 1, 2
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
  end loop;
  return null;
end $$;
create or replace trigger refresh_status_on_update after update on order_line referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_changed_lines();

-- An order that is cancelled or rejected, or no longer so.
create or replace function refresh_status_of_orders() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select l.organisation_id, l.season_id, array_agg(distinct l.wearer_id) as people
    from (
      select n.organisation_id, n.id, n.order_state_id in (40, 60), n.created_at from new_rows n
      except
      select o.organisation_id, o.id, o.order_state_id in (40, 60), o.created_at from old_rows o) changed
    join order_line l on l.organisation_id = changed.organisation_id and l.order_id = changed.id
    where l.wearer_id is not null and l.season_id is not null
    group by 1, 2
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
  end loop;
  return null;
end $$;
create or replace trigger refresh_status_on_update after update on orders referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_orders();
