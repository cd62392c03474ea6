-- Versions of saved views of lists, for administrators who edit the same shared view, and for one person on two devices.

create or replace trigger increment_version before update of name, filters, columns, customer_id, shared_by_id on list_view
  for each row execute function increment_version();
create or replace trigger increment_version before update of name, filters, columns on operator_list_view
  for each row execute function increment_version();
