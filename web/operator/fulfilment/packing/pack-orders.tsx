import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { lowerFirst, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { invalidateOperatorCalls, operatorApi, operatorDownload, operatorQuery } from '../../session/operator-api.ts';
import { OrderCard } from '../changes/order-card.tsx';
import { describeSendDay } from '../describe-delivery.ts';
import { describeElapsed } from '../fulfilment-dates.ts';
import { isDone, type PackOrder, toPackable } from '../pack-order.ts';
import { BackToBoard } from './back-to-board.tsx';
import { BagCard } from './bag-card.tsx';
import { BagList } from './bag-list.tsx';
import { PackNotices } from './pack-notices.tsx';
import css from './packing.module.css';
import { PickingNotice } from './picking-notice.tsx';
import { Scanner, type ScannerHandle } from './scanner.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { ShippedCard } from './shipped-card.tsx';
import { type PackAndShip, usePackAndShip } from './use-pack-and-ship.ts';
import type { ShipPhase } from './use-ship.ts';

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
      <PageHeader title="Pick and pack" above={<BackToBoard orderIds={orderIds} />} />
      <Card>
        {error ? (
          <ErrorState
            title={orderIds.length === 1 ? 'The order could not be loaded.' : 'The orders could not be loaded.'}
            error={error}
            notFound="It may still be waiting for approval, or belong to a brand that isn’t yours."
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

interface PackingProps extends Props {
  orders: readonly PackOrder[];
  refreshError: Error | null;
}

/** The page of orders that are packed together: notices, scanner, bags and the orders. */
function Packing({ orders: released, orderIds, refreshError }: PackingProps) {
  const orders = useMemo(() => released.map(toPackable), [released]);
  const client = useQueryClient();
  const scanner = useRef<ScannerHandle>(null);
  const focusScanner = useCallback(() => scanner.current?.focus(), []);
  const [first] = orders as [PackOrder];
  const otherIds = first.otherOrderIds.filter((id) => !orderIds.includes(id));
  const elsewhere = useQuery({
    ...operatorQuery('GET /api/operator/packing', { query: { orderIds: otherIds.slice(0, MAX_ELSEWHERE) } }),
    enabled: otherIds.length > 0,
    staleTime: ELSEWHERE_STALE_MS,
  });
  const { packing, shipping } = usePackAndShip({
    orderIds,
    orders,
    elsewhere: elsewhere.data?.orders ?? noOrders,
    onOutsideChange: () => void invalidateOperatorCalls(client, 'GET /api/operator/packing', 'GET /api/operator/shipments'),
  });
  const { phase, shipped } = shipping;
  const { bags, openBag, state } = packing;
  const isMixed = new Set(orders.map(({ destination }) => destination)).size > 1;
  const blocker = findBlocker(orders, isMixed, phase);

  return (
    <>
      <PackHeader orders={orders} isMixed={isMixed} packing={packing} shipping={shipping} focusScanner={focusScanner} />
      <Stack gap="sm" className={css.notices}>
        <PackNotices
          isMixed={isMixed}
          refreshError={refreshError}
          outside={packing.outside}
          phase={shipping.isOpen ? 'idle' : phase}
          onDone={() => {
            packing.dismissOutside();
            focusScanner();
          }}
          onTryAgain={shipping.tryAgain}
        />
        <PickingNotice orders={orders} state={state} />
        {shipped.length > 0 && <ShippedCard shipments={shipped} otherOrderIds={otherIds} />}
      </Stack>
      {bags.length === 0 ? (
        shipped.length === 0 && (
          <Card>
            <EmptyState title={describeEnd(released)}>There is nothing left to pack.</EmptyState>
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
                problems={shipping.problems?.bags[openBag.key] ?? []}
                onDone={focusScanner}
              />
            )}
          </div>
        </>
      )}
      <div className={css.orderCards}>
        {released.map((order) => (
          <OrderCard key={order.id} order={order} onChanged={focusScanner} />
        ))}
      </div>
      <ShipDialog
        opened={shipping.isOpen && shipping.closedBags.length > 0}
        outside={packing.outside}
        bags={shipping.closedBags}
        state={state}
        phase={phase}
        problems={shipping.problems}
        isCollected={first.deliveryKind === 'collected'}
        draftKey={`shipment of ${orderIds.join()}`}
        onShip={shipping.ship}
        onTryAgain={shipping.tryAgain}
        onClose={() => {
          shipping.close();
          // The dialog gives the focus back to its button first.
          setTimeout(focusScanner, 300);
        }}
      />
    </>
  );
}

const isStarted = (orders: readonly PackOrder[]) => orders.every(({ pickingStartedOnUtc }) => pickingStartedOnUtc !== null);

/** Why nothing can be packed now; undefined if it can. */
function findBlocker(orders: readonly PackOrder[], isMixed: boolean, phase: ShipPhase): string | undefined {
  if (isMixed) return 'These orders go to different destinations.';
  if (!isStarted(orders)) return 'Start picking first. Until then the customer can still change the order.';
  return phase === 'idle' ? undefined : 'The bags are being shipped.';
}

interface HeaderProps {
  orders: readonly PackOrder[];
  isMixed: boolean;
  packing: PackAndShip['packing'];
  shipping: PackAndShip['shipping'];
  focusScanner: () => void;
}

/** Whose orders these are, with the pick list and the next step: start picking, then ship what is closed. */
function PackHeader({ orders, isMixed, packing: { bags, say }, shipping, focusScanner }: HeaderProps) {
  const [first] = orders as [PackOrder];
  const start = useStartPicking(orders, say, focusScanner);
  const closed = shipping.closedBags.length;
  const isReady = bags.some(({ lines }) => lines.some(({ readyQuantity }) => readyQuantity > 0));
  return (
    <PageHeader
      title={first.destinationName}
      tab={orders.length === 1 ? `Order ${first.id}` : `${orders.length} orders`}
      above={<BackToBoard orderIds={orders.map(({ id }) => id)} />}
      actions={
        bags.length > 0 && (
          <>
            <DownloadButton
              disabled={!isReady || isMixed}
              file={() => operatorDownload('GET /api/operator/picklist', { query: { orderIds: orders.map(({ id }) => id) } })}
            >
              Pick list
            </DownloadButton>
            {isStarted(orders) ? (
              <BlockableButton blocker={closed === 0 ? 'Close a bag first.' : undefined} onClick={shipping.open}>
                {closed === 0
                  ? nameAct(first)
                  : `${nameAct(first)}${first.deliveryKind === 'collected' ? ': ' : ' '}${plural(closed, 'bag')}`}
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
      <strong className={css.delivery}>{describeDelivery(orders)}</strong>
      {[
        first.organisationName,
        orders.length === 1 ? `order ${first.id} of ${first.personName}` : plural(orders.length, 'order'),
        bags.length > 0 && plural(bags.length, 'bag'),
        `released ${describeElapsed(first.releasedOnUtc)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </PageHeader>
  );
}

/** What is done with the bags that are closed. */
const nameAct = ({ deliveryKind }: PackOrder) => (deliveryKind === 'collected' ? 'Ready to collect' : 'Ship');

/** The ways of delivery of the orders, each with its day: "Next working day: due today (cut-off 14:00)". */
const describeDelivery = (orders: readonly PackOrder[]): string =>
  [
    ...new Set(
      orders.map((order) =>
        // What is collected has the name of its delivery as the title of the page.
        nameDelivery(order.deliveryKind === 'sent' ? order.deliveryMethod : null, isDone(order) ? '' : describeSendDay(order)),
      ),
    ),
  ].join(' · ');

const nameDelivery = (method: string | null, day: string): string =>
  method && day ? `${method}: ${lowerFirst(day)}` : method || day;

/** Starts picking the orders of which that has not begun. */
function useStartPicking(orders: readonly PackOrder[], say: (text: string) => void, focusScanner: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      Promise.all(
        orders
          .filter(({ pickingStartedOnUtc }) => pickingStartedOnUtc === null)
          .map(({ id }) => operatorApi('POST /api/operator/orders/:id/picking', { params: { id }, body: {} })),
      ),
    onSuccess: () => say('Picking has started. The customer can no longer change the order.'),
    onError: (error) => showError(error),
    onSettled: async () => {
      await invalidateOperatorCalls(client, 'GET /api/operator/packing', 'GET /api/operator/orders');
      focusScanner();
    },
  });
}

/** Why nothing is pending. */
function describeEnd(orders: readonly PackOrder[]): string {
  const [first] = orders as [PackOrder];
  if (orders.length > 1) return 'All these orders have been shipped or cancelled';
  if (first.readyToCollectOnUtc) return `Everything in order ${first.id} that could be packed is ready to collect`;
  if (first.orderStatus === 'Cancelled') return `Order ${first.id} was cancelled`;
  return `Everything in order ${first.id} has been ${first.deliveryKind === 'collected' ? 'collected' : 'sent'}`;
}
