-- Each process caches the sessions that it has seen. Whatever changes a session, or what its person may do, is announced
-- by triggers, so that no writer can forget it: here, and for tables of higher areas in access-changes.sql and accounts.sql there.

create or replace function notify_access_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('access_changed', json_build_object('key', case tg_table_name
    when 'session' then changed ->> 'id'
    when 'customer' then 'c' || (changed ->> 'id')
    when 'organisation' then 'o' || (changed ->> 'id')
    when 'punchout_connection' then 'o' || (changed ->> 'organisation_id')
    when 'role_permission' then 'o' || (changed ->> 'organisation_id')
    when 'role' then 'o' || (changed ->> 'organisation_id')
    else 'c' || (changed ->> 'customer_id') end)::text);
  return null;
end $$;
create or replace trigger notify_access_change after update of revoked_at, impersonated_customer_id, access_hash, impersonation_ends_at on session
  for each row when (new.revoked_at is distinct from old.revoked_at or new.access_hash <> old.access_hash
    or new.impersonated_customer_id is distinct from old.impersonated_customer_id
    or new.impersonation_ends_at is distinct from old.impersonation_ends_at) execute function notify_access_change();
create or replace trigger notify_access_change after update on customer for each row
  when (row (new.active, new.deleted_at, new.ends_on, new.password_hash, new.resort_id, new.business_area_id, new.job_role_id, new.allocation_type_id,
             new.allow_order_approval, new.tax_display_type, new.email, new.organisation_id, new.terms_agreed_version, new.privacy_agreed_version)
    is distinct from row (old.active, old.deleted_at, old.ends_on, old.password_hash, old.resort_id, old.business_area_id, old.job_role_id,
             old.allocation_type_id, old.allow_order_approval, old.tax_display_type, old.email, old.organisation_id, old.terms_agreed_version, old.privacy_agreed_version))
  execute function notify_access_change();

-- Cached sessions contain the name, for mails and for the impersonation banner.
create or replace trigger notify_name_change after update of first_name, last_name on customer for each row
  when (row (new.first_name, new.last_name) is distinct from row (old.first_name, old.last_name)) execute function notify_access_change();
create or replace trigger notify_access_change after insert or update or delete on customer_role for each row execute function notify_access_change();
create or replace trigger notify_access_change after insert or update or delete on customer_group for each row execute function notify_access_change();
create or replace trigger notify_access_change after insert or update or delete on customer_adminable_group
  for each row execute function notify_access_change();
create or replace trigger notify_access_change after insert or update or delete on customer_collection
  for each row execute function notify_access_change();
