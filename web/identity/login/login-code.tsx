import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import fields from './login-fields.module.css';
import css from './login-page.module.css';

interface Props {
  /** The server's message about the previous code, if any. */
  problem: string | undefined;
  loading: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}

const kinds = {
  app: {
    label: 'Code',
    help: 'The six-digit code shown in your authenticator app.',
    switchLabel: 'Use a recovery code instead',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    label: 'Recovery code',
    help: 'Enter one of your recovery codes. Each can be used once.',
    switchLabel: 'Use the authenticator app instead',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** The second step of the login, for accounts with a second factor: a code of the app or a recovery code. */
export function LoginCode({ problem, loading, onCode, onBack }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const [error, setError] = useState<string>();
  const { label, help, switchLabel, inputMode, autoComplete } = kinds[kind];

  // Select a refused code, so that typing replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind has its own field
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [problem, kind]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    if (code !== '') return onCode(code);
    setError(`${label} is required`);
    input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className={css.form}>
      <TextInput
        key={kind}
        ref={input}
        label={label}
        description={help}
        name="otp"
        inputMode={inputMode}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        size="md"
        error={error}
        onChange={() => setError(undefined)}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button type="submit" fullWidth size="md" loading={loading} disabled={loading}>
        Continue
      </Button>
      <p className={css.alternatives}>
        <button type="button" className={fields.toggle} onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {switchLabel}
        </button>
        <button type="button" className={fields.toggle} onClick={onBack}>
          Back
        </button>
      </p>
    </form>
  );
}
