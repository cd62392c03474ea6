-- When the database was last backed up, for the metrics of the portal.
-- Works with earlier code
create table latest_backup (
  is_latest  boolean primary key default true,
  started_at timestamptz not null,
  bytes      bigint not null,
  constraint latest_backup_once check (is_latest)
);
comment on table latest_backup is 'Global. The latest complete backup by npm run backup: one row, or none. In a restored database, the one before.';
