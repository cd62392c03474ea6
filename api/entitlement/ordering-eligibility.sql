-- Whether a product can be ordered for a wearer, and in which account it counts.

-- The functions below are in PL/pgSQL because it keeps their plans. In SQL they would be planned again for every cart, which
-- takes longer than reading it.
-- The last day on which someone may order in a season: that of its ordering window, or a later one that an administrator has granted them. Null
-- is no limit.
create or replace function last_ordering_day(organisation bigint, wearer bigint, season bigint, closes_on date) returns date
language plpgsql stable as $$
begin
  if closes_on is null or wearer is null then return closes_on; end if;
  return greatest(closes_on, (
    select max(r.ordering_closes_on) from entitlement_request r
    where r.organisation_id = organisation and r.customer_id = wearer and r.season_id = season and r.status = 'granted'));
end $$;

-- The functions below find accounts by their person, before anything is joined to them: from the group or the product, those of everyone who has the wardrobe
-- would be read.
-- The account in which pieces of a product count for a wearer: that of the named group if it is open to them and lists the product, otherwise
-- that of the first open group of their wardrobes that does. Where a wardrobe has no season of its own, that of the season whose ordering
-- window is open, otherwise the current one.
create or replace function open_account(organisation bigint, wearer bigint, product bigint, named_group bigint, today date) returns setof entitlement_account
language plpgsql stable rows 1 as $$
begin
  return query
  with own as materialized (
    select * from entitlement_account x
    where x.organisation_id = organisation and x.customer_id = wearer and x.status = 'open' and (x.kind = 'group' or x.product_id = product))
  select a.*
  from own a
  join collection_group g on g.organisation_id = organisation and g.id = a.collection_group_id and g.collection_id = a.collection_id
  join collection_group_product gp on gp.organisation_id = organisation and gp.collection_group_id = g.id and gp.product_id = product
  left join season s on s.organisation_id = organisation and s.id = a.season_id
  order by (g.id = named_group) is true desc, g.display_order, g.id,
    (coalesce(s.ordering_opens_on, '-infinity') <= today and today <= coalesce(last_ordering_day(organisation, wearer, s.id, s.ordering_closes_on), 'infinity')) desc,
    s.is_current desc, s.starts_on desc
  limit 1;
end $$;

-- What decides whether a product can be ordered for a wearer, and how much of it; no row without a wearer. The ordering windows are those of
-- the seasons for which the group grants something to the wearer.
create or replace function ordering_facts(organisation bigint, wearer bigint, product bigint, named_group bigint, today date)
returns table (wearer_name text, wearer_ends_on date, wearer_opted_out boolean, is_in_wardrobe boolean, windows json, entitlement json)
language plpgsql stable rows 1 as $$
begin
  if wearer is null then return; end if;
  return query
  with own as materialized (
    select * from entitlement_account x where x.organisation_id = organisation and x.customer_id = wearer and x.status = 'open')
  select w.first_name || ' ' || w.last_name, w.ends_on, w.wardrobe_opt_out_at is not null, a.id is not null,
    (select json_agg(json_build_object('season', s.name, 'opensOn', s.ordering_opens_on,
       'closesOn', last_ordering_day(organisation, wearer, s.id, s.ordering_closes_on)))
     from own other join season s on s.organisation_id = other.organisation_id and s.id = other.season_id
     where other.collection_id = a.collection_id and other.collection_group_id = a.collection_group_id and other.kind = a.kind and other.product_id is not distinct from a.product_id),
    (select json_build_object(
        'collectionId', a.collection_id, 'groupId', a.collection_group_id, 'superGroupId', a.super_group_id, 'superGroupOptionId', a.super_group_option_id,
        'superGroupName', (select sg.name from super_group sg where sg.organisation_id = organisation and sg.id = a.super_group_id),
        'seasonId', a.season_id, 'isFixed', a.kind = 'product', 'beyond', c.beyond, 'necessity', coalesce((select p.necessity from product p where p.id = product), c.necessity),
        'isDecorationOutsideBudget', c.decoration_outside_budget, 'unitPoints', (
          select gp.points from collection_group_product gp
          where gp.organisation_id = organisation and gp.collection_group_id = a.collection_group_id and gp.product_id = product),
        'group', json_build_object('id', a.id, 'label', a.label, 'unit', a.unit, 'left', case when a.is_limited then a.granted - a.reserved - a.used end),
        'budget', (
          select json_build_object('id', b.id, 'label', b.label, 'unit', b.unit, 'left', case when b.is_limited then b.granted - b.reserved - b.used end)
          from own b
          where b.collection_id = a.collection_id and b.kind = 'budget' and b.season_id is not distinct from a.season_id limit 1))
     from collection c where c.organisation_id = organisation and c.id = a.collection_id)
  from customer w left join open_account(organisation, wearer, product, named_group, today) a on true
  where w.organisation_id = organisation and w.id = wearer;
end $$;
