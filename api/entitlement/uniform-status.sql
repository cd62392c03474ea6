-- How far each person is with their uniform in each season.

-- The uniform status of people in each season, computed from what they are owed and have ordered. This rule is defined here only.
--
-- Owed: the allowance of each open account in pieces; under points, money and unlimited the minimum quantity. An unanswered either/or owes the
-- least that its options can amount to.
-- Counted: the pieces that the account has reserved or used, of which no more than it owes count towards what is owed.
-- The status follows from the counted pieces alone: none, some or all of what is owed. Where nothing is owed by number, the first piece
-- in a group completes. Pieces that count in no account are shown beside the status and do not change it.
-- A season limits the result to that season; null means all.
create or replace function uniform_ordering_status(owed bigint, counted bigint, in_groups bigint) returns smallint language sql immutable
return case
  when owed > 0 then case when counted = 0 then 10 when counted < owed then 20 else 30 end
  when in_groups = 0 then 10 else 30 end::smallint;

create or replace function compute_uniform_status(organisation bigint, people bigint[], season bigint) returns setof uniform_status language sql stable as $$
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
    -- The person's wardrobes, before anything is joined to them: from the wardrobe, everyone who has it would be read for each person.
    wardrobe as materialized (
      select cc.collection_id, cc.wardrobe_version, (
        select w.published_version from collection w where w.organisation_id = cc.organisation_id and w.id = cc.collection_id) as published_version
      from customer_collection cc where cc.organisation_id = p.organisation_id and cc.customer_id = p.id),
    -- The either/ors as the person's version of the wardrobe has them: those of the tables, or those that are still in force for them.
    either_or as (
      select sg.id, sg.min_select, so.id as option_id
      from wardrobe
      join super_group sg on sg.organisation_id = p.organisation_id and sg.collection_id = wardrobe.collection_id
      left join super_group_option so on so.organisation_id = sg.organisation_id and so.super_group_id = sg.id
      where wardrobe.wardrobe_version = wardrobe.published_version
      union all
      select (earlier.value ->> 'id')::bigint, (earlier.value ->> 'minSelect')::int, (offered.value ->> 'id')::bigint
      from wardrobe
      join wardrobe_version v on v.organisation_id = p.organisation_id and v.collection_id = wardrobe.collection_id and v.version = wardrobe.wardrobe_version
      cross join lateral jsonb_array_elements(v.contents -> 'superGroups') earlier
      left join lateral jsonb_array_elements(earlier.value -> 'options') offered on true
      where wardrobe.wardrobe_version <> wardrobe.published_version),
    unanswered as (
      select either_or.id, either_or.min_select - count(chosen_option.id) as missing
      from either_or left join chosen_option on chosen_option.id = either_or.option_id
      group by either_or.id, either_or.min_select having count(chosen_option.id) < either_or.min_select),
    -- The options that were not chosen, those that owe least first.
    other_option as (
      select u.missing, options.pieces, row_number() over (partition by u.id order by options.pieces) as rank
      from unanswered u
      cross join lateral (
        select coalesce(sum(a.owed), 0) as pieces
        from either_or so left join account a on a.super_group_option_id = so.option_id
        where so.id = u.id and so.option_id is not null and not exists (select from chosen_option where chosen_option.id = so.option_id)
        group by so.option_id) options),
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
-- Every row is found by its person. Without sequential scans, since connections keep plans that were made while tables were small.
create or replace function refresh_uniform_status(organisation bigint, people bigint[], season bigint default null) returns void language plpgsql
set enable_seqscan = off as $$
begin
  perform from uniform_status where organisation_id = organisation and season_id = 0 and customer_id = any (people) order by customer_id for update;
  if season is null then
    delete from uniform_status s
    where s.organisation_id = organisation and s.customer_id = any (people)
      and ((select c.deleted_at is null from customer c where c.organisation_id = organisation and c.id = s.customer_id) is not true
        -- The seasons of the person, not the people of the season.
        or s.season_id > 0 and s.season_id <> all (
          array(select cs.season_id from customer_season cs where cs.organisation_id = organisation and cs.customer_id = s.customer_id)));
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
