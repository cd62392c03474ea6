import { type RawBuilder, sql } from 'kysely';
import { accessibleGroups, hasRole, isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';

/** Condition for the quotes `q` of the person in scope themselves. */
export const ownQuotes = ({ organisationId, customerId }: Scope): RawBuilder<unknown> =>
  sql`q.organisation_id = ${organisationId} and q.customer_id = ${customerId}`;

/**
 * Condition for the quotes `q` that a person may see: everyone their own; Sales all of the organisation; an Admin those of the people of the groups that
 * they administer (all when none are named); a Buyer those of the people of their own groups. Sales in whose place an Admin of groups acts see those of
 * the people of these groups.
 */
export function visibleQuotes(scope: Scope): RawBuilder<unknown> {
  const inOrganisation = sql`q.organisation_id = ${scope.organisationId}`;
  const isSales = hasRole(scope, 'OrganisationSales');
  if (isOrganisationAdmin(scope) || (isSales && scope.accessibleGroupIds === undefined)) return inOrganisation;
  const groups = isAdmin(scope) ? scope.adminableGroupIds : accessibleGroups(scope);
  if (!(isAdmin(scope) || isSales || hasRole(scope, 'OrganisationBuyer')) || groups.length === 0) return ownQuotes(scope);
  // The subquery does not refer to the quote, so that PostgreSQL answers it once and not for every quote.
  return sql`${inOrganisation} and (q.customer_id = ${scope.customerId} or q.customer_id in (
    select g.customer_id from customer_group g where g.organisation_id = ${scope.organisationId}
      and g.organisation_group_id = any (${[...groups]}::bigint[])))`;
}

/** Condition for the quotes `q` of which an Admin in scope may name another owner: those of the people whom they administer, and their own. */
export const manageableQuotes = (scope: Scope): RawBuilder<unknown> => (isAdmin(scope) ? visibleQuotes(scope) : sql`false`);
