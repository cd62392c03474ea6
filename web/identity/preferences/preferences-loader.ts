import { type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { queryClient } from '#web/app/query-client.ts';
import { leaveWithoutSession } from '#web/app/session/guards.ts';
import { type Profile, profileQuery } from '#web/app/session/profile.ts';
import { getAccessToken, getTrip, logOut } from '#web/app/session/session.ts';
import { showError } from '#web/ui/feedback/alerts.ts';

/** Fetches the customer again. If that fails, shows the error, logs the person out and redirects to the login. */
export async function preferencesLoader({ request }: LoaderFunctionArgs) {
  if ((await getAccessToken()) === undefined) throw leaveWithoutSession(request);
  let profile: Profile;
  try {
    profile = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
  } catch (error) {
    showError(error, { persistent: true });
    const leave = getTrip() ? leaveWithoutSession(request) : redirect(paths.login());
    void logOut();
    throw leave;
  }
  // No one may give consent on behalf of an impersonated person.
  if (profile.impersonatedCustomer) throw redirect(paths.landing());
  return null;
}
