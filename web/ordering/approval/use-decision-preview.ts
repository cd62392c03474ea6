import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#web/app/api.ts';
import { type ApprovalCardData, type LineChoices, listDecidedItems, type summariseChoices } from './approval-choices.ts';

const REQUEST_TIMEOUT_MS = 30_000;

/** What remains costs when only a part of an order is approved, as the server says before it is decided. */
export interface DecisionPreview {
  /** Whether there is anything to say: a part is approved. */
  isNeeded: boolean;
  /** Sentences; undefined while they are worked out, and when the decision is refused. */
  outcome: readonly string[] | undefined;
  /** Of `outcome`, for the decision. */
  outcomeFingerprint: string | undefined;
  /** Why this part cannot be approved. */
  refusal: string | undefined;
  retry: () => void;
}

/** Asks what approving a part of an order would leave of its costs; nothing is asked while all or nothing is approved. */
export function useDecisionPreview(
  { orderId, items, canDecide, fingerprint }: ApprovalCardData,
  choices: LineChoices,
  { approved, isWhole, isInvalid }: ReturnType<typeof summariseChoices>,
): DecisionPreview {
  const decided = useMemo(() => listDecidedItems(items, choices), [items, choices]);
  const isNeeded = canDecide && approved > 0 && !isWhole && !isInvalid;
  const preview = useQuery({
    queryKey: ['preview of a decision', orderId, fingerprint, decided],
    queryFn: () =>
      api('POST /api/orders/approvereject', {
        body: { id: orderId, action: 'approve', items: decided, fingerprint, preview: true },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }),
    enabled: isNeeded,
    // It holds for the moment only.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return {
    isNeeded,
    outcome: isNeeded && !preview.isFetching ? preview.data?.outcome : undefined,
    outcomeFingerprint: (isNeeded && preview.data?.outcomeFingerprint) || undefined,
    refusal: isNeeded && !preview.isFetching ? preview.error?.message : undefined,
    retry: () => void preview.refetch(),
  };
}
