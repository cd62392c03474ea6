import { canOrderForOthers, type Scope } from '#api/platform/http/scope.ts';

/** The columns of `product_listing` that limit a product's audience. An empty list means everyone. */
const WEARER_LIMITS = ['business_area_ids', 'job_role_ids', 'collection_ids'] as const;
type WearerLimit = (typeof WEARER_LIMITS)[number];
type Limit = WearerLimit | 'role_ids';

/** The limits of the range that apply to a person: people of the same audience see the same products. */
export interface Audience {
  /** The person's roles, ascending. */
  roleIds: readonly number[];
  /** A wearer's ids for the limits that apply to wearers, ascending; undefined for people who order for others. */
  wearer?: Readonly<Record<WearerLimit, readonly number[]>>;
  /** The groups whose products a wearer sees in spite of these limits, ascending; empty for people who order for others. */
  openGroupIds: readonly number[];
  /** Identifies the audience. */
  key: string;
}

/** The limits of an organisation's range. */
export interface RangeLimits {
  /** Every id that occurs in a limit. */
  ids: Readonly<Record<Limit, ReadonlySet<number>>>;
  /** The limits of the products that groups of wardrobes list, by group; groups without limited products are missing. */
  groups: ReadonlyMap<number, readonly Readonly<Record<WearerLimit, readonly number[]>>[]>;
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const only = (id: number | null) => (id === null ? [] : [id]);

function keyOf({ roleIds, wearer, openGroupIds }: Omit<Audience, 'key'>, ids?: RangeLimits['ids']): string {
  const parts: string[] = [];
  const add = (limit: Limit, own: readonly number[]) => {
    const limited = ids?.[limit];
    if (limited?.size !== 0) parts.push(`${limit}:${own.filter((id) => limited?.has(id) ?? true).join()}`);
  };
  add('role_ids', roleIds);
  if (wearer) for (const limit of WEARER_LIMITS) add(limit, wearer[limit]);
  if (openGroupIds.length > 0) parts.push(`groups:${openGroupIds.join()}`);
  return parts.join(' ');
}

function createAudience(scope: Scope): Audience {
  const roleIds = sorted(scope.roleIds);
  const audience = canOrderForOthers(scope)
    ? { roleIds, openGroupIds: [] }
    : {
        roleIds,
        wearer: {
          business_area_ids: only(scope.businessAreaId),
          job_role_ids: only(scope.jobRoleId),
          collection_ids: sorted(scope.collectionIds),
        },
        openGroupIds: sorted(scope.openGroupIds),
      };
  return { ...audience, key: keyOf(audience) };
}

// A scope lives as long as its session is cached, so its audience is calculated only once.
const cache = new WeakMap<Scope, Audience>();

/**
 * The audience that a person belongs to. Limits to roles apply to everyone; limits to business areas, job roles and wardrobes
 * apply to wearers, who must belong to one of those listed, except for products that an open group of their own wardrobes lists.
 */
export function getAudience(scope: Scope): Audience {
  const cached = cache.get(scope);
  if (cached) return cached;
  const audience = createAudience(scope);
  cache.set(scope, audience);
  return audience;
}

/**
 * The key of an audience within one organisation, without what makes no difference in its range: ids that occur in no limit, and
 * open groups whose products the audience would see anyway.
 */
export function getEffectiveAudienceKey(audience: Audience, { ids, groups }: RangeLimits): string {
  const { wearer } = audience;
  const meets = (limits: Readonly<Record<WearerLimit, readonly number[]>>) =>
    WEARER_LIMITS.every((limit) => limits[limit].length === 0 || limits[limit].some((id) => wearer?.[limit].includes(id)));
  const openGroupIds = audience.openGroupIds.filter((id) => groups.get(id)?.some((limits) => !meets(limits)));
  return keyOf({ ...audience, openGroupIds }, ids);
}
