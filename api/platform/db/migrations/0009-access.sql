-- What must act at the next request, whoever writes it.

-- A new password ends every log-in that was made with the old one. Hashing the same password anew ends none; the
-- statement that does so says so.
create function end_sessions_of_old_password() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now(), revoked_because = 'the password was changed', impersonated_customer_id = null, impersonation_ends_at = null
  where organisation_id = new.organisation_id and customer_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger customer_password_changed after update of password_hash on customer for each row
  when (new.password_hash is distinct from old.password_hash and coalesce(current_setting('livery.same_password', true), '') <> 'yes')
  execute function end_sessions_of_old_password();

-- A role of an organisation that is switched off takes its permissions with it.
create or replace function announce_access_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('access_changed', json_build_object('key', case tg_table_name
    when 'session' then changed ->> 'id'
    when 'customer' then 'c' || (changed ->> 'id')
    when 'organisation' then 'o' || (changed ->> 'id')
    when 'role_permission' then 'o' || (changed ->> 'organisation_id')
    when 'role' then 'o' || (changed ->> 'organisation_id')
    else 'c' || (changed ->> 'customer_id') end)::text);
  return null;
end $$;
create trigger role_changed after update on role for each row when (new.organisation_id is not null) execute function announce_access_change();
