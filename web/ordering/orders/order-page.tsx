import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { describeOrderStatus, describePaymentStatus } from '#web/app/order-states.ts';
import { paths } from '#web/app/paths.ts';
import { usePricesVisible, useProfile, useSeesCharges, useSeesInvoices } from '#web/app/session/profile.ts';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { PrinterIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonBlock, SkeletonRows, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { AddressText } from '#web/ui/format/address.tsx';
import { formatDateTime, lowerFirst } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { PaymentCard } from '../card-payments/payment-card.tsx';
import { PaymentNotice } from '../card-payments/payment-notice.tsx';
import { formatExpected } from '../expected-day.ts';
import { OrderInvoices } from '../invoices/order-invoices.tsx';
import { getCancelLabel } from '../order-changes/changeability.ts';
import { type OpenChange, OrderChangeDialog } from '../order-changes/order-change-dialog.tsx';
import { OrderProofs } from '../proofs/order-proofs.tsx';
import { OrderAgain } from '../reorder/order-again.tsx';
import { ReturnCard } from '../returns/return-card.tsx';
import { ReturnOrderLink } from '../returns/return-order-link.tsx';
import type { ReturnRequest } from '../returns/return-status.ts';
import { CollectCard } from './collect-card.tsx';
import { listOrderAmounts } from './order-amounts.ts';
import { OrderLines } from './order-lines.tsx';
import { ApprovalNotice, OrderAnswers, OrderComment, OrderHistory } from './order-notes.tsx';
import css from './order-page.module.css';
import { OrderPieces } from './order-pieces.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { Shipments } from './shipments.tsx';
import { createTimeline, type Order } from './timeline.ts';

/** One order: progress, lines and what can be changed of them, parcels, history, amounts and addresses. */
export function OrderPage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/orders/:id', { params: { id } }), enabled: valid });
  const order = data?.orders[0];
  if (order) return <OrderView key={order.id} order={order} />;

  const missing = !valid || isNotFound(error);
  return (
    <>
      <PageHeader title={valid ? `Order ${id}` : 'Order'} above={<BackToOrders id={id} />} />
      {missing ? (
        <Card>
          <EmptyState
            title="Order not found"
            action={
              <Button component={Link} to={paths.orders()}>
                View your orders
              </Button>
            }
          >
            You don’t have access to an order with this number. Check the link, or look for the order in your list.
          </EmptyState>
        </Card>
      ) : error ? (
        <Card>
          <ErrorState title="The order could not be loaded." error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <OrderSkeleton />
      )}
    </>
  );
}

/** "On account, payment due". Nothing has to be paid for what the entitlement covers. */
const describePayment = (order: Order) =>
  order.paymentMethodSystemName === 'Payments.Entitlement' || order.paymentMethodSystemName === 'Payments.Exchange'
    ? order.paymentMethod
    : [order.paymentMethod, describePaymentStatus(order).label.toLowerCase()].filter(Boolean).join(', ');

