-- How far everybody has come: one row for each person and season they take part in, and one with season 0 that stands for the person
-- in lists that name no season. Written by triggers in the transaction that changes what it follows from; `restate_people` works
-- it out anew at any time.

create table person_standing (
  organisation_id           int not null,
  season_id                 int not null,
  customer_id               int not null,
  season_ref                int generated always as (nullif(season_id, 0)) stored,
  resort_id                 int,
  business_area_id          int,
  group_ids                 int[] not null,
  starts_on                 date,
  owed                      int not null default 0,      -- pieces with a number, without the options not chosen
  counted                   int not null default 0,      -- pieces ordered of these, none beyond what is owed
  ordered                   int not null default 0,      -- pieces ordered in the season, whatever they are
  open_choices              int not null default 0,      -- super groups that still want an answer
  ordering_status           smallint check (ordering_status in (10, 20, 30, 40)),       -- not started, part ordered, complete, opted out
  measuring_status          smallint check (measuring_status in (10, 20, 30)),          -- not measured, measured, special measurements
  -- The same by what was done since the first day of work; for whom that day has come is asked when it is read.
  ordering_status_started   smallint check (ordering_status_started in (10, 20, 30, 40)),
  measuring_status_started  smallint check (measuring_status_started in (10, 20, 30)),
  primary key (organisation_id, season_id, customer_id),
  constraint person_standing_season foreign key (organisation_id, season_ref) references season (organisation_id, id) on delete cascade,
  constraint person_standing_customer foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade
);
create index person_standing_facets on person_standing
  (organisation_id, season_id, ordering_status, measuring_status, resort_id, business_area_id, ordering_status_started, measuring_status_started, customer_id);
create index person_standing_of_customer on person_standing (organisation_id, customer_id);

-- How many people stand alike, so that no list has to count them. Only ever added to, so that two orders at once do not wait for one
-- row; the number is the sum. `tidy_people_tally` folds the rows of a cell into one.
create table people_tally (
  organisation_id           int not null,
  season_id                 int not null,
  resort_id                 int,
  business_area_id          int,
  group_ids                 int[] not null,
  starts_from               date not null,               -- -infinity: has started; infinity: has no first day
  ordering_status           smallint,
  measuring_status          smallint,
  ordering_status_started   smallint,
  measuring_status_started  smallint,
  people                    int not null
);
create index people_tally_cells on people_tally (organisation_id, season_id);

create function tally_day(starts_on date) returns date language sql stable
return case when starts_on is null then 'infinity'::date when starts_on <= (now() at time zone 'UTC')::date then '-infinity'::date else starts_on end;

-- Folds what was added since the last time, one process at a time; the sum stays the same for everybody who reads meanwhile.
create function tidy_people_tally(organisation int) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7404017, organisation) then return; end if;
  with gone as (delete from people_tally where organisation_id = organisation returning *)
  insert into people_tally
  select organisation_id, season_id, resort_id, business_area_id, group_ids,
    case when starts_from <= (now() at time zone 'UTC')::date then '-infinity'::date else starts_from end,
    ordering_status, measuring_status, ordering_status_started, measuring_status_started, sum(people)
  from gone group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(people) <> 0;
end $$;

create function tally_people() returns trigger language plpgsql as $$
declare
  organisation int;
begin
  if tg_op = 'INSERT' then
    insert into people_tally
    select organisation_id, season_id, resort_id, business_area_id, group_ids, tally_day(starts_on), ordering_status, measuring_status,
      ordering_status_started, measuring_status_started, count(*)
    from became group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
    -- Now and then, so that the number of rows stays near the number of cells.
    if random() < 0.01 then
      for organisation in select distinct organisation_id from became loop perform tidy_people_tally(organisation); end loop;
    end if;
  elsif tg_op = 'DELETE' then
    insert into people_tally
    select organisation_id, season_id, resort_id, business_area_id, group_ids, tally_day(starts_on), ordering_status, measuring_status,
      ordering_status_started, measuring_status_started, -count(*)
    from was group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  else
    insert into people_tally
    select organisation_id, season_id, resort_id, business_area_id, group_ids, tally_day(starts_on), ordering_status, measuring_status,
      ordering_status_started, measuring_status_started, sum(n)
    from (select *, 1 as n from became union all select *, -1 from was) moved
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(n) <> 0;
    if random() < 0.01 then
      for organisation in select distinct organisation_id from became loop perform tidy_people_tally(organisation); end loop;
    end if;
  end if;
  return null;
