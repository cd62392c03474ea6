import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { OrderForNext } from '#web/app/lists/order-for-next.tsx';
import { paths } from '#web/app/paths.ts';
import { useImpersonatedName } from '#web/app/session/impersonation.ts';
import { usePricesVisible, useSeesCharges } from '#web/app/session/profile.ts';
import { useOrderingLink } from '#web/app/session/use-ordering-link.ts';
import { PortalTopics } from '#web/app/topics/portal-topics.tsx';
import { describeDesign } from '#web/catalogue/customisation/drawing/drawn-design.ts';
import { ShareOfOrder } from '#web/entitlement/order-share.tsx';
import { LineItems } from '#web/ui/content/line-items.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonBlock, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { AddressText } from '#web/ui/format/address.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { formatExpected } from '../expected-day.ts';
import { CollectCard } from '../orders/collect-card.tsx';
import { useWearerLabel } from '../wearer-label.ts';
import css from './confirmation-page.module.css';
import { describeNextSteps } from './next-steps.ts';
import { OrderForNextWearer } from './order-for-next-wearer.tsx';

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** The order just placed and what happens next. */
export function ConfirmationPage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/orders/:id', { params: { id } }), enabled: valid });
  const order = data?.orders[0];

  if (!valid || isNotFound(error)) {
    return (
      <>
        <PageHeader title="Order" />
        <Card>
          <EmptyState
            title="Order not found"
            action={
              <Button component={Link} to={paths.orders()}>
                View your orders
              </Button>
            }
          />
        </Card>
      </>
    );
  }
  if (!order) {
    return (
      <>
        <PageHeader title="Your order" />
        {error ? (
          <>
            <Notice tone="success">Your order has been placed, but its details could not be loaded.</Notice>
            <ErrorState title="The order could not be loaded." error={error} onRetry={() => void refetch()}>
              <Link to={paths.orders()}>View your orders</Link>
            </ErrorState>
          </>
        ) : (
          <PageLoading label="Loading your order">
            <Card>
              <SkeletonBlock width="30%" height={24} />
              <SkeletonText lines={4} />
            </Card>
          </PageLoading>
        )}
      </>
    );
  }

  return <PlacedOrder order={order} />;
}

/** The order, what happens next, and where it goes. */
function PlacedOrder({ order }: { order: Order }) {
  const start = useOrderingLink();
  const person = useImpersonatedName();
  const needsApproval = order.orderStatus === 'AwaitingApproval';
  return (
    <>
      <PageHeader
        title={needsApproval ? 'Sent for approval' : person ? `Ordered for ${person}` : 'Thank you for your order'}
        actions={
          start && (
            <Button component={Link} to={start.to} variant="default">
              {start.isClosed ? start.label : 'Continue shopping'}
            </Button>
          )
        }
      />
      <div className={css.columns}>
        <Stack miw={0}>
          <Notice tone={needsApproval ? 'warning' : 'success'}>
            <strong>
              {needsApproval
                ? `Order ${order.customOrderNumber} is waiting for approval.`
                : `Order ${order.customOrderNumber} has been placed.`}
            </strong>
          </Notice>
          <Card title="What happens next">
            <ol className={css.next}>
              {describeNextSteps(order).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ol>
            <div className={css.links}>
              {person ? <OrderForNext /> : <OrderForNextWearer order={order} />}
              <Button component={Link} to={paths.order(order.id)} variant={person ? 'default' : 'filled'}>
                Track this order
              </Button>
              <Button component={Link} to={paths.orders()} variant="default">
                View all orders
              </Button>
            </div>
          </Card>
          <Garments order={order} />
          <PortalTopics location="orderconfirmation" />
        </Stack>
        <DeliveryAndTotal order={order} />
      </div>
    </>
  );
}

function Garments({ order }: { order: Order }) {
  const getWearerLabel = useWearerLabel();
  const garments = order.orderItems.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Card title={`${plural(garments, 'garment')} ordered`}>
      <LineItems
        label="Garments ordered"
        lines={order.orderItems.map((line) => ({
          id: line.id,
          src: line.images[0]?.src,
          name: line.productName,
          notes: [line.attributeDescription, ...line.customisations.map(describeDesign), getWearerLabel(line), line.sku],
          figure: `× ${line.quantity}`,
        }))}
      />
    </Card>
  );
}

function DeliveryAndTotal({ order }: { order: Order }) {
  const seesCharges = useSeesCharges();
  const pricesVisible = usePricesVisible();
  const isFromEntitlement = order.paymentMethodSystemName === 'Payments.Entitlement';
  const garments = order.customerTaxDisplayType === TAX_INCLUSIVE ? order.orderSubtotalInclTax : order.orderSubtotalExclTax;
  const total = seesCharges ? order.orderTotal : pricesVisible ? garments : null;
  return (
    <Stack component="aside" miw={0} aria-label="Delivery and total">
      {order.deliveryKind === 'collected' && <CollectCard order={order} />}
      {order.shippingAddress && order.deliveryKind === 'sent' && (
        <Card title="Deliver to">
          <AddressText address={order.shippingAddress} />
          {order.shippingMethod && (
            <Text mt="xs" size="sm" c="dimmed">
              {order.shippingMethod}
            </Text>
          )}
          {order.expectedOn && <Text fw={600}>{formatExpected(order.expectedOn)}</Text>}
        </Card>
      )}
      <Card title={seesCharges ? 'Total' : total === null ? 'Payment' : 'Garments'}>
        {total !== null && <p className={css.total}>{formatMoney(total, order.currencyCode)}</p>}
        <Text mt="xs" size="sm" c="dimmed">
          {seesCharges && order.orderTax !== null && `incl. ${formatMoney(order.orderTax, order.currencyCode)} tax. `}
          {order.paymentMethod}
          {order.poNumber && `, PO number ${order.poNumber}`}
        </Text>
        {isFromEntitlement && <ShareOfOrder orderId={order.id} />}
      </Card>
    </Stack>
  );
}

const TAX_INCLUSIVE = 0;
