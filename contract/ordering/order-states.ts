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

/** The status of an order in words. */
export const getOrderStatusLabel = ({ orderStatus }: Pick<Statuses, 'orderStatus'>) => findLabel(ORDER_STATUSES, orderStatus);

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
