import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { formatLongDay } from '#web/entitlement/reasoning.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatWearerName } from '../entitlement-requests/use-decisions.ts';

export type TimeRequest = ReplyOf<'GET /api/entitlement/timerequests'>['requests'][number];

/** Granting and declining requests for more time. */
export function useTimeDecisions() {
  const client = useQueryClient();
  const refresh = () =>
    invalidateCalls(
      client,
      'GET /api/entitlement/timerequests',
      'GET /api/organisations/worklist',
      'GET /api/customers/:id/history',
    );
  const grant = useMutation({
    mutationFn: ({ id, ...body }: { id: number; orderingClosesOn: string; reason: string }) =>
      api('POST /api/entitlement/timerequests/:id/grant', { params: { id }, body }),
    onSuccess: ({ request }) =>
      showSuccess(
        `${formatWearerName(request)} can order until ${formatLongDay(request.orderingClosesOn ?? '')}. They will receive an email.`,
      ),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: ({ id, ...body }: { id: number; reason: string }) =>
      api('POST /api/entitlement/timerequests/:id/decline', { params: { id }, body }),
    onSuccess: ({ request }) =>
      showSuccess(`Declined the request of ${formatWearerName(request)}. We will email them your reason.`),
    onSettled: refresh,
  });
  return { grant, decline };
}
