import { hasWiderAdminReach, isInImpersonationReach } from '#api/identity/sessions/access.rules.ts';
import type { Actor, Scope } from '#api/platform/http/scope.ts';
import type { Permission } from '#contract/endpoint.ts';

/** Permissions to order from the list of products, also for people who have opted out of their uniform. */
const PRODUCT_LISTS: readonly Permission[] = ['AllowProducts', 'AllowProductsModal'];

/** What decides whether the caller can order for a person. */
export interface ImpersonationTarget {
  actor: Actor;
  isActive: boolean;
  /** The last day of work has passed. */
  hasLeft: boolean;
  hasOptedOut: boolean;
}

/** Why the caller cannot order for a person, in a few words for a list; null where they can. */
export function findImpersonationBlocker(caller: Scope, person: ImpersonationTarget): string | null {
  const { actor, isActive, hasLeft, hasOptedOut } = person;
  if (actor.customerId === caller.customerId) return 'This is you';
  if (!isInImpersonationReach(caller, actor)) return 'You can’t order for others';
  if (!isActive) return 'Account closed';
  if (hasLeft) return 'Has left';
  if (hasWiderAdminReach(caller, actor))
    return caller.roles.includes('OrganisationAdmin') ? 'Has wider access than you' : 'Is an administrator';
  if (PRODUCT_LISTS.some((name) => actor.permissions.includes(name))) return null;
  if (hasOptedOut) return 'Has opted out';
  return actor.permissions.includes('AllowUniformBuilder') ? null : 'Can’t order';
}
