-- What can be returned, and until when: the return window.

-- Which pieces of an order's lines can be returned today: shipped, delivered within the days that the supplier sets for the organisation (dispatched, where no delivery
-- is recorded), neither returned nor in an open request. until_on is the last day for the pieces that can be returned, the earliest of several;
-- ended_on the last day of all. Both are null without a limit. An exchange cannot be returned before the exchanged pieces have come back.
create or replace function returnable_lines(organisation bigint, ordered bigint)
returns table (order_line_id bigint, returnable_quantity int, until_on date, ended_on date, is_awaited boolean) language sql stable as $$
  select l.id,
    case when l.awaited_quantity > 0 then 0
      else least(coalesce(sum(sl.quantity) filter (where o.return_days = 0 or day.sent + o.return_days >= day.today), 0)::int,
        l.shipped_quantity - l.returned_quantity - l.open_return_quantity) end,
    min(day.sent + o.return_days) filter (where o.return_days > 0 and day.sent + o.return_days >= day.today),
    max(day.sent + o.return_days) filter (where o.return_days > 0), l.awaited_quantity > 0
  from order_line l
  join organisation o on o.id = l.organisation_id
  join shipment_line sl on sl.organisation_id = l.organisation_id and sl.order_line_id = l.id
  join shipment s on s.organisation_id = sl.organisation_id and s.id = sl.shipment_id
  cross join lateral (
    select (coalesce(s.delivered_at, s.shipped_at) at time zone o.time_zone)::date as sent, (now() at time zone o.time_zone)::date as today) day
  where l.organisation_id = organisation and l.order_id = ordered and day.sent is not null
  group by l.organisation_id, l.id
$$;
