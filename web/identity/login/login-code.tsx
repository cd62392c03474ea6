import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '#web/ui/feedback/notice.tsx';
import fields from './login-fields.module.css';
import css from './login-page.module.css';

interface Props {
  /** What the server says about the code before; nothing the first time. */
  problem: string | undefined;
  loading: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}

const kinds = {
  app: {
    label: 'Code',
    help: 'The six-digit code shown in your authenticator app.',
    other: 'Use a recovery code instead',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery: {
    label: 'Recovery code',
    help: 'One of the ten codes you saved when you set this up. Each works once.',
    other: 'Use the authenticator app instead',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const;

/** The second step of the log-in, for those who have switched a second factor on. */
export function LoginCode({ problem, loading, onCode, onBack }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const [error, setError] = useState<string>();
  const { label, help, other, inputMode, autoComplete } = kinds[kind];

  // A code that was refused is there to be typed over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind has another field
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
      <p className={css.others}>
        <button type="button" className={fields.toggle} onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {other}
        </button>
        <button type="button" className={fields.toggle} onClick={onBack}>
          Back
        </button>
      </p>
    </form>
  );
}
