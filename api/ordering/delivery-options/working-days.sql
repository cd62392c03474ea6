-- The day that is so many working days, Monday to Friday, after a day; that day itself for none. Holidays are not known.
create or replace function add_working_days(day date, days int) returns date language sql immutable as $$
  select case when days <= 0 then day else (
    select d::date from generate_series(day + 1, day + 2 * days + 7, interval '1 day') d
    where extract(isodow from d) < 6 order by d offset days - 1 limit 1) end
$$;
