import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api } from '../api.ts';
import { profileQuery, themeQuery } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { forgetPerson } from '../query-client.ts';
import { LegalLinks } from '../shell/legal-links.tsx';
import { brandNamedIn } from '../themes/brands.ts';
import { useBrand } from '../themes/look.tsx';
import { closeAlert, showError } from '../ui/alerts.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { GarmentRow } from './garment-row.tsx';
import { landingFor, noLandingPage } from './landing.ts';
import { EmailField, PasswordField } from './login-fields.tsx';
import css from './login-page.module.css';
import { safeReturnUrl } from './return-url.ts';
import { logOut, startSession } from './session.ts';

/** Opening the login screen logs out first. */
export function loginLoader() {
  void logOut();
  return null;
}

type Credentials = { username: string; password: string } | { auto: string };
type FieldErrors = { email?: string; password?: string; captcha?: string };

export function LoginPage() {
  const brand = useBrand();
  const { data: theme } = useQuery(themeQuery);
  const [search, setSearch] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { logIn, loading } = useLogin();
  useDocumentTitle('Log in');

  // Every way out of a session leads here, after the pages that showed its data are gone.
  useEffect(forgetPerson, []);

  const ref = search.get('ref');
  const company = ref === null ? brand.company : brandNamedIn(ref).company;
  const captcha = theme?.reCaptchaEnabled === true;

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    const entered = new FormData(form.current as HTMLFormElement);
    const email = String(entered.get('username')).trim();
    const password = String(entered.get('password'));
    const found: FieldErrors = {
      ...(email === '' && { email: 'Email is required' }),
      ...(password === '' && { password: 'Password is required' }),
      ...(captcha && { captcha: captchaMissing }),
    };
    setErrors(found);
    const field = found.email ? 'username' : found.password ? 'password' : undefined;
    if (field) return form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    if (found.captcha) return showError(found.captcha);
    if (!(await logIn({ username: email, password }, search.get('returnUrl')))) {
      form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
    }
  }

  const attempted = useRef(false);
  const auto = search.get('auto');
  useEffect(() => {
    if (auto === null || attempted.current) return;
    attempted.current = true;
    if (auto === '') return void submit();
    // The key is good for one use; it need not stay in the address and the history.
    setSearch(
      (old) => {
        old.delete('auto');
        return old;
      },
      { replace: true },
    );
    void logIn({ auto }, search.get('returnUrl'));
  });

  return (
    <div className={css.screen}>
      <main className={css.side}>
        <img className={css.logo} src={brand.logo} alt={brand.company} />
        <div className={css.column}>
          <h1 className={css.title}>Log in</h1>
          <p className={css.promise}>{brand.promise}</p>
          <form ref={form} noValidate onSubmit={(event) => void submit(event)} className={css.form}>
            <EmailField error={errors.email} onEdit={() => setErrors(({ email: _, ...others }) => others)} />
            <PasswordField error={errors.password} onEdit={() => setErrors(({ password: _, ...others }) => others)} />
            {captcha && (
              <p className={css.captcha} role="alert">
                {captchaMissing}
              </p>
            )}
            <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
              Login
            </Button>
          </form>
          <p className={css.forgot}>
            <Link to={paths.passwordRecovery()}>Forgot your password?</Link>
          </p>
        </div>
        <footer className={css.footer}>
          <p className={css.company}>{company}</p>
          <LegalLinks />
        </footer>
      </main>
      <GarmentRow garments={brand.garments} />
    </div>
  );
}

const captchaMissing = 'This site asks for a security check that cannot be shown yet. Please ask your administrator for help.';

/** Trades credentials for a session and leads on; false when that failed, and why is said. */
function useLogin() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [loading, setLoading] = useState(false);

  async function logIn(credentials: Credentials, returnUrl: string | null): Promise<boolean> {
    setLoading(true);
    closeAlert();
    try {
      const reply = await api('POST /api/token', { form: { grant_type: 'password', ...credentials } });
      if (!reply.access_token) throw new Error('Error autheticating');
      startSession(reply);
      const profile = await client.fetchQuery(profileQuery);
      const landing = landingFor(profile);
      if (!landing) throw new Error(noLandingPage);
      await navigate(safeReturnUrl(returnUrl, location.origin) ?? landing, { replace: true, state: { from: 'login' } });
      return true;
    } catch (error) {
      void logOut();
      showError(error);
      return false;
    } finally {
      setLoading(false);
    }
  }
  return { logIn, loading };
}
