-- Views of lists that an organisation shares, settings and views of lists for operators, and the preference about shortcuts that are a single key.

alter table list_view
  alter column customer_id drop not null,
  add column shared_by_id bigint,
  add column version int not null default 1,
  add column field_versions jsonb not null default '{}',
  add constraint list_view_organisation_fkey foreign key (organisation_id) references organisation,
  add constraint list_view_shared_by_fkey foreign key (organisation_id, shared_by_id)
    references customer (organisation_id, id) on delete set null (shared_by_id),
  add constraint list_view_own_or_shared check (customer_id is null or shared_by_id is null);
create unique index list_view_shared_name on list_view (organisation_id, list, lower(name)) where customer_id is null;
comment on table list_view is
  'Tenant. Views of lists: filters, order and columns under a name, saved by people for themselves or shared with the organisation.';
comment on column list_view.customer_id is 'Whose own view it is; null: the organisation shares it, whatever becomes of the person who shared it.';
comment on column list_view.shared_by_id is 'Who shared it; null for an own view, and once that person has been erased.';
comment on column list_view.field_versions is 'By column, the version in which it was last changed, so that two people who edit the same view do not overwrite each other.';

create table operator_list_setting (
  operator_id bigint not null references operator on delete cascade,
  list        text not null,
  settings    jsonb not null,
  updated_at  timestamptz not null default now(),
  constraint operator_list_setting_pkey primary key (operator_id, list)
);
comment on table operator_list_setting is
  'Global. How an operator has arranged a list, as list_setting.';

create table operator_list_view (
  id             bigint generated always as identity,
  operator_id    bigint not null references operator on delete cascade,
  list           text not null,
  name           text not null check (name = btrim(name) and length(name) between 1 and 60),
  filters        text not null check (length(filters) <= 2000),
  columns        text[],
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  version        int not null default 1,
  field_versions jsonb not null default '{}',
  constraint operator_list_view_pkey primary key (id)
);
comment on table operator_list_view is
  'Global. Views of lists that operators have saved for themselves, as list_view.';
create unique index operator_list_view_name on operator_list_view (operator_id, list, lower(name));

comment on table list_setting is
  'Tenant. How a person has arranged a list: columns, rows per page and density. What they have not changed is null or absent.';

alter table customer add column single_key_shortcuts boolean not null default true;
comment on column customer.single_key_shortcuts is 'Whether shortcuts that are a single key work for the person (WCAG 2.1.4).';
alter table operator add column single_key_shortcuts boolean not null default true;
comment on column operator.single_key_shortcuts is 'Whether shortcuts that are a single key work for the operator (WCAG 2.1.4).';
