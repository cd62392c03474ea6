import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { isOutcomeChangedError } from './outcome-changed.ts';

/** A change of an order: pieces to cancel (everything pending without `items`), or pieces of a line that get another size or colour. */
export type OrderChange =
  | { kind: 'cancel'; items?: { id: number; quantity: number }[] }
  | { kind: 'changeSize'; lineId: number; combinationId: number; quantity: number };

type ChangeReply = ReplyOf<'POST /api/orders/:id/cancel'>;

const REQUEST_TIMEOUT_MS = 30_000;

function send(
  orderId: number,
  change: OrderChange,
  {
    headers = {},
    reason,
    ...seen
  }: { preview: boolean; outcomeFingerprint?: string | null; reason?: string; headers?: Record<string, string> },
): Promise<ChangeReply> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  if (change.kind === 'cancel')
    return api('POST /api/orders/:id/cancel', {
      params: { id: orderId },
      body: { cancellation: { ...(change.items && { items: change.items }), ...(reason && { reason }), ...seen } },
      headers,
      signal,
    });
  const { lineId, combinationId, quantity } = change;
  return api('PUT /api/orders/:id/items/:itemId', {
    params: { id: orderId, itemId: lineId },
    body: { orderItem: { combinationId, quantity, ...seen } },
    headers,
    signal,
  });
}

/**
 * Whether an error means that the order itself is no longer as shown: it was picked, cancelled or decided on meanwhile, or is out of reach. Where only the
 * outcome has changed since the preview, the change can still be made.
 */
const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && [403, 404, 409].includes(error.status) && !isOutcomeChangedError(error);

/**
 * A change of an order with its preview: what it would do, as sentences. No preview without `change`. An order that turns out to have changed is
 * fetched again. Sending the same change again after the connection was lost makes it once.
 */
export function useOrderChange(orderId: number, change: OrderChange | undefined, onSaved: () => void) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const orderKey = apiQuery('GET /api/orders/:id', { params: { id: orderId } }).queryKey;

  async function refreshWhenOutdated<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (error) {
      if (isOutdated(error)) void invalidateCalls(client, 'GET /api/orders/:id', 'GET /api/orders');
      // Another size may have run out, or its price may have changed.
      else void invalidateCalls(client, 'GET /api/products/:id');
      throw error;
    }
  }

  const preview = useQuery({
    queryKey: ['preview of an order change', orderId, change],
    queryFn: () => refreshWhenOutdated(send(orderId, change as OrderChange, { preview: true })),
    enabled: change !== undefined,
    // It holds for the moment only.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });

  const save = useMutation({
    mutationFn: (reason: string) => {
      const outcomeFingerprint = preview.data?.outcomeFingerprint ?? null;
      const headers = keyOf([change, reason]);
      return refreshWhenOutdated(send(orderId, change as OrderChange, { preview: false, outcomeFingerprint, reason, headers }));
    },
    onSuccess: ({ orders, msg }) => {
      client.setQueryData(orderKey, { orders });
      void invalidateCalls(
        client,
        'GET /api/orders',
        'GET /api/approvals',
        'GET /api/orders/:id/approval',
        'GET /api/products/:id',
        'GET /api/organisation/uniformbuilder/:id',
      );
      if (msg) showSuccess(msg);
      onSaved();
    },
    onError: (error) => {
      if (isOutcomeChangedError(error)) void preview.refetch();
    },
  });

  const outcomeChanged = isOutcomeChangedError(save.error) ? save.error : undefined;
  const error = outcomeChanged ? preview.error : (save.error ?? preview.error);
  return {
    /** What the change would do; undefined while that is being worked out, and when it is refused. */
    outcome: error ? undefined : preview.data?.outcome,
    /** Why the change was not made, if it would no longer do what was shown; `outcome` says what it would do now. */
    outcomeChanged,
    isChecking: change !== undefined && preview.isFetching,
    isSaving: save.isPending,
    /** Why it cannot be made; the person may choose something else. */
    refusal: isOutdated(error) || !(error instanceof Error) ? undefined : error.message,
    /** Why the order can no longer be changed in this way at all. */
    conflict: isOutdated(error) ? error.message : undefined,
    save: (reason = '') => save.mutate(reason),
    /** Works out the preview again after a refusal. */
    retry: () => {
      save.reset();
      void preview.refetch();
    },
    /** Forgets the refusal of an earlier choice. */
    reset: save.reset,
  };
}