function OrderView({ order }: { order: Order }) {
  const profile = useProfile();
  const pricesVisible = usePricesVisible();
  const seesCharges = useSeesCharges();
  const seesInvoices = useSeesInvoices();
  const [change, setChange] = useState<OpenChange>();
  const person = `${order.customer.firstName} ${order.customer.lastName}`.trim();
  const facts = [
    ['Placed', formatDateTime(order.createdOnUtc)],
    [order.ownLinesOnly ? 'Ordered by' : 'For', profile?.id === order.customer.id ? '' : person],
    ['Ordered through', order.isPunchout && 'Your purchasing system'],
    ['PO number', order.poNumber],
    // Otherwise it is among the answers.
    ['Cost centre', order.checkoutAttributeDescription === null && order.costCentre],
    ['Payment', !order.ownLinesOnly && describePayment(order)],
    ['Delivery', order.shippingMethod],
    ['Approval', describeApproval(order)],
    ['Exchange of', order.exchangeOfOrderId !== null && <ExchangedOrder order={order} />],
    ['Replaces', order.replacesOrderId !== null && <OrderLink id={order.replacesOrderId} />],
    ['Replaced by', order.replacedByOrderId !== null && <OrderLink id={order.replacedByOrderId} />],
  ] satisfies [string, ReactNode][];
  const cancelLabel = getCancelLabel(order);
  return (
    <>
      <PageHeader
        title={`Order ${order.customOrderNumber}`}
        above={<BackToOrders id={order.id} />}
        actions={
          <>
            {order.returnAllowed && <ReturnOrderLink orderId={order.id} className="not-printed" />}
            <OrderAgain order={order} className="not-printed" />
            <Button className="not-printed" variant="default" leftSection={<PrinterIcon size={18} />} onClick={() => print()}>
              Print
            </Button>
            {cancelLabel && (
              <Button
                className="not-printed"
                variant="default"
                aria-haspopup="dialog"
                onClick={() => setChange({ kind: 'cancel' })}
              >
                {cancelLabel}
              </Button>
            )}
          </>
        }
      >
        <StatusBadge tone={describeOrderStatus(order).tone}>{describeOrderStatus(order).label}</StatusBadge>
      </PageHeader>
      <Stack className={css.page}>
        {order.ownLinesOnly && (
          <Notice tone="info">
            <strong>{person} ordered for you.</strong> Only your garments are shown. To change or cancel something, ask {person}.
          </Notice>
        )}
        <PaymentNotice order={order} />
        <ApprovalNotice order={order} />
        <OrderProofs order={order} />
        <Card aria-label="Progress">
          <OrderTimeline steps={createTimeline(order)} />
        </Card>
        <div className={css.columns}>
          <Stack miw={0} className={css.main}>
            <OrderLines order={order} onChange={setChange} />
            {order.returnRequests.length > 0 && (
              <Card title="Returns and exchanges" action={<Link to={paths.returns()}>Your returns</Link>}>
                {order.returnRequests.map((request) => (
                  <ReturnCard key={request.id} request={request} isSender={isSender(order, request, profile?.id)} />
                ))}
              </Card>
            )}
            {order.shipments.length > 0 && <Shipments order={order} />}
            {seesInvoices && !order.ownLinesOnly && order.shipments.length > 0 && <OrderInvoices orderId={order.id} />}
            <OrderAnswers order={order} />
            <OrderComment order={order} />
            <OrderHistory order={order} />
          </Stack>
          <Stack component="aside" miw={0} className={css.main} aria-label="Pieces, amounts and addresses">
            <OrderPieces order={order} />
            {pricesVisible && (
              <Card title="Amounts">
                <Amounts rows={listOrderAmounts(order, seesCharges && !order.ownLinesOnly)} />
              </Card>
            )}
            <PaymentCard order={order} />
            <Card title="About this order">
              <Stack component="dl" gap="xs" className={css.facts}>
                {facts
                  .filter(([, value]) => value)
                  .map(([name, value]) => (
                    <div key={name}>
                      <Text component="dt" size="sm" c="dimmed">
                        {name}
                      </Text>
                      <dd>{value}</dd>
                    </div>
                  ))}
              </Stack>
            </Card>
            {order.deliveryKind === 'collected' && <CollectCard order={order} />}
            {order.shippingAddress && order.deliveryKind === 'sent' && (
              <Card title="Delivery address">
                <AddressText address={order.shippingAddress} />
                {order.expectedOn && <Text fw={600}>{formatExpected(order.expectedOn)}</Text>}
              </Card>
            )}
            {!order.ownLinesOnly && (
              <Card title="Invoice address">
                <AddressText address={order.billingAddress} />
              </Card>
            )}
          </Stack>
        </div>
      </Stack>
      <OrderChangeDialog
        order={order}
        cancelLabel={cancelLabel ?? 'Cancel order'}
        open={change}
        onClose={() => setChange(undefined)}
      />
    </>
  );
}

/** Whether a person sends the pieces of a return: the person of the order, or the wearer of the line. Others who see the order do not. */
const isSender = ({ customer, orderItems }: Order, { orderItemId, exchangeOrderItemId }: ReturnRequest, id: number | undefined) =>
  id === customer.id ||
  orderItems.some((line) => line.customerId === id && (line.id === orderItemId || line.id === exchangeOrderItemId));

/** "by Ana Lima: 2 pieces beyond the entitlement"; empty unless the order was approved. */
const describeApproval = ({ approval }: Order) =>
  approval?.status === 'approved'
    ? [approval.byName && `by ${approval.byName}`, approval.reasons.map(lowerFirst).join('; ')].filter(Boolean).join(': ')
    : '';

/** The order that was exchanged, with the number of the return. */
function ExchangedOrder({ order: { id, exchangeOfOrderId, returnRequests } }: { order: Order }) {
  const request = returnRequests.find(({ exchangeOrderId }) => exchangeOrderId === id);
  return (
    <>
      <OrderLink id={exchangeOfOrderId as number} />
      {request && `, return ${request.customNumber}`}
    </>
  );
}

const OrderLink = ({ id }: { id: number }) => <Link to={paths.order(id)}>Order {id}</Link>;

const BackToOrders = ({ id }: { id: number }) => (
  <ListBackLink to={paths.orders()} label="Orders" list="orders" noun="order" id={id} pathOf={paths.order} />
);

const OrderSkeleton = () => (
  <PageLoading label="Loading the order">
    <Stack className={css.page}>
      <Card>
        <SkeletonBlock height={56} />
      </Card>
      <div className={css.columns}>
        <Card flush>
          <SkeletonRows rows={3} height={90} />
        </Card>
        <Card>
          <SkeletonText lines={6} />
        </Card>
      </div>
    </Stack>
  </PageLoading>
);
