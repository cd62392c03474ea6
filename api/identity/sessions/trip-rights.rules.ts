import type { Actor } from '#api/platform/http/scope.ts';

/**
 * What someone may do in a trip of PunchOut: shop for those for whom they order anyway. The buyer's system says who its user is, and no password or second
 * factor proves it, so a trip is no way to administer the organisation, to approve, or to act for others. Prices are without tax, as carts are returned.
 */
export function limitToShopping(actor: Actor): Actor {
  const ordersForOthers = actor.roles.some((role) => role === 'OrganisationAdmin' || role === 'OrganisationSales');
  const roles = actor.roles.filter((role) => role !== 'OrganisationAdmin' && role !== 'OrganisationSales');
  return {
    ...actor,
    roles: ordersForOthers && !roles.includes('OrganisationBuyer') ? [...roles, 'OrganisationBuyer'] : roles,
    permissions: actor.permissions.filter((name) => name !== 'AllowDashboard'),
    impersonationReach: 'none',
    adminableGroupIds: [],
    allowOrderApproval: false,
    taxDisplayType: 10,
    paysOwnPart: false,
  };
}
