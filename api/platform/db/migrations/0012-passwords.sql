-- Links that set a password end in more ways than by being used, and invitations leave from a queue.

alter table password_token
  add column cancelled_at timestamptz,                    -- a newer link, a new password, another address, or the person has left
  add column activates    boolean not null default true;  -- false: the account still waits for an administrator afterwards

create index password_token_open on password_token (organisation_id, customer_id)
  where used_at is null and cancelled_at is null;
create index password_token_to_purge on password_token (expires_at);

-- A new password ends every log-in that was made with the old one, and every other link that could set one. Whoever
-- changes it while logged in names the session that stays.
create or replace function end_sessions_of_old_password() returns trigger language plpgsql as $$
begin
  update session set revoked_at = now(), revoked_because = 'the password was changed', impersonated_customer_id = null, impersonation_ends_at = null
  where organisation_id = new.organisation_id and customer_id = new.id and revoked_at is null
    and id::text is distinct from current_setting('livery.keep_session', true);
  update password_token set cancelled_at = now()
  where organisation_id = new.organisation_id and customer_id = new.id and used_at is null and cancelled_at is null;
  return null;
end $$;

-- A link was mailed to an address and for an account that was in use: whoever changes either need not think of it.
create function cancel_password_links() returns trigger language plpgsql as $$
begin
  update password_token set cancelled_at = now()
  where organisation_id = new.organisation_id and customer_id = new.id and used_at is null and cancelled_at is null;
  return null;
end $$;
create trigger customer_links_end after update of email, active, deleted_at on customer for each row
  when (lower(new.email) <> lower(old.email) or (old.active and not new.active) or (old.deleted_at is null and new.deleted_at is not null))
  execute function cancel_password_links();

-- One row is one invitation. It is written when an administrator asks for it, and mailed from the queue.
create table invitation (
  id              bigint generated always as identity primary key,
  organisation_id int not null,
  customer_id     int not null,
  invited_by      int not null,
  requested_at    timestamptz not null default now(),
  sent_at         timestamptz,
  dropped_at      timestamptz,                            -- when its turn came, the person could not be invited any more
  foreign key (organisation_id, customer_id) references customer (organisation_id, id),
  foreign key (organisation_id, invited_by) references customer (organisation_id, id),
  constraint invitation_sent_or_dropped check (sent_at is null or dropped_at is null)
);
create unique index invitation_one_waiting on invitation (organisation_id, customer_id) where sent_at is null and dropped_at is null;
create index invitation_waiting on invitation (id) where sent_at is null and dropped_at is null;
create index invitation_of_customer on invitation (organisation_id, customer_id, requested_at);
create index invitation_of_day on invitation (organisation_id, requested_at);

-- The list of people who have no password yet is short where everybody has activated, and must not read all of them.
create index customer_without_password on customer (organisation_id, last_name, first_name, id)
  where password_hash is null and deleted_at is null and active;
