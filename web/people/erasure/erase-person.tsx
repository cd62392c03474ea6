import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { paths } from '#web/app/paths.ts';
import { formatPersonName } from '#web/app/session/impersonation.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';

type Person = Pick<ReplyOf<'GET /api/customers/:id'>['customers'][number], 'id' | 'firstName' | 'lastName' | 'email'>;

/** Dialog for erasing a person permanently. Since this cannot be undone, the person's email has to be typed to confirm. */
export function ErasePerson({ person, opened, onClose }: { person: Person; opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { id: person.id };
  const name = formatPersonName(person);
  const form = useEntityForm<{ confirmation: string }, unknown>({
    saved: { confirmation: '' },
    save: ({ values }) => api('POST /api/customers/:id/erase', { params, body: values }),
    onSaved: async () => {
      showSuccess(`${name} erased. Their orders are kept without a name.`, { persistent: true });
      await navigate(paths.people());
      client.removeQueries({ queryKey: ['GET /api/customers/:id', { params }] });
      await invalidateCalls(client, 'GET /api/customers', 'GET /api/erasurerequests');
    },
  });

  return (
    <Dialog opened={opened} onClose={onClose} title={`Erase ${name} permanently?`} closeLabel="Close without erasing" width={480}>
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        <p>
          Name, addresses, measurements, logins, emails and everything else we hold about {name} will be deleted. Orders are kept
          without a name. This cannot be undone.
        </p>
        <TextInput label={`Type ${person.email} to confirm`} autoComplete="off" {...form.getInputProps('confirmation')} />
        <Group gap="xs" justify="flex-end" mt="xs">
          <Button
            variant="default"
            onClick={() => {
              form.discard();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving} disabled={form.values.confirmation.trim() === ''}>
            Erase permanently
          </Button>
        </Group>
      </StackedForm>
    </Dialog>
  );
}
