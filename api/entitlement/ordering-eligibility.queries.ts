import { type RawBuilder, sql } from 'kysely';
import { canOrderForOthers } from '#api/catalogue/range/audience.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Eligibility, OrderingWindow } from './ordering-eligibility.rules.ts';

/** The columns that `eligibilityColumns` selects. */
export interface EligibilityRow {
  orderer_ends_on: string | null;
  wearer: number | null;
  /** The name of that wearer. */
  wearer_name: string | null;
  wearer_ends_on: string | null;
  wearer_opted_out: boolean | null;
  is_in_wardrobe: boolean;
  windows: OrderingWindow[] | null;
}

/**
 * The wearer of cart line `l`: the person named on it; otherwise the person of the cart, if the line comes from the uniform
 * builder or they order only for themselves; otherwise no one.
 */
const wearerOf = (scope: Scope): RawBuilder<number | null> =>
  canOrderForOthers(scope)
    ? sql`coalesce(l.wearer_id, case when l.source = 'builder' then ${scope.customerId}::bigint end)`
    : sql`coalesce(l.wearer_id, ${scope.customerId}::bigint)`;

/** To select with `eligibilityJoins`. */
export const eligibilityColumns = sql`
  orderer.ends_on as orderer_ends_on, wearer.id as wearer, wearer.ends_on as wearer_ends_on, wearer.wardrobe_opt_out_at is not null as wearer_opted_out,
  wearer.first_name || ' ' || wearer.last_name as wearer_name,
  counts.id is not null as is_in_wardrobe, ordering.windows`;

/**
 * Joins to cart line `l` what decides whether it can be ordered. The line counts in the group that it names, if that is open
 * to the wearer, otherwise in the first open group of the wearer's wardrobes with its product. A line without a wearer is
 * compared with the wardrobes of the cart's person.
 */
export const eligibilityJoins = (scope: Scope): RawBuilder<unknown> => sql`
  join customer orderer on orderer.organisation_id = l.organisation_id and orderer.id = ${scope.customerId}
  left join customer wearer on wearer.organisation_id = l.organisation_id and wearer.id = ${wearerOf(scope)}
  left join lateral open_group(l.organisation_id, coalesce(wearer.id, orderer.id), l.product_id, l.collection_group_id) counts on true
  left join lateral (
    select json_agg(json_build_object('season', s.name, 'opensOn', s.ordering_opens_on, 'closesOn', s.ordering_closes_on)) as windows
    from collection k join season s on s.organisation_id = k.organisation_id
    where k.organisation_id = l.organisation_id and k.id = counts.collection_id and case
      when k.season_id is not null then s.id = k.season_id
      when exists (select from customer_season own where own.organisation_id = k.organisation_id and own.customer_id = wearer.id)
        then exists (select from customer_season own where own.organisation_id = k.organisation_id and own.customer_id = wearer.id and own.season_id = s.id)
      else s.is_current end) ordering on wearer.id is not null and counts.id is not null`;

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
  isInWardrobe: row.is_in_wardrobe,
  windows: row.windows ?? [],
});
