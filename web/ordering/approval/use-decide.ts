import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { WireBodyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';

export type DecisionBody = WireBodyOf<'POST /api/orders/approvereject'>;

/** Sends a decision; the queue, the lists and the figures that it changes are fetched again by `refresh`. */
export function useDecide() {
  const client = useQueryClient();
  const decide = useCallback((body: DecisionBody) => api('POST /api/orders/approvereject', { body }), []);
  const refresh = useCallback(
    () => invalidateCalls(client, 'GET /api/approvals', 'GET /api/orders/:id/approval', 'GET /api/orders', 'GET /api/orders/:id'),
    [client],
  );
  return { decide, refresh };
}
