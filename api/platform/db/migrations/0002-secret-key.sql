-- Which secret keys have encrypted values in this database, so that one which cannot decrypt them is noticed at the start.

create table secret_key (
  id            bigint generated always as identity,
  fingerprint   text not null constraint secret_key_fingerprint check (fingerprint ~ '^[0-9a-f]{32}$'),
  first_used_at timestamptz not null default now(),
  constraint secret_key_pkey primary key (id),
  constraint secret_key_fingerprint_key unique (fingerprint)
);
comment on table secret_key is
  'Global. The secret keys with which values have been encrypted, the newest last. A process must know the newest one; it needs earlier ones only while values encrypted with them are still read.';
comment on column secret_key.fingerprint is 'Derived from the key by HKDF, so it says nothing about the key.';
