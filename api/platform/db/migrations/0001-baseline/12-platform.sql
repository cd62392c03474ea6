-- Audit log, outbox, idempotency keys and rate limits.

create table audit_event (
  id              bigint generated always as identity,
  organisation_id bigint references organisation,
  brand_id        bigint references brand,
  actor_kind      text not null default 'customer' check (actor_kind in ('customer', 'operator', 'api_key', 'system')),
  actor_id        bigint,
  impersonated_id bigint,
  action          text not null,
  subject_kind    text,
  subject_id      text,
  before          jsonb,
  after           jsonb,
  request_id      text,
  created_at      timestamptz not null default now(),
  constraint audit_event_pkey primary key (id, created_at),
  constraint audit_event_actor check (actor_kind = 'system' or actor_id is not null)
);
comment on table audit_event is
  'Global. Append-only: who changed what, when, and for whom. Its time is part of the key, so that old events can be archived by month. Erasing a person clears before and after; nothing else may be changed.';
comment on column audit_event.organisation_id is 'The organisation whose data was changed; null: none''s.';
comment on column audit_event.brand_id is 'The brand that the request reached; null: no request caused the event.';
comment on column audit_event.actor_kind is 'With actor_id, who did it. Actions without an actor are of the system.';
comment on column audit_event.impersonated_id is 'The person for whom the actor worked.';
comment on column audit_event.action is 'Subject and past participle: ''order.placed'', ''session.started''.';
create index audit_event_of_organisation on audit_event (organisation_id, id);
create index audit_event_of_actor on audit_event (organisation_id, actor_id);
create index audit_event_of_impersonated on audit_event (organisation_id, impersonated_id) where impersonated_id is not null;
-- A person's part of the audit log, together with the two indexes above.
create index audit_event_about_person on audit_event (organisation_id, subject_id) where subject_kind = 'customer';
create index audit_event_about_wardrobe on audit_event (organisation_id, subject_id) where subject_kind = 'wardrobe';

create table mail_outbox (
  id              uuid primary key default gen_random_uuid(),
  organisation_id bigint references organisation,
  brand_id        bigint not null references brand,
  recipient       text not null check (recipient !~ '[\r\n]'),
  template        text not null,
  dedupe_key      text unique,
  attempts        int not null default 0,
  last_error      text,
  created_at      timestamptz not null default now(),
  sent_at         timestamptz,
  data            jsonb not null,
  sealed          bytea,
  due_at          timestamptz not null default now(),
  claimed_at      timestamptz,
  failed_at       timestamptz
);
comment on table mail_outbox is
  'Global. Outbox: a mail is written in the transaction that it reports, and the job that sends it is queued there too. The row holds data; text and layout are produced when the mail is sent.';
comment on column mail_outbox.id is 'Also the Message-ID, so that a second delivery can be recognised.';
comment on column mail_outbox.organisation_id is 'The organisation that the mail is about; null: none.';
comment on column mail_outbox.sealed is 'What only the recipient may know (the token of a link), encrypted with a key that is not in the database. Removed once the mail has been sent.';
comment on column mail_outbox.due_at is 'The mail is abandoned some days after this; retrying moves it.';
comment on column mail_outbox.claimed_at is 'A process is sending the mail; another one takes over when this is old.';
comment on column mail_outbox.failed_at is 'Abandoned: refused permanently, or not accepted for days. last_error has the reason.';
create index mail_outbox_pending on mail_outbox (due_at) where sent_at is null and failed_at is null;
create index mail_outbox_of_brand on mail_outbox (brand_id, created_at desc, id);
create index mail_outbox_sealed on mail_outbox (created_at) where sealed is not null;

create table idempotency_key (
  organisation_id bigint not null,
  customer_id     bigint not null,
  key             text not null check (length(key) between 1 and 200),
  request_hash    bytea not null,
  status          smallint,
  body            jsonb,
  created_at      timestamptz not null default now(),
  constraint idempotency_key_pkey primary key (organisation_id, customer_id, key),
  constraint idempotency_key_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);
comment on table idempotency_key is
  'Tenant. The first response to a request with an idempotency key. It commits together with what the request did.';
create index idempotency_key_expired on idempotency_key (created_at);

create table operator_idempotency_key (
  actor_kind   text not null check (actor_kind in ('operator', 'api_key')),
  actor_id     bigint not null,
  key          text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status       smallint,
  body         jsonb,
  created_at   timestamptz not null default now(),
  constraint operator_idempotency_key_pkey primary key (actor_kind, actor_id, key)
);
comment on table operator_idempotency_key is
  'Global. As idempotency_key, for operators and API keys of the supplier.';
create index operator_idempotency_key_expired on operator_idempotency_key (created_at);

create unlogged table rate_limit (
  key               text not null,
  window_started_at timestamptz not null,
  hits              int not null,
  constraint rate_limit_pkey primary key (key, window_started_at)
);
comment on table rate_limit is
  'Global. Requests per key and window, shared by all processes. Unlogged: a crash loses a few counts, no more.';
