import { type RawBuilder, sql } from 'kysely';
import { currentSeason } from '#api/entitlement/uniform-status.queries.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import { accessibleGroups, hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';

export type PeopleQuery = Pick<
  QueryOf<'GET /api/customers'>,
  | 'query'
  | 'businessAreaId'
  | 'resortId'
  | 'seasonId'
  | 'orderingStatusId'
  | 'orderingBodiMeStatusId'
  | 'orderingAfterStartDateStatusId'
  | 'orderingAfterStartDateBodiMeStatusId'
>;

/**
 * Whose people somebody lists: everybody of the organisation for Sales and an Admin without groups (null), else those of these
 * groups and themselves.
 */
export function listedGroups(scope: Scope): readonly number[] | null {
  if (hasRole(scope, 'OrganisationSales') || (isAdmin(scope) && scope.adminableGroupIds.length === 0)) return null;
  if (isAdmin(scope)) return scope.adminableGroupIds;
  return hasRole(scope, 'OrganisationBuyer') ? accessibleGroups(scope) : [];
}

/** Who may know who has been measured and when somebody started: whoever manages people, not a colleague who orders for them. */
const manages = (scope: Scope) => isAdmin(scope) || hasRole(scope, 'OrganisationSales');

const MANAGERS_ONLY = [
  'orderingBodiMeStatusId',
  'orderingAfterStartDateStatusId',
  'orderingAfterStartDateBodiMeStatusId',
] as const;

/** Throws 400 for a filter whose answer the caller may not know. */
export function checkPeopleFilters(scope: Scope, query: PeopleQuery): void {
  if (manages(scope)) return;
  const asked = MANAGERS_ONLY.find((name) => query[name]);
  if (asked) throw badRequest(asked, 'Only administrators can filter people by this.');
}

const hasStatus = (query: PeopleQuery) =>
  Boolean(
    query.orderingStatusId ||
      query.orderingBodiMeStatusId ||
      query.orderingAfterStartDateStatusId ||
      query.orderingAfterStartDateBodiMeStatusId,
  );

/** People by what follows the @ of their address, and some besides. */
export interface EmailDomainMatch {
  domains: readonly string[];
  otherIds: readonly number[];
}

/** Whether the list is narrowed by anything that is kept with people's standing. */
export const needsUniformStatus = (scope: Scope, query: PeopleQuery) =>
  listedGroups(scope) !== null || hasStatus(query) || Boolean(query.seasonId || query.resortId || query.businessAreaId);

/** Statuses are those of the season asked for, else of the current one; without either, everybody is meant: season 0. */
function seasonAsked(scope: Scope, query: PeopleQuery): RawBuilder<unknown> {
  if (query.seasonId) return sql`${query.seasonId}::bigint`;
  return hasStatus(query) ? currentSeason(scope) : sql`0`;
}

/**
 * What `uniform_status s` (or `people_counts t`, whose columns are the same, but which knows nobody) must say of the people of a
 * list, without whom the caller may see.
 */
export function uniformStatusConditions(
  scope: Scope,
  query: PeopleQuery,
  alias: 's' | 't',
  at?: EmailDomainMatch,
): RawBuilder<unknown> {
  const since = alias === 's' ? 'starts_on' : 'starts_on';
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const afterStart = query.orderingAfterStartDateStatusId || query.orderingAfterStartDateBodiMeStatusId;
  const wanted: [string, number | undefined][] = [
    ['resort_id', query.resortId],
    ['business_area_id', query.businessAreaId],
    ['ordering_status', query.orderingStatusId],
    ['measuring_status', query.orderingBodiMeStatusId],
    ['ordering_status_since_start', query.orderingAfterStartDateStatusId],
    ['measuring_status_since_start', query.orderingAfterStartDateBodiMeStatusId],
  ];
  return sql.join(
    [
      sql`${column('organisation_id')} = ${scope.organisationId}`,
      sql`${column('season_id')} = ${seasonAsked(scope, query)}`,
      ...wanted.flatMap(([name, value]) => (value ? [sql`${column(name)} = ${value}`] : [])),
      ...(afterStart ? [sql`${column(since)} <= (now() at time zone 'UTC')::date`] : []),
      ...(at ? [emailDomainCondition(at, alias)] : []),
    ],
    sql` and `,
  );
}

/** Limits `uniform_status s`, `people_counts t` (which knows nobody) or `customer c` to them. */
export function emailDomainCondition({ domains, otherIds }: EmailDomainMatch, alias: 's' | 't' | 'c'): RawBuilder<unknown> {
  const there = sql`${sql.ref(`${alias}.email_domain`)} = any (${[...domains]}::text[])`;
  const person = sql.ref(alias === 's' ? 's.customer_id' : 'c.id');
  return alias === 't' || otherIds.length === 0 ? there : sql`(${there} or ${person} = any (${[...otherIds]}::bigint[]))`;
}

/** Limits `uniform_status s` to whom the caller lists. */
export function listAccessCondition(scope: Scope): RawBuilder<unknown> {
  const groups = listedGroups(scope);
  if (groups === null) return sql`true`;
  return sql`(s.group_ids && ${[...groups]}::bigint[] or s.customer_id = ${scope.customerId})`;
}
