import { type RawBuilder, sql } from 'kysely';

/** The way of delivery `so` of an order, for a `left join lateral … on true`. */
export const deliveryOf = (order: string): RawBuilder<unknown> => sql`(
  select d.* from shipping_option d
  where d.organisation_id = ${sql.ref(`${order}.organisation_id`)} and d.name = ${sql.ref(`${order}.shipping_method`)})`;

/**
 * Working days that the decorator takes for those pieces of the order `o` that need not be waited for: those of the slowest method, as they were when it
 * was ordered.
 */
const decorationDays = sql`coalesce((
  select max(x.decoration_days) from order_line x
  where x.organisation_id = o.organisation_id and x.order_id = o.id and x.due_on is null and x.quantity > x.shipped_quantity + x.cancelled_quantity), 0)`;

/**
 * The day on which the order `o` should leave, or be ready to collect, in the time zone of its organisation: that of its release, if that is a working day
 * and the release before the cut-off time of the way of delivery `so`; otherwise the next working day; and later by the working days of its decoration.
 * Null before the release. Holidays are not known. `leavesToday` in checkout.rules.ts decides alike before the order is placed.
 */
export const dispatchDay = (timeZone: RawBuilder<unknown>): RawBuilder<string | null> => {
  const released = sql`(o.released_at at time zone ${timeZone})`;
  return sql<string | null>`add_working_days(
    case when extract(isodow from ${released}) < 6 and ${released}::time < so.cut_off then ${released}::date
      else ${released}::date + case extract(isodow from ${released}) when 5 then 3 when 6 then 2 else 1 end end, ${decorationDays})`;
};
