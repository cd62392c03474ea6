-- How far each person is with their uniform: a projection, and counters over it.

create table uniform_status (
  organisation_id              bigint not null,
  season_id                    bigint not null,
  customer_id                  bigint not null,
  season_ref                   bigint generated always as (nullif(season_id, 0)) stored,
  resort_id                    bigint,
  business_area_id             bigint,
  group_ids                    bigint[] not null,
  starts_on                    date,
  pieces_due                   int not null default 0,
  pieces_fulfilled             int not null default 0,
  pieces_ordered               int not null default 0,
  open_choices                 int not null default 0,
  ordering_status              smallint check (ordering_status in (10, 20, 30, 40)),
  measuring_status             smallint check (measuring_status in (10, 20, 30)),
  ordering_status_since_start  smallint check (ordering_status_since_start in (10, 20, 30, 40)),
  measuring_status_since_start smallint check (measuring_status_since_start in (10, 20, 30)),
  email_domain                 text not null default '',
  constraint uniform_status_pkey primary key (organisation_id, season_id, customer_id),
  constraint uniform_status_season foreign key (organisation_id, season_ref) references season (organisation_id, id) on delete cascade,
  constraint uniform_status_customer foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade
);
comment on table uniform_status is
  'Tenant. Projection: one row per person and season that they take part in, and one with season 0 that represents the person in lists without a season. Triggers write it in the transaction that changes its sources; refresh_uniform_status() can recompute it at any time.';
comment on column uniform_status.season_ref is 'season_id, or null for the row without a season: the foreign key.';
comment on column uniform_status.pieces_due is 'Pieces in groups with a quantity, without groups of options that were not chosen.';
comment on column uniform_status.pieces_fulfilled is 'Pieces ordered of those that are due, none beyond.';
comment on column uniform_status.pieces_ordered is 'Pieces ordered in the season, of any kind.';
comment on column uniform_status.open_choices is 'Super groups that still require a choice.';
comment on column uniform_status.ordering_status is '10 not started, 20 part ordered, 30 complete, 40 opted out; null: no wearer in this season.';
comment on column uniform_status.measuring_status is '10 not measured, 20 measured, 30 special measurements; null: not a wearer.';
comment on column uniform_status.ordering_status_since_start is 'The same, counting only what was done since the first working day. Whether that day has come is decided when the row is read.';
create index uniform_status_of_customer on uniform_status (organisation_id, customer_id);
create index uniform_status_facets on uniform_status
  (organisation_id, season_id, ordering_status, measuring_status, resort_id, business_area_id, ordering_status_since_start, measuring_status_since_start, customer_id)
  include (email_domain, starts_on);

create table people_counts (
  organisation_id              bigint not null,
  season_id                    bigint not null,
  resort_id                    bigint,
  business_area_id             bigint,
  group_ids                    bigint[] not null,
  starts_on                    date not null,
  ordering_status              smallint,
  measuring_status             smallint,
  ordering_status_since_start  smallint,
  measuring_status_since_start smallint,
  people                       int not null,
  email_domain                 text not null default ''
);
comment on table people_counts is
  'Tenant. Counter: how many people share a uniform status, so that no list has to count them. Rows are only added, so that concurrent orders do not wait for one row; the number is the sum. compact_people_counts() merges the rows of a cell. Without a key, for the same reason.';
comment on column people_counts.starts_on is '-infinity: has started; infinity: has no first working day.';
create index people_counts_cells on people_counts (organisation_id, season_id);

-- The first working day as people_counts stores it.
create function count_start_day(starts_on date) returns date language sql stable
return case when starts_on is null then 'infinity'::date when starts_on <= (now() at time zone 'UTC')::date then '-infinity'::date else starts_on end;

-- Merges the rows added since the last time, in one process at a time; the sum stays the same for everyone who reads
-- meanwhile.
create function compact_people_counts(organisation bigint) returns void language plpgsql as $$
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
create function count_people() returns trigger language plpgsql as $$
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
create trigger count_people_on_insert after insert on uniform_status referencing new table as new_rows for each statement execute function count_people();
create trigger count_people_on_update after update on uniform_status referencing old table as old_rows new table as new_rows
  for each statement execute function count_people();
create trigger count_people_on_delete after delete on uniform_status referencing old table as old_rows for each statement execute function count_people();

