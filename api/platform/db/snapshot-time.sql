-- As of when a list was read, so that what was changed since can be told apart.

-- Call it before reading a list: whatever the list does not contain will have a later changed_at, including rows that
-- have been written but not committed yet. Sees the transactions of other roles only with pg_read_all_stats, which both
-- the owner and the application have.
create or replace function snapshot_time() returns timestamptz language sql volatile as $$
  select least(clock_timestamp(), min(xact_start)) from pg_stat_activity
  where datname = current_database() and backend_xid is not null;
$$;
