import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

/** Revokes an API key, says so and reads the lists again that show it. */
export function useRevokeKey(onRevoked: (key: { id: number; name: string }) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: number; name: string }) =>
      operatorApi('POST /api/operator/apikeys/:id/revoke', { params: { id } }),
    onSuccess: async (_, key) => {
      onRevoked(key);
      showSuccess(`${key.name} has been revoked.`);
      await invalidateOperatorCalls(client, 'GET /api/operator/apikeys', 'GET /api/operator/operators');
    },
    onError: (failure) => showError(failure),
  });
}
