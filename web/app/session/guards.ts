import { type LoaderFunctionArgs, redirect, redirectDocument, replace } from 'react-router';
import type { Permission } from '#contract/endpoint.ts';
import { preloadImages } from '#web/ui/browser/preload-images.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { ApiError } from '../api-error.ts';
import { cartQuery } from '../cart.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { findLandingPage, NO_LANDING_PAGE_MESSAGE, routeViaTerms } from './landing.ts';
import { ordersOnlyOwnUniform } from './ordering-link.ts';
import {
  administersWholeOrganisation,
  canImpersonate,
  canListPeople,
  canOrderForMany,
  decidesOnOrders,
  getEffectiveProfile,
  hasAnyPermission,
  isAdmin,
  type Profile,
  profileQuery,
  seesAllReturns,
  seesInvoices,
  settingsQuery,
} from './profile.ts';
import { getAccessToken, getTrip, isLoggedIn } from './session.ts';
import { waitingOrdersQuery } from './waiting-orders.ts';

/** Where to go without a session: to the login, which leads back here, or back to the buyer's system whose trip has ended. */
export function leaveWithoutSession({ url }: Pick<Request, 'url'>): Response {
  const trip = getTrip();
  if (trip) return redirectDocument(paths.punchoutReturn(trip));
  const { pathname, search } = new URL(url);
  return redirect(paths.login({ returnUrl: pathname + search }));
}

/** Returns the profile of the logged-in person. Without a session, redirects to the login, which leads back here. */
async function requireProfile({ request }: LoaderFunctionArgs): Promise<Profile> {
  const login = () => leaveWithoutSession(request);
  if ((await getAccessToken()) === undefined) throw login();
  try {
    return await queryClient.ensureQueryData(profileQuery);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw login();
    throw error;
  }
}

/** Requires a session and, for pages under /index, accepted terms where the organisation requires them. */
export async function sessionGuard(args: LoaderFunctionArgs) {
  // Header and colours are fetched in parallel with the profile.
  if (isLoggedIn()) {
    // The header falls back to the name of the organisation.
    void queryClient.fetchQuery(settingsQuery).then(
      ({ logoUrl }) => preloadImages([logoUrl ?? undefined]),
      () => {},
    );
    void queryClient.prefetchQuery(cartQuery);
  }
  const profile = await requireProfile(args);
  const { pathname, search } = new URL(args.request.url);
  // The page on which approvers begin says above everything else what waits, and does not move down for it.
  if (pathname === findLandingPage(profile) && decidesOnOrders(profile)) await queryClient.prefetchQuery(waitingOrdersQuery);
  if (!profile.termsAndConditionsRequired || !pathname.startsWith(paths.landing())) return null;
  const destination = pathname === paths.landing() ? findLandingPage(profile) : pathname + search;
  throw redirect(routeViaTerms(destination ?? '', profile));
}

/** Sends people who only order their own uniform on to the uniform builder, which is their home page. */
export async function homeGuard(args: LoaderFunctionArgs) {
  if (ordersOnlyOwnUniform(await requireProfile(args))) throw replace(paths.uniformBuilder());
  return null;
}

/** Requires an administrator; others are sent to the home page. */
export async function adminGuard(args: LoaderFunctionArgs) {
  if (!isAdmin(getEffectiveProfile(await requireProfile(args)))) throw redirect(paths.home());
  return null;
}

/** Requires an administrator of the whole organisation; those of groups, who may not change the range, are sent to its list. */
export async function rangeImportGuard(args: LoaderFunctionArgs) {
  await adminGuard(args);
  if (!administersWholeOrganisation(getEffectiveProfile(await requireProfile(args)))) throw redirect(paths.range());
  return null;
}

/** Redirects from the settings to the first section that the administrator may change. */
export async function settingsGuard(args: LoaderFunctionArgs) {
  const profile = await requireProfile(args);
  throw redirect(administersWholeOrganisation(profile) ? paths.organisationSettings() : paths.structure('groups'));
}

