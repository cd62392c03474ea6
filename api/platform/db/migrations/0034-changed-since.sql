-- Whoever changes all that a list shows means the list that they read. What was changed later than that is left alone, so each
-- person and product says when they were changed last; null is before this was kept.
alter table customer add column changed_at timestamptz;
alter table customer alter column changed_at set default clock_timestamp();
alter table product_organisation add column changed_at timestamptz;
alter table product_organisation alter column changed_at set default clock_timestamp();

create function note_moment_of_change() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
-- Triggers follow each other by name: these come after those that count versions.
create trigger when_changed before update on customer
  for each row when (old.version <> new.version) execute function note_moment_of_change();
create trigger when_changed before update on product_organisation
  for each row when (old.version <> new.version) execute function note_moment_of_change();

-- Asked before something is read: all that is not in it will have changed after this moment, also what is written by now and not
-- yet committed.
create function reading_moment() returns timestamptz language sql volatile as $$
  select least(clock_timestamp(), min(xact_start)) from pg_stat_activity
  where datname = current_database() and backend_xid is not null;
$$;

-- `seen` is the version that whoever asked had looked at; −1 where somebody changed it since the list was read.
alter table people_change_person add column seen int, add column overtaken boolean not null default false;
alter table range_change_product add column overtaken boolean not null default false;

-- In which step an import broke off, so that it can go on from there.
alter table people_import add column broke_off_in text check (broke_off_in in ('previewing', 'running', 'undoing'));
