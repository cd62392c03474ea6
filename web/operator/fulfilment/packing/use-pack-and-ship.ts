import { useEffect, useRef, useState } from 'react';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import type { PackOrder } from '../pack-order.ts';
import type { Bag } from './bags.ts';
import { isClosed, toParcelItems } from './packing-state.ts';
import { saveLastCarrier } from './packing-storage.ts';
import type { ParcelForms } from './ship-dialog.tsx';
import { placeShipProblems, type ShipProblems } from './ship-problems.ts';
import { usePacking } from './use-packing.ts';
import { type Shipment, useShip } from './use-ship.ts';

interface Options {
  orderIds: readonly number[];
  orders: readonly PackOrder[];
  /** Other orders of the same destination. */
  elsewhere: readonly PackOrder[];
  /** Called when another tab has packed or shipped. */
  onOutsideChange: () => void;
}

export type PackAndShip = ReturnType<typeof usePackAndShip>;

/** Packing into bags, and shipping those that are closed: what has been shipped leaves the bags, and a refusal opens the bag it is about. */
export function usePackAndShip({ orderIds, orders, elsewhere, onOutsideChange }: Options) {
  const [isOpen, setOpen] = useState(false);
  const [shipped, setShipped] = useState<readonly Shipment[]>([]);
  const [problems, setProblems] = useState<ShipProblems>();
  const attempt = useRef<readonly Bag[]>([]);

  const { phase, ship, tryAgain } = useShip({
    orderIds,
    onShipped: (pending, shipments) => {
      packing.finishShipment(pending);
      if (pending.isCollected) showSuccess('Ready to collect. The customer has been emailed.');
      else saveLastCarrier(shipments.at(-1)?.carrier ?? '');
      setProblems(undefined);
      setShipped(shipments);
      setOpen(false);
    },
    onRefused: (error) => {
      const attempted = attempt.current.length > 0 ? attempt.current : closedBags;
      const placed = placeShipProblems(error, attempted);
      const [concerned] = Object.keys(placed.bags);
      setProblems(placed);
      setOpen(true);
      if (concerned) packing.open(concerned);
    },
  });
  const packing = usePacking({ orderIds, orders, elsewhere, isShipping: phase !== 'idle', onOutsideChange });
  const { bags, state } = packing;
  const closedBags = bags.filter((bag) => isClosed(state, bag));
  const hasClosed = closedBags.length > 0;
  useEffect(() => {
    // The bags opened again: the dialog must not come back with the next one that is closed.
    if (!hasClosed) setOpen(false);
  }, [hasClosed]);

  return {
    packing,
    shipping: {
      phase,
      tryAgain,
      closedBags,
      problems,
      /** What was shipped last. */
      shipped,
      /** Whether carrier and tracking are being entered. */
      isOpen,
      open() {
        setProblems(undefined);
        setOpen(true);
      },
      close: () => setOpen(false),
      /** Ships the closed bags with what was entered for each. */
      ship(forms: ParcelForms) {
        attempt.current = closedBags;
        setProblems(undefined);
        ship({
          bagKeys: closedBags.map(({ key }) => key),
          isCollected: orders[0]?.deliveryKind === 'collected',
          parcels: closedBags.map((bag) => ({
            carrier: forms[bag.key]?.carrier.trim() || null,
            trackingNumber: forms[bag.key]?.trackingNumber.trim() || null,
            trackingUrl: forms[bag.key]?.trackingUrl.trim() || null,
            items: toParcelItems(state, bag),
          })),
        });
      },
    },
  };
}
