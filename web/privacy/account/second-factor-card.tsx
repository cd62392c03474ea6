import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { type IdentityProof, IdentityProofFields, useIdentityProof } from '#web/identity/login/identity-proof.tsx';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { RecoveryCodes, ScanSecret } from './second-factor-setup.tsx';

const statusQuery = apiQuery('GET /api/secondfactor');

type Step =
  | { name: 'overview' }
  | { name: 'password'; action: 'on' | 'off' }
  | { name: 'scan'; secret: string; uri: string }
  | { name: 'recovery-codes'; recoveryCodes: string[] };

/**
 * Turns the caller's second factor (codes of an authenticator app) on and off. Renders nothing where it is not available.
 */
export function SecondFactorCard({ id }: { id?: string }) {
  const client = useQueryClient();
  const status = useQuery(statusQuery);
  const [step, setStep] = useState<Step>({ name: 'overview' });
  const showOverview = () => setStep({ name: 'overview' });

  if (status.isError)
    return (
      <Card id={id} title={title}>
        <ErrorState title="Your second factor could not be loaded." error={status.error} onRetry={() => void status.refetch()} />
      </Card>
    );
  if (!status.data)
    return (
      <Card id={id} title={title}>
        <Loading>
          <SkeletonBlock height={72} />
        </Loading>
      </Card>
    );
  const { available, on, onSinceUtc, recoveryCodesLeft } = status.data;
  if (!available && !on) return null;

  const askForPassword = (action: 'on' | 'off') => setStep({ name: 'password', action });
  return (
    <Card id={id} title={title}>
      <Stack maw={560}>
        {step.name === 'overview' && !on && (
          <>
            <p>
              Enter a code from an authenticator app on your phone each time you log in. Then a stolen password alone is not
              enough to use your account.
            </p>
            <Buttons>
              <Button onClick={() => askForPassword('on')}>Turn on second factor</Button>
            </Buttons>
          </>
        )}
        {step.name === 'overview' && on && (
          <>
            <p>
              On since {formatDate(onSinceUtc)}. You have {plural(recoveryCodesLeft, 'recovery code')} left.
            </p>
            {recoveryCodesLeft < 3 && <Notice tone="warning">To get ten new recovery codes, turn this off and on again.</Notice>}
            <Buttons>
              <Button variant="default" onClick={() => askForPassword('off')}>
                Turn off second factor
              </Button>
            </Buttons>
          </>
        )}
        {step.name === 'password' && (
          <PasswordConfirmation
            action={step.action}
            onStarted={({ secret, uri }) => setStep({ name: 'scan', secret, uri })}
            onRemoved={() => {
              showOverview();
              showSuccess('Your second factor is off. Your other devices have been logged out.');
              void invalidateCalls(client, 'GET /api/secondfactor');
            }}
            onCancel={showOverview}
          />
        )}
        {step.name === 'scan' && (
          <ScanSecret
            secret={step.secret}
            uri={step.uri}
            confirmLabel="Turn on second factor"
            confirm={(otp) => api('POST /api/secondfactor/confirm', { body: { otp } })}
            onConfirmed={(recoveryCodes) => {
              closeAlert();
              setStep({ name: 'recovery-codes', recoveryCodes });
              void invalidateCalls(client, 'GET /api/secondfactor');
            }}
            onCancel={showOverview}
          />
        )}
        {step.name === 'recovery-codes' && (
          <RecoveryCodes
            codes={step.recoveryCodes}
            message="Your second factor is on. Your other devices have been logged out."
            onDone={showOverview}
          />
        )}
      </Stack>
    </Card>
  );
}

const title = 'Second factor';
const Buttons = ({ children }: { children: ReactNode }) => <Group gap="sm">{children}</Group>;

interface PasswordConfirmationProps {
  action: 'on' | 'off';
  onStarted: (secret: { secret: string; uri: string }) => void;
  onRemoved: () => void;
  onCancel: () => void;
}

function PasswordConfirmation({ action, onStarted, onRemoved, onCancel }: PasswordConfirmationProps) {
  const submission = useMutation({
    mutationFn: async (proof: IdentityProof) => {
      if (action === 'on') return onStarted(await api('POST /api/secondfactor/start', { body: { password: proof.password } }));
      await api('POST /api/secondfactor/remove', { body: proof });
      onRemoved();
    },
    onError: (error) => showError(error),
  });
  const proof = useIdentityProof({ needsCode: action === 'off', error: submission.error });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = proof.read(event.currentTarget);
    if (values) submission.mutate(values);
  }

  return (
    <StackedForm noValidate onSubmit={submit} maw={560}>
      <p>
        {action === 'on'
          ? 'Enter your password to turn on your second factor.'
          : 'Enter your password and a code to turn off your second factor.'}
      </p>
      <IdentityProofFields of={proof} />
      <Buttons>
        <Button type="submit" loading={submission.isPending}>
          {action === 'on' ? 'Continue' : 'Turn off second factor'}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Buttons>
    </StackedForm>
  );
}
