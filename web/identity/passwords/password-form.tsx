import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '#web/app/api.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ResultMessage } from '../layout/result-message.tsx';
import { NewPasswordFields, useNewPassword } from './password-fields.tsx';
import css from './password-form.module.css';
import type { PasswordLink } from './password-link.ts';
import type { PasswordRule } from './password-rule.ts';
import { PasswordScreen } from './password-screen.tsx';

interface ScreenProps {
  title: string;
  link: PasswordLink;
  /** Said while the link is being checked. */
  waiting: string;
  invalid: ReactNode;
  invalidLinks: ReactNode;
  /** By the registration type that the server answers. */
  done: (userRegistrationType: number | null) => ReactNode;
  doneLinks?: ReactNode;
}

/** A screen that a mailed link opens: the link is checked, a password is typed twice, and it is done. */
export function PasswordLinkScreen({ title, link, waiting, invalid, invalidLinks, done, doneLinks }: ScreenProps) {
  const [outcome, setOutcome] = useState<{ userRegistrationType: number | null } | 'spent'>();
  const { check, error } = link;
  return (
    <PasswordScreen title={title}>
      {outcome !== undefined && outcome !== 'spent' ? (
        <ResultMessage kind="success" links={doneLinks}>
          <p>{done(outcome.userRegistrationType)}</p>
        </ResultMessage>
      ) : outcome === 'spent' || check?.success === false ? (
        <ResultMessage kind="trouble" links={invalidLinks}>
          {invalid}
        </ResultMessage>
      ) : check?.success ? (
        <PasswordForm
          link={link.link}
          rule={check}
          organisationId={check.oId ?? 0}
          onDone={(userRegistrationType) => {
            setOutcome({ userRegistrationType });
            link.removeFromHistory();
          }}
          onSpent={() => setOutcome('spent')}
        />
      ) : error ? (
        <ResultMessage
          kind="trouble"
          links={
            <Button variant="default" onClick={link.retry}>
              Try again
            </Button>
          }
        >
          <p>{error.message}</p>
        </ResultMessage>
      ) : (
        <Waiting>{waiting}</Waiting>
      )}
    </PasswordScreen>
  );
}

/** The shape of the form to come, so that nothing jumps when it is there. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <div className={css.waiting}>
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
  onDone: (userRegistrationType: number | null) => void;
  /** The link stopped working while the form was open. */
  onSpent: () => void;
}

function PasswordForm({ link, rule, organisationId, onDone, onSpent }: FormProps) {
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
      if (reply.success) return onDone(reply.userRegistrationType);
      const message = reply.msg ?? 'The password could not be set.';
      showError(message);
      if (await isSpent(link)) onSpent();
      else fields.refuse(message);
    } catch (error) {
      showError(error);
    } finally {
      setLoading(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={css.form}>
      <p className={css.whose}>
        For <strong>{link.email}</strong>
      </p>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordFields of={fields} label="Set password" autoFocus />
      <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
        Submit
      </Button>
    </form>
  );
}

/** Whether the link cannot be used any more; both checks are asked, since a refusal does not say what it was about. */
async function isSpent(link: PasswordLink['link']): Promise<boolean> {
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
