import { TextInput } from '@mantine/core';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { ShowToggle } from '../login/login-fields.tsx';
import css from './password-fields.module.css';
import { createPatternMatcher } from './password-match.ts';
import {
  describePasswordRule,
  estimateStrength,
  type PasswordRule,
  passwordStrengths,
  validateConfirmation,
  validatePassword,
} from './password-rule.ts';

type Name = 'password' | 'confirmed';

/** State of the two fields for a new password: values, errors, and whether each error may be shown yet. */
export function useNewPassword(rule: PasswordRule) {
  const [entered, setEntered] = useState({ password: '', confirmed: '' });
  const [touched, setTouched] = useState({ password: false, confirmed: false });
  const [passwordError, setPasswordError] = useState<string>();
  const inputs = { password: useRef<HTMLInputElement>(null), confirmed: useRef<HTMLInputElement>(null) };
  const matcher = useRef<ReturnType<typeof createPatternMatcher>>(undefined);
  const latestCheck = useRef(0);
  useEffect(() => () => matcher.current?.close(), []);

  async function validate(password: string): Promise<string | undefined> {
    latestCheck.current += 1;
    const check = latestCheck.current;
    matcher.current ??= createPatternMatcher();
    const message = await validatePassword(password, rule, matcher.current.matches);
    if (check === latestCheck.current) setPasswordError(message);
    return message;
  }

  function change(name: Name, value: string) {
    setEntered({ ...entered, [name]: value });
    if (name === 'password' && touched.password) void validate(value);
  }

  /** Validates a field when it loses the focus; an empty field only on submit. */
  function blur(name: Name) {
    if (entered[name] === '' || touched[name]) return;
    setTouched({ ...touched, [name]: true });
    if (name === 'password') void validate(entered.password);
  }

  /** Validates both fields. Returns the password if it is valid; otherwise focuses the first invalid field. */
  async function submit(): Promise<string | undefined> {
    setTouched({ password: true, confirmed: true });
    const invalidField = (await validate(entered.password))
      ? 'password'
      : validateConfirmation(entered.password, entered.confirmed) && 'confirmed';
    if (!invalidField) return entered.password;
    inputs[invalidField].current?.focus();
    return undefined;
  }

  /** Shows the server's message about the password. */
  function reject(message: string) {
    latestCheck.current += 1;
    setPasswordError(message);
    inputs.password.current?.focus();
  }

  function clear() {
    latestCheck.current += 1;
    setEntered({ password: '', confirmed: '' });
    setTouched({ password: false, confirmed: false });
    setPasswordError(undefined);
  }

  const errors = {
    password: touched.password ? passwordError : undefined,
    confirmed: touched.confirmed ? validateConfirmation(entered.password, entered.confirmed) : undefined,
  };
  return { rule, entered, errors, inputs, change, blur, submit, reject, clear };
}

interface FieldsProps {
  of: ReturnType<typeof useNewPassword>;
  label: string;
  autoFocus?: boolean;
}

/** The two fields for a new password. Pasting and password managers are supported. */
export function NewPasswordFields({ of: { rule, entered, errors, inputs, change, blur }, label, autoFocus }: FieldsProps) {
  const [visible, setVisible] = useState(false);
  const field = (name: Name) => ({
    ref: inputs[name],
    type: visible ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    size: 'md' as const,
    value: entered[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.currentTarget.value),
    onBlur: () => blur(name),
  });
  return (
    <>
      <TextInput
        {...field('password')}
        label={label}
        name="new-password"
        autoFocus={autoFocus}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<PasswordHint rule={rule} password={entered.password} />}
        rightSectionWidth={68}
        rightSection={<ShowToggle visible={visible} onToggle={() => setVisible(!visible)} />}
      />
      <TextInput {...field('confirmed')} label="Confirm password" name="confirm-password" />
    </>
  );
}

/** The password rule and a strength meter. */
function PasswordHint({ rule, password }: { rule: PasswordRule; password: string }) {
  const strength = estimateStrength(password);
  const level = password === '' ? 0 : passwordStrengths.indexOf(strength) + 1;
  return (
    <span className={css.hint}>
      <span className={css.meter} data-strength={password === '' ? undefined : strength} aria-hidden="true">
        {passwordStrengths.map((name, at) => (
          <span key={name} data-on={at < level || undefined} />
        ))}
      </span>
      <span>
        {password !== '' && <strong className={css.strength}>{strength}. </strong>}
        {describePasswordRule(rule)}
      </span>
    </span>
  );
}
