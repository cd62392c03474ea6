import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { evictPersonQueries } from '#web/app/query-client.ts';
import { hasSavedInput, isSavedInputOf } from '#web/app/session/form-restore.ts';
import { findLandingPage, NO_LANDING_PAGE_MESSAGE, routeViaTerms } from '#web/app/session/landing.ts';
import { profileQuery } from '#web/app/session/profile.ts';
import { safeReturnUrl } from '#web/app/session/return-url.ts';
import { logOut, startSession, waitForPendingLogouts } from '#web/app/session/session.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import { deleteDraftsOfOthers } from '#web/ui/forms/use-draft.ts';

/** What a person enters to log in. */
export interface Credentials {
  username: string;
  password: string;
  captcha_response?: string | undefined;
  otp?: string | undefined;
}

/** `in`: logged in. `code`: the password was correct and a code of the second factor is required. `failed`: see `message`. */
type LoginResult = { kind: 'in' } | { kind: 'code' | 'failed'; message: string };

/** Logs in with credentials, or with the key of a login link, and navigates to the next page. The alert banner shows errors too. */
export function useLogin() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [loading, setLoading] = useState(false);

  async function logIn(credentials: Credentials | { auto: string }, returnUrl: string | null): Promise<LoginResult> {
    setLoading(true);
    closeAlert();
    try {
      await waitForPendingLogouts();
      const reply = await api('POST /api/token', { form: { grant_type: 'password', ...credentials } });
      if (!reply.access_token) throw new Error('Error autheticating');
      startSession(reply, 'auto' in credentials);
      const profile = await client.fetchQuery(profileQuery);
      // Another person logged in: cached data and unsent input of the previous person are removed.
      if (!isSavedInputOf(profile.id)) {
        evictPersonQueries();
        deleteDraftsOfOthers(profile.id);
        client.setQueryData(profileQuery.queryKey, profile);
      }
      const landing = profile.punchoutSessionGuid
        ? await (await import('#web/app/trip/begin-trip.ts')).beginTrip(profile)
        : findLandingPage(profile);
      if (!landing) throw new Error(NO_LANDING_PAGE_MESSAGE);
      const path = routeViaTerms(safeReturnUrl(returnUrl, location.origin) ?? landing, profile);
      await navigate(path, { replace: true, state: { from: 'login' } });
      // Most log-ins have nothing to restore, so what does is not part of the first load.
      if (hasSavedInput())
        void import('#web/app/session/restore-input.ts').then(({ restoreFormInput }) =>
          restoreFormInput(profile.id, new URL(path, location.origin).pathname),
        );
      return { kind: 'in' };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = error instanceof ApiError ? error.code : undefined;
      const hadCode = 'otp' in credentials && credentials.otp !== undefined;
      if (code === 'mfa_required' && !hadCode) return { kind: 'code', message };
      void logOut();
      showError(error);
      // After a wrong code the code is requested again; only when the password or the captcha is refused does the login start over.
      return { kind: hadCode && code !== 'invalid_grant' ? 'code' : 'failed', message };
    } finally {
      setLoading(false);
    }
  }
  return { logIn, loading };
}
