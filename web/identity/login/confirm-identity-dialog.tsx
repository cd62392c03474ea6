import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { type IdentityProof, IdentityProofFields, useIdentityProof } from './identity-proof.tsx';

/** The names under which changes report errors of the caller's password and code. */
export const PROOF_FIELDS = { password: 'callerPassword', otp: 'callerOtp' };

/** Whether a change was refused because the caller's identity has to be confirmed, or was not. */
export const needsIdentityProof = (error: unknown) =>
  error instanceof ApiError && Object.values(PROOF_FIELDS).some((field) => error.field(field) !== undefined);

/** The proof as changes take it. */
export const toCallerProof = (proof: IdentityProof | undefined) =>
  proof ? { callerPassword: proof.password, ...(proof.otp === undefined ? {} : { callerOtp: proof.otp }) } : {};

interface Props {
  opened: boolean;
  onClose: () => void;
  title?: string;
  /** What the change does, so that people know what they confirm. */
  children: ReactNode;
  isPending: boolean;
  /** The response to the latest attempt with a password. */
  error: Error | null;
  /** Whether a code is needed; without it the customer who is logged in decides. */
  needsCode?: boolean;
  /** What the button says. */
  confirmLabel?: string;
  onConfirm: (proof: IdentityProof) => void;
}

/** Dialog that asks for the caller's own password, and a code where they have a second factor. */
export function ConfirmIdentityDialog({ opened, onClose, title = 'Confirm it’s you', ...form }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} closeLabel="Close without saving" width={480}>
      <ConfirmForm {...form} onCancel={onClose} />
    </Dialog>
  );
}

function ConfirmForm({
  children,
  isPending,
  error,
  needsCode,
  confirmLabel = 'Confirm and save',
  onConfirm,
  onCancel,
}: Omit<Props, 'opened' | 'onClose' | 'title'> & { onCancel: () => void }) {
  const secondFactor = useQuery({ ...apiQuery('GET /api/secondfactor'), enabled: needsCode === undefined });
  const proof = useIdentityProof({ needsCode: needsCode ?? secondFactor.data?.on === true, error, fields: PROOF_FIELDS });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = proof.read(event.currentTarget);
    if (values) onConfirm(values);
  }

  return (
    <StackedForm noValidate onSubmit={submit}>
      <p>{children}</p>
      <IdentityProofFields of={proof} label="Your password" />
      <Group gap="xs" justify="flex-end" mt="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {confirmLabel}
        </Button>
      </Group>
    </StackedForm>
  );
}
