import type { Actor } from '#api/platform/http/scope.ts';

const ADMIN = 'OrganisationAdmin';
const BUYER = 'OrganisationBuyer';

/**
 * What someone may do in a trip of PunchOut: shop for those for whom they order anyway. The buyer's system says who its user is, and no password or second
 * factor proves it, so a trip is no way to administer the organisation, to approve, or to act for others. Prices are without tax, as carts are returned.
 */
export const limitToShopping = (actor: Actor): Actor => ({
  ...actor,
  // Administrators order for others, as Buyers do.
  roles: [...new Set(actor.roles.map((role) => (role === ADMIN ? BUYER : role)))],
  permissions: actor.permissions.filter((name) => name !== 'AllowDashboard'),
  impersonationReach: 'none',
  adminableGroupIds: [],
  allowOrderApproval: false,
  taxDisplayType: 10,
  paysOwnPart: false,
});
