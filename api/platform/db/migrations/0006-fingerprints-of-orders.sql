-- A secret of each request for approval, which makes the fingerprint of its order impossible to guess.

alter table approval add column fingerprint_salt uuid;
alter table approval alter column fingerprint_salt set default gen_random_uuid();
update approval set fingerprint_salt = gen_random_uuid() where status = 'requested';
comment on column approval.fingerprint_salt is
  'Goes into the fingerprint of the order while it waits, so that no one can find its prices by trying; null in requests closed before there were fingerprints.';
