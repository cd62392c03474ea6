-- What orders are searched by, in the form in which searches compare it.

create or replace function fold_search_text_of_order() returns trigger language plpgsql as $$
begin
  new.search_text := searchable_text(new.search_text);
  return new;
end $$;
create or replace trigger fold_search_text before insert or update of search_text on orders for each row execute function fold_search_text_of_order();
