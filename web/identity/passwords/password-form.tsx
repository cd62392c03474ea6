import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ResultMessage } from '../layout/result-message.tsx';
import type { LoginState } from '../login/login-state.ts';
import { NewPasswordFields, useNewPassword } from './password-fields.tsx';
import css from './password-form.module.css';
import type { PasswordLink } from './password-link.ts';
import type { PasswordRule } from './password-rule.ts';
import { PasswordScreen } from './password-screen-layout.tsx';

/** What is known once the password has been set. */
interface PasswordSet {
  userRegistrationType: number | null;
  /** What the log-in is to show. */
  login: LoginState;
}

interface ScreenProps {
  title: string;
  link: PasswordLink;
  /** Shown while the link is being checked. */
  checkingText: string;
  invalid: ReactNode;
  invalidLinks: ReactNode;
  /** The success message, and the links below it. */
  done: (account: PasswordSet) => ReactNode;
  doneLinks?: (account: PasswordSet) => ReactNode;
}

/** The screen behind an emailed link: checks the link, asks for a new password twice and confirms. */
export function PasswordLinkScreen({ title, link, checkingText, invalid, invalidLinks, done, doneLinks }: ScreenProps) {
  const [result, setResult] = useState<PasswordSet | 'used'>();
  const { check, error } = link;
  return (
    <PasswordScreen title={title}>
      {result !== undefined && result !== 'used' ? (
        <ResultMessage kind="success" links={doneLinks?.(result)}>
          <p>{done(result)}</p>
        </ResultMessage>
      ) : result === 'used' || check?.success === false ? (
        <ResultMessage kind="failure" links={invalidLinks}>
          {invalid}
        </ResultMessage>
      ) : check?.success ? (
        <PasswordForm
          link={link.link}
          rule={check}
          organisationId={check.oId ?? 0}
          onDone={({ userRegistrationType, logoUrl }) => {
            setResult({ userRegistrationType, login: { email: link.link.email, logoUrl } });
            link.removeFromHistory();
          }}
          onLinkUsed={() => setResult('used')}
        />
      ) : error ? (
        <ResultMessage
          kind="failure"
          links={
            <Button variant="default" onClick={link.retry}>
              Try again
            </Button>
          }
        >
          <p>{error.message}</p>
        </ResultMessage>
      ) : (
        <FormSkeleton>{checkingText}</FormSkeleton>
      )}
    </PasswordScreen>
  );
}

/** Takes the space of the form while it loads, so that nothing moves when it appears. */
const FormSkeleton = ({ children }: { children: ReactNode }) => (
  <div className={css.skeleton}>
    <p role="status">{children}</p>
    <div className={css.form} aria-hidden="true">
      <SkeletonBlock height={44} />
      <SkeletonBlock height={44} />
      <SkeletonBlock height={44} />
    </div>
  </div>
);

interface FormProps {
  link: PasswordLink['link'];
  rule: PasswordRule;
  organisationId: number;
  onDone: (reply: ReplyOf<'POST /api/customers/updatePassword'>) => void;
  /** The link stopped working while the form was open. */
  onLinkUsed: () => void;
}

function PasswordForm({ link, rule, organisationId, onDone, onLinkUsed }: FormProps) {
  const fields = useNewPassword(rule);
  const [loading, setLoading] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    closeAlert();
    const password = await fields.submit();
    if (password === undefined) return;
    setLoading(true);
    try {
      const reply = await api('POST /api/customers/updatePassword', {
        body: { passwordReset: { ...link, password, organisationId } },
      });
      if (reply.success) return onDone(reply);
      const message = reply.msg ?? 'The password could not be set.';
      showError(message);
      if (await isLinkUsed(link)) onLinkUsed();
      else fields.reject(message);
    } catch (error) {
      showError(error);
    } finally {
      setLoading(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={css.form}>
      <p className={css.account}>
        For <strong>{link.email}</strong>
      </p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordFields of={fields} label="Set password" autoFocus />
      <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
        Submit
      </Button>
    </form>
  );
}

/** Whether the link no longer works. Both checks are called, since a refusal does not say which purpose the link had. */
async function isLinkUsed(link: PasswordLink['link']): Promise<boolean> {
  try {
    const checks = await Promise.all([
      api('GET /api/checkpasswordtoken', { query: link }),
      api('GET /api/checkinvitationtoken', { query: link }),
    ]);
    return checks.every(({ success }) => !success);
  } catch {
    return false;
  }
}
