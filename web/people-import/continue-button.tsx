import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, refresh } from '../api.ts';
import { showError } from '../ui/alerts.ts';
import type { PeopleImport } from './import-words.ts';

/** Goes on with a file whose job broke off, from where it stands. */
export function ContinueButton({ one }: { one: PeopleImport }) {
  const client = useQueryClient();
  const goOn = useMutation({
    mutationFn: () => api('POST /api/peopleimports/:id/continue', { params: { id: one.id } }),
    onSuccess: (answer) => {
      client.setQueryData(['GET /api/peopleimports/:id', { params: { id: one.id } }], answer);
      return refresh(client, 'GET /api/peopleimports', 'GET /api/peopleimports/:id/rows');
    },
    onError: async (error) => {
      showError(error);
      await refresh(client, 'GET /api/peopleimports/:id');
    },
  });
  return (
    <Button loading={goOn.isPending} onClick={() => goOn.mutate()}>
      Continue
    </Button>
  );
}
