import type { ReplyOf } from '#contract/index.ts';
import { findOverallStatus, getOrderStatusLabel, getPaymentStatusLabel } from '#contract/ordering/order-states.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

type Order = Pick<ReplyOf<'GET /api/orders'>['orders'][number], 'orderStatus' | 'paymentStatus' | 'shippingStatus'> &
  Partial<Pick<ReplyOf<'GET /api/orders'>['orders'][number], 'deliveryKind' | 'readyToCollectOnUtc'>>;

interface StatusLabel {
  label: string;
  tone: Tone;
}

const tones: Readonly<Record<number, Tone>> = {
  20: 'info',
  25: 'info',
  26: 'success',
  27: 'info',
  28: 'info',
  29: 'success',
  30: 'success',
  31: 'success',
  40: 'danger',
  50: 'warning',
  60: 'danger',
};
const paymentTones: Record<string, Tone> = {
  Authorized: 'info',
  Paid: 'success',
  PartiallyRefunded: 'warning',
  Refunded: 'warning',
};

/** The one status of an order in words and colour, wherever it is shown. */
export const describeOrderStatus = (order: Omit<Order, 'paymentStatus'>): StatusLabel => ({
  label: getOrderStatusLabel(order),
  tone: tones[findOverallStatus(order)?.id ?? 0] ?? 'neutral',
});

/** The status of its payment in words and colour. */
export const describePaymentStatus = (order: Pick<Order, 'paymentStatus'>): StatusLabel => ({
  label: getPaymentStatusLabel(order),
  tone: paymentTones[order.paymentStatus] ?? 'neutral',
});
