-- What people are searched by, in the form in which searches compare it.

create or replace function set_search_text_of_person() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.first_name || ' ' || new.last_name || ' ' || regexp_replace(new.email, '[^@]*$', '') || ' '
    || coalesce(new.employee_number, '') || ' ' || coalesce(new.po_number, ''));
  return new;
end $$;
create or replace trigger set_search_text before insert or update of first_name, last_name, email, employee_number, po_number, search_text on customer
  for each row execute function set_search_text_of_person();
