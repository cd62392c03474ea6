import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';

/**
 * The person's own requests for more time and the closed seasons for which they can ask; undefined while loading, and always while ordering for
 * someone else.
 */
export function useOwnTimeRequests() {
  const client = useQueryClient();
  const isOwn = useCaller()?.impersonatedCustomer === null;
  const { data } = useQuery({ ...apiQuery('GET /api/entitlement/timerequests/own'), enabled: isOwn });
  const refresh = () => invalidateCalls(client, 'GET /api/entitlement/timerequests/own');
  const ask = useMutation({
    mutationFn: (body: { seasonId: number; reason: string }) => api('POST /api/entitlement/timerequests', { body }),
    onSuccess: () => showSuccess('Your request has been sent. We will email you the decision.'),
    // Where another tab has asked, the page shows that request.
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: (id: number) => api('POST /api/entitlement/timerequests/:id/withdraw', { params: { id } }),
    onSuccess: () => showSuccess('Your request has been withdrawn.'),
    onError: (error) => showError(error),
    onSettled: () =>
      // It may have been granted in the meantime.
      invalidateCalls(
        client,
        'GET /api/entitlement/timerequests/own',
        'GET /api/organisation/uniformbuilder/:id',
        'GET /api/shopping_cart_items',
        'GET /api/entitlement/statement',
      ),
  });
  return { own: isOwn ? data : undefined, ask, withdraw };
}
