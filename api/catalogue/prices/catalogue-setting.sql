-- The catalogue has the currency of the first client that is set up: until then nobody has entered a price.
create or replace function set_catalogue_currency() returns trigger language plpgsql as $$
begin
  update catalogue_setting set currency_code = new.currency_code where not exists (select from organisation where id <> new.id);
  return null;
end $$;
create or replace trigger set_catalogue_currency after insert on organisation for each row execute function set_catalogue_currency();