/** Redirects from the addresses that the settings had before, with the search of the page. */
export function formerSettingsRedirect({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname.replace(/^\/index\/structure/i, paths.settings()) + search);
}

/** Requires at least one of the permissions; others are sent to their landing page. */
export const permissionGuard =
  (...permissions: readonly Permission[]) =>
  async (args: LoaderFunctionArgs) => {
    if (!hasAnyPermission(getEffectiveProfile(await requireProfile(args)), permissions)) throw redirect(paths.landing());
    return null;
  };

/** Requires the permission. Someone who has the other one instead is sent to its page, anyone else to their landing page. */
export const twinGuard =
  (permission: Permission, other: { permission: Permission; path: string }) => async (args: LoaderFunctionArgs) => {
    const profile = getEffectiveProfile(await requireProfile(args));
    if (!hasAnyPermission(profile, [permission]) && hasAnyPermission(profile, [other.permission])) throw redirect(other.path);
    return permissionGuard(permission)(args);
  };

/** Requires a person who may order for others and is not doing so at the moment. */
export async function impersonationGuard(args: LoaderFunctionArgs) {
  if (!canImpersonate(await requireProfile(args))) throw redirect(paths.landing());
  return null;
}

/** Requires a person who sees invoices; others are sent to the home page. */
export async function invoicesGuard(args: LoaderFunctionArgs) {
  if (!seesInvoices(await requireProfile(args))) throw redirect(paths.home());
  return null;
}

/** Requires a person who sees the returns of others; others are sent to their own. */
export async function returnsGuard(args: LoaderFunctionArgs) {
  if (!seesAllReturns(await requireProfile(args))) throw redirect(paths.returns());
  return null;
}

/** Requires a person who may see the list of people and is neither ordering for someone at the moment nor shopping for a purchasing system. */
export async function peopleGuard(args: LoaderFunctionArgs) {
  const caller = await requireProfile(args);
  if (!canListPeople(caller) || caller.punchoutSessionGuid) throw redirect(paths.landing());
  return null;
}

/** Requires a person who may order for many people on one sheet. */
export async function orderSheetGuard(args: LoaderFunctionArgs) {
  if (!canOrderForMany(await requireProfile(args))) throw redirect(paths.landing());
  return null;
}

/** Requires a person's own session: pages about one's own account are closed to others, and to trips of PunchOut, which many may share. */
export async function selfServiceGuard(args: LoaderFunctionArgs) {
  const caller = await requireProfile(args);
  if (caller.impersonatedCustomer || caller.punchoutSessionGuid) throw redirect(paths.landing());
  return null;
}

/** Starts fetching the data of a page. */
type Prefetch = (args: LoaderFunctionArgs) => void;

/** A loader that starts fetching a page's data while its guard runs, instead of after the page has rendered. */
export const withPrefetch =
  (load: () => Promise<Prefetch>, guard: (args: LoaderFunctionArgs) => unknown = () => null) =>
  (args: LoaderFunctionArgs) => {
    // A page that cannot be loaded shows its own error.
    if (isLoggedIn())
      void load().then(
        (prefetch) => prefetch(args),
        () => {},
      );
    return guard(args);
  };

/** Redirects from the empty path: with a session to the landing page, because the login screen would end it; otherwise to the login. */
export function startGuard() {
  throw redirect(isLoggedIn() ? paths.landing() : paths.login());
}

/** Redirects from /index to the person's landing page. */
export async function landingGuard(args: LoaderFunctionArgs) {
  const profile = await requireProfile(args);
  const landing = findLandingPage(getEffectiveProfile(profile));
  if (landing) throw redirect(routeViaTerms(landing, profile));
  // The orders of someone without permission to order can be viewed all the same.
  if (profile.impersonatedCustomer) throw redirect(paths.orders());
  showError(NO_LANDING_PAGE_MESSAGE, { persistent: true });
  throw redirect(paths.login());
}
