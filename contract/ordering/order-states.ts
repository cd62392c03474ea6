interface Status {
  id: number;
  /** The name in the API. */
  name: string;
  /** The name on screen, in exports and in emails. */
  label: string;
}

/** The statuses of an order. */
export const ORDER_STATUSES = [
  { id: 10, name: 'Pending', label: 'Received' },
  { id: 50, name: 'AwaitingApproval', label: 'Waiting for approval' },
  { id: 20, name: 'Processing', label: 'In progress' },
  { id: 30, name: 'Complete', label: 'Complete' },
  { id: 40, name: 'Cancelled', label: 'Cancelled' },
  { id: 60, name: 'Rejected', label: 'Rejected' },
] as const satisfies readonly Status[];

/** The statuses of the payment of an order. */
export const PAYMENT_STATUSES = [
  { id: 10, name: 'Pending', label: 'Payment due' },
  { id: 20, name: 'Authorized', label: 'Payment authorised' },
  { id: 30, name: 'Paid', label: 'Paid' },
  { id: 35, name: 'PartiallyRefunded', label: 'Partly refunded' },
  { id: 40, name: 'Refunded', label: 'Refunded' },
  { id: 50, name: 'Voided', label: 'Payment voided' },
] as const satisfies readonly Status[];

/** The statuses of the delivery of an order. */
export const SHIPPING_STATUSES = [
  { id: 10, name: 'ShippingNotRequired', label: 'No delivery needed' },
  { id: 20, name: 'NotYetShipped', label: 'Not sent yet' },
  { id: 25, name: 'PartiallyShipped', label: 'Partly sent' },
  { id: 30, name: 'Shipped', label: 'On its way' },
  { id: 40, name: 'Delivered', label: 'Delivered' },
] as const satisfies readonly Status[];

/** The statuses of the delivery of an order that is collected, on screen; the names are those of `SHIPPING_STATUSES`. */
const COLLECTING_LABELS: Readonly<Record<string, string>> = {
  NotYetShipped: 'Not ready',
  PartiallyShipped: 'Partly collected',
  Shipped: 'Collected',
  Delivered: 'Collected',
};

/** How an order is delivered, as far as its status depends on it. */
interface Delivery {
  deliveryKind?: 'sent' | 'collected';
  readyToCollectOnUtc?: string | null;
}

interface Statuses {
  orderStatus: string;
  paymentStatus: string;
  shippingStatus: string;
}

const findLabel = (statuses: readonly Status[], name: string): string =>
  statuses.find((status) => status.name === name)?.label ?? name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

type OrderStatus = (typeof ORDER_STATUSES)[number]['name'];
type ShippingStatus = (typeof SHIPPING_STATUSES)[number]['name'];

interface OverallStatus {
  id: number;
  /** The word for it on screen, in exports and in emails. */
  label: string;
  orders: readonly OrderStatus[];
  /** Of any delivery without them. */
  shipping?: readonly ShippingStatus[];
  /** Of orders that are sent or collected; of both without it. */
  kind?: 'sent' | 'collected';
  /** Whether pieces wait to be collected, whatever else is on its way; either way without it. */
  isReady?: boolean;
}

const GOING_ON = ['Pending', 'Processing', 'Complete'] as const;
const UNSENT = ['ShippingNotRequired', 'NotYetShipped'] as const;

/**
 * The one status that an order has wherever it is shown, in the usual order of its life: that of its delivery once something was sent. Every
 * order has exactly one. The ids are those of the filter `overallStatusId`.
 */
export const OVERALL_STATUSES: readonly OverallStatus[] = [
  { id: 10, label: 'Received', orders: ['Pending'], shipping: UNSENT, isReady: false },
  { id: 50, label: 'Waiting for approval', orders: ['AwaitingApproval'] },
  { id: 20, label: 'In progress', orders: ['Processing'], shipping: UNSENT, isReady: false },
  { id: 25, label: 'Partly sent', orders: GOING_ON, shipping: ['PartiallyShipped'], kind: 'sent', isReady: false },
  { id: 26, label: 'Ready to collect', orders: GOING_ON, isReady: true },
  { id: 27, label: 'Partly collected', orders: GOING_ON, shipping: ['PartiallyShipped'], kind: 'collected', isReady: false },
  { id: 28, label: 'On its way', orders: GOING_ON, shipping: ['Shipped'], kind: 'sent', isReady: false },
  { id: 29, label: 'Collected', orders: GOING_ON, shipping: ['Shipped', 'Delivered'], kind: 'collected', isReady: false },
  { id: 30, label: 'Delivered', orders: GOING_ON, shipping: ['Delivered'], kind: 'sent', isReady: false },
  { id: 31, label: 'Complete', orders: ['Complete'], shipping: UNSENT, isReady: false },
  { id: 40, label: 'Cancelled', orders: ['Cancelled'] },
  { id: 60, label: 'Rejected', orders: ['Rejected'] },
];

/** The one status of an order. */
export const findOverallStatus = ({
  orderStatus,
  shippingStatus,
  deliveryKind = 'sent',
  readyToCollectOnUtc = null,
}: Pick<Statuses, 'orderStatus' | 'shippingStatus'> & Delivery): OverallStatus | undefined =>
  OVERALL_STATUSES.find(
    ({ orders, shipping, kind = deliveryKind, isReady = readyToCollectOnUtc !== null }) =>
      orders.some((name) => name === orderStatus) &&
      (!shipping || shipping.some((name) => name === shippingStatus)) &&
      kind === deliveryKind &&
      isReady === (readyToCollectOnUtc !== null),
  );

/** The one status of an order in words. */
export const getOrderStatusLabel = (order: Pick<Statuses, 'orderStatus' | 'shippingStatus'> & Delivery): string =>
  findOverallStatus(order)?.label ?? findLabel(ORDER_STATUSES, order.orderStatus);

/** The status of its payment in words. */
export const getPaymentStatusLabel = ({ paymentStatus }: Pick<Statuses, 'paymentStatus'>) =>
  findLabel(PAYMENT_STATUSES, paymentStatus);

/** The status of its delivery in words; empty if nothing was sent before the order was cancelled or rejected. */
export function getDeliveryStatusLabel({
  orderStatus,
  shippingStatus,
  deliveryKind,
  readyToCollectOnUtc,
}: Pick<Statuses, 'orderStatus' | 'shippingStatus'> & Delivery): string {
  if (['Cancelled', 'Rejected'].includes(orderStatus) && shippingStatus === 'NotYetShipped') return '';
  if (readyToCollectOnUtc) return 'Ready to collect';
  return (deliveryKind === 'collected' && COLLECTING_LABELS[shippingStatus]) || findLabel(SHIPPING_STATUSES, shippingStatus);
}

/** What can be decided about an order that waits for approval. */
export const DECISION_ACTIONS = ['approve', 'reject', 'amend'] as const;

/** The states of an approval. */
export const APPROVAL_STATES = ['requested', 'approved', 'rejected', 'sent_back', 'expired', 'withdrawn'] as const;

/** How an order can be placed. */
export const ORDER_ORIGINS = ['portal', 'reorder', 'exchange', 'punchout', 'api'] as const;

/** The statuses of an approval as an order shows them. */
export const APPROVAL_STATUSES = ['requested', 'approved', 'rejected', 'sentBack', 'expired', 'withdrawn'] as const;
