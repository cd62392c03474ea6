import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * The day on which a parcel sent on `day` arrives, by the working days that the shipping method of the order `o` takes. With `inAdvance` it is sent
 * that many working days later.
 */
export const arrivalOf = (day: RawBuilder<unknown>, inAdvance = 0) => sql`(
  select case so.transit_days + ${sql.lit(inAdvance)} when 0 then ${day} else (
    select d::date from generate_series(${day} + 1, ${day} + 2 * (so.transit_days + ${sql.lit(inAdvance)}) + 7, interval '1 day') d
    where extract(isodow from d) < 6 order by d offset so.transit_days + ${sql.lit(inAdvance)} - 1 limit 1) end
  from shipping_option so
  where so.organisation_id = o.organisation_id and so.name = o.shipping_method and so.transit_days between 0 and 60)`;

/**
 * The day by which the pieces of the order `o` that need not be waited for are expected, until the first parcel leaves: it leaves on the working day
 * after the order was released. Null while the order waits for approval, once a parcel has left, and when the day has passed. `getExpectedDay` counts
 * alike before the order is placed.
 */
export const expectedArrival = ({ timeZone }: Pick<Scope, 'timeZone'>): RawBuilder<string | null> => sql`(
  select e.day from (select ${arrivalOf(sql`(o.released_at at time zone ${timeZone})::date`, 1)} as day) e
  where o.order_state_id in (10, 20) and o.shipping_state_id = 20 and o.released_at is not null and e.day >= (now() at time zone ${timeZone})::date
    and exists (
      select from order_line x where x.organisation_id = o.organisation_id and x.order_id = o.id and x.due_on is null and x.made_to_measure_request_id is null
        and x.quantity > x.shipped_quantity + x.cancelled_quantity))`;
