import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { createIdempotencyKey } from '#web/app/idempotency-key.ts';
import { invalidateOperatorCalls } from '../session/operator-api.ts';

/**
 * Sends a request about payments with its idempotency key: the same for the same request, so that sending it twice records it once, and
 * another one for another. What it may have changed is read again, also after a refusal, whose reason is often that someone else was faster.
 */
export function useSendPayment<Body, Reply>(send: (body: Body, headers: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const client = useQueryClient();
  const last = useRef<{ request: string; key: string }>(undefined);
  return (body: Body): Promise<Reply> => {
    const request = JSON.stringify(body);
    if (last.current?.request !== request) last.current = { request, key: createIdempotencyKey() };
    return send(body, { 'Idempotency-Key': last.current.key }).finally(
      () =>
        void invalidateOperatorCalls(
          client,
          'GET /api/operator/payments',
          'GET /api/operator/invoices',
          'GET /api/operator/invoices/:id',
          'GET /api/operator/organisations',
          'GET /api/operator/organisations/:id/credit',
        ),
    );
  };
}
