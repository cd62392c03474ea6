import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';
import { getAudience, type RangeLimits } from './audience.rules.ts';

/** The alias of `product_listing` in a statement. */
type Alias = 'l' | 'pl';

/** A condition of SQL with a `?` for each parameter. */
interface Condition {
  text: string;
  parameters: (number | number[])[];
}

const allows = (alias: Alias, limit: string) => `(${alias}.${limit} = '{}' or ${alias}.${limit} && ?::bigint[])`;

const isListedBy = (alias: Alias, { organisationId }: Scope, groupIds: readonly number[]): Condition => ({
  // The organisation as a parameter lets PostgreSQL read the products of the groups once for all rows.
  text: `exists (select from collection_group_product gp where gp.organisation_id = ? and gp.product_id = ${alias}.product_id and gp.collection_group_id = any (?::bigint[]))`,
  parameters: [organisationId, [...groupIds]],
});

const admitsRoles = (scope: Scope, alias: Alias): Condition => ({
  text: allows(alias, 'role_ids'),
  parameters: [[...getAudience(scope).roleIds]],
});

function isVisible(scope: Scope, alias: Alias): Condition {
  const { wearer, openGroupIds } = getAudience(scope);
  const limits = Object.entries(wearer ?? {});
  const admitsRole = admitsRoles(scope, alias);
  if (limits.length === 0) return admitsRole;
  const admitsWearer = limits.map(([limit]) => allows(alias, limit)).join(' and ');
  const own = openGroupIds.length > 0 ? isListedBy(alias, scope, openGroupIds) : { text: 'false', parameters: [] };
  return {
    text: `${admitsRole.text} and (${admitsWearer} or ${own.text})`,
    parameters: [...admitsRole.parameters, ...limits.map(([, ids]) => [...ids]), ...own.parameters],
  };
}

function toSql({ text, parameters }: Condition): RawBuilder<boolean> {
  const parts = text.split('?').map((part, place) => {
    const parameter = parameters[place];
    return parameter === undefined ? sql.raw(part) : sql`${sql.raw(part)}${parameter}`;
  });
  return sql`(${sql.join(parts, sql``)})`;
}

/**
 * Whether a person may see and buy the product of `product_listing l` (or `pl`): one whose limits they meet, or, whatever its
 * limits to business areas, job roles and wardrobes, one that an open group of their own wardrobes lists. This is the only place
 * that decides it; the limits of a person come from `getAudience`.
 */
export const visibleTo = (scope: Scope, alias: Alias = 'l'): RawBuilder<boolean> => toSql(isVisible(scope, alias));

/** Whether an open group of the person's own wardrobes lists the product of `product_listing l` too, also for people who order for others. */
export const listedInOwnWardrobes = (scope: Scope): RawBuilder<boolean> => toSql(isListedBy('l', scope, scope.openGroupIds));

/** Whether a person meets the limits of `product_listing l` to customer roles, which hold whatever their wardrobes list. */
export const meetsRoleLimits = (scope: Scope): RawBuilder<boolean> => toSql(admitsRoles(scope, 'l'));

/**
 * `visibleTo` written out for `l`, with parameters from the given number on. With `inOwnWardrobes`, an open group of the
 * person's own wardrobes must list the product as well, also for people who order for others.
 */
export function compileVisibleTo(
  scope: Scope,
  first: number,
  { inOwnWardrobes = false } = {},
): { text: string; parameters: (number | number[])[] } {
  const visible = isVisible(scope, 'l');
  const listed = inOwnWardrobes ? isListedBy('l', scope, scope.openGroupIds) : { text: 'true', parameters: [] };
  let number = first;
  return {
    text: `(${visible.text}) and ${listed.text}`.replaceAll('?', () => `$${number++}`),
    parameters: [...visible.parameters, ...listed.parameters],
  };
}

/** The limits of a range: a row of `limitColumns`. */
export interface LimitsRow {
  limited_role_ids: number[];
  limited_business_area_ids: number[];
  limited_job_role_ids: number[];
  limited_collection_ids: number[];
  limited_groups: [groupId: number, businessAreaIds: number[], jobRoleIds: number[], collectionIds: number[]][];
}

/** Columns of `listing_version v`. */
export const limitColumns = sql`
  v.limited_role_ids, v.limited_business_area_ids, v.limited_job_role_ids, v.limited_collection_ids, v.limited_groups`;

/** The limits of a row. */
export function toRangeLimits(row: LimitsRow): RangeLimits {
  const groups = new Map<number, Record<'business_area_ids' | 'job_role_ids' | 'collection_ids', number[]>[]>();
  for (const [groupId, business_area_ids, job_role_ids, collection_ids] of row.limited_groups) {
    const limits = { business_area_ids, job_role_ids, collection_ids };
    groups.set(groupId, [...(groups.get(groupId) ?? []), limits]);
  }
  return {
    ids: {
      role_ids: new Set(row.limited_role_ids),
      business_area_ids: new Set(row.limited_business_area_ids),
      job_role_ids: new Set(row.limited_job_role_ids),
      collection_ids: new Set(row.limited_collection_ids),
    },
    groups,
  };
}
