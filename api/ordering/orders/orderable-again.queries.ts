import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import { coverLines } from '#api/entitlement/coverage.rules.ts';
import {
  type EligibilityRow,
  eligibilityColumns,
  eligibilityJoin,
  toEligibility,
} from '#api/entitlement/ordering-eligibility.queries.ts';
import { explainRefusal, getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { isAmongWearers } from '../cart/wearers.queries.ts';
import { listWearerGroups } from '../cart/wearers.rules.ts';

/** A line of an order whose product the person can still see, with what decides whether they may order it today. */
type LineFacts = EligibilityRow & { unit_minor: number };

/** To add to a row of `orders o`. */
export interface OrderableAgainRow {
  /** Null where the person may not order it again. */
  again: LineFacts[] | null;
}

const todayOf = (scope: Scope) => getLocalDay(Date.now(), scope.timeZone);

/** Orders of many people have more lines than a list can look at. */
const MAX_LINES = 20;

/**
 * What an order `o` contains as JSON, for `isOrderableAgain`: a line for each person and group, those for no one in particular first, without products that the person can no
 * longer see and people for whom they may not order; at most 20. Null for orders that the person may not order again.
 */
export const againColumn = (scope: Scope): RawBuilder<unknown> => sql`
  case when o.customer_id = ${scope.customerId} or ${isAdmin(scope)} then (
    select coalesce(json_agg(facts), '[]') from (
      select l.unit_minor, ${eligibilityColumns(scope)}
      from (
        select * from (
          select distinct on (ol.wearer_id, ol.collection_group_id, case when ol.collection_group_id is null then ol.product_id end, ol.unit_price_minor)
            ol.organisation_id, ol.wearer_id, 'product' as source, ol.product_id, ol.collection_group_id, ol.unit_price_minor as unit_minor
          from order_line ol
          join product_listing pl on pl.organisation_id = ol.organisation_id and pl.product_id = ol.product_id and ${visibleTo(scope, 'pl')}
          left join customer c on c.organisation_id = ol.organisation_id and c.id = ol.wearer_id
          where ol.organisation_id = o.organisation_id and ol.order_id = o.id
            and (ol.wearer_id is null or ol.wearer_id = ${scope.customerId} or c.active and ${isAmongWearers(scope, listWearerGroups(scope))})) lines
        order by lines.wearer_id nulls first limit ${MAX_LINES}) l
      ${eligibilityJoin(scope, todayOf(scope))}) facts) end`;

/** Whether the person can order an order again: their own or any as an Admin, if they may order and a piece of it can be ordered today. */
export function isOrderableAgain({ again }: OrderableAgainRow, scope: Scope): boolean {
  const reach = getOrderingReach(scope);
  if (reach === 'nothing') return false;
  return (again ?? []).some((line) => {
    const eligibility = toEligibility(line, scope);
    if (explainRefusal(eligibility, reach, todayOf(scope)) !== undefined) return false;
    const wearerName = eligibility.wearer?.name ?? null;
    const piece = { quantity: 1, unitMinor: line.unit_minor, entitlement: line.entitlement, wearerName };
    return coverLines([piece], scope.currencyCode, scope)[0]?.refusal === undefined;
  });
}
