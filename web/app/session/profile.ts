import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Permission } from '#contract/endpoint.ts';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '../api.ts';

export type Profile = ReplyOf<'GET /api/customerprofile'>;

/** The person who is logged in. Loaded by the session guard before any page under /index is shown. */
export const profileQuery = { ...apiQuery('GET /api/customerprofile'), staleTime: 5 * 60_000 };

/** Name, logo and colours of the person's organisation. */
export const settingsQuery = { ...apiQuery('GET /api/organisations/settings'), staleTime: 30 * 60_000 };

/** Name, company and links of the brand of this host. */
export const themeQuery = {
  ...apiQuery('GET /api/theme/getthemebyhost', { query: { host: globalThis.location?.host ?? '' } }),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Whether the person holds at least one of the permissions. */
export const hasAnyPermission = (profile: Profile, permissions: readonly Permission[]) =>
  permissions.some((permission) => profile.permissions.includes(permission));

/** Whether a person manages others, and may see their details: administrators and Sales. */
export const managesPeople = ({ roles }: Pick<Profile, 'roles'>) =>
  ['OrganisationAdmin', 'OrganisationSales'].some((role) => roles.includes(role));

/** Whether a person orders for themselves only, and manages neither people nor orders: someone who is neither Admin, Buyer nor Sales. */
export const isWearer = ({ roles }: Pick<Profile, 'roles'>) =>
  !['OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales'].some((role) => roles.includes(role));

/** Whether a person may order for others at all; the server decides for whom. */
export const canImpersonate = (caller: Profile) => caller.impersonatedCustomer === null && managesPeople(caller);

/** Whether a person may see the list of people, now that they do not order for someone else; the server decides whom it contains. */
export const canListPeople = (caller: Profile) =>
  caller.impersonatedCustomer === null && (managesPeople(caller) || caller.roles.includes('OrganisationBuyer'));

/** Whether a person approves orders, or decides in the place of an approver today; not on the way from a purchasing system. */
export const decidesOnOrders = ({ allowOrderApproval, isApprovalDelegate, punchoutSessionGuid }: Profile) =>
  !punchoutSessionGuid && (allowOrderApproval || isApprovalDelegate);

/** Whether the person administers the organisation or some of its groups. */
export const isAdmin = (profile: Profile) => profile.roles.includes('OrganisationAdmin');

/** Any of these lets a person see products (`P:cat` of the wire contract). */
export const cataloguePermissions = [
  'AllowProducts',
  'AllowProductsModal',
  'AllowAdhocOrder',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
  'AllowStockEnquiry',
] as const satisfies readonly Permission[];

/** Any of these lets a person order (`P:order` of the wire contract). */
export const orderingPermissions = cataloguePermissions.filter((permission) => permission !== 'AllowStockEnquiry');

/** Any of these lets a person order what no wardrobe of theirs lists. Others order in the uniform builder: elsewhere they would be refused for the rest. */
export const freeOrderingPermissions = orderingPermissions.filter((permission) => permission !== 'AllowUniformBuilder');

/** Whether a person may list products (call 58). */
export const productListPermissions = ['AllowProducts', 'AllowProductsModal'] as const satisfies readonly Permission[];

/** Whether a person may order for many people on one sheet, now that they do not order for someone else. */
export const canOrderForMany = (caller: Profile): boolean =>
  canListPeople(caller) && hasAnyPermission(caller, orderingPermissions);

/** The person whose pages are shown: the impersonated person, with their permission to order, otherwise the one logged in. */
export const getEffectiveProfile = (profile: Profile): Profile => profile.impersonatedCustomer ?? profile;

/** The profile of the person whose pages are shown; undefined only outside /index. */
export const useProfile = () => useQuery({ ...profileQuery, select: getEffectiveProfile }).data;

/** The id of the person whose pages are shown; undefined without a session. */
export function findEffectivePersonId(client: QueryClient): number | undefined {
  const profile = client.getQueryData<Profile>(profileQuery.queryKey);
  return profile && getEffectiveProfile(profile).id;
}

/** Whether the person whose pages are shown is a wearer. */
export function useIsWearer(): boolean {
  const profile = useProfile();
  return profile !== undefined && isWearer(profile);
}

/** Whether the person whose pages are shown sees prices and amounts. */
export const usePricesVisible = (): boolean => useProfile()?.pricesVisible ?? false;

/**
 * Whether a person sees tax, delivery and fees, and totals that include them. A wearer's organisation pays these: wearers who see prices see those of
 * garments alone.
 */
export const seesCharges = (profile: Profile): boolean => profile.pricesVisible && !isWearer(profile);

/** Whether the person whose pages are shown sees tax, delivery and fees. */
export function useSeesCharges(): boolean {
  const profile = useProfile();
  return profile !== undefined && seesCharges(profile);
}

/** The profile of the person who logged in, also during impersonation. */
export const useCaller = () => useQuery(profileQuery).data;

/** Whether a person sees the administrators' pages now: an administrator who does not order for someone else. */
export const seesAdministration = (caller: Profile): boolean => caller.impersonatedCustomer === null && isAdmin(caller);

/** Whether a person sees invoices now: Admins, and Sales with the permission for the organisation's figures, while they do not order for someone else. */
export const seesInvoices = (caller: Profile): boolean =>
  seesAdministration(caller) ||
  (caller.impersonatedCustomer === null &&
    caller.roles.includes('OrganisationSales') &&
    hasAnyPermission(caller, ['AllowDashboard']));

/** Whether a person sees the returns of others now: Admins and Sales, while they do not order for someone else. */
export const seesAllReturns = (caller: Profile): boolean =>
  seesAdministration(caller) || (caller.impersonatedCustomer === null && caller.roles.includes('OrganisationSales'));

/** Whether the returns of others are shown. */
export const useSeesAllReturns = (): boolean => {
  const caller = useCaller();
  return caller !== undefined && seesAllReturns(caller);
};

/** Whether invoices are shown. */
export const useSeesInvoices = (): boolean => {
  const caller = useCaller();
  return caller !== undefined && seesInvoices(caller);
};

/** Whether the range and the settings are shown. */
export const useSeesAdministration = (): boolean => {
  const caller = useCaller();
  return caller !== undefined && seesAdministration(caller);
};

/** Whether a person administers the whole organisation, and not only some of its groups. */
export const administersWholeOrganisation = (profile: Profile): boolean =>
  isAdmin(profile) && profile.adminableOrganisationGroupIds.length === 0;

/** Whether the person holds at least one of the permissions. */
export function useHasPermission(...permissions: Permission[]): boolean {
  const profile = useProfile();
  return profile !== undefined && hasAnyPermission(profile, permissions);
}

/** Whether the person who is logged in may order for many people on one sheet now. */
export function useCanOrderForMany(): boolean {
  const caller = useCaller();
  return caller !== undefined && canOrderForMany(caller);
}

/** Marks prices, and everything derived from them, as stale. */
export const invalidatePrices = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) =>
      !['GET /api/organisations/settings', 'GET /api/theme/getthemebyhost'].includes(String(queryKey[0])),
  });
