-- The audit log is append-only.

create or replace trigger append_only before update or delete on audit_event for each row execute function reject_change('before', 'after');
