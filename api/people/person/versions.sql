-- Versions of people, for administrators who edit the same person.

-- Increases the version for what an editor can see; a login does not. Any statement that writes the columns below is
-- counted.
create or replace function increment_customer_version() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  select array_agg(n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key <> all (array['version', 'field_versions', 'search_text', 'email_domain', 'password_hash', 'last_login_at']);
  if changed is null then return new; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || (select jsonb_object_agg(name, new.version) from unnest(changed) name);
  return new;
end $$;
create or replace trigger increment_version before update of
  email, first_name, last_name, employee_number, po_number, gender, active, resort_id, business_area_id, job_role_id, allocation_type_id,
  marketing_by_email, marketing_by_fax, marketing_by_phone, marketing_by_post, terms_agreed_version, privacy_agreed_version, tax_display_type,
  allow_order_approval, adhoc_business_area_id, adhoc_collection_id, bodime_customer_id, bodime_used_body_blocks, wardrobe_opt_out_at,
  starts_on, ends_on, weekly_hours on customer
  for each row execute function increment_customer_version();

-- Triggers run in the order of their names: this one runs after the version was increased.
create or replace trigger set_changed_at before update on customer
  for each row when (old.version <> new.version) execute function set_changed_at();