end $$;
create trigger person_standing_added after insert on person_standing referencing new table as became for each statement execute function tally_people();
create trigger person_standing_moved after update on person_standing referencing old table as was new table as became
  for each statement execute function tally_people();
create trigger person_standing_gone after delete on person_standing referencing old table as was for each statement execute function tally_people();

-- Where a person stands in each season, worked out from what the tables say. The only place where this rule stands.
--
-- Owed: for each open group of the person's wardrobes its number of pieces; under fixed allocation the numbers of its single products where
-- they are given; under points, money and unlimited the least quantity. A group under an option is open to whoever chose the option.
-- Counted: pieces of orders of the season that are not cancelled or rejected, without cancelled and returned ones, that are for this person;
-- a piece counts in the group it was ordered in, else in the first open group with its product.
-- `season` limits the answer to one season; null is all.
create function standing_of(organisation int, people int[], season int) returns setof person_standing language sql stable as $$
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
      when (p.measured_at at time zone 'UTC')::date >= p.starts_on then 20 else 10 end::smallint
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

-- Writes what has changed of people's standing, in one season or, with null, in all. Whoever changes something about the same person at the same
-- time waits here, and then sees it: the row with season 0 is the person's, and everybody who writes takes it first.
create function restate_people(organisation int, people int[], season int default null) returns void language plpgsql as $$
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
    open_choices, ordering_status, measuring_status, ordering_status_started, measuring_status_started)
  select organisation_id, season_id, customer_id, resort_id, business_area_id, group_ids, starts_on, owed, counted, ordered,
    open_choices, ordering_status, measuring_status, ordering_status_started, measuring_status_started
  from standing_of(organisation, people, season)
  on conflict (organisation_id, season_id, customer_id) do update set
    resort_id = excluded.resort_id, business_area_id = excluded.business_area_id, group_ids = excluded.group_ids, starts_on = excluded.starts_on,
    owed = excluded.owed, counted = excluded.counted, ordered = excluded.ordered, open_choices = excluded.open_choices,
    ordering_status = excluded.ordering_status, measuring_status = excluded.measuring_status,
    ordering_status_started = excluded.ordering_status_started, measuring_status_started = excluded.measuring_status_started
  where row (s.resort_id, s.business_area_id, s.group_ids, s.starts_on, s.owed, s.counted, s.ordered, s.open_choices, s.ordering_status,
      s.measuring_status, s.ordering_status_started, s.measuring_status_started)
    is distinct from row (excluded.resort_id, excluded.business_area_id, excluded.group_ids, excluded.starts_on, excluded.owed, excluded.counted,
      excluded.ordered, excluded.open_choices, excluded.ordering_status, excluded.measuring_status, excluded.ordering_status_started,
      excluded.measuring_status_started);
end $$;

-- Works out everybody anew and counts them anew: after work on the tables with triggers off, or to be sure.
create function repair_standing(organisation int) returns void language plpgsql as $$
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
    ordering_status_started, measuring_status_started, count(*)
  from person_standing where organisation_id = organisation group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
end $$;

-- One trigger function for every table of which a row belongs to one person: it reads the ids of those whose rows differ.
create function restate_customers() returns trigger language plpgsql as $$
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
          n.measured_at, n.special_measurements_at)
        is distinct from row (o.active, o.deleted_at is null, o.resort_id, o.business_area_id, o.allocation_type_id, o.starts_on,
          o.wardrobe_opt_out_at is null, o.measured_at, o.special_measurements_at)
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
create trigger customer_restated_at_first after insert on customer referencing new table as became for each statement execute function restate_customers();
create trigger customer_restated after update on customer referencing old table as was new table as became
  for each statement execute function restate_customers();
create trigger customer_group_restated_at_first after insert on customer_group referencing new table as became
  for each statement execute function restate_customers();
create trigger customer_group_restated after delete on customer_group referencing old table as was for each statement execute function restate_customers();
create trigger customer_season_restated_at_first after insert on customer_season referencing new table as became
  for each statement execute function restate_customers();
create trigger customer_season_restated after delete on customer_season referencing old table as was for each statement execute function restate_customers();
create trigger customer_collection_restated_at_first after insert on customer_collection referencing new table as became
  for each statement execute function restate_customers();
create trigger customer_collection_restated after delete on customer_collection referencing old table as was
  for each statement execute function restate_customers();
create trigger customer_option_restated_at_first after insert on customer_super_group_option referencing new table as became
  for each statement execute function restate_customers();
