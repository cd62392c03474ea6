import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { NewPasswordFields, useNewPassword } from '#web/identity/passwords/password-fields.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorApi, operatorQuery } from './operator-api.ts';
import css from './operator-entry.module.css';
import { OperatorEntry } from './operator-entry.tsx';

/** The page behind a link for setting a password. The secret is removed from the address and the history as soon as it has been read. */
export function OperatorSetPasswordPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  const [result, setResult] = useState<'done' | 'refused'>();
  const check = useQuery({
    ...operatorQuery('POST /api/operator/passwordlink/check', { body: { token: token || '-' } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (search !== '') void navigate(operatorPaths.setPassword, { replace: true });
  }, [search, navigate]);

  async function finish(outcome: 'done' | 'refused') {
    // Why it is refused now: it may have been used in another window.
    if (outcome === 'refused') await check.refetch();
    setResult(outcome);
  }

  if (result === 'done')
    return (
      <OperatorEntry title="Set your password">
        <div className={css.form}>
          <Notice tone="success" role="status">
            Your password has been set.
          </Notice>
          <Button component={Link} to={operatorPaths.logIn()} state={{ login: { email: check.data?.email } }} size="md">
            Log in
          </Button>
        </div>
      </OperatorEntry>
    );
  if (result === 'refused' || check.data?.success === false)
    return (
      <OperatorEntry title="Set your password">
        <div className={css.form}>
          {check.data?.used ? (
            <Notice role="status">You already have a password: log in.</Notice>
          ) : (
            <Notice tone="danger">This link is not valid or has expired. Ask another operator to send you a new one.</Notice>
          )}
          <Button component={Link} to={operatorPaths.logIn()} variant="default" size="md">
            Go to the login page
          </Button>
        </div>
      </OperatorEntry>
    );
  return (
    <OperatorEntry title="Set your password" intro={check.data?.email ? `For ${check.data.email}` : undefined}>
      {check.isError && (
        <div className={css.form}>
          <Notice tone="danger">{check.error.message}</Notice>
          <Button variant="default" onClick={() => void check.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {check.data && <PasswordForm token={token} minLen={check.data.minLen} email={check.data.email ?? ''} onResult={finish} />}
    </OperatorEntry>
  );
}

interface FormProps {
  token: string;
  minLen: number;
  email: string;
  onResult: (result: 'done' | 'refused') => void;
}

function PasswordForm({ token, minLen, email, onResult }: FormProps) {
  const fields = useNewPassword({ ucpv: false, cpvReg: null, cpvMsg: null, minLen });
  const setting = useMutation({
    mutationFn: (password: string) => operatorApi('POST /api/operator/passwordlink', { body: { token, password } }),
    onSuccess: ({ success }) => onResult(success ? 'done' : 'refused'),
    onError: (error) => {
      const message = error instanceof ApiError ? error.field('password') : undefined;
      if (message) fields.reject(message);
      else showError(error);
    },
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const password = await fields.submit();
    if (password !== undefined) setting.mutate(password);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={css.form}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields of={fields} label="Password" autoFocus />
      <Button type="submit" fullWidth size="md" loading={setting.isPending}>
        Set password
      </Button>
    </form>
  );
}
