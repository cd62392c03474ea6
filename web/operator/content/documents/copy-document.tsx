import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { useAudienceChoices } from '../audience-choices.ts';

/** Copies a document to other clients, as drafts. */
export function CopyDocument({ id, name }: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Copy to clients
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={`Copy ${name}`} closeLabel="Close">
        <CopyForm id={id} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function CopyForm({ id, onDone }: { id: number; onDone: () => void }) {
  const client = useQueryClient();
  const { data: choices } = useAudienceChoices();
  const [organisationIds, setOrganisationIds] = useState<number[]>([]);
  const getKey = useIdempotencyKey();
  const copy = useMutation({
    mutationFn: () => {
      const body = { organisationIds };
      return operatorApi('POST /api/operator/documents/:id/copies', { params: { id }, body, headers: getKey(body) });
    },
    onSuccess: async ({ documents }) => {
      await invalidateOperatorCalls(client, 'GET /api/operator/documents');
      onDone();
      showSuccess(`${plural(documents.length, 'draft')} added. Publish each when it is ready.`);
    },
  });
  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault();
        if (organisationIds.length > 0 && !copy.isPending) copy.mutate();
      }}
    >
      <Stack>
        <Text>Each client gets a draft with the current version, for all its people.</Text>
        <MultiChoice
          name="organisationIds"
          label="Clients"
          placeholder="None chosen"
          options={choices?.organisations.map((one) => ({ id: one.id, name: one.name, section: undefined })) ?? []}
          chosen={organisationIds}
          onChange={setOrganisationIds}
        />
        {copy.error && (
          <Notice tone="danger" role="alert">
            {copy.error.message}
          </Notice>
        )}
        <FormButtons isSaving={copy.isPending} disabled={organisationIds.length === 0} onCancel={onDone}>
          Add drafts
        </FormButtons>
      </Stack>
    </StackedForm>
  );
}
