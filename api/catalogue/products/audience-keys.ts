import type { Scope } from '#api/platform/http/scope.ts';
import { getAudience, getEffectiveAudienceKey, type RangeLimits } from '../range/audience.rules.ts';

/** The keys under which responses about organisations' ranges are cached: people with the same key see the same products. */
export interface AudienceKeys {
  /** Stores the limits of a range as read at a version of it. */
  learn(organisationId: number, version: number, limits: RangeLimits): void;
  /** The person's key by the limits last learned. */
  keyOf(scope: Scope): string;
  /** The person's key at exactly this version; undefined when other limits are known than those of the version. */
  keyAt(scope: Scope, version: number): string | undefined;
}

/**
 * Creates keys without any limits learned; a key then contains everything about the person that a range could be limited to.
 * Responses must be stored under `keyAt` their own version: under a key of older limits, people who see other products could
 * find them.
 */
export function createAudienceKeys(): AudienceKeys {
  const known = new Map<number, { version: number; limits: RangeLimits }>();
  const keys = new WeakMap<Scope, { version: number; key: string }>();

  const keyOf = (scope: Scope): string => {
    const current = known.get(scope.organisationId);
    if (!current) return getAudience(scope).key;
    let cached = keys.get(scope);
    if (cached?.version !== current.version) {
      cached = { version: current.version, key: getEffectiveAudienceKey(getAudience(scope), current.limits) };
      keys.set(scope, cached);
    }
    return cached.key;
  };

  return {
    learn: (organisationId, version, limits) => {
      const current = known.get(organisationId);
      if (!current || current.version < version) known.set(organisationId, { version, limits });
    },
    keyOf,
    keyAt: (scope, version) => (known.get(scope.organisationId)?.version === version ? keyOf(scope) : undefined),
  };
}