create trigger customer_option_restated after delete on customer_super_group_option referencing old table as was
  for each statement execute function restate_customers();

-- Orders: placed, cancelled, rejected, sent back. Shipping changes nothing that is owed, and an order counts in its season alone.
create function restate_wearers_of_lines() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in
      select l.organisation_id, o.season_id, array_agg(distinct coalesce(l.wearer_id, o.customer_id)) as people
      from became l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id where o.season_id is not null group by 1, 2
    loop
      perform restate_people(touched.organisation_id, touched.people, touched.season_id);
    end loop;
  elsif tg_op = 'DELETE' then
    for touched in
      select l.organisation_id, o.season_id, array_agg(distinct coalesce(l.wearer_id, o.customer_id)) as people
      from was l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id where o.season_id is not null group by 1, 2
    loop
      perform restate_people(touched.organisation_id, touched.people, touched.season_id);
    end loop;
  else
    for touched in
      select n.organisation_id, o.season_id, array_agg(distinct person.id) as people
      from became n join was x on x.id = n.id
      join orders o on o.organisation_id = n.organisation_id and o.id = n.order_id
      cross join lateral (values (coalesce(n.wearer_id, o.customer_id)), (coalesce(x.wearer_id, o.customer_id))) as person (id)
      where o.season_id is not null and row (n.quantity, n.cancelled_quantity, n.returned_quantity, n.product_id, n.wearer_id, n.collection_group_id)
        is distinct from row (x.quantity, x.cancelled_quantity, x.returned_quantity, x.product_id, x.wearer_id, x.collection_group_id)
      group by 1, 2
    loop
      perform restate_people(touched.organisation_id, touched.people, touched.season_id);
    end loop;
  end if;
  return null;
end $$;
create trigger order_line_restated_at_first after insert on order_line referencing new table as became
  for each statement execute function restate_wearers_of_lines();
create trigger order_line_restated after update on order_line referencing old table as was new table as became
  for each statement execute function restate_wearers_of_lines();
create trigger order_line_restated_at_last after delete on order_line referencing old table as was
  for each statement execute function restate_wearers_of_lines();

create function restate_wearers_of_orders() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select n.organisation_id, array_agg(distinct person.id) as people
    from became n join was x on x.id = n.id
    cross join lateral (
      select n.customer_id as id union select x.customer_id
      union select l.wearer_id from order_line l where l.organisation_id = n.organisation_id and l.order_id = n.id and l.wearer_id is not null) person
    where row (n.order_state_id in (40, 60), n.season_id, n.customer_id, n.created_at)
      is distinct from row (x.order_state_id in (40, 60), x.season_id, x.customer_id, x.created_at)
    group by 1
  loop
    perform restate_people(touched.organisation_id, touched.people);
  end loop;
  return null;
end $$;
create trigger orders_restated after update on orders referencing old table as was new table as became
  for each statement execute function restate_wearers_of_orders();

-- Wardrobes: everybody who has the wardrobe is worked out anew.
create function restate_wearers_of_collections() returns trigger language plpgsql as $$
declare
  touched record;
begin
  for touched in
    select cc.organisation_id, array_agg(distinct cc.customer_id) as people
    from (
      select organisation_id, (to_jsonb(changed) ->> 'collection_id')::int as collection_id, (to_jsonb(changed) ->> 'collection_group_id')::int as group_id
      from changed) x
    left join collection_group g on g.organisation_id = x.organisation_id and g.id = x.group_id
    join customer_collection cc on cc.organisation_id = x.organisation_id and cc.collection_id = coalesce(x.collection_id, g.collection_id)
    group by 1
  loop
    perform restate_people(touched.organisation_id, touched.people);
  end loop;
  return null;
end $$;
create trigger collection_group_restated_at_first after insert on collection_group referencing new table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger collection_group_restated after update on collection_group referencing new table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger collection_group_restated_at_last after delete on collection_group referencing old table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger collection_group_product_restated_at_first after insert on collection_group_product referencing new table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger collection_group_product_restated after update on collection_group_product referencing new table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger collection_group_product_restated_at_last after delete on collection_group_product referencing old table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger super_group_restated_at_first after insert on super_group referencing new table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger super_group_restated after update on super_group referencing new table as changed
  for each statement execute function restate_wearers_of_collections();
create trigger super_group_restated_at_last after delete on super_group referencing old table as changed
  for each statement execute function restate_wearers_of_collections();

-- Everybody who is there already.
select repair_standing(id) from organisation;
