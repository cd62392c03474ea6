-- The versions of rows that several people edit, and when these were changed.

-- Trigger of tables with version and field_versions: increases the version, and stores it under each column that
-- changed, so that two people who edit the same row do not overwrite each other. Any statement that changes a row is
-- counted.
create or replace function increment_version() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  select array_agg(n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
  where n.value is distinct from o.value and n.key <> all (array['version', 'field_versions']);
  if changed is null then return new; end if;
  new.version := old.version + 1;
  new.field_versions := old.field_versions || (select jsonb_object_agg(name, new.version) from unnest(changed) name);
  return new;
end $$;

-- Trigger of tables with changed_at.
create or replace function set_changed_at() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
