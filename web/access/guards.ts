import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { Permission } from '#contract/endpoint.ts';
import { ApiError } from '../api-error.ts';
import { cartQuery } from '../hooks/cart.ts';
import { holdsAny, isAdmin, mayOrderForOthers, type Profile, profileQuery, settingsQuery, viewOf } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { showError } from '../ui/alerts.ts';
import { landingFor, noLandingPage, wayTo } from './landing.ts';
import { accessToken, isLoggedIn } from './session.ts';

/** The profile of the person with a session; without one, on to the login and back here afterwards. */
async function profileOf({ request }: LoaderFunctionArgs): Promise<Profile> {
  const { pathname, search } = new URL(request.url);
  const login = () => redirect(paths.login({ returnUrl: pathname + search }));
  if ((await accessToken()) === undefined) throw login();
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
  const wanted = pathname === paths.landing() ? landingFor(profile) : pathname + search;
  throw redirect(wayTo(wanted ?? '', profile));
}

/** Lets administrators pass; others are sent home. */
export async function adminGuard(args: LoaderFunctionArgs) {
  if (!isAdmin(viewOf(await profileOf(args)))) throw redirect(paths.home());
  return null;
}

/** Lets whoever holds at least one of the permissions pass; others start where they may. */
export const permissionGuard =
  (...permissions: readonly Permission[]) =>
  async (args: LoaderFunctionArgs) => {
    if (!holdsAny(viewOf(await profileOf(args)), permissions)) throw redirect(paths.landing());
    return null;
  };

/** Lets those pass who may look people up to order for them, while they do not do so already. */
export async function orderingForOthersGuard(args: LoaderFunctionArgs) {
  if (!mayOrderForOthers(await profileOf(args))) throw redirect(paths.landing());
  return null;
}

/** Lets whoever orders for themselves pass; what is nobody else's business leads to the start. */
export async function ownMattersGuard(args: LoaderFunctionArgs) {
  if ((await profileOf(args)).impersonatedCustomer) throw redirect(paths.landing());
  return null;
}

/** What a page asks for as soon as it is opened. */
interface Asking {
  ahead(args: LoaderFunctionArgs): void;
}

/** Lets a page ask for its data beside its guard, not after it has been drawn. */
export const askingAhead =
  (load: () => Promise<Asking>, guard: (args: LoaderFunctionArgs) => unknown = () => null) =>
  (args: LoaderFunctionArgs) => {
    // A page that cannot be loaded says so itself.
    if (isLoggedIn())
      void load().then(
        ({ ahead }) => ahead(args),
        () => {},
      );
    return guard(args);
  };

/** Leads from /index to the person's first screen. */
export async function landingGuard(args: LoaderFunctionArgs) {
  const profile = await profileOf(args);
  const landing = landingFor(viewOf(profile));
  if (landing) throw redirect(wayTo(landing, profile));
  // Two people may share no way of ordering; the orders of the one who is ordered for can be seen all the same.
  if (profile.impersonatedCustomer) throw redirect(paths.orders());
  showError(noLandingPage, { keep: true });
  throw redirect(paths.login());
}
