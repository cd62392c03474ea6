-- What several rooms need: the audit trail, mail that leaves with the transaction, first answers, limits.

create table audit_entry (
  id              bigint generated always as identity primary key,
  organisation_id int references organisation,
  actor_id        int,
  acting_as_id    int,
  action          text not null,              -- 'order.placed', 'session.started', …
  subject_id      text,
  before          jsonb,
  after           jsonb,
  request_id      text,
  created_at      timestamptz not null default now()
);
create index audit_entry_of_organisation on audit_entry (organisation_id, id);
create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change();

-- A mail is written in the transaction of the act it tells about; the job that sends it is queued there too.
create table mail (
  id              uuid primary key default gen_random_uuid(),    -- also the Message-ID, so that a second delivery can be recognised
  organisation_id int references organisation,
  brand_id        int not null references brand,
  recipient       text not null check (recipient !~ '[\r\n]'),
  template        text not null,
  subject         text not null check (subject !~ '[\r\n]'),
  html            text not null,
  plain           text not null,
  dedupe_key      text unique,
  attempts        int not null default 0,
  last_error      text,
  created_at      timestamptz not null default now(),
  sent_at         timestamptz
);
create index mail_unsent on mail (created_at) where sent_at is null;

-- The first answer to a request that carried a key; it commits with what the request did.
create table first_answer (
  organisation_id int not null,
  customer_id     int not null,
  key             text not null check (length(key) between 1 and 200),
  request_hash    bytea not null,
  status          smallint,
  body            jsonb,
  created_at      timestamptz not null default now(),
  primary key (organisation_id, customer_id, key),
  foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
create index first_answer_to_purge on first_answer (created_at);

-- Shared by all processes; losing it in a crash only forgets some counts.
create unlogged table rate_limit (
  key          text not null,
  window_start timestamptz not null,
  hits         int not null,
  primary key (key, window_start)
);
