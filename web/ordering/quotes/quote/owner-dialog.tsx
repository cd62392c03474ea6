import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { WearerSelect } from '#web/catalogue/adhoc-list/wearer-select.tsx';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { formatQuotePerson, type Quote } from '../quote-status.ts';
import { useQuoteStep } from './use-quote-step.ts';

/** Gives a quote to another person. */
export function OwnerDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { id } = quote;
  const [person, setPerson] = useState<{ id: number; name: string }>();
  const step = useQuoteStep(
    id,
    (customerId: number) => api('PUT /api/quote/:id/owner', { params: { id }, body: { customerId } }),
    `The quote belongs to ${person?.name} now.`,
  );
  return (
    <Dialog opened onClose={onClose} title="Change owner" closeLabel="Close without changing" width={480}>
      <StackedForm
        onSubmit={(event) => {
          event.preventDefault();
          if (person) step.mutate(person.id, { onSuccess: onClose });
        }}
      >
        {step.error && (
          <Notice tone="danger" role="alert">
            {step.error.message}
          </Notice>
        )}
        <div>
          The new owner can accept or decline this quote in place of {formatQuotePerson(quote)}. They need permission to order.
        </div>
        <WearerSelect label="New owner" none="Choose a person" value={person} onChange={setPerson} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={step.isPending} onClick={onClose}>
            Back
          </Button>
          <BlockableButton type="submit" loading={step.isPending} blocker={person ? undefined : 'Choose a person first.'}>
            Change owner
          </BlockableButton>
        </Group>
      </StackedForm>
    </Dialog>
  );
}
