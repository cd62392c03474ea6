import { type RawBuilder, sql } from 'kysely';
import { canOrderForOthers, type Scope } from '#api/platform/http/scope.ts';
import type { LineEntitlement } from './coverage.rules.ts';
import { type Eligibility, getOrderingReach, type OrderingWindow } from './ordering-eligibility.rules.ts';

/** The columns that `eligibilityColumns` selects. */
export interface EligibilityRow {
  orderer_ends_on: string | null;
  wearer: number | null;
  /** Of the wearer; null without one. */
  wearer_name: string | null;
  wearer_ends_on: string | null;
  wearer_opted_out: boolean | null;
  is_in_wardrobe: boolean | null;
  windows: OrderingWindow[] | null;
  entitlement: LineEntitlement | null;
}

/**
 * The wearer of cart line `l`: the person named on it; otherwise the person of the cart, if the line comes from the uniform
 * builder or they order only for themselves; otherwise no one.
 */
export const wearerOf = (scope: Scope): RawBuilder<number | null> =>
  canOrderForOthers(scope)
    ? sql`coalesce(l.wearer_id, case when l.source = 'builder' then ${scope.customerId}::bigint end)`
    : sql`coalesce(l.wearer_id, ${scope.customerId}::bigint)`;

/** To select with `eligibilityJoin`. */
export const eligibilityColumns = (scope: Scope): RawBuilder<unknown> => sql`
  (select ends_on from customer where organisation_id = ${scope.organisationId} and id = ${scope.customerId}) as orderer_ends_on,
  ${wearerOf(scope)} as wearer, facts.wearer_name, facts.wearer_ends_on, facts.wearer_opted_out, facts.is_in_wardrobe, facts.windows, facts.entitlement`;

/**
 * Joins to cart line `l` what decides whether it can be ordered. The line counts in the group that it names, if that is open
 * to the wearer, otherwise in the first open group of the wearer's wardrobes with its product. Where the person of the cart
 * may order only what their own wardrobes list, a line without a wearer is compared with those. `today` is the day in the organisation's time zone.
 */
export function eligibilityJoin(scope: Scope, today: string): RawBuilder<unknown> {
  const wearer =
    getOrderingReach(scope) === 'ownWardrobes' ? sql`coalesce(${wearerOf(scope)}, ${scope.customerId}::bigint)` : wearerOf(scope);
  return sql`left join lateral ordering_facts(l.organisation_id, ${wearer}, l.product_id, l.collection_group_id, ${today}::date) facts on true`;
}

/** The last day of the ordering window of season `s` for a person, as a column; null is no limit. */
export const lastOrderingDay = (customerId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`last_ordering_day(s.organisation_id, ${customerId}::bigint, s.id, s.ordering_closes_on)`;

/** The facts of a row. */
export const toEligibility = (row: EligibilityRow, scope: Scope): Eligibility => ({
  ordererEndsOn: row.orderer_ends_on,
  wearer:
    row.wearer === null
      ? null
      : {
          name: row.wearer === scope.customerId ? null : row.wearer_name,
          endsOn: row.wearer_ends_on,
          optedOut: row.wearer_opted_out ?? false,
        },
  isInWardrobe: row.is_in_wardrobe ?? false,
  windows: row.windows ?? [],
});

/**
 * A subquery about person `c` of organisation `o`: whether their wardrobes grant them anything, and whether today is outside the ordering windows
 * of all seasons for which they do.
 */
export const orderingWindowsOfPerson: RawBuilder<unknown> = sql`
  select count(*) > 0 as has_wardrobe, coalesce(bool_and(s.id is not null and (now() at time zone o.time_zone)::date
    not between coalesce(s.ordering_opens_on, '-infinity') and coalesce(${lastOrderingDay(sql`c.id`)}, 'infinity')), false) as is_closed
  from entitlement_account a left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
  where a.organisation_id = c.organisation_id and a.customer_id = c.id and a.status = 'open'`;
