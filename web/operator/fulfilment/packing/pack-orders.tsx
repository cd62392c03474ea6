import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { invalidateOperatorCalls, operatorApi, operatorDownload, operatorQuery } from '../../session/operator-api.ts';
import { OrderCard } from '../changes/order-card.tsx';
import { describeElapsed } from '../fulfilment-dates.ts';
import type { PackOrder } from '../pack-order.ts';
import { BackToBoard } from './back-to-board.tsx';
import { BagCard } from './bag-card.tsx';
import { BagList } from './bag-list.tsx';
import { PackNotices } from './pack-notices.tsx';
import css from './packing.module.css';
import { isClosed, toParcelItems } from './packing-state.ts';
import { saveLastCarrier } from './packing-storage.ts';
import { PickingNotice } from './picking-notice.tsx';
import { Scanner, type ScannerHandle } from './scanner.tsx';
import { type ParcelForms, ShipDialog } from './ship-dialog.tsx';
import { placeShipProblems, type ShipProblems } from './ship-problems.ts';
import { ShippedCard } from './shipped-card.tsx';
import { usePacking } from './use-packing.ts';
import { type Shipment, useShip } from './use-ship.ts';

const REFRESH_MS = 60_000;
const ELSEWHERE_STALE_MS = 300_000;
/** Other orders of the destination whose garments are recognised. */
const MAX_ELSEWHERE = 50;

interface Props {
  orderIds: readonly number[];
}

/** Loads the orders, and explains when that fails. */
export function PackOrders({ orderIds }: Props) {
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/packing', { query: { orderIds: [...orderIds] } }),
    refetchInterval: REFRESH_MS,
  });
  if (data) return <Packing orders={data.orders} orderIds={orderIds} refreshError={error} />;
  return (
    <>
      <PageHeader title="Pick and pack" above={<BackToBoard />} />
      <Card>
        {error ? (
          <ErrorState
            title={orderIds.length === 1 ? 'The order could not be loaded.' : 'The orders could not be loaded.'}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading>
            <SkeletonRows rows={6} height={60} />
          </Loading>
        )}
      </Card>
    </>
  );
}

const noOrders: readonly PackOrder[] = [];

