-- Rows that are evidence are not changed: those of ledgers, events and issued documents.

-- Trigger of append-only tables. Its arguments are the columns that erasing a person (livery.erasing = yes) may empty.
create or replace function reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_nargs > 0 and coalesce(current_setting('livery.erasing', true), '') = 'yes'
    and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv and not jsonb_strip_nulls(to_jsonb(new)) ?| tg_argv
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The same for tables whose columns cannot be empty: erasing a person may leave names out of them.
create or replace function reject_change_except_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('livery.erasing', true), '') = 'yes'
    and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
