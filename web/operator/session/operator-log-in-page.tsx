import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '#web/app/api-error.ts';
import { isOperatorPath } from '#web/app/paths.ts';
import { LoginCode } from '#web/identity/login/login-code.tsx';
import { EmailField, PasswordField } from '#web/identity/login/login-fields.tsx';
import type { LoginState } from '#web/identity/login/login-state.ts';
import { RecoveryCodes, ScanSecret } from '#web/privacy/account/second-factor-setup.tsx';
import { closeAlert } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorApi } from './operator-api.ts';
import css from './operator-entry.module.css';
import { OperatorEntry } from './operator-entry.tsx';
import { startOperatorSession } from './operator-session.ts';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { useOperatorSession } from './use-operator-session.ts';

interface Credentials {
  username: string;
  password: string;
}

type Step =
  | { name: 'password' }
  | { name: 'code'; credentials: Credentials }
  | { name: 'enrolment'; credentials: Credentials; secret: string; uri: string; setup: string }
  | { name: 'recovery-codes'; recoveryCodes: string[]; accessToken: string };

/** Where the log-in leads: to the page that asked for it, if it is one of the operators' pages. */
const getDestination = (returnUrl: string | null) =>
  returnUrl !== null && isOperatorPath(returnUrl.split(/[?#]/)[0] ?? '') && !returnUrl.startsWith(operatorPaths.logIn())
    ? returnUrl
    : operatorPaths.start;

/** The log-in of operators: email and password, then a code, or a passkey instead of both; the first time the second factor is set up in place of the code. */
export function OperatorLogInPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const isLoggedIn = useOperatorSession();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [problem, setProblem] = useState<string>();
  const [loading, setLoading] = useState(false);
  const login: Partial<LoginState> | undefined = useLocation().state?.login;
  const email = useRef(login?.email ?? '');
  const destination = getDestination(search.get('returnUrl'));
  if (isLoggedIn) return <Navigate to={destination} replace state={{ from: 'login' }} />;

  const showPassword = () => {
    setStep({ name: 'password' });
    setProblem(undefined);
  };

  async function enrol(credentials: Credentials) {
    const body = { email: credentials.username, password: credentials.password };
    setStep({ name: 'enrolment', credentials, ...(await operatorApi('POST /api/operator/enrolment/start', { body })) });
  }

  async function attempt(credentials: Credentials, otp?: string) {
    email.current = credentials.username;
    setLoading(true);
    setProblem(undefined);
    closeAlert();
    try {
      const form = { grant_type: 'password', ...credentials, ...(otp === undefined ? {} : { otp }) };
      startOperatorSession((await operatorApi('POST /api/operator/token', { form })).access_token);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'enrolment_required') return await enrol(credentials).catch(({ message }: Error) => setProblem(message));
      if (code === 'mfa_required') setStep({ name: 'code', credentials });
      else if (code === 'invalid_grant') setStep({ name: 'password' });
      // The first request for a code is not an error.
      if (code !== 'mfa_required' || otp !== undefined) setProblem((error as Error).message);
    } finally {
      setLoading(false);
    }
  }

  switch (step.name) {
    case 'password':
      return (
        <OperatorEntry title="Log in" intro="For the supplier’s own staff.">
          <PasswordForm
            email={email.current}
            problem={problem}
            loading={loading}
            onSubmit={(credentials) => void attempt(credentials)}
          />
          <PasskeyLogIn label="Log in with a passkey" />
        </OperatorEntry>
      );
    case 'code':
      return (
        <OperatorEntry title="Log in" intro="Your password is correct. Enter your code to continue.">
          <LoginCode
            problem={problem}
            loading={loading}
            onCode={(otp) => void attempt(step.credentials, otp)}
            onBack={showPassword}
          />
          <PasskeyLogIn label="Use a passkey instead" />
        </OperatorEntry>
      );
    case 'enrolment': {
      const { credentials, secret, uri, setup } = step;
      return (
        <OperatorEntry
          title="Set up your second factor"
          intro="Operators log in with a code from an authenticator app on their phone, in addition to the password."
          wide
        >
          <div className={css.form}>
            <ScanSecret
              secret={secret}
              uri={uri}
              confirmLabel="Continue"
              confirm={async (otp) => {
                const body = { email: credentials.username, password: credentials.password, setup, otp };
                const reply = await operatorApi('POST /api/operator/enrolment/confirm', { body });
                setStep({ name: 'recovery-codes', recoveryCodes: reply.recoveryCodes, accessToken: reply.access_token });
                return reply;
              }}
              onConfirmed={closeAlert}
              onCancel={showPassword}
            />
          </div>
        </OperatorEntry>
      );
    }
    case 'recovery-codes':
      return (
        <OperatorEntry title="Save your recovery codes" wide>
          <div className={css.form}>
            <RecoveryCodes
              codes={step.recoveryCodes}
              message="Your second factor is set up."
              onDone={() => {
                startOperatorSession(step.accessToken);
                void navigate(destination, { replace: true, state: { from: 'login' } });
              }}
            />
          </div>
        </OperatorEntry>
      );
  }
}

interface PasswordFormProps {
  email: string;
  problem: string | undefined;
  loading: boolean;
  onSubmit: (credentials: Credentials) => void;
}

function PasswordForm({ email, problem, loading, onSubmit }: PasswordFormProps) {
  const [missing, setMissing] = useState<Partial<Record<keyof Credentials, string>>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const username = String(data.get('username') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const empty = {
      ...(username === '' && { username: 'Email is required' }),
      ...(password === '' && { password: 'Password is required' }),
    };
    setMissing(empty);
    const [first] = Object.keys(empty);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else onSubmit({ username, password });
  }

  return (
    <form noValidate onSubmit={submit} className={css.form}>
      <EmailField value={email} autoFocus={email === ''} error={missing.username} onEdit={() => setMissing({})} />
      <PasswordField autoFocus={email !== ''} error={missing.password} onEdit={() => setMissing({})} />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
        Log in
      </Button>
      <p className={css.help}>If you have lost your password or your authenticator app, ask another operator for help.</p>
    </form>
  );
}
