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
import { canOrderForOthers, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';

/** A line of an order whose product the person can still see, with what decides whether they may order it today. */
type LineFacts = EligibilityRow & { unit_minor: number };

/** To add to a row of `orders o`. */
export interface OrderableAgainRow {
  customer_id: number;
  /** Null where the lines do not decide. */
  again: LineFacts[] | null;
}

const todayOf = (scope: Scope) => getLocalDay(Date.now(), scope.timeZone);

/**
 * The lines of an own order of a wearer as JSON, for `isOrderableAgain`. Of people who order for others the lines are not read: their orders are long,
 * and ordering again names what is left out.
 */
export const againColumn = (scope: Scope): RawBuilder<unknown> =>
  canOrderForOthers(scope)
    ? sql`null::json as again`
    : sql`case when o.customer_id = ${scope.customerId} then (
        select coalesce(json_agg(facts), '[]') from (
          select l.unit_minor, ${eligibilityColumns(scope)}
          from (
            select ol.organisation_id, ol.wearer_id, 'product' as source, ol.product_id, ol.collection_group_id, ol.unit_price_minor as unit_minor
            from order_line ol
            join product_listing pl on pl.organisation_id = ol.organisation_id and pl.product_id = ol.product_id and ${visibleTo(scope, 'pl')}
            where ol.organisation_id = o.organisation_id and ol.order_id = o.id) l
          ${eligibilityJoin(scope, todayOf(scope))}) facts) end as again`;

/** Whether the person can order an order again: their own or any as an Admin, if they may order, and a wearer if a piece of it can be ordered today. */
export function isOrderableAgain({ customer_id, again }: OrderableAgainRow, scope: Scope): boolean {
  const reach = getOrderingReach(scope);
  if (reach === 'nothing' || !(customer_id === scope.customerId || isAdmin(scope))) return false;
  return (
    again === null ||
    again.some((line) => {
      if (explainRefusal(toEligibility(line, scope), reach, todayOf(scope)) !== undefined) return false;
      const piece = { quantity: 1, unitMinor: line.unit_minor, entitlement: line.entitlement, wearerName: null };
      return coverLines([piece], scope.currencyCode)[0]?.refusal === undefined;
    })
  );
}
