import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { getBrandFromText } from '#brands/brands.ts';
import { paths } from '#web/app/paths.ts';
import { evictPersonQueries } from '#web/app/query-client.ts';
import { hasSavedInput } from '#web/app/session/form-restore.ts';
import { clearPostLoginRedirect } from '#web/app/session/post-login-redirect.ts';
import { themeQuery } from '#web/app/session/profile.ts';
import { logOut } from '#web/app/session/session.ts';
import { useBrand } from '#web/themes/theme-provider.tsx';
import { useDocumentTitle } from '#web/ui/browser/use-document-title.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AuthLayout } from '../layout/auth-layout.tsx';
import type { CaptchaHandle } from './login-captcha.tsx';
import { EmailField, PasswordField } from './login-fields.tsx';
import css from './login-page.module.css';
import { type Credentials, useLogin } from './use-login.ts';

// Neither is needed for most log-ins, so neither is in the first load.
const LoginCaptcha = lazy(async () => ({ default: (await import('./login-captcha.tsx')).LoginCaptcha }));
const LoginCode = lazy(async () => ({ default: (await import('./login-code.tsx')).LoginCode }));

/** Opening the login screen logs out first. Where the session that ends would lead (`returnUrl` of its log-out) is ignored. */
export function loginLoader() {
  void logOut();
  clearPostLoginRedirect();
  return null;
}

type FieldErrors = { email?: string; password?: string; captcha?: string };

export function LoginPage() {
  const brand = useBrand();
  const [search, setSearch] = useSearchParams();
  const { logIn, loading } = useLogin();
  const [problem, setProblem] = useState<string>();
  /** What was entered, while the code that belongs to it is asked for. */
  const [entered, setEntered] = useState<Credentials>();
  const email = useRef('');
  useDocumentTitle('Log in');

  // Every way out of a session leads here, after the pages that showed its data are gone.
  useEffect(() => evictPersonQueries({ keepUnsentValues: hasSavedInput() }), []);

  const auto = search.get('auto');
  // A login link leads where its sender wants, not where somebody was before.
  const returnUrl = useRef(auto ? null : search.get('returnUrl'));

  async function attempt(credentials: Credentials): Promise<boolean> {
    email.current = credentials.username;
    const outcome = await logIn(credentials, returnUrl.current);
    if (outcome.kind === 'in') return true;
    setEntered(outcome.kind === 'code' ? credentials : undefined);
    // Being asked for a code for the first time is no problem.
    setProblem(outcome.kind === 'code' && credentials.otp === undefined ? undefined : outcome.message);
    return false;
  }

  const attempted = useRef(false);
  useEffect(() => {
    if (!auto || attempted.current) return;
    attempted.current = true;
    // The key is good for one use; it need not stay in the address and the history.
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
    <AuthLayout company={ref === null ? undefined : getBrandFromText(ref).company}>
      <h1>Log in</h1>
      <p className={css.promise}>{entered ? 'Your password is correct. Enter your code to continue.' : brand.tagline}</p>
      {entered ? (
        <Suspense>
          <LoginCode
            problem={problem}
            loading={loading}
            onCode={(otp) => void attempt({ ...entered, otp })}
            onBack={() => {
              setEntered(undefined);
              setProblem(undefined);
            }}
          />
        </Suspense>
      ) : (
        <PasswordForm email={email.current} problem={problem} loading={loading} submitOnMount={auto === ''} onSubmit={attempt} />
      )}
    </AuthLayout>
  );
}

interface PasswordFormProps {
  email: string;
  /** What the server said to the attempt before. */
  problem: string | undefined;
  loading: boolean;
  /** Submits as soon as it is shown. */
  submitOnMount: boolean;
  /** Answers whether the attempt was right. */
  onSubmit: (credentials: Credentials) => Promise<boolean>;
}

function PasswordForm({ email, problem, loading, submitOnMount, onSubmit }: PasswordFormProps) {
  const { data: theme } = useQuery(themeQuery);
  const form = useRef<HTMLFormElement>(null);
  const captcha = useRef<CaptchaHandle>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const wantsCaptcha = theme?.reCaptchaEnabled === true;
  const without = (field: keyof FieldErrors) => () => setErrors(({ [field]: _, ...others }) => others);
  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    const username = field('username')?.value.trim() ?? '';
    const password = field('password')?.value ?? '';
    const answer = captcha.current?.answer() ?? '';
    const found: FieldErrors = {
      ...(username === '' && { email: 'Email is required' }),
      ...(password === '' && { password: 'Password is required' }),
      ...(wantsCaptcha && answer === '' && { captcha: 'Please confirm that you are not a robot.' }),
    };
    setErrors(found);
    if (found.email) return field('username')?.focus();
    if (found.password) return field('password')?.focus();
    if (found.captcha) return captcha.current?.focus();
    if (await onSubmit({ username, password, ...(wantsCaptcha && { captcha_response: answer }) })) return;
    captcha.current?.reset();
    field('password')?.select();
  }

  const begun = useRef(false);
  useEffect(() => {
    if (!submitOnMount || begun.current) return;
    begun.current = true;
    void submit();
  });

  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className={css.form}>
        <EmailField value={email} error={errors.email} onEdit={without('email')} />
        <PasswordField error={errors.password} onEdit={without('password')} />
        {wantsCaptcha && (
          <Suspense fallback={<div className={css.captcha} />}>
            <LoginCaptcha
              ref={captcha}
              siteKey={theme?.reCaptchaV2PublicKey ?? null}
              error={errors.captcha}
              onAnswer={without('captcha')}
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
