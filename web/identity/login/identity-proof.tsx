import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { PasswordField } from './login-fields.tsx';

/** What people enter to confirm that they are the owner of their session. */
export interface IdentityProof {
  password: string;
  /** A code of the authenticator app or a recovery code; absent without a second factor. */
  otp?: string;
}

interface Options {
  /** Whether the person has a second factor. */
  needsCode: boolean;
  /** The response to the latest attempt, whose messages are shown at the fields. */
  error: Error | null;
  /** The names under which the call reports errors of the two fields. */
  fields?: Record<keyof Required<IdentityProof>, string>;
}

/** The state of `IdentityProofFields`. */
export interface IdentityProofState {
  needsCode: boolean;
  errors: Partial<Record<keyof IdentityProof, string>>;
  /** Clears the messages about what was entered before. */
  clear: () => void;
  /** The values in the form; undefined when a field is empty, which is then shown and focused. */
  read: (form: HTMLFormElement) => IdentityProof | undefined;
}

const OWN_FIELDS = { password: 'password', otp: 'otp' };

/** State and validation of the fields with which people confirm their identity. */
export function useIdentityProof({ needsCode, error, fields = OWN_FIELDS }: Options): IdentityProofState {
  const [missing, setMissing] = useState<Partial<Record<keyof IdentityProof, string>>>({});
  const [editedAfter, setEditedAfter] = useState<Error | null>(null);
  const findMessage = (field: string) => (error instanceof ApiError && error !== editedAfter ? error.field(field) : undefined);
  return {
    needsCode,
    errors: {
      password: missing.password ?? findMessage(fields.password),
      otp: missing.otp ?? findMessage(fields.otp),
    } as IdentityProofState['errors'],
    clear: () => {
      setMissing({});
      setEditedAfter(error);
    },
    read: (form) => {
      const data = new FormData(form);
      const password = String(data.get('password') ?? '');
      const otp = String(data.get('otp') ?? '').trim();
      const empty = {
        ...(password === '' ? { password: 'Password is required' } : {}),
        ...(needsCode && otp === '' ? { otp: 'Code is required' } : {}),
      };
      setMissing(empty);
      const [first] = Object.keys(empty);
      if (first) {
        form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
        return undefined;
      }
      return needsCode ? { password, otp } : { password };
    },
  };
}

/** Password and, with a second factor, a code. Put it into the form that `read` is called with. */
export function IdentityProofFields({ of: { needsCode, errors, clear }, label }: { of: IdentityProofState; label?: string }) {
  return (
    <>
      <PasswordField {...(label ? { label } : {})} error={errors.password} onEdit={clear} />
      {needsCode && (
        <TextInput
          label="Code"
          description="The six-digit code shown in your authenticator app, or a recovery code."
          name="otp"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          size="md"
          error={errors.otp}
          onChange={clear}
        />
      )}
    </>
  );
}
