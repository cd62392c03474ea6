import { accessibleGroups, hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';

/** The groups whose members someone may order for, besides themselves; `null` means the whole organisation. */
export function listWearerGroups(scope: Scope): readonly number[] | null {
  if (isAdmin(scope)) return scope.adminableGroupIds.length > 0 ? scope.adminableGroupIds : null;
  if (hasRole(scope, 'OrganisationSales')) return null;
  return hasRole(scope, 'OrganisationBuyer') ? accessibleGroups(scope) : [];
}
