import type { Actor, Scope } from '../http/scope.ts';

const isAdministrator = (actor: Actor) => actor.roles.includes('OrganisationAdmin');

/**
 * Whether one person may act for another: Sales for anybody of the organisation, an Admin for the people of the groups
 * that he administers (everybody when none are named). Nobody acts for himself, and only an Admin for an Admin.
 */
export function mayActFor(caller: Scope, target: Actor): boolean {
  if (caller.organisationId !== target.organisationId || caller.customerId === target.customerId) return false;
  if (isAdministrator(target) && !isAdministrator(caller)) return false;
  if (caller.mayImpersonate === 'organisation') return true;
  if (caller.mayImpersonate !== 'scope') return false;
  return caller.adminableGroupIds.length === 0 || target.groupIds.some((group) => caller.adminableGroupIds.includes(group));
}
