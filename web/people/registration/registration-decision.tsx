import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { closeAlert, showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';

/** Approves or rejects a waiting request; a rejection needs a reason. */
export function RegistrationDecision({ id, name, fingerprint }: { id: number; name: string; fingerprint: string }) {
  const client = useQueryClient();
  const rejectButton = useRef<HTMLButtonElement>(null);
  const [rejecting, setRejecting] = useState(false);
  const decided = (message: string) => {
    showSuccess(message);
    return invalidateCalls(client, 'GET /api/registrationrequests', 'GET /api/registrationlinks');
  };
  /** Another administrator may have decided already: the list is fetched again. */
  const refresh = (error: Error) => {
    if (error instanceof ApiError && [404, 409].includes(error.status))
      void invalidateCalls(client, 'GET /api/registrationrequests');
  };
  const approve = useMutation({
    mutationFn: () => api('POST /api/registrationrequests/:id/approve', { params: { id }, body: { fingerprint } }),
    onSuccess: () => decided(`${name} approved. They will receive an email with a link to create a password.`),
    onError: (error) => {
      showError(error);
      refresh(error);
    },
  });

  if (rejecting) {
    return (
      <RejectForm
        id={id}
        name={name}
        fingerprint={fingerprint}
        onRejected={() => decided(`${name} rejected. We will email them your reason.`)}
        onFailed={refresh}
        onCancel={() => {
          setRejecting(false);
          requestAnimationFrame(() => rejectButton.current?.focus());
        }}
      />
    );
  }
  return (
    <Group gap="xs">
      <Button
        loading={approve.isPending}
        disabled={approve.isPending}
        aria-label={`Approve ${name}`}
        onClick={() => approve.mutate()}
      >
        Approve
      </Button>
      <Button
        ref={rejectButton}
        variant="default"
        disabled={approve.isPending}
        aria-label={`Reject ${name}`}
        onClick={() => {
          closeAlert();
          setRejecting(true);
        }}
      >
        Reject
      </Button>
    </Group>
  );
}

interface RejectProps {
  id: number;
  name: string;
  fingerprint: string;
  onRejected: () => void;
  onFailed: (error: ApiError) => void;
  onCancel: () => void;
}

function RejectForm({ id, name, fingerprint, onRejected, onFailed, onCancel }: RejectProps) {
  const form = useEntityForm<{ reason: string }, unknown>({
    draftKey: `registration-rejection.${id}`,
    saved: { reason: '' },
    validate: ({ reason }) => ({ ...(reason.trim() === '' && { reason: 'Reason is required.' }) }),
    save: ({ values: { reason } }) =>
      api('POST /api/registrationrequests/:id/reject', { params: { id }, body: { reason: reason.trim(), fingerprint } }),
    onSaved: onRejected,
    handleError: (error) => {
      onFailed(error);
      return false;
    },
  });
  const cancel = () => {
    form.discard();
    onCancel();
  };
  return (
    <form {...form.formProps}>
      <Stack>
        <FormNotices otherErrors={form.otherErrors} />
        <Textarea
          label={`Reason for ${name}`}
          description="This is emailed to the applicant."
          rows={3}
          maxLength={500}
          autoFocus
          {...form.getInputProps('reason')}
          onKeyDown={(event) => event.key === 'Escape' && cancel()}
        />
        <FormButtons isSaving={form.isSaving} onCancel={cancel}>
          Reject request
        </FormButtons>
      </Stack>
    </form>
  );
}
