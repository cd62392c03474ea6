import { type RawBuilder, sql } from 'kysely';
import { currentSeason } from '#api/entitlement/uniform-status.queries.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import { accessibleGroups, hasRole, isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';

export type PeopleQuery = Pick<
  QueryOf<'GET /api/customers'>,
  | 'query'
  | 'groupIds'
  | 'businessAreaId'
  | 'resortId'
  | 'collectionId'
  | 'seasonId'
  | 'orderingStatusId'
  | 'orderingBodiMeStatusId'
  | 'orderingAfterStartDateStatusId'
  | 'orderingAfterStartDateBodiMeStatusId'
>;

/**
 * The groups whose people the caller may list, besides the caller: null for the whole organisation, which Sales and administrators
 * without groups may list.
 */
export function listedGroups(scope: Scope): readonly number[] | null {
  if (hasRole(scope, 'OrganisationSales') || isOrganisationAdmin(scope)) return null;
  if (isAdmin(scope)) return scope.adminableGroupIds;
  return hasRole(scope, 'OrganisationBuyer') ? accessibleGroups(scope) : [];
}

/** Whether the caller may know who has been measured and when people start work: those who manage people, not colleagues who order for them. */
export const managesPeople = (scope: Scope) => isAdmin(scope) || hasRole(scope, 'OrganisationSales');

const MANAGERS_ONLY = [
  'orderingBodiMeStatusId',
  'orderingAfterStartDateStatusId',
  'orderingAfterStartDateBodiMeStatusId',
] as const;

/** Throws 400 for a filter that would reveal something the caller may not know. */
export function checkPeopleFilters(scope: Scope, query: PeopleQuery): void {
  if (managesPeople(scope)) return;
  const forbidden = MANAGERS_ONLY.find((name) => query[name]);
  if (forbidden) throw badRequest(forbidden, 'Only administrators can filter people by this.');
}

/** The groups of the filter; none without it. */
const filteredGroups = ({ groupIds = [] }: PeopleQuery) => groupIds.filter((id) => id > 0);

const hasStatus = (query: PeopleQuery) =>
  Boolean(
    query.orderingStatusId ||
      query.orderingBodiMeStatusId ||
      query.orderingAfterStartDateStatusId ||
      query.orderingAfterStartDateBodiMeStatusId,
  );

/** The people who have the wardrobe of the filter, as a condition on `customer c`; none without that filter. */
export const wardrobeConditions = ({ collectionId }: PeopleQuery): RawBuilder<unknown>[] =>
  collectionId
    ? [
        sql`exists (select from customer_collection w
          where w.organisation_id = c.organisation_id and w.customer_id = c.id and w.collection_id = ${collectionId})`,
      ]
    : [];

/** People of these email domains, and a few other people by id. */
export interface EmailDomainMatch {
  domains: readonly string[];
  otherIds: readonly number[];
}

/** Whether the list needs the uniform status: to limit it to groups, or for any filter other than the search. */
export const needsUniformStatus = (scope: Scope, query: PeopleQuery) =>
  listedGroups(scope) !== null ||
  hasStatus(query) ||
  Boolean(query.seasonId || query.resortId || query.businessAreaId || filteredGroups(query).length > 0);

/** The season that statuses are about: the requested one, or the current one. */
export const statusSeason = (scope: Scope, query: PeopleQuery): RawBuilder<unknown> =>
  query.seasonId ? sql`${query.seasonId}::bigint` : currentSeason(scope);

/** The season whose rows are listed. Season 0, which has everyone, when neither a season nor a status is filtered. */
export const listedSeason = (scope: Scope, query: PeopleQuery): RawBuilder<unknown> =>
  query.seasonId || hasStatus(query) ? statusSeason(scope, query) : sql`0`;

/**
 * The filters of the people with a status of the query who have started work and have ordered nothing, neither at any time nor since
 * then; undefined when the query asks for another status.
 */
export function onlyStartedWithoutUniform(query: PeopleQuery): PeopleQuery | undefined {
  const { orderingStatusId = 0, orderingAfterStartDateStatusId = 0 } = query;
  if (![0, 10].includes(orderingStatusId) || ![0, 10].includes(orderingAfterStartDateStatusId)) return undefined;
  return { ...query, orderingStatusId: 10, orderingAfterStartDateStatusId: 10 };
}

/**
 * The filters as conditions on `uniform_status s`, or on `people_counts t`, which has the same columns but no people. Whom the
 * caller may see is not part of them. `seasons` are other seasons than those that are listed.
 */
export function uniformStatusConditions(
  scope: Scope,
  query: PeopleQuery,
  alias: 's' | 't',
  {
    domainMatch,
    seasons = listedSeason(scope, query),
  }: { domainMatch?: EmailDomainMatch | undefined; seasons?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const groups = filteredGroups(query);
  const afterStart = query.orderingAfterStartDateStatusId || query.orderingAfterStartDateBodiMeStatusId;
  const filters: [string, number | undefined][] = [
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
      sql`${column('season_id')} in (${seasons})`,
      ...filters.flatMap(([name, value]) => (value ? [sql`${column(name)} = ${value}`] : [])),
      ...(groups.length > 0 ? [sql`${column('group_ids')} && ${groups}::bigint[]`] : []),
      ...(afterStart ? [sql`${column('starts_on')} <= (now() at time zone 'UTC')::date`] : []),
      ...(domainMatch ? [emailDomainCondition(domainMatch, alias)] : []),
    ],
    sql` and `,
  );
}

/** Limits `uniform_status s`, `people_counts t` or `customer c` to a match. `people_counts` has no people, so there `otherIds` are not included. */
export function emailDomainCondition({ domains, otherIds }: EmailDomainMatch, alias: 's' | 't' | 'c'): RawBuilder<unknown> {
  const inDomain = sql`${sql.ref(`${alias}.email_domain`)} = any (${[...domains]}::text[])`;
  const customerId = sql.ref(alias === 's' ? 's.customer_id' : 'c.id');
  return alias === 't' || otherIds.length === 0
    ? inDomain
    : sql`(${inDomain} or ${customerId} = any (${[...otherIds]}::bigint[]))`;
}

/** Limits `uniform_status s` to the people whom the caller may list. */
export function listAccessCondition(scope: Scope): RawBuilder<unknown> {
  const groups = listedGroups(scope);
  if (groups === null) return sql`true`;
  return sql`(s.group_ids && ${[...groups]}::bigint[] or s.customer_id = ${scope.customerId})`;
}
