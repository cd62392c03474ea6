import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { createIdempotencyKey } from '#web/app/idempotency-key.ts';
import { isIndeterminate, retryUntilResponse, waitForNetwork } from '#web/ordering/checkout/retry-order.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { findPendingShipment, type PendingShipment, savePendingShipment } from './packing-storage.ts';

/** `checking`: the response was lost and the request is being repeated. `lost`: no response for about a minute. */
export type ShipPhase = 'idle' | 'sending' | 'checking' | 'lost';

export type Shipment = ReplyOf<'POST /api/operator/shipments'>['shipments'][number];

const REQUEST_TIMEOUT_MS = 30_000;

interface Options {
  orderIds: readonly number[];
  onShipped: (pending: PendingShipment, shipments: readonly Shipment[]) => void;
  onRefused: (error: unknown) => void;
}

/** Ships the parcels, or makes what is in them ready to collect, of which there are no shipments. */
async function sendPending(
  { parcels, isCollected }: PendingShipment,
  options: { headers: Record<string, string>; signal: AbortSignal },
): Promise<readonly Shipment[]> {
  if (!isCollected) return (await operatorApi('POST /api/operator/shipments', { body: { parcels }, ...options })).shipments;
  const items = parcels.flatMap((parcel) => parcel.items);
  await operatorApi('POST /api/operator/readytocollect', { body: { items }, ...options });
  return [];
}

/**
 * Ships parcels exactly once, or makes them ready to collect. A shipment that was not answered, because the connection was lost or the page left, is sent again under its idempotency
 * key, which returns the first response.
 */
export function useShip({ orderIds, onShipped, onRefused }: Options) {
  const client = useQueryClient();
  const [phase, setPhase] = useState<ShipPhase>(() => (findPendingShipment(orderIds) ? 'checking' : 'idle'));
  const isBusy = useRef(false);

  async function send(pending: PendingShipment, first: ShipPhase) {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase(first);
    savePendingShipment(pending);
    try {
      const shipments = await retryUntilResponse(
        () =>
          sendPending(pending, {
            headers: { 'Idempotency-Key': pending.key },
            signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
          }),
        { onIndeterminate: () => setPhase('checking'), wait: waitForNetwork },
      );
      savePendingShipment(undefined);
      onShipped(pending, shipments);
      setPhase('idle');
    } catch (error) {
      if (isIndeterminate(error)) setPhase('lost');
      else {
        savePendingShipment(undefined);
        setPhase('idle');
        onRefused(error);
      }
    } finally {
      isBusy.current = false;
      void invalidateOperatorCalls(
        client,
        'GET /api/operator/packing',
        'GET /api/operator/orders',
        'GET /api/operator/shipments',
      );
    }
  }

  const started = useRef(false);
  useEffect(() => {
    const pending = findPendingShipment(orderIds);
    if (started.current || !pending) return;
    started.current = true;
    void send(pending, 'checking');
  });

  return {
    phase,
    ship: (shipment: Omit<PendingShipment, 'key' | 'orderIds'>) =>
      void send({ ...shipment, key: createIdempotencyKey(), orderIds: [...orderIds] }, 'sending'),
    tryAgain: () => {
      const pending = findPendingShipment(orderIds);
      if (pending) void send(pending, 'checking');
    },
  };
}
