import { type LoaderFunctionArgs, redirect } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { queryClient } from '#web/app/query-client.ts';
import { type Profile, profileQuery } from '#web/app/session/profile.ts';
import { getAccessToken, logOut } from '#web/app/session/session.ts';
import { showError } from '#web/ui/feedback/alerts.ts';

/** Fetches the customer again. If that fails, shows the error, logs the person out and redirects to the login. */
export async function preferencesLoader({ request }: LoaderFunctionArgs) {
  if ((await getAccessToken()) === undefined) {
    const { pathname, search } = new URL(request.url);
    throw redirect(paths.login({ returnUrl: pathname + search }));
  }
  let profile: Profile;
  try {
    profile = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
  } catch (error) {
    showError(error, { persistent: true });
    void logOut();
    throw redirect(paths.login());
  }
  // No one may give consent on behalf of an impersonated person.
  if (profile.impersonatedCustomer) throw redirect(paths.landing());
  return null;
}
