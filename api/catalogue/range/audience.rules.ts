import { hasRole, type Scope } from '#api/platform/http/scope.ts';

/** What a product can be limited to, as columns of `product_listing`. None listed there means everybody. */
export const LIMITS = ['role_ids', 'business_area_ids', 'job_role_ids', 'collection_ids'] as const;
type Limit = (typeof LIMITS)[number];

/** As far as the range is limited for somebody: people of the same audience see the same. */
export interface Audience {
  /** What the person holds of each limit that holds for them, ascending; a limit that is missing does not hold for them. */
  limits: readonly (readonly [Limit, readonly number[]])[];
  /** Tells audiences apart. */
  key: string;
}

/** The limits of an organisation's range: every id that occurs in one. */
export type LimitedIds = Readonly<Record<Limit, ReadonlySet<number>>>;

/**
 * Who orders for others, and so must see what these may wear. Anybody else, also with a role of the organisation's own
 * alone, is a wearer.
 */
export const canOrderForOthers = (scope: Scope) => hasRole(scope, 'OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales');

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const only = (id: number | null) => (id === null ? [] : [id]);

const keyOf = (limits: Audience['limits']) => limits.map(([limit, ids]) => `${limit}:${ids.join()}`).join(' ');

function workOut(scope: Scope): Audience {
  const limits: (readonly [Limit, readonly number[]])[] = [['role_ids', sorted(scope.roleIds)]];
  if (!canOrderForOthers(scope))
    limits.push(
      ['business_area_ids', only(scope.businessAreaId)],
      ['job_role_ids', only(scope.jobRoleId)],
      ['collection_ids', sorted(scope.collectionIds)],
    );
  return { limits, key: keyOf(limits) };
}

// A scope lives as long as its session is remembered; working this out once for each is enough.
const known = new WeakMap<Scope, Audience>();

/**
 * As whom somebody sees the range. Limits to roles hold for everybody; limits to business areas, job roles and wardrobes for
 * wearers, who must be of one that is listed.
 */
export function getAudience(scope: Scope): Audience {
  const before = known.get(scope);
  if (before) return before;
  const audience = workOut(scope);
  known.set(scope, audience);
  return audience;
}

/** The key of an audience among people of one organisation: without what makes no difference in its range. */
export const getEffectiveAudienceKey = ({ limits }: Audience, limited: LimitedIds): string =>
  keyOf(
    limits.flatMap(([limit, ids]) =>
      limited[limit].size === 0 ? [] : [[limit, ids.filter((id) => limited[limit].has(id))] as const],
    ),
  );
