-- Reasons, causes and changes are stored as kinds with values and worded where they are shown. Rows from before keep their sentences in the columns that
-- are still read, and are deleted by their retention; a later migration drops these columns.

-- Of each reason: a kind, which is one word of lower case letters, beside its values. The kind `text` marks a sentence of an earlier version, and is never
-- written.
alter table bulk_edit_item
  add column reason_kinds jsonb,
  add constraint bulk_edit_item_reason_kinds check (
    jsonb_typeof(reason_kinds) = 'array' and not jsonb_path_exists(reason_kinds, '$[*] ? (!(@.kind like_regex "^[a-z][a-z_]*$" && @.kind != "text"))')
  ) not valid;
create index bulk_edit_item_reasons on bulk_edit_item (organisation_id, bulk_edit_id, position) where reason_kinds is not null or reason is not null;
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

-- Why a session has ended. The phrases are of earlier versions, which write them until the last of their processes has stopped.
update session set revoked_reason = case revoked_reason
  when 'logged out' then 'logged_out' when 'signed out by its owner' then 'ended_by_owner' when 'a used refresh token was presented' then 'used_token'
  when 'the password was changed' then 'password_changed' when 'the email address was changed' then 'email_changed'
  when 'the account was closed' then 'account_closed' when 'the account was removed' then 'account_removed'
  when 'the second factor was switched on' then 'second_factor_on' when 'the second factor was switched off' then 'second_factor_off' end
where revoked_reason is not null;
alter table session add constraint session_revoked_reason check (revoked_reason in (
  'logged_out', 'ended_by_owner', 'used_token', 'password_changed', 'email_changed', 'account_closed', 'account_removed', 'second_factor_on', 'second_factor_off',
  'logged out', 'signed out by its owner', 'a used refresh token was presented', 'the password was changed', 'the email address was changed',
  'the account was closed', 'the account was removed', 'the second factor was switched on', 'the second factor was switched off'));

update operator_session set revoked_reason = case revoked_reason
  when 'logged out' then 'logged_out' when 'ended by the operator' then 'ended_by_operator' when 'the operator was disabled' then 'operator_disabled'
  when 'the password was changed' then 'password_changed' when 'a password was set' then 'password_set' when 'a passkey was removed' then 'passkey_removed'
  when 'the second factor was reset' then 'second_factor_reset' when 'the second factor was replaced' then 'second_factor_replaced' end
where revoked_reason is not null;
alter table operator_session add constraint operator_session_revoked_reason check (revoked_reason in (
  'logged_out', 'ended_by_operator', 'operator_disabled', 'password_changed', 'password_set', 'passkey_removed', 'second_factor_reset', 'second_factor_replaced',
  'logged out', 'ended by the operator', 'the operator was disabled', 'the password was changed', 'a password was set', 'a passkey was removed',
  'the second factor was reset', 'the second factor was replaced'));
