-- Keeps the uniform status of people in step with what they are and what they are owed;
-- api/ordering/orders/uniform-status.sql does so for what they order.

-- Keeps the uniform status of people in step with the tables that it is computed from.
-- For tables in which a row belongs to one person: reads the ids of the people whose rows changed. Rows before and after are compared by EXCEPT:
-- connections keep the plan of the first change, and a join that was planned for one row compares each of thousands with every other one.
create or replace function refresh_status_of_customers() returns trigger language plpgsql as $$
declare
  affected record;
begin
  if tg_table_name = 'customer' and tg_op = 'INSERT' then
    for affected in select organisation_id, array_agg(id order by id) as people from new_rows group by 1 loop
      perform refresh_uniform_status(affected.organisation_id, affected.people);
    end loop;
  elsif tg_table_name = 'customer' then
    for affected in
      select organisation_id, array_agg(id order by id) as people from (
        select n.organisation_id, n.id, n.active, n.deleted_at is null, n.resort_id, n.business_area_id, n.starts_on, n.wardrobe_opt_out_at is null, n.measured_at,
          n.special_measurements_at, n.email_domain from new_rows n
        except
        select o.organisation_id, o.id, o.active, o.deleted_at is null, o.resort_id, o.business_area_id, o.starts_on, o.wardrobe_opt_out_at is null, o.measured_at,
          o.special_measurements_at, o.email_domain from old_rows o) changed
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
create or replace trigger refresh_status_on_insert after insert on customer referencing new table as new_rows for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_update after update on customer referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_insert after insert on customer_group referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_delete after delete on customer_group referencing old table as old_rows for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_insert after insert on customer_season referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_delete after delete on customer_season referencing old table as old_rows for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_insert after insert on customer_collection referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_delete after delete on customer_collection referencing old table as old_rows
  for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_insert after insert on customer_super_group_option referencing new table as new_rows
  for each statement execute function refresh_status_of_customers();
create or replace trigger refresh_status_on_delete after delete on customer_super_group_option referencing old table as old_rows
  for each statement execute function refresh_status_of_customers();

-- What people are owed. What they have ordered changes together with their order lines, whose triggers run afterwards.
create or replace function refresh_status_of_accounts() returns trigger language plpgsql as $$
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
create or replace trigger refresh_status_on_insert after insert on entitlement_account referencing new table as changed
  for each statement execute function refresh_status_of_accounts();
create or replace trigger refresh_status_on_delete after delete on entitlement_account referencing old table as changed
  for each statement execute function refresh_status_of_accounts();

create or replace function refresh_status_of_changed_accounts() returns trigger language plpgsql as $$
declare
  affected record;
begin
  for affected in
    select organisation_id, season_id, array_agg(distinct customer_id) as people from (
      select n.organisation_id, n.season_id, n.customer_id, n.id, n.status, n.allowance, n.minimum, n.is_withdrawn, n.super_group_option_id
      from new_rows n where n.season_id is not null and n.unit = 'pieces'
      except
      select o.organisation_id, o.season_id, o.customer_id, o.id, o.status, o.allowance, o.minimum, o.is_withdrawn, o.super_group_option_id from old_rows o) changed
    group by 1, 2
  loop
    perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);
  end loop;
  return null;
end $$;
create or replace trigger refresh_status_on_update after update on entitlement_account referencing old table as old_rows new table as new_rows
  for each statement execute function refresh_status_of_changed_accounts();
