import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, invalidateCalls } from '#web/app/api.ts';
import { useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { showError } from '#web/ui/feedback/alerts.ts';

/** Adds the people of the season that was current to another one, and follows the bulk edit that does it. */
export function useSeasonMembers() {
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: ({ id, fromSeasonId }: { id: number; fromSeasonId: number }) =>
      api('POST /api/organisationseasons/:id/members', { params: { id }, body: { fromSeasonId } }),
    onSuccess: ({ bulkEdit }) => show(bulkEdit),
    onError: (error) => showError(`The season is saved, but its people were not added: ${error.message}`, { persistent: true }),
  });
  const { outcome, show, actions } = useBulkEdits({
    kind: 'people',
    id: null,
    busy: start.isPending,
    onChanged: () => invalidateCalls(client, 'GET /api/customers', 'GET /api/organisationstructure/people'),
  });
  return { outcome, actions, add: start.mutate };
}
