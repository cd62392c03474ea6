-- Extensions, and functions that several areas use.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Trigger of append-only tables. Its arguments are the columns that erasing a person (livery.erasing = yes) may empty.
create function reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_nargs > 0 and coalesce(current_setting('livery.erasing', true), '') = 'yes'
    and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv and not jsonb_strip_nulls(to_jsonb(new)) ?| tg_argv
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Trigger of tables with version and field_versions: increases the version, and stores it under each column that
-- changed, so that two people who edit the same row do not overwrite each other. Any statement that changes a row is
-- counted.
create function increment_version() returns trigger language plpgsql as $$
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
create function set_changed_at() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;

-- Call it before reading a list: whatever the list does not contain will have a later changed_at, including rows that
-- have been written but not committed yet. Sees the transactions of other roles only with pg_read_all_stats, which both
-- the owner and the application have.
create function snapshot_time() returns timestamptz language sql volatile as $$
  select least(clock_timestamp(), min(xact_start)) from pg_stat_activity
  where datname = current_database() and backend_xid is not null;
$$;
