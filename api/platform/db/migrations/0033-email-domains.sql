-- What follows the @ of an e-mail address is the same for nearly everybody of an organisation. It is told apart from what finds one person, and
-- counted like the site: a word that is part of everybody's address (the organisation's name) then needs nobody to be read.

alter table customer drop column found_by;
alter table customer
  add column email_domain text not null generated always as (lower(split_part(email, '@', -1))) stored,
  -- The address without its domain.
  add column found_by text not null generated always as (
    lower(first_name || ' ' || last_name || ' ' || regexp_replace(email, '[^@]*$', '') || ' ' || coalesce(employee_number, '') || ' ' || coalesce(po_number, ''))) stored;
create index customer_search on customer using gin (organisation_id, found_by gin_trgm_ops, email_domain gin_trgm_ops) where deleted_at is null;
-- What many people have in common is found by reading all, here without their rows.
create index customer_words on customer (organisation_id, id) include (found_by, email_domain) where deleted_at is null;

create or replace function count_customer_change() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  select array_agg(n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key <> all (array['version', 'field_versions', 'found_by', 'email_domain', 'password_hash', 'last_login_at']);
  if changed is null then return new; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || (select jsonb_object_agg(name, new.version) from unnest(changed) name);
  return new;
end $$;

alter table person_standing add column email_domain text not null default '';
alter table people_tally add column email_domain text not null default '';
-- What lists ask of a standing without reading its row.
drop index person_standing_facets;
create index person_standing_facets on person_standing
  (organisation_id, season_id, ordering_status, measuring_status, resort_id, business_area_id, ordering_status_started, measuring_status_started, customer_id)
  include (email_domain, starts_on);

-- The functions of 0019, each with the domain.
create or replace function tidy_people_tally(organisation int) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7404017, organisation) then return; end if;
  with gone as (delete from people_tally where organisation_id = organisation returning *)
  insert into people_tally
  select organisation_id, season_id, resort_id, business_area_id, group_ids,
    case when starts_from <= (now() at time zone 'UTC')::date then '-infinity'::date else starts_from end,
    ordering_status, measuring_status, ordering_status_started, measuring_status_started, sum(people), email_domain
  from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12 having sum(people) <> 0;
end $$;

create or replace function tally_people() returns trigger language plpgsql as $$
declare
  organisation int;
begin
  if tg_op = 'INSERT' then
    insert into people_tally
    select organisation_id, season_id, resort_id, business_area_id, group_ids, tally_day(starts_on), ordering_status, measuring_status,
      ordering_status_started, measuring_status_started, count(*), email_domain
    from became group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12;
    -- Now and then, so that the number of rows stays near the number of cells.
    if random() < 0.01 then
      for organisation in select distinct organisation_id from became loop perform tidy_people_tally(organisation); end loop;
    end if;
  elsif tg_op = 'DELETE' then
    insert into people_tally
    select organisation_id, season_id, resort_id, business_area_id, group_ids, tally_day(starts_on), ordering_status, measuring_status,
      ordering_status_started, measuring_status_started, -count(*), email_domain
    from was group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12;
  else
    insert into people_tally
    select organisation_id, season_id, resort_id, business_area_id, group_ids, tally_day(starts_on), ordering_status, measuring_status,
      ordering_status_started, measuring_status_started, sum(n), email_domain
    from (select *, 1 as n from became union all select *, -1 from was) moved
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12 having sum(n) <> 0;
    if random() < 0.01 then
      for organisation in select distinct organisation_id from became loop perform tidy_people_tally(organisation); end loop;
    end if;
  end if;
  return null;
end $$;

