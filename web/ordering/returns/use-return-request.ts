import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import type { ReturnForm, ReturnItem } from './return-choices.ts';

interface Request {
  reasonId: number;
  actionId: number;
  fit: string | null;
  places: readonly string[];
  comments: string;
  fileIds: number[];
  quantity: number;
  newSize: number | undefined;
}

/** Sends the request; repeating it after the connection was lost makes it once. */
export function useReturnRequest(form: ReturnForm, item: ReturnItem) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const save = useMutation({
    mutationFn: ({ reasonId, actionId, fit, places, comments, fileIds, quantity, newSize }: Request) => {
      const returnRequest = {
        orderId: form.orderId,
        returnRequestReasonId: reasonId,
        returnRequestActionId: actionId,
        fit,
        fitPlaces: fit ? [...places] : [],
        comments: comments.trim() || null,
        fileIds,
        items: [{ id: item.id, quantity, exchangeCombinationId: newSize ?? null }],
      };
      return api('POST /api/returnrequest', { body: { returnRequest }, headers: keyOf(returnRequest) });
    },
    onSuccess: async ({ msg, returnRequests }) => {
      // First: nothing may be left to return, and the form would say so.
      await navigate(paths.returns(), { state: { requestedId: returnRequests[0]?.id } });
      showSuccess(msg ?? '');
      await invalidateCalls(
        client,
        'GET /api/customerreturnrequests',
        'GET /api/returnrequest/:id',
        'GET /api/orders',
        'GET /api/orders/:id',
        'GET /api/products/:id',
      );
    },
    onError: (error) => {
      // Another size may have run out, or the line has been returned meanwhile.
      if (error instanceof ApiError) void invalidateCalls(client, 'GET /api/returnrequest/:id');
    },
  });
  return {
    isPending: save.isPending,
    error: save.error instanceof Error ? save.error.message : undefined,
    send: (request: Request) => save.mutate(request),
  };
}
