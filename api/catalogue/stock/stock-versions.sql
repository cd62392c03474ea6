-- The ledger of the stock never changes, and every change of a level is counted, for caches.

create or replace trigger append_only before update on stock_entry for each row execute function reject_change('reason');

-- Cached responses about a product are identified by the versions of its stock: every change must be counted.
create or replace function increment_stock_level_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create or replace trigger increment_version before update on stock_level for each row
  when (new.version = old.version and row (new.on_hand, new.reserved, new.can_oversell) is distinct from row (old.on_hand, old.reserved, old.can_oversell))
  execute function increment_stock_level_version();

-- A change of a delivery counts as a change of the stock.
create or replace function increment_stock_version() returns trigger language plpgsql as $$
begin
  update stock_level set version = version + 1 where combination_id = coalesce(new.combination_id, old.combination_id);
  return null;
end $$;
create or replace trigger increment_stock_version after insert or update or delete on stock_incoming for each row execute function increment_stock_version();

-- The versions of what operators keep of a level, for those who edit the same one.
create or replace function increment_details_version() returns trigger language plpgsql as $$
begin
  new.details_version := old.details_version + 1;
  new.field_versions := old.field_versions
    || case when new.shelf is distinct from old.shelf then jsonb_build_object('shelf', new.details_version) else '{}' end
    || case when new.low_stock_threshold is distinct from old.low_stock_threshold
         then jsonb_build_object('low_stock_threshold', new.details_version) else '{}' end;
  return new;
end $$;
create or replace trigger increment_details_version before update of shelf, low_stock_threshold on stock_level for each row
  when (row (new.shelf, new.low_stock_threshold) is distinct from row (old.shelf, old.low_stock_threshold))
  execute function increment_details_version();
