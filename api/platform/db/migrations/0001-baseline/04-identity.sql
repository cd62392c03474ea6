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
