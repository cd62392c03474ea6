-- In which order changes of records are read.

-- Notes that the records of a statement have changed. Its arguments: the kind of the records, the column with their id, and the one with their organisation
-- or null.
create or replace function note_changed_records() returns trigger language plpgsql as $$
begin
  execute format('insert into record_change (kind, organisation_id, record_id) select distinct %L, %s::bigint, %I from new_rows',
    tg_argv[0], coalesce(quote_ident(nullif(tg_argv[2], 'null')), 'null'), tg_argv[1]);
  return null;
end $$;

-- Gives changes that have committed their places behind all that have one, and removes earlier changes of the same records. One transaction does so at a
-- time: when it ends, every place up to its last is given, and whatever commits later gets a higher one. Returns how many changes it has read, at most
-- `at_most`.
create or replace function number_changes(at_most int) returns int language plpgsql as $$
declare
  numbered int;
begin
  -- Statements after this one see what the holder before has committed.
  perform pg_advisory_xact_lock(hashtextextended('record_change', 0));
  with waiting as materialized (
    select id, kind, record_id from record_change where position is null order by id limit at_most),
  newest as materialized (
    select distinct on (kind, record_id) id, kind, record_id from waiting order by kind, record_id, id desc),
  superseded as (
    delete from record_change c using newest n where c.kind = n.kind and c.record_id = n.record_id and c.position is not null),
  repeated as (
    delete from record_change c using waiting w where c.id = w.id and w.id not in (select id from newest)),
  placed as (
    update record_change c set position = n.position
    from (select id, nextval('record_change_position') as position from (select id from newest order by id) ordered) n
    where c.id = n.id)
  select count(*) into numbered from waiting;
  return numbered;
end $$;
