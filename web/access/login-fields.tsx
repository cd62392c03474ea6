import { TextInput } from '@mantine/core';
import { useState } from 'react';
import css from './login-page.module.css';

interface Props {
  error: string | undefined;
  onEdit: () => void;
}

export const EmailField = ({ error, onEdit }: Props) => (
  <TextInput
    label="Email"
    name="username"
    type="email"
    inputMode="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    placeholder="name@company.com"
    autoFocus
    size="md"
    error={error}
    onChange={onEdit}
  />
);

export function PasswordField({ error, onEdit }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      label="Password"
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      error={error}
      onChange={onEdit}
      rightSectionWidth={68}
      rightSection={
        <button
          type="button"
          className={css.toggle}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
