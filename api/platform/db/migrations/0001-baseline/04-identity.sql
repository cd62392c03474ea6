-- Sessions, passwords and second factors.

create table session (
  id                       uuid primary key default gen_random_uuid(),
  organisation_id          bigint not null,
  customer_id              bigint not null,
  brand_id                 bigint not null references brand,
  access_hash              bytea not null unique,
  access_expires_at        timestamptz not null,
  refresh_hash             bytea not null unique,
  previous_refresh_hash    bytea unique,
  rotation_nonce           bytea,
  rotated_at               timestamptz,
  impersonated_customer_id bigint,
  impersonation_ends_at    timestamptz,
  user_agent               text,
  created_at               timestamptz not null default now(),
  last_seen_at             timestamptz not null default now(),
  ends_at                  timestamptz not null,
  revoked_at               timestamptz,
  revoked_reason           text,
  constraint session_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id),
  constraint session_impersonated_customer_fkey foreign key (organisation_id, impersonated_customer_id)
    references customer (organisation_id, id)
);
comment on table session is
  'Tenant. One row per login (a "token family"). Tokens are 32 random bytes; only their SHA-256 hashes are stored. Keyed by its own id, because a session is found before its organisation is known.';
comment on column session.previous_refresh_hash is 'Using the previous token again within the grace period returns the same successor.';
comment on column session.rotation_nonce is 'Successor = HMAC(previous token, nonce): it can be issued again without being stored.';
comment on column session.ends_at is 'Absolute end of the session.';
create index session_of_customer on session (customer_id) where revoked_at is null;
create index session_ended on session (ends_at);

create table used_refresh_token (
  hash       bytea primary key,
  session_id uuid not null references session on delete cascade,
  used_at    timestamptz not null default now()
);
comment on table used_refresh_token is
  'Global. Refresh tokens that have been rotated. A second use means that the token has been copied, and ends the session.';

