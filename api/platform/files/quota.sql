-- The files of an organisation stay within its quota.

-- Every statement that adds or deletes files counts them, in whichever code it is. The row of file_usage is locked, so uploads of one organisation at the same
-- moment are counted one after another.
create or replace function add_file_usage(of_organisation bigint, added_bytes bigint) returns void language plpgsql as $$
begin
  insert into file_usage (organisation_id, stored_bytes)
  select o.id, added_bytes from organisation o where o.id = of_organisation and added_bytes <= o.file_quota_bytes
  on conflict (organisation_id) do update set stored_bytes = file_usage.stored_bytes + excluded.stored_bytes
    where file_usage.stored_bytes + excluded.stored_bytes
      <= (select o.file_quota_bytes from organisation o where o.id = file_usage.organisation_id);
  if not found then
    raise exception 'the quota of organisation % is used up', of_organisation using errcode = 'check_violation', constraint = 'file_quota';
  end if;
end $$;
create or replace function count_file_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update file_usage set stored_bytes = stored_bytes - old.size_bytes where organisation_id = old.organisation_id and old.purpose <> 'document';
    return null;
  end if;
  -- What the portal draws for an organisation takes nothing of what its people may upload.
  if new.purpose = 'document' then return null; end if;
  perform add_file_usage(new.organisation_id, new.size_bytes);
  return null;
end $$;
create or replace trigger count_file_usage after insert or delete on stored_file for each row execute function count_file_usage();
