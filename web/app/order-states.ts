import type { ReplyOf } from '#contract/index.ts';
import { getDeliveryStatusLabel, getOrderStatusLabel, getPaymentStatusLabel } from '#contract/ordering/order-states.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

type Order = Pick<
  ReplyOf<'GET /api/orders'>['orders'][number],
  'orderStatus' | 'paymentStatus' | 'shippingStatus' | 'deliveryKind' | 'readyToCollectOnUtc'
>;

interface StatusLabel {
  label: string;
  tone: Tone;
}

const orderTones: Record<string, Tone> = {
  AwaitingApproval: 'warning',
  Rejected: 'danger',
  Processing: 'info',
  Complete: 'success',
  Cancelled: 'danger',
};
const shippingTones: Record<string, Tone> = { PartiallyShipped: 'info', Shipped: 'info', Delivered: 'success' };
const paymentTones: Record<string, Tone> = {
  Authorized: 'info',
  Paid: 'success',
  PartiallyRefunded: 'warning',
  Refunded: 'warning',
};

/** The status of an order in words and colour. */
export const describeOrderStatus = (order: Pick<Order, 'orderStatus'>): StatusLabel => ({
  label: getOrderStatusLabel(order),
  tone: orderTones[order.orderStatus] ?? 'neutral',
});

/** The status of its delivery in words and colour; without words if nothing was sent before the order was cancelled or rejected. */
export const describeShippingStatus = (
  order: Pick<Order, 'orderStatus' | 'shippingStatus'> & Partial<Pick<Order, 'deliveryKind' | 'readyToCollectOnUtc'>>,
): StatusLabel => ({
  label: getDeliveryStatusLabel(order),
  tone: order.readyToCollectOnUtc ? 'success' : (shippingTones[order.shippingStatus] ?? 'neutral'),
});

/** The status of its payment in words and colour. */
export const describePaymentStatus = (order: Pick<Order, 'paymentStatus'>): StatusLabel => ({
  label: getPaymentStatusLabel(order),
  tone: paymentTones[order.paymentStatus] ?? 'neutral',
});

/** The most informative single status of an order: its shipping status once it is shipped, otherwise its order status. */
export function describeOverallStatus(order: Order): StatusLabel {
  const underWay =
    Boolean(order.readyToCollectOnUtc) || ['PartiallyShipped', 'Shipped', 'Delivered'].includes(order.shippingStatus);
  return underWay && !['Cancelled', 'Rejected'].includes(order.orderStatus)
    ? describeShippingStatus(order)
    : describeOrderStatus(order);
}
