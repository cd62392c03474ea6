-- A product that is added to the range again has the price that the supplier had set for it.

create or replace function save_removed_price() returns trigger language plpgsql as $$
begin
  insert into removed_range_price (organisation_id, product_id, overridden_price_minor, price_percent)
  select id, old.product_id, old.overridden_price_minor, old.price_percent from organisation where id = old.organisation_id and not keeps_own_prices
  on conflict (organisation_id, product_id) do update
    set overridden_price_minor = excluded.overridden_price_minor, price_percent = excluded.price_percent;
  return null;
end $$;
create or replace trigger save_removed_price after delete on product_organisation for each row
  when (old.overridden_price_minor is not null or old.price_percent is not null) execute function save_removed_price();

create or replace function restore_removed_price() returns trigger language plpgsql as $$
declare removed removed_range_price;
begin
  delete from removed_range_price where organisation_id = new.organisation_id and product_id = new.product_id returning * into removed;
  if new.overridden_price_minor is null and new.price_percent is null then
    new.overridden_price_minor := removed.overridden_price_minor;
    new.price_percent := removed.price_percent;
  end if;
  return new;
end $$;
create or replace trigger restore_removed_price before insert on product_organisation for each row execute function restore_removed_price();
