-- How many people share a uniform status, counted as it changes.

-- The first working day as people_counts stores it.
create or replace function count_start_day(starts_on date) returns date language sql stable
return case when starts_on is null then 'infinity'::date when starts_on <= (now() at time zone 'UTC')::date then '-infinity'::date else starts_on end;

-- Merges the rows added since the last time, in one process at a time; the sum stays the same for everyone who reads
-- meanwhile.
create or replace function compact_people_counts(organisation bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashint8extended(organisation, 7404017)) then return; end if;
  with gone as (delete from people_counts where organisation_id = organisation returning *)
  insert into people_counts
  select organisation_id, season_id, resort_id, business_area_id, group_ids,
    case when starts_on <= (now() at time zone 'UTC')::date then '-infinity'::date else starts_on end,
    ordering_status, measuring_status, ordering_status_since_start, measuring_status_since_start, sum(people), email_domain
  from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12 having sum(people) <> 0;
end $$;

-- Keeps people_counts in step with uniform_status.
create or replace function count_people() returns trigger language plpgsql as $$
declare
  organisation bigint;
begin
  if tg_op = 'INSERT' then
    insert into people_counts
    select organisation_id, season_id, resort_id, business_area_id, group_ids, count_start_day(starts_on), ordering_status, measuring_status,
      ordering_status_since_start, measuring_status_since_start, count(*), email_domain
    from new_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12;
    -- Compacted occasionally, so that the number of rows stays near the number of cells.
    if random() < 0.01 then
      for organisation in select distinct organisation_id from new_rows loop perform compact_people_counts(organisation); end loop;
    end if;
  elsif tg_op = 'DELETE' then
    insert into people_counts
    select organisation_id, season_id, resort_id, business_area_id, group_ids, count_start_day(starts_on), ordering_status, measuring_status,
      ordering_status_since_start, measuring_status_since_start, -count(*), email_domain
    from old_rows group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12;
  else
    insert into people_counts
    select organisation_id, season_id, resort_id, business_area_id, group_ids, count_start_day(starts_on), ordering_status, measuring_status,
      ordering_status_since_start, measuring_status_since_start, sum(n), email_domain
    from (select *, 1 as n from new_rows union all select *, -1 from old_rows) moved
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12 having sum(n) <> 0;
    if random() < 0.01 then
      for organisation in select distinct organisation_id from new_rows loop perform compact_people_counts(organisation); end loop;
    end if;
  end if;
  return null;
end $$;
create or replace trigger count_people_on_insert after insert on uniform_status referencing new table as new_rows for each statement execute function count_people();
create or replace trigger count_people_on_update after update on uniform_status referencing old table as old_rows new table as new_rows
  for each statement execute function count_people();
create or replace trigger count_people_on_delete after delete on uniform_status referencing old table as old_rows for each statement execute function count_people();

-- Recomputes and recounts everyone: after work on the tables with triggers disabled, or as a check.
create or replace function rebuild_uniform_status(organisation bigint) returns void language plpgsql as $$
declare
  people bigint[];
begin
  for people in
    select array_agg(id order by id) from (select id, (row_number() over (order by id) - 1) / 2000 as batch from customer where organisation_id = organisation) c
    group by batch order by batch
  loop
    perform refresh_uniform_status(organisation, people);
  end loop;
  perform pg_advisory_xact_lock(hashint8extended(organisation, 7404017));
  lock table uniform_status in share row exclusive mode;
  delete from people_counts where organisation_id = organisation;
  insert into people_counts
  select organisation_id, season_id, resort_id, business_area_id, group_ids, count_start_day(starts_on), ordering_status, measuring_status,
    ordering_status_since_start, measuring_status_since_start, count(*), email_domain
  from uniform_status where organisation_id = organisation group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12;
end $$;
