-- The version of an organisation's listing, which cached responses carry, and what occurs in the limits of its range.

-- Every organisation has a listing version.
create or replace function create_listing_version() returns trigger language plpgsql as $$
begin
  insert into listing_version (organisation_id) values (new.id);
  return new;
end $$;
create or replace trigger create_listing_version after insert on organisation for each row execute function create_listing_version();

-- Computes the limit columns whenever the version increases.
create or replace function set_listing_limits() returns trigger language plpgsql as $$
begin
  new.limited_role_ids := array(select distinct role_id from product_organisation_role where organisation_id = new.organisation_id order by 1);
  new.limited_business_area_ids := array(select distinct business_area_id from product_organisation_area where organisation_id = new.organisation_id order by 1);
  new.limited_job_role_ids := array(select distinct job_role_id from product_organisation_job_role where organisation_id = new.organisation_id order by 1);
  new.limited_collection_ids := array(select distinct collection_id from product_organisation_collection where organisation_id = new.organisation_id order by 1);
  return new;
end $$;
create or replace trigger set_limits before update on listing_version for each row execute function set_listing_limits();

-- Computes listing_version.limited_groups whenever the version increases.
create or replace function set_limited_groups() returns trigger language plpgsql as $$
begin
  new.limited_groups := (
    with area as (
      select product_organisation_id, array_agg(business_area_id order by business_area_id) as ids from product_organisation_area
      where organisation_id = new.organisation_id group by 1),
    job as (
      select product_organisation_id, array_agg(job_role_id order by job_role_id) as ids from product_organisation_job_role
      where organisation_id = new.organisation_id group by 1),
    wardrobe as (
      select product_organisation_id, array_agg(collection_id order by collection_id) as ids from product_organisation_collection
      where organisation_id = new.organisation_id group by 1),
    limited as (
      select distinct gp.collection_group_id, coalesce(area.ids, '{}') as area_ids, coalesce(job.ids, '{}') as job_ids, coalesce(wardrobe.ids, '{}') as wardrobe_ids
      from collection_group_product gp
      join product_organisation po on po.organisation_id = gp.organisation_id and po.product_id = gp.product_id
      left join area on area.product_organisation_id = po.id
      left join job on job.product_organisation_id = po.id
      left join wardrobe on wardrobe.product_organisation_id = po.id
      where gp.organisation_id = new.organisation_id and num_nonnulls(area.ids, job.ids, wardrobe.ids) > 0)
    select coalesce(jsonb_agg(jsonb_build_array(collection_group_id, area_ids, job_ids, wardrobe_ids)), '[]') from limited);
  return new;
end $$;
create or replace trigger set_limited_groups before update on listing_version for each row execute function set_limited_groups();

-- What a group lists decides who sees a product, so a change increases the version of the organisation's listing.
create or replace function increment_listing_version() returns trigger language plpgsql as $$
begin
  update listing_version set version = version + 1 where organisation_id in (select organisation_id from changed);
  return null;
end $$;
create or replace trigger increment_listing_version_on_insert after insert on collection_group_product referencing new table as changed
  for each statement execute function increment_listing_version();
create or replace trigger increment_listing_version_on_update after update on collection_group_product referencing new table as changed
  for each statement execute function increment_listing_version();
create or replace trigger increment_listing_version_on_delete after delete on collection_group_product referencing old table as changed
  for each statement execute function increment_listing_version();
