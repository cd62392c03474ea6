import { type LoaderFunctionArgs, redirect } from 'react-router';
import { type Profile, profileQuery } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { showError } from '../ui/alerts.ts';
import { accessToken, logOut } from './session.ts';

/** Loads the customer anew. When that fails, the error is shown and the person logged out. */
export async function preferencesLoader({ request }: LoaderFunctionArgs) {
  if ((await accessToken()) === undefined) {
    const { pathname, search } = new URL(request.url);
    throw redirect(paths.login({ returnUrl: pathname + search }));
  }
  let profile: Profile;
  try {
    profile = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
  } catch (error) {
    showError(error, { keep: true });
    void logOut();
    throw redirect(paths.login());
  }
  // Nobody agrees to anything in another's name.
  if (profile.impersonatedCustomer) throw redirect(paths.landing());
  return null;
}
