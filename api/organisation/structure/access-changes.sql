-- What an organisation and its roles allow is announced to the processes that cache sessions.

create or replace trigger notify_access_change after insert or update or delete on role_permission
  for each row execute function notify_access_change();
create or replace trigger notify_access_change after update on organisation for each row execute function notify_access_change();

-- A role that is deactivated loses its permissions.
create or replace trigger notify_access_change after update on role for each row when (new.organisation_id is not null) execute function notify_access_change();
