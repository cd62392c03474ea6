import { useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { invalidateOperatorCalls } from '../../session/operator-api.ts';

/** Sends a change of lines of an order, so that sending it twice makes it once. Afterwards, also after a refusal, the order is read again. */
export function useLineChange<Body, Reply>(send: (body: Body, headers: { 'Idempotency-Key': string }) => Promise<Reply>) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  return (body: Body): Promise<Reply> =>
    send(body, keyOf(body)).finally(
      () =>
        void invalidateOperatorCalls(
          client,
          'GET /api/operator/packing',
          'GET /api/operator/orders',
          'GET /api/operator/shipments',
        ),
    );
}
