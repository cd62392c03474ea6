-- Failed log-ins delay the next attempt, until a new password is set.

-- The account under which failed attempts are counted. Hashed, so that the table names no one; computed in the same way
-- for addresses without an account.
create or replace function login_account_key(brand bigint, email text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to('account:' || brand || ':' || lower(btrim(email)), 'UTF8'))
$$;

-- When the next attempt is accepted after this number of consecutive failures: immediately for the first five, then
-- after 1 s, 2 s, 4 s, at most 15 minutes; from the hundredth on after a day. It delays and never locks. "Immediately"
-- is a moment far in the past, because of two concurrent statements the later one may have the earlier clock.
create or replace function next_login_attempt(failures int) returns timestamptz language sql stable parallel safe as $$
  select case when failures < 5 then 'epoch'::timestamptz
    else now() + make_interval(secs => case when failures >= 100 then 86400 else least(2 ^ (failures - 5), 900) end) end
$$;

-- A new password resets the failed attempts for its owner, and browsers that knew the old one become unknown.
create or replace function reset_failed_logins() returns trigger language plpgsql as $$
begin
  delete from failed_login where key = login_account_key(new.brand_id, new.email);
  delete from known_device where organisation_id = new.organisation_id and customer_id = new.id;
  return null;
end $$;
create or replace trigger reset_failed_logins after update of password_hash on customer for each row
  when (new.password_hash is distinct from old.password_hash and coalesce(current_setting('livery.same_password', true), '') <> 'yes')
  execute function reset_failed_logins();
