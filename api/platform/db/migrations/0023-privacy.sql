-- People who are erased.

-- Their row stays, without anything that says who they were, because orders and deeds point at it.
alter table customer add column erased_at timestamptz;

-- The trail is append-only, but for the values of somebody who is erased: who did what when stays, what the values were goes.
create function refuse_change_of_trail() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('livery.erasing', true), '') = 'yes'
    and new.before is null and new.after is null
    and row (new.id, new.organisation_id, new.actor_id, new.acting_as_id, new.action, new.subject_id, new.request_id, new.created_at)
      is not distinct from row (old.id, old.organisation_id, old.actor_id, old.acting_as_id, old.action, old.subject_id, old.request_id, old.created_at)
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger audit_entry_append_only on audit_entry;
create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change_of_trail();
