-- Rows that are evidence are not changed: those of ledgers, events and issued documents.

-- Trigger of append-only tables. Its arguments are the columns that erasing a person (livery.erasing = yes) may empty or change.
create or replace function reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_nargs > 0 and coalesce(current_setting('livery.erasing', true), '') = 'yes'
    and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv
  then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
