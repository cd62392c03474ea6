import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { describeMore } from '#web/entitlement/entitlement-requests/request-texts.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';

export type EntitlementRequest = ReplyOf<'GET /api/entitlement/requests'>['requests'][number];

/** "Noah Marsh" */
export const formatWearerName = ({ customer }: Pick<EntitlementRequest, 'customer'>) =>
  `${customer.firstName} ${customer.lastName}`.trim() || customer.email;

/** Granting and declining requests; what was granted can be undone. */
export function useDecisions(currencyCode: string) {
  const client = useQueryClient();
  const refresh = () =>
    invalidateCalls(
      client,
      'GET /api/entitlement/requests',
      'GET /api/entitlement/statement',
      'GET /api/customers/:id',
      'GET /api/customers',
      'GET /api/customers/:id/history',
    );
  const undo = useMutation({
    mutationFn: (adjustmentId: number) => api('POST /api/entitlement/adjustments/:id/reversal', { params: { id: adjustmentId } }),
    onSuccess: () => showSuccess('The granted amount has been removed again. The wearer can see this and ask again.'),
    onError: (error) => showError(error),
    onSettled: refresh,
  });
  const grant = useMutation({
    mutationFn: ({ id, ...body }: { id: number; amount: number; reason: string; fingerprint: string }) =>
      api('POST /api/entitlement/requests/:id/grant', { params: { id }, body }),
    onSuccess: ({ request }) => {
      const { adjustmentId, grantedAmount } = request;
      const granted = describeMore(request, grantedAmount ?? 0, currencyCode);
      showSuccess(
        `Granted ${granted} to ${formatWearerName(request)}. They will receive an email.`,
        adjustmentId === null ? {} : { action: { label: 'Undo', run: () => undo.mutate(adjustmentId) } },
      );
    },
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: ({ id, ...body }: { id: number; reason: string; fingerprint: string }) =>
      api('POST /api/entitlement/requests/:id/decline', { params: { id }, body }),
    onSuccess: ({ request }) =>
      showSuccess(`Declined the request of ${formatWearerName(request)}. We will email them your reason.`),
    onSettled: refresh,
  });
  return { grant, decline };
}
