-- The parts of an organisation as its administrators keep them, and measurements taken by hand.

-- What two administrators change of the same thing is told apart field by field, as for people.
alter table organisation_group add column version int not null default 1, add column field_versions jsonb not null default '{}';
alter table resort             add column version int not null default 1, add column field_versions jsonb not null default '{}';
alter table department         add column version int not null default 1, add column field_versions jsonb not null default '{}';
alter table business_area      add column version int not null default 1, add column field_versions jsonb not null default '{}';
alter table job_role           add column version int not null default 1, add column field_versions jsonb not null default '{}';
alter table season             add column version int not null default 1, add column field_versions jsonb not null default '{}';
alter table role               add column version int not null default 1, add column field_versions jsonb not null default '{}';

alter table season
  add constraint season_ordering_in_order check (ordering_opens is null or ordering_closes is null or ordering_opens <= ordering_closes);

-- Whoever has a role of this name counts as having that right: an own role must not be able to take one.
alter table role add constraint role_name_is_no_right check (organisation_id is null or (name !~* '^\s*organisation' and name !~ ','));

create function count_structure_change() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  select array_agg(n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key <> all (array['version', 'field_versions']);
  if changed is null then return new; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || (select jsonb_object_agg(name, new.version) from unnest(changed) name);
  return new;
end $$;
create trigger organisation_group_counted before update on organisation_group for each row execute function count_structure_change();
create trigger resort_counted before update on resort for each row execute function count_structure_change();
create trigger department_counted before update on department for each row execute function count_structure_change();
create trigger business_area_counted before update on business_area for each row execute function count_structure_change();
create trigger job_role_counted before update on job_role for each row execute function count_structure_change();
create trigger season_counted before update on season for each row execute function count_structure_change();
create trigger role_counted before update on role for each row execute function count_structure_change();

-- Who uses a part of the organisation is asked before it goes, and shown beside each.
create index customer_of_resort on customer (organisation_id, resort_id) where resort_id is not null;
create index customer_of_business_area on customer (organisation_id, business_area_id) where business_area_id is not null;
create index customer_of_job_role on customer (organisation_id, job_role_id) where job_role_id is not null;
create index customer_department_members on customer_department (organisation_id, department_id);
create index customer_season_members on customer_season (organisation_id, season_id);
create index customer_role_members on customer_role (organisation_id, role_id);

-- Measurements that somebody took of a person, for a garment that is made. They are the person's: sealed, and nowhere else.
create table special_measurement (
  organisation_id int not null,
  customer_id     int not null,
  sealed          bytea not null,
  updated_at      timestamptz not null default now(),
  primary key (organisation_id, customer_id),
  foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
