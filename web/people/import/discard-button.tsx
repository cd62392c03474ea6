import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import type { PeopleImport } from './import-labels.ts';
import { getImportsPath } from './imports-path.ts';

/** Deletes a file that has not been imported, and leads back to the list. */
export function DiscardButton({ peopleImport: { id, kind } }: { peopleImport: PeopleImport }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const discard = useMutation({
    mutationFn: () => api('DELETE /api/peopleimports/:id', { params: { id } }),
    onSuccess: () => {
      showSuccess('The file was discarded. Nothing was changed.', { persistent: true });
      void invalidateCalls(client, 'GET /api/peopleimports');
      void navigate(getImportsPath(kind));
    },
    onError: showError,
  });
  return (
    <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
      Discard file
    </Button>
  );
}
