-- Sheets for many wearers: saved sheets with their rows, how their lines are marked in the cart, and finding people by a name that was typed.
-- Works with earlier code

alter table cart_line drop constraint cart_line_source_check;
alter table cart_line add constraint cart_line_source_check check (source in ('product', 'adhoc', 'builder', 'reorder', 'sheet'));

-- A name in the form in which typed names are compared with it: without regard to case, to the kind of apostrophe and to the number of spaces.
create function name_key(name text) returns text language sql immutable
return lower(translate(regexp_replace(trim(name), '\s+', ' ', 'g'), '’ʼ‘`´', ''''''''''''));
create index customer_by_name_key on customer (organisation_id, name_key(last_name), name_key(first_name)) where deleted_at is null;

create table order_sheet (
  id              bigint generated always as identity,
  organisation_id bigint not null references organisation,
  customer_id     bigint not null,
  name            text not null check (name = btrim(name) and length(name) between 1 and 80),
  is_shared       boolean not null default false,
  rows_saved_at   timestamptz not null default now(),
  used_on         date not null default current_date,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  version         int not null default 1,
  field_versions  jsonb not null default '{}',
  constraint order_sheet_pkey primary key (organisation_id, id),
  constraint order_sheet_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade
);
comment on table order_sheet is
  'Tenant. Sheets for many wearers that people have saved.';
comment on column order_sheet.customer_id is 'Whose it is.';
comment on column order_sheet.is_shared is 'Whether colleagues who may order for others see it.';
comment on column order_sheet.rows_saved_at is 'When rows were last saved; field_versions has the version of that.';
comment on column order_sheet.used_on is 'The day on which it was last opened or saved: sheets that are not used are deleted.';
comment on column order_sheet.field_versions is 'By column, the version in which it was last changed, so that two people, or two tabs, do not overwrite each other.';
create unique index order_sheet_name on order_sheet (organisation_id, customer_id, lower(name));
create index order_sheet_shared on order_sheet (organisation_id, id) where is_shared;
create index order_sheet_unused on order_sheet (used_on);

create table order_sheet_row (
  organisation_id bigint not null,
  sheet_id        bigint not null,
  position        int not null,
  wearer_id       bigint,
  typed_by_id     bigint,
  wearer          text not null default '',
  garment         text not null default '',
  colour          text not null default '',
  size            text not null default '',
  fit             text not null default '',
  pieces          text not null default '',
  reason          text not null default '',
  constraint order_sheet_row_pkey primary key (organisation_id, sheet_id, position),
  constraint order_sheet_row_sheet_fkey foreign key (organisation_id, sheet_id) references order_sheet (organisation_id, id) on delete cascade,
  constraint order_sheet_row_wearer_fkey foreign key (organisation_id, wearer_id) references customer (organisation_id, id) on delete cascade,
  constraint order_sheet_row_typed_by_fkey foreign key (organisation_id, typed_by_id) references customer (organisation_id, id) on delete set null (typed_by_id)
);
comment on table order_sheet_row is
  'Tenant. A row of a saved sheet, as typed.';
comment on column order_sheet_row.pieces is 'The quantity as typed, which need not be a number.';
comment on column order_sheet_row.position is 'Order of the rows; not without gaps.';
comment on column order_sheet_row.wearer_id is 'The person whom the wearer is, where that was known when the row was saved: whoever may order for them sees the row.';
comment on column order_sheet_row.typed_by_id is 'Who typed a row whose wearer is not known: only they see it.';
create index order_sheet_row_of_wearer on order_sheet_row (organisation_id, wearer_id) where wearer_id is not null;
create index order_sheet_row_typed_by on order_sheet_row (organisation_id, typed_by_id) where typed_by_id is not null;
