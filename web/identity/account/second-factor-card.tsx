import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { type IdentityProof, IdentityProofFields, useIdentityProof } from '../login/identity-proof.tsx';
import css from './second-factor.module.css';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

const statusQuery = apiQuery('GET /api/secondfactor');
const findFieldMessage = (error: unknown, field: string) => (error instanceof ApiError ? error.field(field) : undefined);

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
      <div className={css.content}>
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
          <Scan
            secret={step.secret}
            uri={step.uri}
            onConfirmed={(recoveryCodes) => {
              closeAlert();
              setStep({ name: 'recovery-codes', recoveryCodes });
              void invalidateCalls(client, 'GET /api/secondfactor');
            }}
            onCancel={showOverview}
          />
        )}
        {step.name === 'recovery-codes' && <RecoveryCodes codes={step.recoveryCodes} onDone={showOverview} />}
      </div>
    </Card>
  );
}

const title = 'Second factor';
const Buttons = ({ children }: { children: ReactNode }) => <div className={css.buttons}>{children}</div>;

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
    <form noValidate onSubmit={submit} className={css.form}>
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
    </form>
  );
}

interface ScanProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

function Scan({ secret, uri, onConfirmed, onCancel }: ScanProps) {
  const [requiredError, setRequiredError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const confirm = useMutation({
    mutationFn: async (otp: string) =>
      onConfirmed((await api('POST /api/secondfactor/confirm', { body: { otp } })).recoveryCodes),
    onError: (error) => {
      showError(error);
      input.current?.select();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const otp = input.current?.value.trim() ?? '';
    setRequiredError(otp === '' ? 'Code is required' : undefined);
    if (otp === '') input.current?.focus();
    else confirm.mutate(otp);
  }

  return (
    <form noValidate onSubmit={submit} className={css.form}>
      <p>1. Scan this QR code with an authenticator app, or enter the key there.</p>
      <div className={css.qrCode}>
        <Suspense fallback={<SkeletonBlock width={200} height={200} />}>
          <QrCode text={uri} label="QR code for the authenticator app" />
        </Suspense>
        <p className={css.key}>
          <span>Key</span> <code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
        </p>
      </div>
      <TextInput
        ref={input}
        label="2. Enter the code shown in the app"
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        error={requiredError ?? findFieldMessage(confirm.error, 'otp')}
        onChange={() => setRequiredError(undefined)}
      />
      <Buttons>
        <Button type="submit" loading={confirm.isPending}>
          Turn on second factor
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Buttons>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = codes.join('\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showError('Your browser did not allow copying. Please write the codes down.');
    }
  }

  return (
    <>
      <Notice tone="success" role="status">
        Your second factor is on. Your other devices have been logged out.
      </Notice>
      <p>
        Save these ten recovery codes somewhere you can reach without your phone. Each works once instead of a code from the app.
        They are shown only now.
      </p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Buttons>
        <Button onClick={onDone}>I have saved the codes</Button>
        <Button variant="default" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy codes'}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download codes
        </Button>
      </Buttons>
    </>
  );
}
