-- Sessions and mailed links end with the password, the address or the account that they belong to.

-- A new password ends every session that was started with the old one, and cancels every other link that could set one.
-- A person who changes it while logged in sets livery.keep_session to the session that stays. Rehashing the same
-- password ends nothing: that statement sets livery.same_password.
create or replace function end_access_of_old_password() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now(), revoked_reason = 'password_changed', impersonated_customer_id = null, impersonation_ends_at = null
  where organisation_id = new.organisation_id and customer_id = new.id and revoked_at is null
    and id::text is distinct from current_setting('livery.keep_session', true);
  update password_token set cancelled_at = now()
  where organisation_id = new.organisation_id and customer_id = new.id and used_at is null and cancelled_at is null;
  return null;
end $$;
create or replace trigger end_access_of_old_password after update of password_hash on customer for each row
  when (new.password_hash is distinct from old.password_hash and coalesce(current_setting('livery.same_password', true), '') <> 'yes')
  execute function end_access_of_old_password();

-- However an account is closed, a person removed or an email address changed, their sessions end for good, so that they do not
-- continue when the account is opened again. Links that were mailed before stop working.
create or replace function end_access_of_closed_account() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now(), impersonated_customer_id = null, impersonation_ends_at = null,
    revoked_reason = case
      when new.deleted_at is not null then 'account_removed'
      when not new.active then 'account_closed'
      else 'email_changed' end
  where organisation_id = new.organisation_id and customer_id = new.id and revoked_at is null;
  update password_token set cancelled_at = now()
  where organisation_id = new.organisation_id and customer_id = new.id and used_at is null and cancelled_at is null;
  delete from email_change where organisation_id = new.organisation_id and customer_id = new.id;
  return null;
end $$;
create or replace trigger end_access_of_closed_account after update of email, active, deleted_at on customer for each row
  when (lower(new.email) <> lower(old.email) or (old.active and not new.active) or (old.deleted_at is null and new.deleted_at is not null))
  execute function end_access_of_closed_account();
