-- How the values of an imported file are read where they do not say so themselves.
-- Works with earlier code

alter table people_import
  add column interpretation jsonb,
  add column leaving_unread int not null default 0;
comment on column people_import.interpretation is
  'Order of dates and names of each column, and what unknown words mean, of interpretation.rules.ts; null: not previewed since this column is there.';
comment on column people_import.leaving_unread is
  'Rows whose last day of work or status could not be read.';

alter table people_import_column
  add column value_order text check (value_order in ('day', 'month', 'last, first', 'first last', 'last first'));
comment on column people_import_column.value_order is
  'What was answered about the order of its dates or names; null: nothing.';

create table people_import_word (
  organisation_id bigint not null references organisation,
  field           text not null check (field in ('gender', 'active', 'organisationGroupIds', 'organisationResortId', 'organisationBusinessAreaId', 'jobRoleId',
    'organisationCollections', 'organisationSeasons', 'allocationTypeId', 'roleIds')),
  word            text not null check (length(word) between 1 and 119),
  value           bigint,
  constraint people_import_word_pkey primary key (organisation_id, field, word)
);
comment on table people_import_word is
  'Tenant. What words of an organisation''s files mean that the portal does not know, saved with each preview.';
comment on column people_import_word.word is 'In lower case, with single spaces.';
comment on column people_import_word.value is
  'Id of what it means, which may be gone since; of a gender 10, 20 or 0, of an account 1 or 0. Null: nothing, as an empty cell.';
