-- The timeline of an order is append-only; only erasing a person leaves their name out of what was written.

create or replace trigger append_only before update on order_event for each row execute function reject_change_except_names('data');
