import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import css from '../bulk-edit/bulk.module.css';
import type { Customer } from './person-fields.ts';

/** Dialog for erasing a person permanently. Since this cannot be undone, the person's email has to be typed to confirm. */
export function ErasePerson({ person, opened, onClose }: { person: Customer; opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [confirmation, setConfirmation] = useState('');
  const [error, setError] = useState<string>();
  const params = { id: person.id };
  const name = formatPersonName(person);
  const erase = useMutation({
    mutationFn: () => api('POST /api/customers/:id/erase', { params, body: { confirmation } }),
    onSuccess: async () => {
      showSuccess(`${name} erased. Their orders are kept without a name.`, { persistent: true });
      await navigate(paths.people());
      client.removeQueries({ queryKey: ['GET /api/customers/:id', { params }] });
      await invalidateCalls(client, 'GET /api/customers', 'GET /api/erasurerequests');
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.errors.confirmation) setError(failure.errors.confirmation[0]);
      else showError(failure);
    },
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={`Erase ${name} permanently?`} closeLabel="Close without erasing" width={480}>
      <form
        noValidate
        className={css.fields}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          erase.mutate();
        }}
      >
        <p>
          Name, addresses, measurements, logins, emails and everything else we hold about {name} will be deleted. Orders are kept
          without a name. This cannot be undone.
        </p>
        <TextInput
          label={`Type ${person.email} to confirm`}
          value={confirmation}
          autoComplete="off"
          error={error}
          onChange={(event) => {
            setError(undefined);
            setConfirmation(event.currentTarget.value);
          }}
        />
        <div className={css.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={erase.isPending} disabled={confirmation.trim() === ''}>
            Erase permanently
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
