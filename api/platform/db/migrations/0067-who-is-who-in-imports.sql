-- Who the rows of an imported file are about, what has to be confirmed of it, and full time, of which hours can be a share.

alter table organisation
  add column full_time_hours numeric(5, 2) not null default 40,
  add constraint organisation_full_time_hours check (full_time_hours > 0 and full_time_hours <= 168);
comment on column organisation.full_time_hours is 'Weekly hours of full time.';

alter table people_import
  add column findings jsonb not null default '{}',
  add column confirmed_findings text[];
comment on column people_import.findings is 'Number of rows by what has to be confirmed of whom they are about, of findings.ts.';
comment on column people_import.confirmed_findings is 'The kinds of findings that were confirmed; null before the import is run.';

alter table people_import_row
  add column findings text[] not null default '{}',
  add column duplicate_kind text
    constraint people_import_row_duplicate_kind check (duplicate_kind in ('person', 'contract', 'email', 'number')),
  add column predecessor_id bigint,
  add constraint people_import_row_predecessor_fkey foreign key (organisation_id, predecessor_id)
    references customer (organisation_id, id) on delete set null (predecessor_id);
comment on column people_import_row.findings is 'What has to be confirmed of whom the row is about; the import writes these values only where they were.';
comment on column people_import_row.duplicate_of_line is
  'Another line with the same person, number or address, in an import of people; duplicate_kind says what it shares.';
comment on column people_import_row.duplicate_kind is
  'person, contract (of the same person, where the other line counts), email or number; null: person, from before this column.';
comment on column people_import_row.predecessor_id is 'A leaver whose email address the row takes over; filled when it is run.';
create index people_import_row_predecessor on people_import_row (organisation_id, predecessor_id) where predecessor_id is not null;
