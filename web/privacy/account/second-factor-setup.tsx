import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from './second-factor.module.css';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

const findFieldMessage = (error: unknown, field: string) => (error instanceof ApiError ? error.field(field) : undefined);

interface ScanProps {
  secret: string;
  uri: string;
  /** Name of the button that confirms the code. */
  confirmLabel: string;
  /** Confirms the secret with a first code and returns the recovery codes. */
  confirm: (otp: string) => Promise<{ recoveryCodes: string[] }>;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The secret of an authenticator app as a QR code, and the field for the first code that the app shows. */
export function ScanSecret({ secret, uri, confirmLabel, confirm: confirmCode, onConfirmed, onCancel }: ScanProps) {
  const [requiredError, setRequiredError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const confirm = useMutation({
    mutationFn: async (otp: string) => onConfirmed((await confirmCode(otp)).recoveryCodes),
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
    <StackedForm noValidate onSubmit={submit} maw={560}>
      <p>1. Scan this QR code with an authenticator app, or enter the key there.</p>
      <div className={css.qrCode}>
        <Suspense fallback={<SkeletonBlock width={200} height={200} />}>
          <QrCode text={uri} label="QR code for the authenticator app" />
        </Suspense>
        <p className={css.key}>
          <Text span size="sm" c="dimmed">
            Key
          </Text>{' '}
          <code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
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
      <Group gap="sm">
        <Button type="submit" loading={confirm.isPending}>
          {confirmLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </StackedForm>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  /** What has just been set up. */
  message: string;
  onDone: () => void;
}

/** Recovery codes, which are shown only once, to copy or download. */
export function RecoveryCodes({ codes, message, onDone }: RecoveryCodesProps) {
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
        {message}
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
      <Group gap="sm">
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
      </Group>
    </>
  );
}
