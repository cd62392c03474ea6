import type { ReplyOf } from '#contract/index.ts';
import type { WebhookEventType } from '#contract/integrations/webhooks/webhook-events.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';

export type WebhookList = ReplyOf<'GET /api/webhooks'>;
export type Webhook = WebhookList['webhooks'][number];
export type WebhookDelivery = ReplyOf<'GET /api/webhooks/:id/deliveries'>['deliveries'][number];

export const EVENT_LABELS: Readonly<Record<WebhookEventType | 'ping', string>> = {
  'order.placed': 'Order placed',
  'order.released': 'Order released to the warehouse',
  'order.withheld': 'Order withheld from the warehouse',
  'order.approved': 'Order approved',
  'order.rejected': 'Order rejected',
  'order.sent_back': 'Order sent back',
  'order.expired': 'Approval expired',
  'order.changed': 'Order changed',
  'order.pieces_cancelled': 'Pieces cancelled',
  'order.cancelled': 'Order cancelled',
  'order.dates_moved': 'Promised date changed',
  'order.picking_started': 'Picking started',
  'order.ready_to_collect': 'Ready to collect',
  'order.shipped': 'Order shipped',
  'order.delivered': 'Parcel delivered',
  'order.completed': 'Order completed',
  'order.payment_changed': 'Payment status changed',
  'return.requested': 'Return requested',
  'return.cancelled': 'Return cancelled',
  'return.received': 'Return received',
  'return.decided': 'Return decided',
  'invoice.issued': 'Invoice issued',
  'credit_note.issued': 'Credit note issued',
  'stock.low': 'Stock low',
  ping: 'Test',
};

/** What an event is called on screen. */
export const labelEvent = (type: string): string => (EVENT_LABELS as Record<string, string>)[type] ?? type;

export const WEBHOOK_STATUS: Readonly<Record<Webhook['status'], { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'success' },
  failing: { label: 'Failing', tone: 'warning' },
  paused: { label: 'Paused', tone: 'neutral' },
  disabled: { label: 'Stopped', tone: 'danger' },
};

export const DELIVERY_STATUS: Readonly<Record<WebhookDelivery['status'], { label: string; tone: Tone }>> = {
  delivered: { label: 'Delivered', tone: 'success' },
  waiting: { label: 'Waiting', tone: 'info' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** How an endpoint is doing, in sentences. */
export function describeHealth({
  status,
  lastSuccessOnUtc,
  failingSinceOnUtc,
  lastError,
  waitingCount,
  failedCount,
}: Webhook): string[] {
  const counts = [
    ...(waitingCount > 0 ? [`${plural(waitingCount, 'event')} waiting.`] : []),
    ...(failedCount > 0 ? [`${plural(failedCount, 'event')} not delivered within three days.`] : []),
  ];
  return [
    lastSuccessOnUtc === null ? 'No events delivered yet.' : `Last delivered ${formatDateTime(lastSuccessOnUtc)}.`,
    ...(status === 'disabled' ? ['Stopped because nothing could be delivered for three days.'] : []),
    ...(failingSinceOnUtc === null ? [] : [`Failing since ${formatDateTime(failingSinceOnUtc)}: ${lastError ?? ''}`]),
    ...counts,
  ];
}

/** The result of a test or of sending an event again, in a sentence. */
export const describeResult = ({ status, responseStatus, error }: WebhookDelivery): string =>
  status === 'delivered' ? `Delivered. The receiver responded with ${responseStatus}.` : `Not delivered. ${error ?? ''}`;
