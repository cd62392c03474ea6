import { TextInput } from '@mantine/core';
import { type Ref, useState } from 'react';
import css from './login-fields.module.css';

interface Props {
  error: string | undefined;
  onEdit: () => void;
}

/** Field for the email address of an account. */
export const EmailField = ({
  ref,
  value,
  autoFocus = true,
  error,
  onEdit,
}: Props & { ref?: Ref<HTMLInputElement>; value?: string; autoFocus?: boolean }) => (
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
    autoFocus={autoFocus}
    size="md"
    error={error}
    onChange={onEdit}
  />
);

/** Field for an existing password, with a button that shows it. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  autoFocus = false,
  error,
  onEdit,
}: Props & { label?: string; name?: string; autoFocus?: boolean }) {
  const [visible, setVisible] = useState(false);
  return (
    <TextInput
      label={label}
      name={name}
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
      autoFocus={autoFocus}
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      error={error}
      onChange={onEdit}
      rightSectionWidth={68}
      rightSection={<ShowToggle of={label.toLowerCase()} visible={visible} onToggle={() => setVisible(!visible)} />}
    />
  );
}

/** Button that shows or hides a password. */
export const ShowToggle = ({ of = 'password', visible, onToggle }: { of?: string; visible: boolean; onToggle: () => void }) => (
  <button type="button" className={css.toggle} aria-label={`${visible ? 'Hide' : 'Show'} ${of}`} onClick={onToggle}>
    {visible ? 'Hide' : 'Show'}
  </button>
);
