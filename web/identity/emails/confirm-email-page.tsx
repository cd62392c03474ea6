import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { api, apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { ResultMessage } from '../layout/result-message.tsx';
import form from '../passwords/password-form.module.css';
import { PasswordScreen } from '../passwords/password-screen-layout.tsx';

const BAD_LINK =
  'This link is not valid or has expired. If you have confirmed your new address already, log in with it. Otherwise request the change again.';

/** The screen behind the link that confirms a new email address. Only its button uses the link, because mail scanners open links. */
export function ConfirmEmailPage() {
  const token = useToken();
  const check = useQuery({
    ...apiQuery('GET /api/checkemailtoken', { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: token !== '',
  });
  const confirm = useMutation({
    mutationFn: () => api('POST /api/confirmemail', { body: { token } }),
    onError: (error) => showError(error),
  });
  const loginLink = (
    <Button component={Link} to={paths.login()} fullWidth>
      Go to the login page
    </Button>
  );
  const isInvalid = token === '' || check.data?.success === false;
  return (
    <PasswordScreen title="Confirm your email address">
      {confirm.data?.success ? (
        <ResultMessage kind="success" links={loginLink}>
          <p>Your email address has changed. Please log in with {check.data?.email} from now on.</p>
        </ResultMessage>
      ) : isInvalid || confirm.data ? (
        <ResultMessage kind="failure" links={loginLink}>
          <p>{confirm.data?.msg ?? BAD_LINK}</p>
        </ResultMessage>
      ) : check.data?.email ? (
        <div className={form.form}>
          <p className={form.account}>
            From now on you log in with <strong>{check.data.email}</strong>, and our messages go there. You will be logged out on
            all devices.
          </p>
          <Button fullWidth size="md" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm email address
          </Button>
        </div>
      ) : check.error ? (
        <ResultMessage
          kind="failure"
          links={
            <Button variant="default" onClick={() => void check.refetch()}>
              Try again
            </Button>
          }
        >
          <p>{check.error.message}</p>
        </ResultMessage>
      ) : (
        <p role="status">Please wait a moment.</p>
      )}
    </PasswordScreen>
  );
}

/** The token of the link. It is removed from the address bar at once, but kept in the state of the history entry for a reload. */
function useToken(): string {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const inUrl = search.get('token');
  useEffect(() => {
    if (inUrl !== null) void navigate({ search: '' }, { replace: true, state: { token: inUrl } });
  }, [inUrl, navigate]);
  return inUrl ?? (state?.token as string | undefined) ?? '';
}
