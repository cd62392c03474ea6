import { TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import css from './login-fields.module.css';

interface Props {
  error: string | undefined;
  onEdit: () => void;
}

/** The address by which somebody is known. */
export const EmailField = ({ ref, value, error, onEdit }: Props & { ref?: Ref<HTMLInputElement>; value?: string }) => (
  <TextInput
    ref={ref}
    label="Email"
    defaultValue={value}
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

/** The password that is there already. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  error,
  onEdit,
}: Props & { label?: string; name?: string }) {
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      label={label}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      error={error}
      onChange={onEdit}
      rightSectionWidth={68}
      rightSection={<ShowToggle of={label.toLowerCase()} shown={shown} onToggle={() => setShown(!shown)} />}
    />
  );
}

/** Shows what was typed, and hides it again. */
export const ShowToggle = ({ of = 'password', shown, onToggle }: { of?: string; shown: boolean; onToggle: () => void }) => (
  <button type="button" className={css.toggle} aria-label={`${shown ? 'Hide' : 'Show'} ${of}`} onClick={onToggle}>
    {shown ? 'Hide' : 'Show'}
  </button>
);
