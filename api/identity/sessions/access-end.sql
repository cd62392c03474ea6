-- Who may be logged in, and until when. Logging in, renewing tokens, every request, one-time keys, links that set a password and the job that
-- closes accounts all ask this function.

-- The moment from which a person may no longer be logged in: the end of the day in the organisation's time zone that is leaver_access_days
-- after the last day of work. "infinity" without a last day, "-infinity" for an account that is closed or removed.
create or replace function access_ends_at(active boolean, deleted_at timestamptz, ends_on date, leaver_access_days int, time_zone text)
returns timestamptz language sql immutable parallel safe as $$
  select case
    when not active or deleted_at is not null then '-infinity'::timestamptz
    when ends_on is null then 'infinity'::timestamptz
    else (ends_on + leaver_access_days + 1)::timestamp at time zone time_zone end
$$;
