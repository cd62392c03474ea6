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
comment on column uniform_status.pieces_due is 'Pieces that the person is owed by number, with the least of the options of unanswered either/ors.';
comment on column uniform_status.pieces_fulfilled is 'Pieces ordered that count towards those that are due, none beyond.';
comment on column uniform_status.pieces_ordered is 'Pieces ordered in the season, also those outside the wardrobes.';
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

-- The uniform status of people in each season, computed from what they are owed and have ordered. This rule is defined here only.
--
-- Owed: the allowance of each open account in pieces; under points, money and unlimited the minimum quantity. An unanswered either/or owes the
-- least that its options can amount to.
-- Counted: the pieces that the account has reserved or used, of which no more than it owes count towards what is owed.
-- The status follows from the counted pieces alone: none, some or all of what is owed. Where nothing is owed by number, the first piece
-- in a group completes. Pieces that count in no account are shown beside the status and do not change it.
-- A season limits the result to that season; null means all.
create function uniform_ordering_status(owed bigint, counted bigint, in_groups bigint) returns smallint language sql immutable
return case
  when owed > 0 then case when counted = 0 then 10 when counted < owed then 20 else 30 end
  when in_groups = 0 then 10 else 30 end::smallint;

create function compute_uniform_status(organisation bigint, people bigint[], season bigint) returns setof uniform_status language sql stable as $$
  select p.organisation_id, t.season_id, p.id, nullif(t.season_id, 0), p.resort_id, p.business_area_id,
    array(select g.organisation_group_id from customer_group g where g.organisation_id = p.organisation_id and g.customer_id = p.id order by 1), p.starts_on,
    coalesce(totals.owed, 0)::int, coalesce(totals.counted, 0)::int, coalesce(totals.ordered, 0)::int, coalesce(totals.open_choices, 0)::int,
    case when not eligibility.in_season then null when p.wardrobe_opt_out_at is not null then 40
      else uniform_ordering_status(totals.owed, totals.counted, totals.in_groups) end,
    case when eligibility.is_wearer is not true then null when p.special_measurements_at is not null then 30 when p.measured_at is not null then 20 else 10 end::smallint,
    case when not eligibility.in_season then null when p.wardrobe_opt_out_at is not null then 40
      else uniform_ordering_status(totals.owed, totals.counted_since_start, totals.in_groups_since_start) end,
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
    with account as (
      select a.id, a.status, a.super_group_option_id, a.reserved + a.used as counted,
        case when a.is_withdrawn then 0 else coalesce(a.minimum, a.allowance) end as owed
      from entitlement_account a
      where a.organisation_id = p.organisation_id and a.customer_id = p.id and a.season_id = t.season_id and a.unit = 'pieces' and a.status <> 'closed'),
    chosen_option as (
      select o.super_group_option_id as id from customer_super_group_option o where o.organisation_id = p.organisation_id and o.customer_id = p.id),
    unanswered as (
      select sg.id, sg.min_select - count(chosen_option.id) as missing
      from customer_collection cc
      join super_group sg on sg.organisation_id = cc.organisation_id and sg.collection_id = cc.collection_id
      left join super_group_option so on so.organisation_id = sg.organisation_id and so.super_group_id = sg.id
      left join chosen_option on chosen_option.id = so.id
      where cc.organisation_id = p.organisation_id and cc.customer_id = p.id
      group by sg.id, sg.min_select having count(chosen_option.id) < sg.min_select),
    -- The options that were not chosen, those that owe least first.
    other_option as (
      select u.missing, options.pieces, row_number() over (partition by u.id order by options.pieces) as rank
      from unanswered u
      cross join lateral (
        select coalesce(sum(a.owed), 0) as pieces
        from super_group_option so left join account a on a.super_group_option_id = so.id
        where so.organisation_id = p.organisation_id and so.super_group_id = u.id and not exists (select from chosen_option where chosen_option.id = so.id)
        group by so.id) options),
    line as (
      select l.group_account_id, (o.created_at at time zone 'UTC')::date >= p.starts_on as is_since_start,
        greatest(l.quantity - l.cancelled_quantity - l.returned_quantity - l.awaited_quantity, 0) as pieces,
        least(l.covered_quantity, l.quantity - l.cancelled_quantity - l.returned_quantity) as counted
      from order_line l
      join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      where l.organisation_id = p.organisation_id and l.wearer_id = p.id and l.season_id = t.season_id and o.order_state_id not in (40, 60)),
    open_account as (
      select account.*, coalesce((select sum(line.counted) from line where line.group_account_id = account.id and line.is_since_start), 0) as counted_since_start
      from account where status = 'open')
    select
      coalesce((select sum(owed) from open_account), 0)::bigint
        + coalesce((select sum(pieces) from other_option where rank <= missing), 0)::bigint as owed,
      (select count(*) from unanswered) as open_choices,
      coalesce((select sum(pieces) from line), 0)::bigint as ordered,
      coalesce(sum(counted), 0)::bigint as in_groups,
      coalesce(sum(counted_since_start), 0)::bigint as in_groups_since_start,
      coalesce(sum(least(counted, owed)), 0)::bigint as counted,
      coalesce(sum(least(counted_since_start, owed)), 0)::bigint as counted_since_start
    from open_account) totals on eligibility.in_season
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
