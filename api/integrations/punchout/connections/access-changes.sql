-- Sessions of trips end with their connection, and follow its settings: cached ones are read again.
create or replace trigger notify_access_change after update or delete on punchout_connection for each row execute function notify_access_change();
