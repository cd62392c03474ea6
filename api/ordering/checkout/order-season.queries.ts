import { type RawBuilder, sql } from 'kysely';
import { lastOrderingDay } from '#api/entitlement/ordering-eligibility.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * The season of an order that is placed today: that of its first line that counts in a wardrobe (`seasonId`), otherwise one of the person in which they may
 * order, or the current one.
 */
export const seasonOfOrder = (
  scope: Scope,
  { seasonId, today }: { seasonId: number | null; today: string },
): RawBuilder<number | null> =>
  sql`coalesce(${seasonId}::bigint, (
    select s.id from season s
    left join customer_season own on own.organisation_id = s.organisation_id and own.season_id = s.id and own.customer_id = ${scope.customerId}
    where s.organisation_id = ${scope.organisationId} and (s.is_current or own.customer_id is not null
      and coalesce(s.ordering_opens_on, '-infinity') <= ${today}::date and ${today}::date <= coalesce(${lastOrderingDay(sql`${scope.customerId}`)}, 'infinity'))
    order by own.customer_id is not null desc, s.is_current desc, s.starts_on desc limit 1))`;
