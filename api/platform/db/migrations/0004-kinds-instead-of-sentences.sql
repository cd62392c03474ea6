-- Reasons, causes and changes are stored as kinds with values and worded where they are shown. Rows from before keep their sentences in the columns that
-- are still read, and are deleted by their retention; a later migration drops these columns.

-- Of each reason: a kind, which is one word of lower case letters, beside its values. The kind `text` marks a sentence of an earlier version, and is never
-- written.
alter table bulk_edit_item
  add column reason_kinds jsonb,
  add constraint bulk_edit_item_reason_kinds check (
    jsonb_typeof(reason_kinds) = 'array' and not jsonb_path_exists(reason_kinds, '$[*] ? (!(@.kind like_regex "^[a-z][a-z_]*$" && @.kind != "text"))')
  ) not valid;
comment on column bulk_edit_item.reason_kinds is
  'Why it was refused or left alone, or which parts of it could not be applied: [{ kind, …values }], worded by the kind of the bulk edit. Null: no reason.';
comment on column bulk_edit_item.reason is 'A sentence, of an item from before reason_kinds; no longer written.';

alter table people_import_row
  add column problem_kind jsonb,
  add column reason_kinds jsonb not null default '[]',
  add column change_values jsonb not null default '[]',
  add constraint people_import_row_problem_kind check (
    jsonb_path_exists(problem_kind, '$ ? (@.kind like_regex "^[a-z][a-z_]*$" && @.kind != "text")')
  ) not valid,
  add constraint people_import_row_reason_kinds check (
    jsonb_typeof(reason_kinds) = 'array' and not jsonb_path_exists(reason_kinds, '$[*] ? (!(@.kind like_regex "^[a-z][a-z_]*$" && @.kind != "text"))')
  ) not valid,
  add constraint people_import_row_change_values check (
    jsonb_typeof(change_values) = 'array' and not jsonb_path_exists(change_values, '$[*] ? (!(@.kind like_regex "^[a-z][a-z_]*$"))')
  ) not valid;
comment on column people_import_row.problem_kind is 'Why the line could not be read: { kind, …values }.';
comment on column people_import_row.reason_kinds is 'Why it is refused, or what of it is not written: [{ kind, …values }].';
comment on column people_import_row.change_values is
  'What it changes: [{ kind: person, balance or product, …values }], with the names of groups and the like at the time of the preview or import.';
comment on column people_import_row.problem is 'A sentence, of a row from before problem_kind; no longer written.';
comment on column people_import_row.reasons is 'Sentences, of a row from before reason_kinds; no longer written.';
comment on column people_import_row.changes is '[{ field, before, after }] as text, of a row from before change_values; no longer written.';

alter table people_import add column invited jsonb;
comment on column people_import.invited is 'How many invitations were queued, and of how many others for which reason none was: { queued, skipped: [{ reason, count }] }.';
comment on column people_import.invitations is 'The same with sentences, of an import from before invited; no longer written.';

alter table webhook_delivery
  add column failure jsonb,
  add constraint webhook_delivery_failure check (
    jsonb_path_exists(failure, '$ ? (@.kind like_regex "^[a-z][a-z_]*$" && @.kind != "text")')
  ) not valid;
comment on column webhook_delivery.failure is 'Why the latest attempt failed: { kind, …values }, with messages of other systems as they are.';
comment on column webhook_delivery.last_error is 'A sentence, of a delivery from before failure; no longer written.';
comment on column webhook_delivery.failed_at is 'Given up; failure has the reason.';

alter table mail_outbox
  add column failure jsonb,
  add constraint mail_outbox_failure check (
    jsonb_path_exists(failure, '$ ? (@.kind like_regex "^[a-z][a-z_]*$" && @.kind != "text")')
  ) not valid;
comment on column mail_outbox.failure is 'Why the latest attempt failed: { kind, …values }, with messages of the SMTP server as they are.';
comment on column mail_outbox.last_error is 'A text, of a mail from before failure; no longer written.';
comment on column mail_outbox.failed_at is 'Abandoned: refused permanently, or not accepted for days; failure has the reason.';

alter table entitlement_entry
  add column cause jsonb,
  add constraint entitlement_entry_cause check (
    jsonb_path_exists(cause, '$ ? (@.kind like_regex "^[a-z][a-z_]*$")')
  ) not valid;
comment on column entitlement_entry.cause is 'Why the portal wrote it: { kind, …values }; null where the kind of entry says enough, or a person gave a reason.';
comment on column entitlement_entry.reason is 'Why, in the words of the person who adjusted; of entries from before cause also a sentence of the portal.';

alter table stock_entry
  add column cause jsonb,
  add constraint stock_entry_cause check (
    jsonb_path_exists(cause, '$ ? (@.kind like_regex "^[a-z][a-z_]*$")')
  ) not valid;
comment on column stock_entry.cause is 'Why the portal wrote it: { kind, …values }; null where the kind of entry says enough.';

comment on column order_event.kind is '''note'' is a text of a person or of another system for or about the customer, in data.note.';
