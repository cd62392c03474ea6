import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { Permission } from '#contract/endpoint.ts';
import { ApiError } from '../api-error.ts';
import { holdsAny, isAdmin, type Profile, profileQuery } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { showError } from '../ui/alerts.ts';
import { landingFor, noLandingPage } from './landing.ts';
import { accessToken } from './session.ts';

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

/** Lets whoever has a session pass. */
export async function sessionGuard(args: LoaderFunctionArgs) {
  await profileOf(args);
  return null;
}

/** Lets administrators pass; others are sent home. */
export async function adminGuard(args: LoaderFunctionArgs) {
  if (!isAdmin(await profileOf(args))) throw redirect(paths.home());
  return null;
}

/** Lets whoever holds at least one of the permissions pass; others start where they may. */
export const permissionGuard =
  (...permissions: readonly Permission[]) =>
  async (args: LoaderFunctionArgs) => {
    if (!holdsAny(await profileOf(args), permissions)) throw redirect(paths.landing());
    return null;
  };

/** Leads from /index to the person's first screen. */
export async function landingGuard(args: LoaderFunctionArgs) {
  const landing = landingFor(await profileOf(args));
  if (landing) throw redirect(landing);
  showError(noLandingPage, { keep: true });
  throw redirect(paths.login());
}
