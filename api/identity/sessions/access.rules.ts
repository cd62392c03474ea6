import type { Actor, Scope } from '#api/platform/http/scope.ts';

const isAdministrator = ({ roles }: Pick<Actor, 'roles'>) => roles.includes('OrganisationAdmin');

type Reach = Pick<Actor, 'roles' | 'groupIds' | 'adminableGroupIds'>;

/** Whether an Admin administers the groups of somebody: any group where he administers all, else one of his. */
export const canAdminister = ({ adminableGroupIds }: Reach, target: Pick<Actor, 'groupIds'>) =>
  adminableGroupIds.length === 0 || target.groupIds.some((group) => adminableGroupIds.includes(group));

/** Whether somebody administers what the caller does not: then acting for them, or changing them, would reach further. */
export function hasWiderAdminReach(caller: Reach, target: Reach): boolean {
  if (!isAdministrator(target)) return false;
  if (!isAdministrator(caller)) return true;
  if (caller.adminableGroupIds.length === 0) return false;
  return (
    target.adminableGroupIds.length === 0 || target.adminableGroupIds.some((group) => !caller.adminableGroupIds.includes(group))
  );
}

/** Whether the caller may act for people where this person is: Sales anywhere, an Admin in the groups he administers. */
export function isInImpersonationReach(caller: Scope, target: Pick<Actor, 'groupIds'>): boolean {
  if (caller.impersonationReach === 'organisation') return true;
  return caller.impersonationReach === 'scope' && canAdminister(caller, target);
}

/**
 * Whether one person may act for another: Sales for anybody of the organisation, an Admin for the people of the groups
 * that he administers (everybody when none are named). Nobody acts for himself, and for an Admin only an Admin who
 * administers at least the same groups.
 */
export function canImpersonate(caller: Scope, target: Actor): boolean {
  if (caller.organisationId !== target.organisationId || caller.customerId === target.customerId) return false;
  return isInImpersonationReach(caller, target) && !hasWiderAdminReach(caller, target);
}
