-- Keeps the uniform status of people in step with the tables that it is computed from.

-- For tables in which a row belongs to one person: reads the ids of the people whose rows changed.
create function refresh_status_of_customers() returns trigger language plpgsql as $$
declare
  affected record;
begin
  if tg_table_name = 'customer' and tg_op = 'INSERT' then
    for affected in select organisation_id, array_agg(id order by id) as people from new_rows group by 1 loop
      perform refresh_uniform_status(affected.organisation_id, affected.people);
    end loop;
  elsif tg_table_name = 'customer' then
    for affected in
      select n.organisation_id, array_agg(n.id order by n.id) as people from new_rows n join old_rows o on o.id = n.id
      where row (n.active, n.deleted_at is null, n.resort_id, n.business_area_id, n.starts_on, n.wardrobe_opt_out_at is null,
          n.measured_at, n.special_measurements_at, n.email_domain)
        is distinct from row (o.active, o.deleted_at is null, o.resort_id, o.business_area_id, o.starts_on,
          o.wardrobe_opt_out_at is null, o.measured_at, o.special_measurements_at, o.email_domain)
      group by 1
    loop
      perform refresh_uniform_status(affected.organisation_id, affected.people);
    end loop;
  elsif tg_op = 'INSERT' then
    for affected in select organisation_id, array_agg(distinct customer_id) as people from new_rows group by 1 loop
      perform refresh_uniform_status(affected.organisation_id, affected.people);
    end loop;
  else
    for affected in select organisation_id, array_agg(distinct customer_id) as people from old_rows group by 1 loop
      perform refresh_uniform_status(affected.organisation_id, affected.people);
    end loop;
  end if;
  return null;
end $$;
create trigger refresh_status_on_insert after insert on customer referencing new table as new_rows for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_update after update on customer referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_insert after insert on customer_group referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_delete after delete on customer_group referencing old table as old_rows for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_insert after insert on customer_season referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_delete after delete on customer_season referencing old table as old_rows for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_insert after insert on customer_collection referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_delete after delete on customer_collection referencing old table as old_rows
  for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_insert after insert on customer_super_group_option referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create trigger refresh_status_on_delete after delete on customer_super_group_option referencing old table as old_rows
  for each statement execute function refresh_status_of_customers();

-- Orders: placed, cancelled, returned. Shipping changes nothing that is due, and a line counts in its own season only.
create function refresh_status_of_order_lines() returns trigger language plpgsql as $$
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
create trigger refresh_status_on_insert after insert on order_line referencing new table as changed
  for each statement execute function refresh_status_of_order_lines();
create trigger refresh_status_on_delete after delete on order_line referencing old table as changed
  for each statement execute function refresh_status_of_order_lines();

create function refresh_status_of_changed_lines() returns trigger language plpgsql as $$
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
create trigger refresh_status_on_update after update on order_line referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_changed_lines();

-- What people are owed. What they have ordered changes together with their order lines, whose triggers run afterwards.
create function refresh_status_of_accounts() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select organisation_id, season_id, array_agg(distinct customer_id) as people from changed where season_id is not null and unit = 'pieces' group by 1, 2
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
  end loop;
  return null;
end $$;
create trigger refresh_status_on_insert after insert on entitlement_account referencing new table as changed
  for each statement execute function refresh_status_of_accounts();
create trigger refresh_status_on_delete after delete on entitlement_account referencing old table as changed
  for each statement execute function refresh_status_of_accounts();

create function refresh_status_of_changed_accounts() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select n.organisation_id, n.season_id, array_agg(distinct n.customer_id) as people
    from new_rows n join old_rows x on x.organisation_id = n.organisation_id and x.id = n.id
    where n.season_id is not null and n.unit = 'pieces'
      and row (n.status, n.allowance, n.minimum, n.is_withdrawn, n.super_group_option_id)
        is distinct from row (x.status, x.allowance, x.minimum, x.is_withdrawn, x.super_group_option_id)
    group by 1, 2
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
  end loop;
  return null;
end $$;
create trigger refresh_status_on_update after update on entitlement_account referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_changed_accounts();

-- An order that is cancelled or rejected, or no longer so.
create function refresh_status_of_orders() returns trigger language plpgsql as $$
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
create trigger refresh_status_on_update after update on orders referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_orders();

-- Either/ors: everyone who has the wardrobe is recomputed, because an option without groups owes nothing.
create function refresh_status_of_collections() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select cc.organisation_id, array_agg(distinct cc.customer_id) as people
    from changed x join customer_collection cc on cc.organisation_id = x.organisation_id and cc.collection_id = x.collection_id
    group by 1
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people);
  end loop;
  return null;
end $$;
create trigger refresh_status_on_insert after insert on super_group referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_update after update on super_group referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_delete after delete on super_group referencing old table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_insert after insert on super_group_option referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_delete after delete on super_group_option referencing old table as changed
  for each statement execute function refresh_status_of_collections();
