import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#contract/index.ts';
import { createIdempotencyKey } from '#web/app/idempotency-key.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

/** The answer to the last scan, or to the last count that was changed. */
export interface Answer {
  tone: Tone;
  text: string;
}

type Pieces = BodyOf<'POST /api/operator/decoration/finish'>;

/** Starting lines and counting finished pieces. The list is read again after each change. */
export function useDecoration() {
  const queryClient = useQueryClient();
  const [answer, setAnswer] = useState<Answer>();
  /** The line of the last piece, to take it back. */
  const [last, setLast] = useState<number>();
  /** The line that is about to be set back. */
  const [resetting, setResetting] = useState<{ id: number; name: string }>();
  const refresh = () =>
    invalidateOperatorCalls(
      queryClient,
      'GET /api/operator/decoration/work',
      'GET /api/operator/orders',
      'GET /api/operator/packing',
    );
  const onError = (error: Error) => setAnswer({ tone: 'danger', text: error.message });

  const starting = useMutation({
    mutationFn: (orderItemIds: number[]) =>
      operatorApi('POST /api/operator/decoration/start', {
        body: { orderItemIds },
        headers: { 'idempotency-key': createIdempotencyKey() },
      }),
    onSuccess: ({ msg }) => setAnswer({ tone: 'success', text: msg ?? 'Started.' }),
    onError,
    onSettled: refresh,
  });
  const finishing = useMutation({
    mutationFn: (body: Pieces) =>
      operatorApi('POST /api/operator/decoration/finish', { body, headers: { 'idempotency-key': createIdempotencyKey() } }),
    onSuccess: ({ msg, lines: [line] }, { quantity = 1 }) => {
      setLast(quantity > 0 ? line?.id : undefined);
      const count = line ? ` ${line.decoratedQuantity} of ${line.quantity} for order ${line.orderId}.` : '';
      setAnswer({ tone: quantity > 0 ? 'success' : 'neutral', text: `${msg ?? ''}${count}` });
    },
    onError,
    onSettled: refresh,
  });
  const reset = async (reason: string) => {
    const { msg } = await operatorApi('POST /api/operator/decoration/reset', {
      body: { orderItemId: resetting?.id ?? 0, reason },
      headers: { 'idempotency-key': createIdempotencyKey() },
    });
    setAnswer({ tone: 'neutral', text: msg ?? 'Set back.' });
    // That piece has been taken back before.
    setLast(undefined);
    await refresh();
  };
  return {
    resetting,
    openReset: setResetting,
    closeReset: () => setResetting(undefined),
    /** Sets back the line that was chosen. Throws when the server refuses it. */
    reset,
    answer,
    isStarting: starting.isPending,
    start: (ids: readonly number[]) => starting.mutate([...ids]),
    scan: (code: string) => finishing.mutate({ code }),
    count: (orderItemId: number, quantity: number) => finishing.mutate({ orderItemId, quantity }),
    /** Takes the last piece back; does nothing when there is none. */
    undo: () => {
      if (last !== undefined) finishing.mutate({ orderItemId: last, quantity: -1 });
    },
  };
}
