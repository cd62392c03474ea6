import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

type Order = Pick<ReplyOf<'GET /api/orders'>['orders'][number], 'orderStatus' | 'paymentStatus' | 'shippingStatus'>;

interface StatusLabel {
  label: string;
  tone: Tone;
}

const orderStatuses: Record<string, StatusLabel> = {
  Pending: { label: 'Received', tone: 'neutral' },
  AwaitingApproval: { label: 'Waiting for approval', tone: 'warning' },
  Rejected: { label: 'Rejected', tone: 'danger' },
  Processing: { label: 'In progress', tone: 'info' },
  Complete: { label: 'Complete', tone: 'success' },
  Cancelled: { label: 'Cancelled', tone: 'danger' },
};

const shippingStatuses: Record<string, StatusLabel> = {
  ShippingNotRequired: { label: 'No delivery needed', tone: 'neutral' },
  NotYetShipped: { label: 'Not sent yet', tone: 'neutral' },
  PartiallyShipped: { label: 'Partly sent', tone: 'info' },
  Shipped: { label: 'On its way', tone: 'info' },
  Delivered: { label: 'Delivered', tone: 'success' },
};

const paymentStatuses: Record<string, StatusLabel> = {
  Pending: { label: 'Payment due', tone: 'neutral' },
  Authorized: { label: 'Payment authorised', tone: 'info' },
  Paid: { label: 'Paid', tone: 'success' },
  PartiallyRefunded: { label: 'Partly refunded', tone: 'warning' },
  Refunded: { label: 'Refunded', tone: 'warning' },
  Voided: { label: 'Payment voided', tone: 'neutral' },
};

const findLabel = (statuses: Record<string, StatusLabel>, name: string): StatusLabel =>
  statuses[name] ?? { label: name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '), tone: 'neutral' };

export const describeOrderStatus = (order: Pick<Order, 'orderStatus'>) => findLabel(orderStatuses, order.orderStatus);
export const describeShippingStatus = (order: Pick<Order, 'shippingStatus'>) => findLabel(shippingStatuses, order.shippingStatus);
export const describePaymentStatus = (order: Pick<Order, 'paymentStatus'>) => findLabel(paymentStatuses, order.paymentStatus);

/** The most informative single status of an order: its shipping status once it is shipped, otherwise its order status. */
export function describeOverallStatus(order: Order): StatusLabel {
  const underWay = ['PartiallyShipped', 'Shipped', 'Delivered'].includes(order.shippingStatus);
  return underWay && !['Cancelled', 'Rejected'].includes(order.orderStatus)
    ? describeShippingStatus(order)
    : describeOrderStatus(order);
}
