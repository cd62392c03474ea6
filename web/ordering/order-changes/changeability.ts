import type { ReplyOf } from '#contract/index.ts';
import { formatDateTime } from '#web/ui/format/format.ts';

type Order = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** The part of an order that decides what of it can be changed. */
export type ChangeableOrder = Pick<
  Order,
  'cancelAllowed' | 'orderStatus' | 'shippingStatus' | 'deliveryKind' | 'pickingStartedOnUtc' | 'customer' | 'placedByName'
> & {
  orderItems: readonly Pick<Order['orderItems'][number], 'cancellableQuantity' | 'cancelledQuantity'>[];
};

/** Until when an order can be changed, or why it no longer can; undefined for an order that was cancelled or rejected. */
export function describeChangeability(order: ChangeableOrder): string | undefined {
  if (order.cancelAllowed)
    return order.orderStatus === 'AwaitingApproval'
      ? 'You can change sizes or cancel until picking starts. Picking never starts before approval.'
      : 'You can change sizes or cancel until picking starts.';
  if (order.orderStatus === 'Cancelled' || order.orderStatus === 'Rejected') return undefined;
  if (order.orderStatus === 'Complete' || order.shippingStatus === 'Shipped' || order.shippingStatus === 'Delivered')
    return `This order has been ${order.deliveryKind === 'collected' ? 'collected' : 'sent'}, so it can no longer be changed.`;
  if (order.pickingStartedOnUtc !== null)
    return `Picking started on ${formatDateTime(order.pickingStartedOnUtc)}, so this order can no longer be changed.`;
  const person = `${order.customer.firstName} ${order.customer.lastName}`.trim();
  const people = order.placedByName === person ? person : `${person}, ${order.placedByName}`;
  return `Only ${people} and administrators can change or cancel this order.`;
}

/** What the button that cancels everything pending says; undefined when nothing can be cancelled. */
export function getCancelLabel({ orderItems }: Pick<ChangeableOrder, 'orderItems'>): string | undefined {
  if (!orderItems.some(({ cancellableQuantity }) => cancellableQuantity > 0)) return undefined;
  return orderItems.some(({ cancelledQuantity }) => cancelledQuantity > 0) ? 'Cancel the rest' : 'Cancel order';
}
