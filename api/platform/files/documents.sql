-- Stored documents whose content must no longer be kept are dropped.

-- Drops documents of an organisation whose key is like the pattern, in the transaction that changes what they are made of: they cannot be opened from now on, a
-- retention task deletes their content, and they are drawn again when they are next asked for. Until the transaction ends, no such document is stored
-- (`tryLockDocuments`), since it could be made of what there was before.
create or replace function drop_documents(organisation bigint, key_pattern text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashint8extended(organisation, 7404037));
  update stored_file set expires_at = now(), document_key = 'dropped:' || id
  where organisation_id = organisation and document_key like key_pattern;
end $$;