function Packing({ orders, orderIds, refreshError }: Props & { orders: readonly PackOrder[]; refreshError: Error | null }) {
  const client = useQueryClient();
  const scanner = useRef<ScannerHandle>(null);
  const focusScanner = useCallback(() => scanner.current?.focus(), []);
  const refresh = () => void invalidateOperatorCalls(client, 'GET /api/operator/packing', 'GET /api/operator/shipments');
  const [isShipOpen, setShipOpen] = useState(false);
  const [shipped, setShipped] = useState<readonly Shipment[]>([]);
  const [problems, setProblems] = useState<ShipProblems>();
  const [first] = orders as [PackOrder];
  const otherIds = first.otherOrderIds.filter((id) => !orderIds.includes(id));
  const elsewhere = useQuery({
    ...operatorQuery('GET /api/operator/packing', { query: { orderIds: otherIds.slice(0, MAX_ELSEWHERE) } }),
    enabled: otherIds.length > 0,
    staleTime: ELSEWHERE_STALE_MS,
  });
  const isMixed = new Set(orders.map(({ destination }) => destination)).size > 1;

  const { phase, ship, tryAgain } = useShip({
    orderIds,
    onShipped: (pending, shipments) => {
      packing.finishShipment(pending);
      saveLastCarrier(shipments.at(-1)?.carrier ?? '');
      setProblems(undefined);
      setShipped(shipments);
      setShipOpen(false);
    },
    onRefused: (error) => {
      const attempted = attempt.current.length > 0 ? attempt.current : closedBags;
      const placed = placeShipProblems(error, attempted);
      const [concerned] = Object.keys(placed.bags);
      setProblems(placed);
      setShipOpen(true);
      if (concerned) packing.open(concerned);
    },
  });
  const packing = usePacking({
    orderIds,
    orders,
    elsewhere: elsewhere.data?.orders ?? noOrders,
    isShipping: phase !== 'idle',
    onOutsideChange: refresh,
  });
  const { bags, openBag, state } = packing;
  const closedBags = bags.filter((bag) => isClosed(state, bag));
  const attempt = useRef<typeof bags>([]);
  const hasClosed = closedBags.length > 0;
  useEffect(() => {
    // The bags opened again: the dialog must not come back with the next one that is closed.
    if (!hasClosed) setShipOpen(false);
  }, [hasClosed]);

  const start = useMutation({
    mutationFn: () =>
      Promise.all(
        orders
          .filter(({ pickingStartedOnUtc }) => pickingStartedOnUtc === null)
          .map(({ id }) => operatorApi('POST /api/operator/orders/:id/picking', { params: { id }, body: {} })),
      ),
    onSuccess: () => packing.say('Picking has started. The customer can no longer change the order.'),
    onError: (error) => showError(error),
    onSettled: async () => {
      await invalidateOperatorCalls(client, 'GET /api/operator/packing', 'GET /api/operator/orders');
      focusScanner();
    },
  });

  function shipBags(forms: ParcelForms) {
    attempt.current = closedBags;
    setProblems(undefined);
    ship({
      bagKeys: closedBags.map(({ key }) => key),
      parcels: closedBags.map((bag) => ({
        carrier: forms[bag.key]?.carrier.trim() || null,
        trackingNumber: forms[bag.key]?.trackingNumber.trim() || null,
        trackingUrl: forms[bag.key]?.trackingUrl.trim() || null,
        items: toParcelItems(state, bag),
      })),
    });
  }

  const isStarted = orders.every(({ pickingStartedOnUtc }) => pickingStartedOnUtc !== null);
  const isReady = bags.some(({ lines }) => lines.some(({ readyQuantity }) => readyQuantity > 0));
  const blocker = isMixed
    ? 'These orders go to different destinations.'
    : isStarted
      ? phase === 'idle'
        ? undefined
        : 'The bags are being shipped.'
      : 'Start picking first. Until then the customer can still change the order.';

  return (
    <>
      <PageHeader
        title={first.destinationName}
        tab={orderIds.length === 1 ? `Order ${first.id}` : `${orderIds.length} orders`}
        above={<BackToBoard />}
        actions={
          bags.length > 0 && (
            <>
              <DownloadButton
                disabled={!isReady || isMixed}
                file={() => operatorDownload('GET /api/operator/picklist', { query: { orderIds: [...orderIds] } })}
              >
                Pick list
              </DownloadButton>
              {isStarted ? (
                <BlockableButton
                  blocker={closedBags.length === 0 ? 'Close a bag first.' : undefined}
                  onClick={() => {
                    setProblems(undefined);
                    setShipOpen(true);
                  }}
                >
                  {closedBags.length === 0 ? 'Ship' : `Ship ${plural(closedBags.length, 'bag')}`}
                </BlockableButton>
              ) : (
                <Button loading={start.isPending} disabled={isMixed} onClick={() => start.mutate()}>
                  Start picking
                </Button>
              )}
            </>
          )
        }
      >
        {[
          first.organisationName,
          orderIds.length === 1 ? `order ${first.id} of ${first.personName}` : plural(orderIds.length, 'order'),
          bags.length > 0 && plural(bags.length, 'bag'),
          `released ${describeElapsed(first.releasedOnUtc)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </PageHeader>
      <div className={css.notices}>
        <PackNotices
          isMixed={isMixed}
          refreshError={refreshError}
          outside={packing.outside}
          phase={isShipOpen ? 'idle' : phase}
          onDone={() => {
            packing.dismissOutside();
            focusScanner();
          }}
          onTryAgain={tryAgain}
        />
        <PickingNotice orders={orders} state={state} />
        {shipped.length > 0 && <ShippedCard shipments={shipped} otherOrderIds={otherIds} />}
      </div>
      {bags.length === 0 ? (
        shipped.length === 0 && (
          <Card>
            <EmptyState title={describeEnd(orders)}>There is nothing left to pack.</EmptyState>
          </Card>
        )
      ) : (
        <>
          <Scanner ref={scanner} packing={packing} blocker={blocker} />
          <div className={css.columns}>
            <BagList
              bags={bags}
              state={state}
              openKey={openBag?.key}
              onOpen={(key) => {
                packing.open(key);
                focusScanner();
              }}
            />
            {openBag && (
              <BagCard
                bag={openBag}
                orders={orders}
                packing={packing}
                blocker={blocker}
                problems={problems?.bags[openBag.key] ?? []}
                onDone={focusScanner}
              />
            )}
          </div>
        </>
      )}
      <div className={css.orderCards}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} onChanged={focusScanner} />
        ))}
      </div>
      <ShipDialog
        opened={isShipOpen && hasClosed}
        outside={packing.outside}
        bags={closedBags}
        state={state}
        phase={phase}
        problems={problems}
        draftKey={`shipment of ${orderIds.join()}`}
        onShip={shipBags}
        onTryAgain={tryAgain}
        onClose={() => {
          setShipOpen(false);
          // The dialog gives the focus back to its button first.
          setTimeout(focusScanner, 300);
        }}
      />
    </>
  );
}

/** Why nothing is pending. */
function describeEnd(orders: readonly PackOrder[]): string {
  const [first] = orders as [PackOrder];
  if (orders.length > 1) return 'All these orders have been shipped or cancelled';
  return first.orderStatus === 'Cancelled' ? `Order ${first.id} was cancelled` : `Everything in order ${first.id} has been sent`;
}
