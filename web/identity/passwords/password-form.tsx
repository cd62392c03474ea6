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
import type { LinkCheck, PasswordLink } from './password-link.ts';
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
  /** Shown for a link with which a password was set before, or that is not needed any more because the person has one. */
  alreadyDone: (account: PasswordSet) => ReactNode;
  /** The success message, and the links below it. */
  done: (account: PasswordSet) => ReactNode;
  doneLinks?: (account: PasswordSet) => ReactNode;
}

/** The screen behind an emailed link: checks the link, asks for a new password twice and confirms. */
export function PasswordLinkScreen({
  title,
  link,
  checkingText,
  invalid,
  invalidLinks,
  alreadyDone,
  done,
  doneLinks,
}: ScreenProps) {
  const [result, setResult] = useState<PasswordSet>();
  /** What the link was found to be when it was refused; until then what it was when it was opened. */
  const [refused, setRefused] = useState<LinkCheck>();
  const { error } = link;
  const check = refused ?? link.check;
  return (
    <PasswordScreen title={title}>
      {result ? (
        <ResultMessage kind="success" links={doneLinks?.(result)}>
          <p>{done(result)}</p>
        </ResultMessage>
      ) : check?.success === false && check.userRegistrationType !== null ? (
        <ResultMessage kind="success">
          {alreadyDone({ userRegistrationType: check.userRegistrationType, login: { email: link.link.email, logoUrl: null } })}
        </ResultMessage>
      ) : check?.success === false ? (
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
          onLinkRefused={setRefused}
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
  onLinkRefused: (check: LinkCheck) => void;
}

function PasswordForm({ link, rule, organisationId, onDone, onLinkRefused }: FormProps) {
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
      const refused = await findRefusedLink(link);
      // The page then says it, for example that the password was set in another window.
      if (!refused || refused.userRegistrationType === null) showError(message);
      if (refused) onLinkRefused(refused);
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

/** What a link is that no longer works; undefined for one that does. Both checks are called, since a refusal does not say which purpose the link had. */
async function findRefusedLink(link: PasswordLink['link']): Promise<LinkCheck | undefined> {
  try {
    const checks = await Promise.all([
      api('GET /api/checkpasswordtoken', { query: link }),
      api('GET /api/checkinvitationtoken', { query: link }),
    ]);
    return checks.some(({ success }) => success)
      ? undefined
      : (checks.find(({ userRegistrationType }) => userRegistrationType !== null) ?? checks[0]);
  } catch {
    return undefined;
  }
}
