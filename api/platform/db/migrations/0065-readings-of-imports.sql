-- How the file of an import was read, and what its columns hold, so that it can be read differently and its columns understood.

alter table people_import
  add column reading jsonb,
  add column reading_confirmed_at timestamptz,
  add column profile jsonb,
  add column file_key text,
  add column file_expires_at timestamptz,
  add constraint people_import_file check ((file_key is null) = (file_expires_at is null));
comment on column people_import.reading is
  'Sheet, line of the headings, encoding, and what was filled down or left out, of sheet-reading.ts; null: an import from before this column.';
comment on column people_import.reading_confirmed_at is 'When someone confirmed an encoding that the file does not prove.';
comment on column people_import.profile is
  'What each column holds, of column-profile.rules.ts; null: not known, or erased with the rows or with a person whom it names.';
comment on column people_import.file_key is 'Key of the file in the file store; null once it is deleted.';
comment on column people_import.file_expires_at is
  'From when on the file is not read again, and deleted: 24 hours after the upload, or when it is run, or a person of the organisation is erased.';
create index people_import_file_expired on people_import (file_expires_at) where file_key is not null;
