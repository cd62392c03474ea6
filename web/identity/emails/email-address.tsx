import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { type IdentityProof, IdentityProofFields, useIdentityProof } from '../login/identity-proof.tsx';
import css from './email-address.module.css';

type EmailState = ReplyOf<'GET /api/customers/:id/email'>;

interface Props {
  /** The person whose address it is. */
  person: { id: number; email: string };
  /** Whether the caller may change the address. */
  canChange: boolean;
  /** Whether it is the caller's own. */
  isOwn?: boolean;
}

/** An email address, a change of it that waits for confirmation, and the button that changes it. */
export function EmailAddress({ person, canChange, isOwn = false }: Props) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const params = { id: person.id };
  const query = apiQuery('GET /api/customers/:id/email', { params });
  const { data: state, error, refetch } = useQuery({ ...query, enabled: canChange });
  const pending = state?.pendingEmail;
  const reload = () =>
    invalidateCalls(
      client,
      'GET /api/customers/:id/email',
      'GET /api/customers/:id',
      'GET /api/customers',
      'GET /api/customers/:id/history',
    );
  const withdraw = useMutation({
    mutationFn: () => api('DELETE /api/customers/:id/email', { params }),
    onSuccess: () => showSuccess('Change of email address withdrawn.'),
    onError: (failure) => showError(failure),
    onSettled: reload,
  });
  return (
    <div className={css.address}>
      {isOwn ? (
        <p>
          You log in with <strong>{person.email}</strong>, and our messages go there.
        </p>
      ) : (
        <TextInput label="Email" name="email" value={state?.email ?? person.email} readOnly disabled={!canChange} />
      )}
      {pending && (
        <Notice
          role="status"
          actions={
            <Button variant="default" size="compact-md" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Withdraw change
            </Button>
          }
        >
          Changes to <strong>{pending.email}</strong> once that address is confirmed. The link works until{' '}
          {formatDateTime(pending.expiresOnUtc)}.{!isOwn && ` Requested by ${pending.requestedBy}.`}
        </Notice>
      )}
      {canChange &&
        (error && !state ? (
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        ) : (
          <div>
            <Button variant="default" disabled={!state} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              Change email address
            </Button>
          </div>
        ))}
      {state && (
        <Dialog
          opened={isOpen}
          onClose={() => setIsOpen(false)}
          title="Change email address"
          closeLabel="Close without changing"
          width={480}
        >
          <ChangeForm
            id={person.id}
            state={state}
            isOwn={isOwn}
            onCancel={() => setIsOpen(false)}
            onDone={(changed) => {
              setIsOpen(false);
              client.setQueryData(query.queryKey, changed);
              showSuccess(
                changed.pendingEmail
                  ? `We have sent a link to ${changed.pendingEmail.email}. The address changes when the link is used.`
                  : 'Email address changed.',
              );
              void reload();
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

interface ChangeFormProps {
  id: number;
  state: EmailState;
  isOwn: boolean;
  onCancel: () => void;
  onDone: (state: EmailState) => void;
}

function ChangeForm({ id, state, isOwn, onCancel, onDone }: ChangeFormProps) {
  const { confirmationRequired, passwordRequired } = state;
  const secondFactor = useQuery({ ...apiQuery('GET /api/secondfactor'), enabled: passwordRequired });
  const form = useEntityForm<{ newEmail: string }, EmailState, IdentityProof>({
    draftKey: `email.${id}`,
    saved: { newEmail: '' },
    validate: ({ newEmail }) => ({ ...(newEmail.trim() === '' && { newEmail: 'Email is required.' }) }),
    readProof: (element) => (passwordRequired ? (proof.read(element) ?? null) : undefined),
    save: ({ values: { newEmail }, proof: given }) =>
      api('POST /api/customers/:id/email', { params: { id }, body: { email: newEmail, ...given } }),
    onSaved: onDone,
    serverNames: { email: 'newEmail' },
    // Errors of the password and the code are shown at their fields.
    handleError: ({ errors }) => Boolean(errors.password || errors.otp),
  });
  const proof = useIdentityProof({ needsCode: secondFactor.data?.on === true, error: form.error });

  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      {confirmationRequired ? (
        <p>
          We send a link to the new address. It works for seven days.{' '}
          {isOwn ? 'You keep logging in' : 'The person keeps logging in'} with {state.email} until the link is used, which logs
          out all devices. We also email the current address.
        </p>
      ) : (
        <p>This person has no password yet, so the address changes immediately. Invite them again afterwards.</p>
      )}
      <TextInput
        label="New email address"
        type="email"
        inputMode="email"
        autoComplete={isOwn ? 'email' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        {...form.getInputProps('newEmail')}
      />
      {passwordRequired && <IdentityProofFields of={proof} label="Your password" />}
      <Group gap="xs" justify="flex-end" mt="xs">
        <Button
          variant="default"
          onClick={() => {
            form.discard();
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {confirmationRequired ? 'Send link' : 'Change email address'}
        </Button>
      </Group>
    </StackedForm>
  );
}
