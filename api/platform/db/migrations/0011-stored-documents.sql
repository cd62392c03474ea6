-- Documents that the portal draws for an organisation, each stored once, among its files.
-- Works with earlier code

alter table stored_file
  add column document_key text constraint stored_file_document_key check (document_key ~ '^[a-z]+:[-:0-9a-f]{1,90}$'),
  drop constraint stored_file_purpose_check,
  drop constraint stored_file_actor_kind_check,
  add constraint stored_file_purpose_check check (purpose in ('return', 'logo', 'document')),
  add constraint stored_file_actor_kind_check check (actor_kind in ('customer', 'operator', 'api_key', 'system')),
  add constraint stored_file_document check ((purpose = 'document') = (document_key is not null));
comment on column stored_file.document_key is
  'Which document it is, such as "invoice:17", by which it is found again; null: an uploaded file. Documents do not count against the quota.';
create unique index stored_file_document_once on stored_file (organisation_id, document_key) where document_key is not null;