create or replace function standing_of(organisation int, people int[], season int) returns setof person_standing language sql stable as $$
  select p.organisation_id, t.season_id, p.id, nullif(t.season_id, 0), p.resort_id, p.business_area_id,
    array(select g.organisation_group_id from customer_group g where g.organisation_id = p.organisation_id and g.customer_id = p.id order by 1), p.starts_on,
    coalesce(owed.pieces, 0)::int, coalesce(done.counted, 0)::int, coalesce(done.pieces, 0)::int, coalesce(undecided.choices, 0)::int,
    case when not is_one.of_season then null
      when p.wardrobe_opt_out_at is not null then 40
      when coalesce(done.pieces, 0) = 0 then 10
      when undecided.choices > 0 or coalesce(done.counted, 0) < coalesce(owed.pieces, 0) then 20 else 30 end::smallint,
    case when is_one.wearer is not true then null when p.special_measurements_at is not null then 30 when p.measured_at is not null then 20 else 10 end::smallint,
    case when not is_one.of_season then null
      when p.wardrobe_opt_out_at is not null then 40
      when coalesce(done.pieces_started, 0) = 0 then 10
      when undecided.choices > 0 or coalesce(done.counted_started, 0) < coalesce(owed.pieces, 0) then 20 else 30 end::smallint,
    case when is_one.wearer is not true then null
      when (p.special_measurements_at at time zone 'UTC')::date >= p.starts_on then 30
      when (p.measured_at at time zone 'UTC')::date >= p.starts_on then 20 else 10 end::smallint,
    p.email_domain
  from customer p
  cross join lateral (
    select cs.season_id from customer_season cs
    where cs.organisation_id = p.organisation_id and cs.customer_id = p.id and (season is null or cs.season_id = season)
    union all select 0 where season is null) t
  -- Counted, not asked for with EXISTS, which PostgreSQL would answer by reading everybody's.
  cross join lateral (
    select p.active and count(*) > 0 as wearer, p.active and count(*) > 0 and t.season_id > 0 as of_season
    from customer_collection cc where cc.organisation_id = p.organisation_id and cc.customer_id = p.id) is_one
  left join lateral (
    select sum(case
      when p.allocation_type_id = 10 and single.pieces is not null then single.pieces
      when p.allocation_type_id in (30, 40, 50) then g.min_quantity else g.quantity end) as pieces
    from customer_collection cc
    join collection_group g on g.organisation_id = cc.organisation_id and g.collection_id = cc.collection_id
    cross join lateral (
      select sum(x.quantity) as pieces from collection_group_product x where x.organisation_id = g.organisation_id and x.collection_group_id = g.id) single
    where cc.organisation_id = p.organisation_id and cc.customer_id = p.id
      and (g.super_group_option_id is null or exists (
        select from customer_super_group_option o
        where o.organisation_id = p.organisation_id and o.customer_id = p.id and o.super_group_option_id = g.super_group_option_id))) owed on is_one.of_season
  left join lateral (
    select count(*) as choices
    from customer_collection cc
    join super_group sg on sg.organisation_id = cc.organisation_id and sg.collection_id = cc.collection_id
    where cc.organisation_id = p.organisation_id and cc.customer_id = p.id and sg.min_select > (
      select count(*) from customer_super_group_option o
      join super_group_option so on so.organisation_id = o.organisation_id and so.id = o.super_group_option_id
      where o.organisation_id = p.organisation_id and o.customer_id = p.id and so.super_group_id = sg.id)) undecided on is_one.of_season
  left join lateral (
    select sum(k.pieces) as pieces, sum(k.pieces_started) as pieces_started,
      sum(least(k.pieces, k.due)) as counted, sum(least(k.pieces_started, k.due)) as counted_started
    from (
      select home.group_id, home.product_id, coalesce(max(home.due), 0) as due, sum(line.pieces) as pieces,
        coalesce(sum(line.pieces) filter (where (line.created_at at time zone 'UTC')::date >= p.starts_on), 0) as pieces_started
      from (
        select o.created_at, l.product_id, l.collection_group_id, l.quantity - l.cancelled_quantity - l.returned_quantity as pieces
        from orders o
        join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
        where o.organisation_id = p.organisation_id and o.customer_id = p.id and o.season_id = t.season_id and o.order_state_id not in (40, 60)
          and (l.wearer_id is null or l.wearer_id = p.id)
        union all
        select o.created_at, l.product_id, l.collection_group_id, l.quantity - l.cancelled_quantity - l.returned_quantity
        from order_line l
        join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
        where l.organisation_id = p.organisation_id and l.wearer_id = p.id and o.customer_id <> p.id and o.season_id = t.season_id
          and o.order_state_id not in (40, 60)) line
      left join lateral (
        select g.id as group_id, case when p.allocation_type_id = 10 and single.given then gp.product_id end as product_id,
          case when p.allocation_type_id = 10 and single.given then gp.quantity
            when p.allocation_type_id in (30, 40, 50) then g.min_quantity else g.quantity end as due
        from collection_group_product gp
        join collection_group g on g.organisation_id = gp.organisation_id and g.id = gp.collection_group_id
        join customer_collection cc on cc.organisation_id = g.organisation_id and cc.customer_id = p.id and cc.collection_id = g.collection_id
        cross join lateral (
          select count(x.quantity) > 0 as given from collection_group_product x
          where x.organisation_id = g.organisation_id and x.collection_group_id = g.id) single
        where gp.organisation_id = p.organisation_id and gp.product_id = line.product_id
          and (g.super_group_option_id is null or exists (
            select from customer_super_group_option o
            where o.organisation_id = p.organisation_id and o.customer_id = p.id and o.super_group_option_id = g.super_group_option_id))
        order by (g.id = line.collection_group_id) is true desc, g.display_order, g.id limit 1) home on true
      where line.pieces > 0
      group by 1, 2) k) done on is_one.of_season
  where p.organisation_id = organisation and p.id = any (people) and p.deleted_at is null
