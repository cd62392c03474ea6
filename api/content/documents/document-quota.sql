-- The files of documents that an organisation's administrators keep are within the quota of its files.

create or replace function count_document_file_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update file_usage set stored_bytes = stored_bytes - old.size_bytes where organisation_id = old.organisation_id;
  elsif new.organisation_id is not null then
    -- Those of the supplier belong to no organisation.
    perform add_file_usage(new.organisation_id, new.size_bytes);
  end if;
  return null;
end $$;
create or replace trigger count_document_file_usage after insert or delete on document_file for each row execute function count_document_file_usage();
