import { isAdmin, type Profile, useProfile } from '#web/app/session/profile.ts';

/** Whether the person can see other people's orders, so that each order must name its wearer. */
export const canSeeOthersOrders = (profile: Profile) =>
  isAdmin(profile) ||
  profile.roles.some((role) => role === 'OrganisationBuyer' || role === 'OrganisationSales') ||
  profile.allowOrderApproval;

/** Whether the person whose pages are shown can see other people's orders. */
export function useCanSeeOthersOrders(): boolean {
  const profile = useProfile();
  return profile !== undefined && canSeeOthersOrders(profile);
}