$$;

create or replace function restate_people(organisation int, people int[], season int default null) returns void language plpgsql as $$
begin
  perform from person_standing where organisation_id = organisation and season_id = 0 and customer_id = any (people) order by customer_id for update;
  if season is null then
    delete from person_standing s
    where s.organisation_id = organisation and s.customer_id = any (people)
      and ((select count(*) from customer c where c.organisation_id = organisation and c.id = s.customer_id and c.deleted_at is null) = 0
        or s.season_id > 0 and (
          select count(*) from customer_season cs
          where cs.organisation_id = organisation and cs.customer_id = s.customer_id and cs.season_id = s.season_id) = 0);
  end if;
  insert into person_standing as s (organisation_id, season_id, customer_id, resort_id, business_area_id, group_ids, starts_on, owed, counted, ordered,
    open_choices, ordering_status, measuring_status, ordering_status_started, measuring_status_started, email_domain)
  select organisation_id, season_id, customer_id, resort_id, business_area_id, group_ids, starts_on, owed, counted, ordered,
    open_choices, ordering_status, measuring_status, ordering_status_started, measuring_status_started, email_domain
  from standing_of(organisation, people, season)
  on conflict (organisation_id, season_id, customer_id) do update set
    resort_id = excluded.resort_id, business_area_id = excluded.business_area_id, group_ids = excluded.group_ids, starts_on = excluded.starts_on,
    owed = excluded.owed, counted = excluded.counted, ordered = excluded.ordered, open_choices = excluded.open_choices,
    ordering_status = excluded.ordering_status, measuring_status = excluded.measuring_status,
    ordering_status_started = excluded.ordering_status_started, measuring_status_started = excluded.measuring_status_started,
    email_domain = excluded.email_domain
  where row (s.resort_id, s.business_area_id, s.group_ids, s.starts_on, s.owed, s.counted, s.ordered, s.open_choices, s.ordering_status,
      s.measuring_status, s.ordering_status_started, s.measuring_status_started, s.email_domain)
    is distinct from row (excluded.resort_id, excluded.business_area_id, excluded.group_ids, excluded.starts_on, excluded.owed, excluded.counted,
      excluded.ordered, excluded.open_choices, excluded.ordering_status, excluded.measuring_status, excluded.ordering_status_started,
      excluded.measuring_status_started, excluded.email_domain);
end $$;

create or replace function repair_standing(organisation int) returns void language plpgsql as $$
declare
  people int[];
begin
  for people in
    select array_agg(id order by id) from (select id, (row_number() over (order by id) - 1) / 2000 as batch from customer where organisation_id = organisation) c
    group by batch order by batch
  loop
    perform restate_people(organisation, people);
  end loop;
  perform pg_advisory_xact_lock(7404017, organisation);
  lock table person_standing in share row exclusive mode;
  delete from people_tally where organisation_id = organisation;
  insert into people_tally
  select organisation_id, season_id, resort_id, business_area_id, group_ids, tally_day(starts_on), ordering_status, measuring_status,
    ordering_status_started, measuring_status_started, count(*), email_domain
  from person_standing where organisation_id = organisation group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12;
end $$;

create or replace function restate_customers() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_table_name = 'customer' and tg_op = 'INSERT' then
    for touched in select organisation_id, array_agg(id order by id) as people from became group by 1 loop
      perform restate_people(touched.organisation_id, touched.people);
    end loop;
  elsif tg_table_name = 'customer' then
    for touched in
      select n.organisation_id, array_agg(n.id order by n.id) as people from became n join was o on o.id = n.id
      where row (n.active, n.deleted_at is null, n.resort_id, n.business_area_id, n.allocation_type_id, n.starts_on, n.wardrobe_opt_out_at is null,
          n.measured_at, n.special_measurements_at, n.email_domain)
        is distinct from row (o.active, o.deleted_at is null, o.resort_id, o.business_area_id, o.allocation_type_id, o.starts_on,
          o.wardrobe_opt_out_at is null, o.measured_at, o.special_measurements_at, o.email_domain)
      group by 1
    loop
      perform restate_people(touched.organisation_id, touched.people);
    end loop;
  elsif tg_op = 'INSERT' then
    for touched in select organisation_id, array_agg(distinct customer_id) as people from became group by 1 loop
      perform restate_people(touched.organisation_id, touched.people);
    end loop;
  else
    for touched in select organisation_id, array_agg(distinct customer_id) as people from was group by 1 loop
      perform restate_people(touched.organisation_id, touched.people);
    end loop;
  end if;
  return null;
end $$;

-- Everybody who is there already; the trigger counts them anew.
update person_standing s set email_domain = c.email_domain from customer c where c.organisation_id = s.organisation_id and c.id = s.customer_id;
select tidy_people_tally(id) from organisation;