create table login_key (
  hash            bytea primary key,
  organisation_id bigint not null,
  customer_id     bigint not null,
  purpose         text not null check (purpose in ('punchout', 'single_sign_on')),
  expires_at      timestamptz not null,
  used_at         timestamptz,
  constraint login_key_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
comment on table login_key is
  'Tenant. One-time keys for /login?auto=… Keyed by hash, because a key is found before its organisation is known.';

create table password_token (
  hash            bytea primary key,
  organisation_id bigint not null,
  customer_id     bigint not null,
  purpose         text not null check (purpose in ('recovery', 'invitation', 'activation')),
  expires_at      timestamptz not null,
  used_at         timestamptz,
  created_at      timestamptz not null default now(),
  cancelled_at    timestamptz,
  activates       boolean not null default true,
  constraint password_token_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
comment on table password_token is
  'Tenant. Links with which a person sets a password. Only the hash of the token is stored; it is the key, because a link is found before its organisation is known.';
comment on column password_token.cancelled_at is 'Ended by a newer link, a new password, another email address, or because the person has left.';
comment on column password_token.activates is 'False: after setting the password the account still waits for an administrator.';
create index password_token_of_customer on password_token (customer_id, purpose);
create index password_token_open on password_token (organisation_id, customer_id)
  where used_at is null and cancelled_at is null;
create index password_token_expired on password_token (expires_at);

create table email_change (
  organisation_id bigint not null,
  customer_id     bigint not null,
  email           text not null check (length(email) <= 254),
  token_hash      bytea not null unique,
  requested_by_id bigint not null,
  requested_at    timestamptz not null default now(),
  expires_at      timestamptz not null,
  constraint email_change_pkey primary key (organisation_id, customer_id),
  constraint email_change_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade,
  constraint email_change_requested_by_fkey foreign key (organisation_id, requested_by_id) references customer (organisation_id, id)
);
comment on table email_change is
  'Tenant. A change of email address that waits for confirmation from the new address.';
comment on column email_change.token_hash is 'SHA-256 of the token in the link sent to the new address.';

create unlogged table failed_login (
  key             bytea primary key,
  failures        int not null,
  last_failed_at  timestamptz not null,
  next_attempt_at timestamptz not null
);
comment on table failed_login is
  'Global. Consecutive failed attempts at an account, at an account from one known device, or at a second factor. Unlogged: a crash loses a few counts, no more.';
comment on column failed_login.key is 'SHA-256, so that the table names no one.';
comment on column failed_login.next_attempt_at is 'Attempts before this moment are refused unread.';

create table known_device (
  organisation_id bigint not null,
  customer_id     bigint not null,
  hash            bytea not null,
  brand_id        bigint not null references brand,
  created_at      timestamptz not null default now(),
  last_used_at    timestamptz not null default now(),
  constraint known_device_pkey primary key (organisation_id, customer_id, hash),
  constraint known_device_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
comment on table known_device is
  'Tenant. Browsers in which a person has logged in before. Their owner can still log in while an unknown device tries passwords. A known device does not skip the second factor.';
comment on column known_device.hash is 'SHA-256 of a token that only the browser has.';

create table used_captcha (
  hash    bytea primary key,
  account bytea,
  used_at timestamptz not null default now()
);
comment on table used_captcha is
  'Global. Captcha responses that have been used; each is valid for one login. A response that led to a second-factor prompt stays valid for a few minutes for codes entered for that account.';
comment on column used_captcha.account is 'The account whose second-factor codes the response still covers.';

create table second_factor (
  organisation_id bigint not null,
  customer_id     bigint not null,
  sealed_secret   bytea not null,
  created_at      timestamptz not null default now(),
  confirmed_at    timestamptz,
  last_step       bigint,
  constraint second_factor_pkey primary key (organisation_id, customer_id),
  constraint second_factor_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
comment on table second_factor is
  'Tenant. The authenticator app of a person (TOTP).';
comment on column second_factor.confirmed_at is 'Null while it is being set up; it is required from this moment on.';
comment on column second_factor.last_step is 'Time step of the latest code accepted; this step and earlier ones are refused.';

create table recovery_code (
  organisation_id bigint not null,
  customer_id     bigint not null,
  hash            bytea not null,
  used_at         timestamptz,
  constraint recovery_code_pkey primary key (organisation_id, customer_id, hash),
  constraint recovery_code_customer_fkey foreign key (organisation_id, customer_id)
    references second_factor (organisation_id, customer_id) on delete cascade
);
comment on table recovery_code is
  'Tenant. Recovery codes of a second factor. Only their hashes are stored.';

-- Each process caches the sessions that it has seen. Whatever changes a session, or what its person may do, is announced
-- here by triggers, so that no writer can forget it.
create function notify_access_change() returns trigger language plpgsql as $$
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
create trigger notify_access_change after update of revoked_at, impersonated_customer_id, access_hash, impersonation_ends_at on session
  for each row when (new.revoked_at is distinct from old.revoked_at or new.access_hash <> old.access_hash
    or new.impersonated_customer_id is distinct from old.impersonated_customer_id
    or new.impersonation_ends_at is distinct from old.impersonation_ends_at) execute function notify_access_change();
create trigger notify_access_change after update on customer for each row
  when (row (new.active, new.deleted_at, new.password_hash, new.resort_id, new.business_area_id, new.job_role_id, new.allocation_type_id,
             new.allow_order_approval, new.tax_display_type, new.email, new.organisation_id, new.terms_agreed_version, new.privacy_agreed_version)
    is distinct from row (old.active, old.deleted_at, old.password_hash, old.resort_id, old.business_area_id, old.job_role_id,
             old.allocation_type_id, old.allow_order_approval, old.tax_display_type, old.email, old.organisation_id, old.terms_agreed_version, old.privacy_agreed_version))
  execute function notify_access_change();
-- Cached sessions contain the name, for mails and for the impersonation banner.
create trigger notify_name_change after update of first_name, last_name on customer for each row
  when (row (new.first_name, new.last_name) is distinct from row (old.first_name, old.last_name)) execute function notify_access_change();
create trigger notify_access_change after insert or update or delete on customer_role for each row execute function notify_access_change();
create trigger notify_access_change after insert or update or delete on customer_group for each row execute function notify_access_change();
create trigger notify_access_change after insert or update or delete on customer_adminable_group
  for each row execute function notify_access_change();
create trigger notify_access_change after insert or update or delete on customer_collection
  for each row execute function notify_access_change();
create trigger notify_access_change after insert or update or delete on role_permission
  for each row execute function notify_access_change();
create trigger notify_access_change after update on organisation for each row execute function notify_access_change();
-- A role that is deactivated loses its permissions.
create trigger notify_access_change after update on role for each row when (new.organisation_id is not null) execute function notify_access_change();

-- A new password ends every session that was started with the old one, and cancels every other link that could set one.
-- A person who changes it while logged in sets livery.keep_session to the session that stays. Rehashing the same
-- password ends nothing: that statement sets livery.same_password.
create function end_access_of_old_password() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now(), revoked_reason = 'the password was changed', impersonated_customer_id = null, impersonation_ends_at = null
  where organisation_id = new.organisation_id and customer_id = new.id and revoked_at is null
    and id::text is distinct from current_setting('livery.keep_session', true);
  update password_token set cancelled_at = now()
  where organisation_id = new.organisation_id and customer_id = new.id and used_at is null and cancelled_at is null;
  return null;
end $$;
create trigger end_access_of_old_password after update of password_hash on customer for each row
  when (new.password_hash is distinct from old.password_hash and coalesce(current_setting('livery.same_password', true), '') <> 'yes')
  execute function end_access_of_old_password();

-- However an account is closed, a person removed or an email address changed, their sessions end for good, so that they do not
-- continue when the account is opened again. Links that were mailed before stop working.
create function end_access_of_closed_account() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now(), impersonated_customer_id = null, impersonation_ends_at = null,
    revoked_reason = case
      when new.deleted_at is not null then 'the account was removed'
      when not new.active then 'the account was closed'
      else 'the email address was changed' end
  where organisation_id = new.organisation_id and customer_id = new.id and revoked_at is null;
  update password_token set cancelled_at = now()
  where organisation_id = new.organisation_id and customer_id = new.id and used_at is null and cancelled_at is null;
  delete from email_change where organisation_id = new.organisation_id and customer_id = new.id;
  return null;
end $$;
create trigger end_access_of_closed_account after update of email, active, deleted_at on customer for each row
  when (lower(new.email) <> lower(old.email) or (old.active and not new.active) or (old.deleted_at is null and new.deleted_at is not null))
  execute function end_access_of_closed_account();

-- The account under which failed attempts are counted. Hashed, so that the table names no one; computed in the same way
-- for addresses without an account.
create function login_account_key(brand bigint, email text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to('account:' || brand || ':' || lower(btrim(email)), 'UTF8'))
$$;

-- When the next attempt is accepted after this number of consecutive failures: immediately for the first five, then
-- after 1 s, 2 s, 4 s, at most 15 minutes; from the hundredth on after a day. It delays and never locks. "Immediately"
-- is a moment far in the past, because of two concurrent statements the later one may have the earlier clock.
create function next_login_attempt(failures int) returns timestamptz language sql stable parallel safe as $$
  select case when failures < 5 then 'epoch'::timestamptz
    else now() + make_interval(secs => case when failures >= 100 then 86400 else least(2 ^ (failures - 5), 900) end) end
$$;

-- A new password resets the failed attempts for its owner, and browsers that knew the old one become unknown.
create function reset_failed_logins() returns trigger language plpgsql as $$
begin
  delete from failed_login where key = login_account_key(new.brand_id, new.email);
  delete from known_device where organisation_id = new.organisation_id and customer_id = new.id;
  return null;
end $$;
create trigger reset_failed_logins after update of password_hash on customer for each row
  when (new.password_hash is distinct from old.password_hash and coalesce(current_setting('livery.same_password', true), '') <> 'yes')
  execute function reset_failed_logins();
