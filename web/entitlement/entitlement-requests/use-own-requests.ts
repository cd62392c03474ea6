import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';

/** A request for more. `amount` in pieces, points or major units. */
export interface NewRequest {
  accountId: number;
  amount: number;
  reason: string;
}

export const ownRequestsQuery = apiQuery('GET /api/entitlement/requests/own');

/**
 * The person's own requests for more, and why they cannot ask; undefined while loading, and always while ordering for someone else.
 */
export function useOwnRequests() {
  const client = useQueryClient();
  const isOwn = useCaller()?.impersonatedCustomer === null;
  const { data } = useQuery({ ...ownRequestsQuery, enabled: isOwn });
  const refresh = () => invalidateCalls(client, 'GET /api/entitlement/requests/own');
  const ask = useMutation({
    mutationFn: (body: NewRequest) => api('POST /api/entitlement/requests', { body }),
    onSuccess: () => {
      showSuccess('Your request has been sent. We will email you the decision.');
      return refresh();
    },
  });
  const withdraw = useMutation({
    mutationFn: (id: number) => api('POST /api/entitlement/requests/:id/withdraw', { params: { id } }),
    onSuccess: () => showSuccess('Your request has been withdrawn.'),
    onError: (error) => showError(error),
    onSettled: refresh,
  });
  return { own: isOwn ? data : undefined, ask, withdraw };
}
