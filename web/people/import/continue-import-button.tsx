import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, invalidateCalls } from '#web/app/api.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import type { PeopleImport } from './import-labels.ts';

/** Goes on with a file whose job broke off, from where it stands. */
export function ContinueImportButton({ one }: { one: PeopleImport }) {
  const client = useQueryClient();
  const goOn = useMutation({
    mutationFn: () => api('POST /api/peopleimports/:id/continue', { params: { id: one.id } }),
    onSuccess: (answer) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id: one.id } }], answer);
      return invalidateCalls(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id/rows');
    },
    onError: async (error) => {
      showError(error);
      await invalidateCalls(client, 'GET /api/peopleimports/:id');
    },
  });
  return (
    <Button loading={goOn.isPending} onClick={() => goOn.mutate()}>
      Continue
    </Button>
  );
}
