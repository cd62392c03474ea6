import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, useLocation, useSearchParams } from 'react-router';
import { getBrandFromText } from '#brands/brands.ts';
import { paths } from '#web/app/paths.ts';
import { evictPersonQueries } from '#web/app/query-client.ts';
import { getEndedSession } from '#web/app/session/ended-session.ts';
import { hasSavedInput } from '#web/app/session/form-restore.ts';
import { clearPostLoginRedirect } from '#web/app/session/post-login-redirect.ts';
import { themeQuery } from '#web/app/session/profile.ts';
import { leaveSession } from '#web/app/session/session.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { useDocumentTitle } from '#web/ui/browser/use-document-title.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import type { CaptchaHandle } from './login-captcha.tsx';
import { EmailField, PasswordField } from './login-fields.tsx';
import css from './login-page.module.css';
import type { LoginState } from './login-state.ts';
import { LoginTopics } from './login-topics.tsx';
import { type Credentials, useLogin } from './use-login.ts';

// Most logins need neither, so they are not part of the first load.
const LoginCaptcha = lazy(async () => ({ default: (await import('./login-captcha.tsx')).LoginCaptcha }));
const LoginCode = lazy(async () => ({ default: (await import('./login-code.tsx')).LoginCode }));

/** Logs out when the login screen opens, as the specification asks. The returnUrl of the logout response is ignored: a new PunchOut trip must not be left. */
export function loginLoader({ request }: LoaderFunctionArgs) {
  leaveSession(/[?&]auto=[^&]/.test(request.url));
  clearPostLoginRedirect();
  return null;
}

type FieldErrors = { email?: string; password?: string; captcha?: string };

/** The login screen: email and password, then the code of the second factor where one is set up. */
export function LoginPage() {
  const brand = useBrand();
  const [search, setSearch] = useSearchParams();
  const { logIn, loading } = useLogin();
  const [problem, setProblem] = useState<string>();
  /** The submitted credentials while the code for them is requested. */
  const [credentials, setCredentials] = useState<Credentials>();
  const state: LoginState | undefined = useLocation().state?.login;
  const email = useRef(state?.email ?? '');
  const [endedOn] = useState(getEndedSession);
  useDocumentTitle('Log in');

  // Every end of a session leads here, after the pages that showed its data are unmounted.
  useEffect(() => evictPersonQueries({ keepUnsentValues: hasSavedInput() }), []);

  const auto = search.get('auto');
  // A login link leads to the landing page, not to where someone was before.
  const returnUrl = useRef(auto ? null : search.get('returnUrl'));

  async function attemptLogin(submitted: Credentials): Promise<boolean> {
    email.current = submitted.username;
    const outcome = await logIn(submitted, returnUrl.current);
    if (outcome.kind === 'in') return true;
    setCredentials(outcome.kind === 'code' ? submitted : undefined);
    // The first request for a code is not an error.
    setProblem(outcome.kind === 'code' && submitted.otp === undefined ? undefined : outcome.message);
    return false;
  }

  const attempted = useRef(false);
  useEffect(() => {
    if (!auto || attempted.current) return;
    attempted.current = true;
    // The key works once; it is removed from the address and the history.
    setSearch(
      (old) => {
        old.delete('auto');
        return old;
      },
      { replace: true },
    );
    void logIn({ auto }, null).then((outcome) => outcome.kind !== 'in' && setProblem(outcome.message));
  });

  const ref = search.get('ref');
  return (
    <AuthLayout logoUrl={state?.logoUrl} company={ref === null ? undefined : getBrandFromText(ref).company}>
      <h1>Log in</h1>
      {endedOn !== undefined && !problem && (
        <Notice role="status">
          Your session has ended. Log in again to continue {endedOn ? `with “${endedOn}”` : 'where you left off'}.
        </Notice>
      )}
      <p className={css.intro}>{credentials ? 'Your password is correct. Enter your code to continue.' : brand.tagline}</p>
      {credentials ? (
        <Suspense>
          <LoginCode
            problem={problem}
            loading={loading}
            onCode={(otp) => void attemptLogin({ ...credentials, otp })}
            onBack={() => {
              setCredentials(undefined);
              setProblem(undefined);
            }}
          />
        </Suspense>
      ) : (
        <PasswordForm
          email={email.current}
          problem={problem}
          loading={loading}
          submitOnMount={auto === ''}
          onSubmit={attemptLogin}
        />
      )}
      <LoginTopics />
    </AuthLayout>
  );
}

interface PasswordFormProps {
  email: string;
  /** The server's message about the previous attempt. */
  problem: string | undefined;
  loading: boolean;
  /** Whether to submit as soon as the form is shown. */
  submitOnMount: boolean;
  /** Resolves to whether the login succeeded. */
  onSubmit: (credentials: Credentials) => Promise<boolean>;
}

function PasswordForm({ email, problem, loading, submitOnMount, onSubmit }: PasswordFormProps) {
  const { data: theme } = useQuery(themeQuery);
  const form = useRef<HTMLFormElement>(null);
  const captcha = useRef<CaptchaHandle>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const needsCaptcha = theme?.reCaptchaEnabled === true;
  const clearError = (field: keyof FieldErrors) => () => setErrors(({ [field]: _, ...others }) => others);
  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    const username = field('username')?.value.trim() ?? '';
    const password = field('password')?.value ?? '';
    const captchaToken = captcha.current?.getToken() ?? '';
    const fieldErrors: FieldErrors = {
      ...(username === '' && { email: 'Email is required' }),
      ...(password === '' && { password: 'Password is required' }),
      ...(needsCaptcha && captchaToken === '' && { captcha: 'Please confirm that you are not a robot.' }),
    };
    setErrors(fieldErrors);
    if (fieldErrors.email) return field('username')?.focus();
    if (fieldErrors.password) return field('password')?.focus();
    if (fieldErrors.captcha) return captcha.current?.focus();
    if (await onSubmit({ username, password, ...(needsCaptcha && { captcha_response: captchaToken }) })) return;
    captcha.current?.reset();
    field('password')?.select();
  }

  const hasSubmitted = useRef(false);
  useEffect(() => {
    if (!submitOnMount || hasSubmitted.current) return;
    hasSubmitted.current = true;
    void submit();
  });

  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className={css.form}>
        <EmailField value={email} autoFocus={email === ''} error={errors.email} onEdit={clearError('email')} />
        <PasswordField autoFocus={email !== ''} error={errors.password} onEdit={clearError('password')} />
        {needsCaptcha && (
          <Suspense fallback={<div className={css.captcha} />}>
            <LoginCaptcha
              ref={captcha}
              siteKey={theme?.reCaptchaV2PublicKey ?? null}
              error={errors.captcha}
              onSolved={clearError('captcha')}
            />
          </Suspense>
        )}
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
          Login
        </Button>
      </form>
      <p className={css.forgot}>
        <Link to={paths.passwordRecovery()}>Forgot your password?</Link>
      </p>
    </>
  );
}
