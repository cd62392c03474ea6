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

/** A new password that is being typed twice: what is wrong with it, and which fields may say so already. */
export function useNewPassword(rule: PasswordRule) {
  const [entered, setEntered] = useState({ password: '', confirmed: '' });
  const [touched, setTouched] = useState({ password: false, confirmed: false });
  const [fault, setFault] = useState<string>();
  const inputs = { password: useRef<HTMLInputElement>(null), confirmed: useRef<HTMLInputElement>(null) };
  const matcher = useRef<ReturnType<typeof createPatternMatcher>>(undefined);
  const turn = useRef(0);
  useEffect(() => () => matcher.current?.close(), []);

  async function judge(password: string): Promise<string | undefined> {
    turn.current += 1;
    const mine = turn.current;
    matcher.current ??= createPatternMatcher();
    const found = await validatePassword(password, rule, matcher.current.matches);
    if (mine === turn.current) setFault(found);
    return found;
  }

  function change(name: Name, value: string) {
    setEntered({ ...entered, [name]: value });
    if (name === 'password' && touched.password) void judge(value);
  }

  /** A field that was left is judged; one that is still empty only when the form is sent. */
  function leave(name: Name) {
    if (entered[name] === '' || touched[name]) return;
    setTouched({ ...touched, [name]: true });
    if (name === 'password') void judge(entered.password);
  }

  /** Marks both fields as touched; the password when it can be sent, else the focus is on what is wrong. */
  async function submit(): Promise<string | undefined> {
    setTouched({ password: true, confirmed: true });
    const wrong = (await judge(entered.password))
      ? 'password'
      : validateConfirmation(entered.password, entered.confirmed) && 'confirmed';
    if (!wrong) return entered.password;
    inputs[wrong].current?.focus();
    return undefined;
  }

  /** What the server has against the password. */
  function refuse(message: string) {
    turn.current += 1;
    setFault(message);
    inputs.password.current?.focus();
  }

  function clear() {
    turn.current += 1;
    setEntered({ password: '', confirmed: '' });
    setTouched({ password: false, confirmed: false });
    setFault(undefined);
  }

  const faults = {
    password: touched.password ? fault : undefined,
    confirmed: touched.confirmed ? validateConfirmation(entered.password, entered.confirmed) : undefined,
  };
  return { rule, entered, faults, inputs, change, leave, submit, refuse, clear };
}

interface FieldsProps {
  of: ReturnType<typeof useNewPassword>;
  label: string;
  autoFocus?: boolean;
}

/** The two fields of a new password. Pasting and password managers are welcome. */
export function NewPasswordFields({ of: { rule, entered, faults, inputs, change, leave }, label, autoFocus }: FieldsProps) {
  const [shown, setShown] = useState(false);
  const field = (name: Name) => ({
    ref: inputs[name],
    type: shown ? 'text' : 'password',
    autoComplete: 'new-password',
    autoCapitalize: 'none',
    spellCheck: false,
    size: 'md' as const,
    value: entered[name],
    error: faults[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.currentTarget.value),
    onBlur: () => leave(name),
  });
  return (
    <>
      <TextInput
        {...field('password')}
        label={label}
        name="new-password"
        autoFocus={autoFocus}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<Advice rule={rule} password={entered.password} />}
        rightSectionWidth={68}
        rightSection={<ShowToggle shown={shown} onToggle={() => setShown(!shown)} />}
      />
      <TextInput {...field('confirmed')} label="Confirm password" name="confirm-password" />
    </>
  );
}

/** What to aim at, and how far one is. */
function Advice({ rule, password }: { rule: PasswordRule; password: string }) {
  const strength = estimateStrength(password);
  const reached = password === '' ? 0 : passwordStrengths.indexOf(strength) + 1;
  return (
    <span className={css.advice}>
      <span className={css.meter} data-strength={password === '' ? undefined : strength} aria-hidden="true">
        {passwordStrengths.map((name, at) => (
          <span key={name} data-on={at < reached || undefined} />
        ))}
      </span>
      <span>
        {password !== '' && <strong className={css.strength}>{strength}. </strong>}
        {describePasswordRule(rule)}
      </span>
    </span>
  );
}