-- The uniform status of people in each season, computed from the source tables. This rule is defined here only. Due: for
-- each open group of the person's wardrobes its number of pieces; under fixed allocation the numbers of its products
-- where they are given; under points, money and unlimited the minimum quantity. A group under an option is open to those
-- who chose the option. Fulfilled: pieces of orders of the season that are not cancelled or rejected, without cancelled
-- and returned ones, that are for this person; a piece counts in the group in which it was ordered, otherwise in the
-- first open group with its product. A season limits the result to that season; null means all.
create function compute_uniform_status(organisation bigint, people bigint[], season bigint) returns setof uniform_status language sql stable as $$
  select p.organisation_id, t.season_id, p.id, nullif(t.season_id, 0), p.resort_id, p.business_area_id,
    array(select g.organisation_group_id from customer_group g where g.organisation_id = p.organisation_id and g.customer_id = p.id order by 1), p.starts_on,
    coalesce(due.pieces, 0)::int, coalesce(totals.fulfilled, 0)::int, coalesce(totals.pieces, 0)::int, coalesce(undecided.choices, 0)::int,
    case when not eligibility.in_season then null
      when p.wardrobe_opt_out_at is not null then 40
      when coalesce(totals.pieces, 0) = 0 then 10
      when undecided.choices > 0 or coalesce(totals.fulfilled, 0) < coalesce(due.pieces, 0) then 20 else 30 end::smallint,
    case when eligibility.is_wearer is not true then null when p.special_measurements_at is not null then 30 when p.measured_at is not null then 20 else 10 end::smallint,
    case when not eligibility.in_season then null
      when p.wardrobe_opt_out_at is not null then 40
      when coalesce(totals.pieces_since_start, 0) = 0 then 10
      when undecided.choices > 0 or coalesce(totals.fulfilled_since_start, 0) < coalesce(due.pieces, 0) then 20 else 30 end::smallint,
    case when eligibility.is_wearer is not true then null
      when (p.special_measurements_at at time zone 'UTC')::date >= p.starts_on then 30
      when (p.measured_at at time zone 'UTC')::date >= p.starts_on then 20 else 10 end::smallint,
    p.email_domain
  from customer p
  cross join lateral (
    select cs.season_id from customer_season cs
    where cs.organisation_id = p.organisation_id and cs.customer_id = p.id and (season is null or cs.season_id = season)
    union all select 0 where season is null) t
  -- count(*) rather than EXISTS, for which PostgreSQL would read the wardrobes of everyone.
  cross join lateral (
    select p.active and count(*) > 0 as is_wearer, p.active and count(*) > 0 and t.season_id > 0 as in_season
    from customer_collection cc where cc.organisation_id = p.organisation_id and cc.customer_id = p.id) eligibility
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
        where o.organisation_id = p.organisation_id and o.customer_id = p.id and o.super_group_option_id = g.super_group_option_id))) due on eligibility.in_season
  left join lateral (
    select count(*) as choices
    from customer_collection cc
    join super_group sg on sg.organisation_id = cc.organisation_id and sg.collection_id = cc.collection_id
    where cc.organisation_id = p.organisation_id and cc.customer_id = p.id and sg.min_select > (
      select count(*) from customer_super_group_option o
      join super_group_option so on so.organisation_id = o.organisation_id and so.id = o.super_group_option_id
      where o.organisation_id = p.organisation_id and o.customer_id = p.id and so.super_group_id = sg.id)) undecided on eligibility.in_season
  left join lateral (
    select sum(k.pieces) as pieces, sum(k.pieces_since_start) as pieces_since_start,
      sum(least(k.pieces, k.due)) as fulfilled, sum(least(k.pieces_since_start, k.due)) as fulfilled_since_start
    from (
      select matched.group_id, matched.product_id, coalesce(max(matched.due), 0) as due, sum(line.pieces) as pieces,
        coalesce(sum(line.pieces) filter (where (line.created_at at time zone 'UTC')::date >= p.starts_on), 0) as pieces_since_start
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
        order by (g.id = line.collection_group_id) is true desc, g.display_order, g.id limit 1) matched on true
      where line.pieces > 0
      group by 1, 2) k) totals on eligibility.in_season
  where p.organisation_id = organisation and p.id = any (people) and p.deleted_at is null
$$;

-- Writes what has changed in people's uniform status, in one season or, with null, in all. The row with season 0 is
-- locked first: a concurrent change of the same person waits here and then sees the result.
create function refresh_uniform_status(organisation bigint, people bigint[], season bigint default null) returns void language plpgsql as $$
begin
  perform from uniform_status where organisation_id = organisation and season_id = 0 and customer_id = any (people) order by customer_id for update;
  if season is null then
    delete from uniform_status s
    where s.organisation_id = organisation and s.customer_id = any (people)
      and ((select count(*) from customer c where c.organisation_id = organisation and c.id = s.customer_id and c.deleted_at is null) = 0
        or s.season_id > 0 and (
          select count(*) from customer_season cs
          where cs.organisation_id = organisation and cs.customer_id = s.customer_id and cs.season_id = s.season_id) = 0);
  end if;
  insert into uniform_status as s (organisation_id, season_id, customer_id, resort_id, business_area_id, group_ids, starts_on, pieces_due, pieces_fulfilled, pieces_ordered,
    open_choices, ordering_status, measuring_status, ordering_status_since_start, measuring_status_since_start, email_domain)
  select organisation_id, season_id, customer_id, resort_id, business_area_id, group_ids, starts_on, pieces_due, pieces_fulfilled, pieces_ordered,
    open_choices, ordering_status, measuring_status, ordering_status_since_start, measuring_status_since_start, email_domain
  from compute_uniform_status(organisation, people, season)
  on conflict (organisation_id, season_id, customer_id) do update set
    resort_id = excluded.resort_id, business_area_id = excluded.business_area_id, group_ids = excluded.group_ids, starts_on = excluded.starts_on,
    pieces_due = excluded.pieces_due, pieces_fulfilled = excluded.pieces_fulfilled, pieces_ordered = excluded.pieces_ordered, open_choices = excluded.open_choices,
    ordering_status = excluded.ordering_status, measuring_status = excluded.measuring_status,
    ordering_status_since_start = excluded.ordering_status_since_start, measuring_status_since_start = excluded.measuring_status_since_start,
    email_domain = excluded.email_domain
  where row (s.resort_id, s.business_area_id, s.group_ids, s.starts_on, s.pieces_due, s.pieces_fulfilled, s.pieces_ordered, s.open_choices, s.ordering_status,
      s.measuring_status, s.ordering_status_since_start, s.measuring_status_since_start, s.email_domain)
    is distinct from row (excluded.resort_id, excluded.business_area_id, excluded.group_ids, excluded.starts_on, excluded.pieces_due, excluded.pieces_fulfilled,
      excluded.pieces_ordered, excluded.open_choices, excluded.ordering_status, excluded.measuring_status, excluded.ordering_status_since_start,
      excluded.measuring_status_since_start, excluded.email_domain);
end $$;

-- Recomputes and recounts everyone: after work on the tables with triggers disabled, or as a check.
create function rebuild_uniform_status(organisation bigint) returns void language plpgsql as $$
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
