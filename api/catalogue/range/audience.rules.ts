import { hasRole, type Scope } from '#api/platform/http/scope.ts';

/** The columns of `product_listing` that limit a product's audience. An empty list means everyone. */
export const LIMITS = ['role_ids', 'business_area_ids', 'job_role_ids', 'collection_ids'] as const;
type Limit = (typeof LIMITS)[number];

/** The limits of the range that apply to a person: people of the same audience see the same products. */
export interface Audience {
  /** The person's ids for each limit that applies to them, ascending; limits that do not apply are missing. */
  limits: readonly (readonly [Limit, readonly number[]])[];
  /** Identifies the audience. */
  key: string;
}

/** The limits of an organisation's range: every id that occurs in one. */
export type LimitedIds = Readonly<Record<Limit, ReadonlySet<number>>>;

/**
 * Whether the person orders for others and must therefore see what they may wear. Everyone else is a wearer, including people
 * with only an organisation's own role.
 */
export const canOrderForOthers = (scope: Scope) => hasRole(scope, 'OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales');

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const only = (id: number | null) => (id === null ? [] : [id]);

const keyOf = (limits: Audience['limits']) => limits.map(([limit, ids]) => `${limit}:${ids.join()}`).join(' ');

function createAudience(scope: Scope): Audience {
  const limits: (readonly [Limit, readonly number[]])[] = [['role_ids', sorted(scope.roleIds)]];
  if (!canOrderForOthers(scope))
    limits.push(
      ['business_area_ids', only(scope.businessAreaId)],
      ['job_role_ids', only(scope.jobRoleId)],
      ['collection_ids', sorted(scope.collectionIds)],
    );
  return { limits, key: keyOf(limits) };
}

// A scope lives as long as its session is cached, so its audience is calculated only once.
const cache = new WeakMap<Scope, Audience>();

/**
 * The audience that a person belongs to. Limits to roles apply to everyone; limits to business areas, job roles and wardrobes
 * apply to wearers, who must belong to one of those listed.
 */
export function getAudience(scope: Scope): Audience {
  const cached = cache.get(scope);
  if (cached) return cached;
  const audience = createAudience(scope);
  cache.set(scope, audience);
  return audience;
}

/** The key of an audience within one organisation, without the ids that make no difference in its range. */
export const getEffectiveAudienceKey = ({ limits }: Audience, limited: LimitedIds): string =>
  keyOf(
    limits.flatMap(([limit, ids]) =>
      limited[limit].size === 0 ? [] : [[limit, ids.filter((id) => limited[limit].has(id))] as const],
    ),
  );
