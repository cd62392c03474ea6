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

create or replace function refresh_status_of_changed_lines() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select n.organisation_id, place.season_id, array_agg(distinct place.wearer_id) as people
    from new_rows n join old_rows x on x.organisation_id = n.organisation_id and x.id = n.id
    cross join lateral (values (n.wearer_id, n.season_id), (x.wearer_id, x.season_id)) as place (wearer_id, season_id)
    where place.wearer_id is not null and place.season_id is not null
      and row (n.quantity, n.cancelled_quantity, n.returned_quantity, n.wearer_id, n.season_id, n.group_account_id, n.covered_quantity)
        is distinct from row (x.quantity, x.cancelled_quantity, x.returned_quantity, x.wearer_id, x.season_id, x.group_account_id, x.covered_quantity)
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
    from new_rows n join old_rows x on x.organisation_id = n.organisation_id and x.id = n.id
    join order_line l on l.organisation_id = n.organisation_id and l.order_id = n.id
    where l.wearer_id is not null and l.season_id is not null
      and row (n.order_state_id in (40, 60), n.created_at) is distinct from row (x.order_state_id in (40, 60), x.created_at)
    group by 1, 2
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
  end loop;
  return null;
end $$;
create or replace trigger refresh_status_on_update after update on orders referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_orders();
