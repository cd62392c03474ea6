import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { createIdempotencyKey } from '#web/app/idempotency-key.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls } from '../../session/operator-api.ts';

/**
 * Sends a change of lines of an order once: the same change, sent again after the connection was lost, has the same idempotency key. Afterwards the
 * order is read again.
 */
export function useLineChange<B>(
  send: (body: B, headers: Record<string, string>) => Promise<{ msg: string | null }>,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const [attempt] = useState({ request: '', key: '' });
  return useMutation({
    mutationFn: (body: B) => {
      const request = JSON.stringify(body);
      if (attempt.request !== request) Object.assign(attempt, { request, key: createIdempotencyKey() });
      return send(body, { 'Idempotency-Key': attempt.key });
    },
    onSuccess: ({ msg }) => {
      showSuccess(msg ?? 'Saved.');
      onSaved();
    },
    // A definite answer: the next attempt is a new one.
    onError: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) attempt.request = '';
    },
    onSettled: () =>
      invalidateOperatorCalls(client, 'GET /api/operator/packing', 'GET /api/operator/orders', 'GET /api/operator/shipments'),
  });
}
