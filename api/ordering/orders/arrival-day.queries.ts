import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';
import { deliveryOf, dispatchDay } from '../delivery-options/dispatch-day.queries.ts';

/** The working day that is `transit_days` of the way of delivery `so` after a day, that day itself where it takes none. */
const afterTransit = (day: RawBuilder<unknown>) => sql`add_working_days(${day}, so.transit_days)`;

/** The day on which a parcel sent on `day` arrives, by the working days that the shipping method of the order `o` takes. */
export const arrivalOf = (day: RawBuilder<unknown>) => sql`(
  select ${afterTransit(day)} from ${deliveryOf('o')} so where so.transit_days between 0 and 60)`;

/**
 * The day by which the pieces of the order `o` that need not be waited for are expected, until the first parcel leaves: it leaves on the day that the
 * cut-off time of its way of delivery says. Null while the order waits for approval, once a parcel has left, and when the day has passed. `getExpectedDay`
 * counts alike before the order is placed.
 */
export const expectedArrival = ({ timeZone }: Pick<Scope, 'timeZone'>): RawBuilder<string | null> => sql`(
  select e.day from (
    select ${afterTransit(sql`leaving.day`)} as day
    from ${deliveryOf('o')} so cross join lateral (select ${dispatchDay(sql`${timeZone}::text`)} as day) leaving
    where so.transit_days between 0 and 60) e
  where o.order_state_id in (10, 20) and o.shipping_state_id = 20 and o.released_at is not null and e.day >= (now() at time zone ${timeZone})::date
    and exists (
      select from order_line x where x.organisation_id = o.organisation_id and x.order_id = o.id and x.due_on is null and x.made_to_measure_request_id is null
        and x.quantity > x.shipped_quantity + x.cancelled_quantity))`;
