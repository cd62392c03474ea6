import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { ApiError } from '#web/app/api-error.ts';
import { YourExports } from '#web/app/exports/your-exports.tsx';
import { SingleKeysPreference } from '#web/app/lists/single-keys-preference.tsx';
import { type IdentityProof, IdentityProofFields, useIdentityProof } from '#web/identity/login/identity-proof.tsx';
import { PasswordField } from '#web/identity/login/login-fields.tsx';
import { NewPasswordFields, useNewPassword } from '#web/identity/passwords/password-fields.tsx';
import account from '#web/privacy/account/account.module.css';
import { RecoveryCodes, ScanSecret } from '#web/privacy/account/second-factor-setup.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatDateTime, plural } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { invalidateOperatorCalls, operatorApi, operatorMeQuery, operatorQuery } from '../session/operator-api.ts';
import { OPERATOR_EXPORTS } from '../session/operator-exports.ts';
import css from './account-page.module.css';
import { PasskeysCard } from './passkeys-card.tsx';

type Account = ReplyOf<'GET /api/operator/account'>['account'];

/** The operator's own account: password, authenticator app, recovery codes, passkeys and sessions. */
export function AccountPage() {
  const { data, error, refetch } = useQuery(operatorQuery('GET /api/operator/account'));
  return (
    <>
      <PageHeader title="Your account">{data?.account.email}</PageHeader>
      {error && !data && (
        <Card>
          <ErrorState title="Your account could not be loaded." error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      {!data && !error && (
        <Card>
          <Loading>
            <SkeletonText lines={6} />
          </Loading>
        </Card>
      )}
      {data && (
        <div className={css.cards}>
          <FactorCard account={data.account} />
          <PasskeysCard />
          <PasswordCard account={data.account} />
          <KeyboardCard />
          <Card id="exports" title="Your exports">
            <YourExports calls={OPERATOR_EXPORTS} />
          </Card>
          <SessionsCard sessions={data.account.sessions} />
        </div>
      )}
    </>
  );
}

function KeyboardCard() {
  const queries = useQueryClient();
  return (
    <Card title="Keyboard">
      <SingleKeysPreference
        save={async (singleKeyShortcuts) => {
          const reply = await operatorApi('PUT /api/operator/me', { body: { operator: { singleKeyShortcuts } } });
          queries.setQueryData(operatorMeQuery.queryKey, reply);
        }}
      />
    </Card>
  );
}

type FactorStep =
  | { name: 'overview' }
  | { name: 'proof'; action: 'replace' | 'codes' }
  | { name: 'scan'; secret: string; uri: string; setup: string }
  | { name: 'recovery-codes'; recoveryCodes: string[]; message: string };

function FactorCard({ account: { secondFactorSinceUtc, recoveryCodesLeft } }: { account: Account }) {
  const client = useQueryClient();
  const [step, setStep] = useState<FactorStep>({ name: 'overview' });
  const showOverview = () => setStep({ name: 'overview' });
  const showCodes = (recoveryCodes: string[], message: string) => {
    closeAlert();
    setStep({ name: 'recovery-codes', recoveryCodes, message });
    void invalidateOperatorCalls(client, 'GET /api/operator/account');
  };

  return (
    <Card title="Second factor">
      <Stack maw={560}>
        {step.name === 'overview' && (
          <>
            <p>
              Authenticator app set up on {formatDate(secondFactorSinceUtc)}. You have{' '}
              {plural(recoveryCodesLeft, 'recovery code')} left.
            </p>
            {recoveryCodesLeft < 3 && <Notice tone="warning">Get new recovery codes before you have used them up.</Notice>}
            <Group gap="sm">
              <Button variant="default" onClick={() => setStep({ name: 'proof', action: 'codes' })}>
                Get new recovery codes
              </Button>
              <Button variant="default" onClick={() => setStep({ name: 'proof', action: 'replace' })}>
                Replace authenticator app
              </Button>
            </Group>
          </>
        )}
        {step.name === 'proof' && (
          <ProofForm
            action={step.action}
            onCodes={(codes) => showCodes(codes, 'You have new recovery codes. The earlier ones no longer work.')}
            onStarted={(started) => setStep({ name: 'scan', ...started })}
            onCancel={showOverview}
          />
        )}
        {step.name === 'scan' && (
          <ScanSecret
            secret={step.secret}
            uri={step.uri}
            confirmLabel="Replace authenticator app"
            confirm={(otp) => operatorApi('POST /api/operator/secondfactor/confirm', { body: { setup: step.setup, otp } })}
            onConfirmed={(codes) => showCodes(codes, 'Your authenticator app has been replaced. Your other sessions have ended.')}
            onCancel={showOverview}
          />
        )}
        {step.name === 'recovery-codes' && (
          <RecoveryCodes codes={step.recoveryCodes} message={step.message} onDone={showOverview} />
        )}
      </Stack>
    </Card>
  );
}

interface ProofFormProps {
  action: 'replace' | 'codes';
  onCodes: (recoveryCodes: string[]) => void;
  onStarted: (started: { secret: string; uri: string; setup: string }) => void;
  onCancel: () => void;
}

function ProofForm({ action, onCodes, onStarted, onCancel }: ProofFormProps) {
  const submission = useMutation({
    mutationFn: async ({ password, otp = '' }: IdentityProof) => {
      const body = { password, otp };
      if (action === 'codes') onCodes((await operatorApi('POST /api/operator/recoverycodes', { body })).recoveryCodes);
      else onStarted(await operatorApi('POST /api/operator/secondfactor/start', { body }));
    },
    onError: (error) => showError(error),
  });
  const proof = useIdentityProof({ needsCode: true, error: submission.error });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = proof.read(event.currentTarget);
    if (values) submission.mutate(values);
  }

  return (
    <StackedForm noValidate onSubmit={submit} maw={560}>
      <p>
        {action === 'codes'
          ? 'Enter your password and a code to get ten new recovery codes.'
          : 'Enter your password and a code from your current app, or a recovery code, to set up another app.'}
      </p>
      <IdentityProofFields of={proof} />
      <Group gap="sm">
        <Button type="submit" loading={submission.isPending}>
          Continue
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </StackedForm>
  );
}

function PasswordCard({ account: { email, minLen } }: { account: Account }) {
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const fields = useNewPassword({ ucpv: false, cpvReg: null, cpvMsg: null, minLen });
  const [currentError, setCurrentError] = useState<string>();
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      operatorApi('POST /api/operator/changepassword', { body }),
    onSuccess: async () => {
      fields.clear();
      element.current?.reset();
      showSuccess('Your password has been changed. Your other sessions have ended.');
      await invalidateOperatorCalls(client, 'GET /api/operator/account');
    },
    onError: (error) => {
      showError(error);
      if (!(error instanceof ApiError)) return;
      const newPasswordError = error.field('newPassword');
      if (newPasswordError) fields.reject(newPasswordError);
      setCurrentError(error.field('currentPassword'));
    },
  });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    closeAlert();
    const current = event.currentTarget.querySelector<HTMLInputElement>('[name=current-password]');
    const currentPassword = current?.value ?? '';
    setCurrentError(currentPassword === '' ? 'Current password is required.' : undefined);
    const newPassword = await fields.submit();
    if (currentPassword === '') return current?.focus();
    if (newPassword !== undefined) change.mutate({ currentPassword, newPassword });
  }

  return (
    <Card title="Password">
      <StackedForm ref={element} noValidate onSubmit={(event) => void submit(event)} gap={20} maw={420}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="current-password"
          error={currentError}
          onEdit={() => setCurrentError(undefined)}
        />
        <NewPasswordFields of={fields} label="New password" />
        <div>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </StackedForm>
    </Card>
  );
}

function SessionsCard({ sessions }: { sessions: Account['sessions'] }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: number) => operatorApi('DELETE /api/operator/sessions/:id', { params: { id } }),
    onSuccess: async () => {
      showSuccess('The session has ended.');
      await invalidateOperatorCalls(client, 'GET /api/operator/account');
    },
    onError: (error) => showError(error),
  });
  return (
    <Card title="Sessions">
      <Stack gap={14}>
        <p className={account.text}>A session ends after an hour without use, and after twelve hours at the latest.</p>
        {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
        <ul role="list" aria-label="Sessions">
          {sessions.map(({ id, device, startedUtc, lastSeenUtc, current }) => (
            <li key={id} className={account.entry}>
              <div className={account.content}>
                <strong>{device}</strong> {current && <StatusBadge tone="success">This session</StatusBadge>}
                <Text size="sm" c="dimmed">
                  Logged in {formatDateTime(startedUtc)}, last used {formatDateTime(lastSeenUtc)}
                </Text>
              </div>
              {!current && (
                <Button size="sm" variant="default" disabled={end.isPending} onClick={() => end.mutate(id)}>
                  End
                  <VisuallyHidden>
                    {' '}
                    the session on {device}, logged in {formatDateTime(startedUtc)}
                  </VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}
