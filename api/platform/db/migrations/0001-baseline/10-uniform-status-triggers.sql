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
      where row (n.active, n.deleted_at is null, n.resort_id, n.business_area_id, n.allocation_type_id, n.starts_on, n.wardrobe_opt_out_at is null,
          n.measured_at, n.special_measurements_at, n.email_domain)
        is distinct from row (o.active, o.deleted_at is null, o.resort_id, o.business_area_id, o.allocation_type_id, o.starts_on,
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

-- Orders: placed, cancelled, rejected, returned. Shipping changes nothing that is due, and an order counts in its own
-- season only.
create function refresh_status_of_order_lines() returns trigger language plpgsql as $$
declare
  affected record;
begin
  if tg_op = 'INSERT' then
    for affected in
      select l.organisation_id, o.season_id, array_agg(distinct coalesce(l.wearer_id, o.customer_id)) as people
      from new_rows l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id where o.season_id is not null group by 1, 2
    loop
      perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
    end loop;
  elsif tg_op = 'DELETE' then
    for affected in
      select l.organisation_id, o.season_id, array_agg(distinct coalesce(l.wearer_id, o.customer_id)) as people
      from old_rows l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id where o.season_id is not null group by 1, 2
    loop
      perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
    end loop;
  else
    for affected in
      select n.organisation_id, o.season_id, array_agg(distinct person.id) as people
      from new_rows n join old_rows x on x.id = n.id
      join orders o on o.organisation_id = n.organisation_id and o.id = n.order_id
      cross join lateral (values (coalesce(n.wearer_id, o.customer_id)), (coalesce(x.wearer_id, o.customer_id))) as person (id)
      where o.season_id is not null and row (n.quantity, n.cancelled_quantity, n.returned_quantity, n.product_id, n.wearer_id, n.collection_group_id)
        is distinct from row (x.quantity, x.cancelled_quantity, x.returned_quantity, x.product_id, x.wearer_id, x.collection_group_id)
      group by 1, 2
    loop
      perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
    end loop;
  end if;
  return null;
end $$;
create trigger refresh_status_on_insert after insert on order_line referencing new table as new_rows
  for each statement execute function refresh_status_of_order_lines();
create trigger refresh_status_on_update after update on order_line referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_order_lines();
create trigger refresh_status_on_delete after delete on order_line referencing old table as old_rows
  for each statement execute function refresh_status_of_order_lines();

-- An order that changes its state, season, person or time.
create function refresh_status_of_orders() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select n.organisation_id, array_agg(distinct person.id) as people
    from new_rows n join old_rows x on x.id = n.id
    cross join lateral (
      select n.customer_id as id union select x.customer_id
      union select l.wearer_id from order_line l where l.organisation_id = n.organisation_id and l.order_id = n.id and l.wearer_id is not null) person
    where row (n.order_state_id in (40, 60), n.season_id, n.customer_id, n.created_at)
      is distinct from row (x.order_state_id in (40, 60), x.season_id, x.customer_id, x.created_at)
    group by 1
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people);
  end loop;
  return null;
end $$;
create trigger refresh_status_on_update after update on orders referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_orders();

-- Wardrobes: everyone who has the wardrobe is recomputed.
create function refresh_status_of_collections() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select cc.organisation_id, array_agg(distinct cc.customer_id) as people
    from (
      select organisation_id, (to_jsonb(changed) ->> 'collection_id')::bigint as collection_id, (to_jsonb(changed) ->> 'collection_group_id')::bigint as group_id
      from changed) x
    left join collection_group g on g.organisation_id = x.organisation_id and g.id = x.group_id
    join customer_collection cc on cc.organisation_id = x.organisation_id and cc.collection_id = coalesce(x.collection_id, g.collection_id)
    group by 1
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people);
  end loop;
  return null;
end $$;
create trigger refresh_status_on_insert after insert on collection_group referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_update after update on collection_group referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_delete after delete on collection_group referencing old table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_insert after insert on collection_group_product referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_update after update on collection_group_product referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_delete after delete on collection_group_product referencing old table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_insert after insert on super_group referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_update after update on super_group referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_delete after delete on super_group referencing old table as changed
  for each statement execute function refresh_status_of_collections();
-- An option without groups owes nothing, so adding or deleting one changes what an unanswered either/or owes.
create trigger refresh_status_on_insert after insert on super_group_option referencing new table as changed
  for each statement execute function refresh_status_of_collections();
create trigger refresh_status_on_delete after delete on super_group_option referencing old table as changed
  for each statement execute function refresh_status_of_collections();
