-- Versions of the products of a range, for people who edit the same one.

create or replace trigger increment_version before update on product_organisation for each row execute function increment_version();

-- Triggers run in the order of their names: this one runs after the version was increased.
create or replace trigger set_changed_at before update on product_organisation
  for each row when (old.version <> new.version) execute function set_changed_at();
