-- Failed mail and unfinished bulk edits are counted for /metrics every few seconds. Both indexes contain a few rows.
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;
create index bulk_edit_unfinished on bulk_edit (organisation_id, id) where finished_at is null;
