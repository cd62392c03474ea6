import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import { ResultMessage } from '../layout/result-message.tsx';
import { EmailField } from '../login/login-fields.tsx';
import form from './password-form.module.css';
import css from './password-recovery-page.module.css';
import { PasswordScreen } from './password-screen-layout.tsx';

/** The screen on which people request a link to set a new password. */
export function PasswordRecoveryPage() {
  const [sent, setSent] = useState<{ message: string; email: string }>();
  return (
    <PasswordScreen title="Password recovery">
      {sent ? (
        <ResultMessage
          kind="sent"
          links={
            <>
              <Link to={paths.login()}>Go to the login page</Link>
              <button type="button" className={css.again} onClick={() => setSent(undefined)}>
                Use another email address
              </button>
            </>
          }
        >
          <p>{sent.message}</p>
          <p className={css.address}>
            Requested for <strong>{sent.email}</strong>. No email after a few minutes? Check your spam folder, and that the
            address is right.
          </p>
        </ResultMessage>
      ) : (
        <>
          <p className={css.intro}>Enter the email address of your account. We will email you a link to set a new password.</p>
          <RecoveryForm onSent={(message, email) => setSent({ message, email })} />
          <p className={css.back}>
            <Link to={paths.login()}>Back to the login page</Link>
          </p>
        </>
      )}
    </PasswordScreen>
  );
}

function RecoveryForm({ onSent }: { onSent: (message: string, email: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<string>();
  const [loading, setLoading] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    closeAlert();
    const email = field.current?.value.trim() ?? '';
    setFieldError(email === '' ? 'Email is required' : undefined);
    if (email === '') return field.current?.focus();
    setLoading(true);
    try {
      onSent(await api('POST /api/passwordrecovery', { form: { username: email } }), email);
    } catch (error) {
      if (error instanceof ApiError) setFieldError(error.field('username'));
      showError(error);
    } finally {
      setLoading(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={form.form}>
      <EmailField ref={field} error={fieldError} onEdit={() => setFieldError(undefined)} />
      <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
        Recover
      </Button>
    </form>
  );
}
