import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { Permission } from '#contract/endpoint.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { ApiError } from '../api-error.ts';
import { cartQuery } from '../cart.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { findLandingPage, NO_LANDING_PAGE_MESSAGE, routeViaTerms } from './landing.ts';
import {
  canImpersonate,
  getEffectiveProfile,
  hasAnyPermission,
  isAdmin,
  type Profile,
  profileQuery,
  settingsQuery,
} from './profile.ts';
import { getAccessToken, isLoggedIn } from './session.ts';

/** The profile of the person with a session; without one, on to the login and back here afterwards. */
async function profileOf({ request }: LoaderFunctionArgs): Promise<Profile> {
  const { pathname, search } = new URL(request.url);
  const login = () => redirect(paths.login({ returnUrl: pathname + search }));
  if ((await getAccessToken()) === undefined) throw login();
  try {
    return await queryClient.ensureQueryData(profileQuery);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw login();
    throw error;
  }
}

/** Lets whoever has a session pass; into the portal itself only after the terms, where those must be agreed to. */
export async function sessionGuard(args: LoaderFunctionArgs) {
  // Header and colours are asked for beside the profile, not after it.
  if (isLoggedIn()) {
    void queryClient.prefetchQuery(settingsQuery);
    void queryClient.prefetchQuery(cartQuery);
  }
  const profile = await profileOf(args);
  const { pathname, search } = new URL(args.request.url);
  if (!profile.termsAndConditionsRequired || !pathname.startsWith(paths.landing())) return null;
  const wanted = pathname === paths.landing() ? findLandingPage(profile) : pathname + search;
  throw redirect(routeViaTerms(wanted ?? '', profile));
}

/** Lets administrators pass; others are sent home. */
export async function adminGuard(args: LoaderFunctionArgs) {
  if (!isAdmin(getEffectiveProfile(await profileOf(args)))) throw redirect(paths.home());
  return null;
}

/** Lets whoever holds at least one of the permissions pass; others start where they may. */
export const permissionGuard =
  (...permissions: readonly Permission[]) =>
  async (args: LoaderFunctionArgs) => {
    if (!hasAnyPermission(getEffectiveProfile(await profileOf(args)), permissions)) throw redirect(paths.landing());
    return null;
  };

/** Lets those pass who may look people up to order for them, while they do not do so already. */
export async function impersonationGuard(args: LoaderFunctionArgs) {
  if (!canImpersonate(await profileOf(args))) throw redirect(paths.landing());
  return null;
}

/** Lets whoever orders for themselves pass; what is nobody else's business leads to the start. */
export async function selfServiceGuard(args: LoaderFunctionArgs) {
  if ((await profileOf(args)).impersonatedCustomer) throw redirect(paths.landing());
  return null;
}

/** Starts fetching the data of a page. */
type Prefetch = (args: LoaderFunctionArgs) => void;

/** A loader that lets a page fetch its data while its guard runs, not after the page has been rendered. */
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

/** Leads from /index to the person's first screen. */
export async function landingGuard(args: LoaderFunctionArgs) {
  const profile = await profileOf(args);
  const landing = findLandingPage(getEffectiveProfile(profile));
  if (landing) throw redirect(routeViaTerms(landing, profile));
  // Two people may share no way of ordering; the orders of the one who is ordered for can be seen all the same.
  if (profile.impersonatedCustomer) throw redirect(paths.orders());
  showError(NO_LANDING_PAGE_MESSAGE, { persistent: true });
  throw redirect(paths.login());
}
