import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { evictPersonQueries } from '#web/app/query-client.ts';
import { isSavedInputOf, restoreFormInput } from '#web/app/session/form-restore.ts';
import { findLandingPage, NO_LANDING_PAGE_MESSAGE, routeViaTerms } from '#web/app/session/landing.ts';
import { profileQuery } from '#web/app/session/profile.ts';
import { safeReturnUrl } from '#web/app/session/return-url.ts';
import { logOut, startSession, waitForPendingLogouts } from '#web/app/session/session.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';

export interface Credentials {
  username: string;
  password: string;
  captcha_response?: string | undefined;
  otp?: string | undefined;
}

/** `in`: on the way to the first screen. `code`: the password was right, a code is wanted. Else what went wrong, in words. */
type LoginResult = { kind: 'in' } | { kind: 'code' | 'failed'; message: string };

/** Trades credentials, or the key of a login link, for a session and leads on. What fails is said by the banner as well. */
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
      startSession(reply);
      const profile = await client.fetchQuery(profileQuery);
      // What somebody else had typed when the session ran out is nobody's any more.
      if (!isSavedInputOf(profile.id)) {
        evictPersonQueries();
        client.setQueryData(profileQuery.queryKey, profile);
      }
      const landing = findLandingPage(profile);
      if (!landing) throw new Error(NO_LANDING_PAGE_MESSAGE);
      const way = routeViaTerms(safeReturnUrl(returnUrl, location.origin) ?? landing, profile);
      await navigate(way, { replace: true, state: { from: 'login' } });
      restoreFormInput(profile.id, new URL(way, location.origin).pathname);
      return { kind: 'in' };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = error instanceof ApiError ? error.code : undefined;
      const withCode = 'otp' in credentials && credentials.otp !== undefined;
      if (code === 'mfa_required' && !withCode) return { kind: 'code', message };
      void logOut();
      showError(error);
      // Whoever has come as far as the code starts over only when the password or the captcha no longer hold.
      return { kind: withCode && code !== 'invalid_grant' ? 'code' : 'failed', message };
    } finally {
      setLoading(false);
    }
  }
  return { logIn, loading };
}
