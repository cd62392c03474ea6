-- Rights of operators, and until when API keys are accepted. Present operators keep all rights; present keys are accepted for another year.

alter table operator
  add column rights text[] not null default '{warehouse,customerService,accounts,catalogue,administrator}',
  add constraint operator_rights check (
    cardinality(rights) > 0 and rights <@ array['warehouse', 'customerService', 'accounts', 'catalogue', 'administrator']);
comment on column operator.rights is
  'What the operator may do in the brands: each right is a set of the scopes of API keys, and administrator the calls without one. All by default, as code before this column wrote.';

alter table api_key
  add column expires_at timestamptz not null default now() + interval '365 days',
  add column expiry_warning smallint check (expiry_warning in (14, 2));
comment on column api_key.expires_at is 'From this moment the key is refused, until it is extended.';
comment on column api_key.expiry_warning is 'How many days ahead the last warning about the present expiry was; null before the first.';
create index api_key_expiry on api_key (expires_at) where revoked_at is null;
