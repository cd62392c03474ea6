-- The timeline of an order is append-only.

create or replace trigger append_only before update on order_event for each row execute function reject_change('data');
