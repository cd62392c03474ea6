import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import { type OperatorShipment, toDeliveryTime } from './shipment-delivery.ts';

/**
 * Records parcels as delivered, one after the other. The first that is refused ends it; those before it stay delivered. It can be repeated: a parcel that
 * was delivered keeps its time.
 */
export function useMarkDelivered(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ parcels, day }: { parcels: readonly OperatorShipment[]; day: string }) => {
      const deliveredOnUtc = toDeliveryTime(day);
      let done = 0;
      for (const { id, trackingNumber, orderId } of parcels) {
        try {
          await operatorApi('POST /api/operator/shipments/:id/delivered', { params: { id }, body: { deliveredOnUtc } });
        } catch (error) {
          const reason = error instanceof Error ? error.message : '';
          const kept = done === 0 ? '' : ` ${plural(done, 'parcel')} before it ${done === 1 ? 'was' : 'were'} marked.`;
          throw new Error(`Parcel ${trackingNumber ?? `of order ${orderId}`} was not marked as delivered. ${reason}${kept}`);
        }
        done += 1;
      }
      return done;
    },
    onSuccess: (done) => {
      showSuccess(`${plural(done, 'parcel')} marked as delivered.`);
      onDone();
    },
    onError: (error) => showError(error),
    onSettled: () => invalidateOperatorCalls(client, 'GET /api/operator/shipments', 'GET /api/operator/packing'),
  });
}
