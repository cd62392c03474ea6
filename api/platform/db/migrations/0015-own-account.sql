-- One's own account: what was agreed when, what changed since somebody looked, addresses for another's order, leaving.

-- The version of the sentence that asks for news and offers; the terms have theirs already.
alter table brand add column marketing_version int not null default 1;
-- Whether people are told by mail that somebody has begun to order for them.
alter table organisation add column impersonation_notice boolean not null default false;

alter table customer
  -- By column, the version in which it was last changed: two editors of one person lose nothing of each other's.
  add column field_versions jsonb not null default '{}',
  add column found_by text not null generated always as (
    lower(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(employee_number, '') || ' ' || coalesce(po_number, ''))) stored;
create index customer_search on customer using gin (organisation_id, found_by gin_trgm_ops) where deleted_at is null;

-- Counts what an editor can see, and no log-in. Whoever writes these columns, by whatever way, is counted.
create function count_customer_change() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  select array_agg(n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key <> all (array['version', 'field_versions', 'found_by', 'password_hash', 'last_login_at']);
  if changed is null then return new; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || (select jsonb_object_agg(name, new.version) from unnest(changed) name);
  return new;
end $$;
create trigger customer_counted before update of
  email, first_name, last_name, employee_number, po_number, gender, active, resort_id, business_area_id, job_role_id, allocation_type_id,
  marketing_by_email, marketing_by_fax, marketing_by_phone, marketing_by_post, terms_agreed_version, privacy_agreed_version, tax_display_type,
  allow_order_approval, adhoc_business_area_id, adhoc_collection_id, bodime_customer_id, bodime_used_body_blocks, wardrobe_opt_out_at,
  starts_on, ends_on, weekly_hours on customer
  for each row execute function count_customer_change();

-- Sessions that are remembered carry the name, for mails and for the banner of whoever orders for the person.
create trigger customer_renamed after update of first_name, last_name on customer for each row
  when (row (new.first_name, new.last_name) is distinct from row (old.first_name, old.last_name)) execute function announce_access_change();

-- What somebody agreed to and withdrew, with the version of the text and the time: a row for each, for ever. Written by
-- the database, so that a registration, an import and the preferences cannot tell different stories.
create table consent_entry (
  id              bigint generated always as identity primary key,
  organisation_id int not null,
  customer_id     int not null,
  kind            text not null check (kind in ('email', 'phone', 'post', 'fax', 'terms', 'privacy')),
  given           boolean not null,
  text_version    int not null,
  created_at      timestamptz not null default now(),
  foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
create index consent_entry_of_customer on consent_entry (organisation_id, customer_id, id);
create trigger consent_entry_append_only before update on consent_entry for each row execute function refuse_change();

create function write_consents() returns trigger language plpgsql as $$
declare
  asking int := (select marketing_version from brand where id = new.brand_id);
  first boolean := tg_op = 'INSERT';
begin
  insert into consent_entry (organisation_id, customer_id, kind, given, text_version, created_at)
  select new.organisation_id, new.id, kind, given, text_version, coalesce(at, now())
  from (values
    ('email', new.marketing_by_email, asking, null::timestamptz, case when first then false else old.marketing_by_email end is distinct from new.marketing_by_email),
    ('phone', new.marketing_by_phone, asking, null, case when first then false else old.marketing_by_phone end is distinct from new.marketing_by_phone),
    ('post', new.marketing_by_post, asking, null, case when first then false else old.marketing_by_post end is distinct from new.marketing_by_post),
    ('fax', new.marketing_by_fax, asking, null, case when first then false else old.marketing_by_fax end is distinct from new.marketing_by_fax),
    ('terms', new.terms_agreed_version is not null, coalesce(new.terms_agreed_version, case when not first then old.terms_agreed_version end), new.terms_agreed_at,
      case when first then null else old.terms_agreed_version end is distinct from new.terms_agreed_version),
    ('privacy', new.privacy_agreed_version is not null, coalesce(new.privacy_agreed_version, case when not first then old.privacy_agreed_version end), new.privacy_agreed_at,
      case when first then null else old.privacy_agreed_version end is distinct from new.privacy_agreed_version)
  ) as c (kind, given, text_version, at, changed)
  where changed;
  return null;
end $$;
create trigger customer_consented_at_first after insert on customer for each row
  when (new.marketing_by_email or new.marketing_by_phone or new.marketing_by_post or new.marketing_by_fax
    or new.terms_agreed_version is not null or new.privacy_agreed_version is not null) execute function write_consents();
create trigger customer_consented after update of
  marketing_by_email, marketing_by_phone, marketing_by_post, marketing_by_fax, terms_agreed_version, privacy_agreed_version on customer
  for each row execute function write_consents();

-- What was agreed to before this history began.
insert into consent_entry (organisation_id, customer_id, kind, given, text_version, created_at)
select c.organisation_id, c.id, a.kind, true, a.text_version, coalesce(a.at, c.created_at)
from customer c join brand b on b.id = c.brand_id
cross join lateral (values
  ('email', c.marketing_by_email, b.marketing_version, null::timestamptz), ('phone', c.marketing_by_phone, b.marketing_version, null),
  ('post', c.marketing_by_post, b.marketing_version, null), ('fax', c.marketing_by_fax, b.marketing_version, null),
  ('terms', c.terms_agreed_version is not null, c.terms_agreed_version, c.terms_agreed_at),
  ('privacy', c.privacy_agreed_version is not null, c.privacy_agreed_version, c.privacy_agreed_at)) as a (kind, given, text_version, at)
where a.given;

-- Somebody asks to be forgotten. One open request for each person; carrying it out is the administrators' decision.
create table erasure_request (
  id              int generated by default as identity primary key,
  organisation_id int not null,
  customer_id     int not null,
  created_at      timestamptz not null default now(),
  withdrawn_at    timestamptz,
  done_at         timestamptz,
  unique (organisation_id, id),
  foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
create unique index erasure_request_open on erasure_request (organisation_id, customer_id) where withdrawn_at is null and done_at is null;

-- Who acted, for whom, on whom: somebody's own part of the audit trail.
create index audit_entry_of_actor on audit_entry (organisation_id, actor_id);
create index audit_entry_of_person_acted_for on audit_entry (organisation_id, acting_as_id) where acting_as_id is not null;
create index audit_entry_about_person on audit_entry (organisation_id, subject_id) where action ~ '^(customer|impersonation|invitation|opt-out|password)[.]';
