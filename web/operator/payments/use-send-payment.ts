import { useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { invalidateOperatorCalls } from '../session/operator-api.ts';

/**
 * Sends a request about payments, so that sending it twice records it once. What it may have changed is read again, also after a refusal, whose
 * reason is often that someone else was faster.
 */
export function useSendPayment<Body, Reply>(send: (body: Body, headers: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  return (body: Body): Promise<Reply> =>
    send(body, keyOf(body)).finally(
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
}
