import '@mantine/core/styles/Code.layer.css';
import { Code } from '@mantine/core';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { ResendButton } from './resend-button.tsx';
import { useWebhookClient } from './webhook-client.ts';
import { DELIVERY_STATUS, labelEvent, type WebhookDelivery } from './webhook-texts.ts';

type Status = WebhookDelivery['status'];

/** What was sent to a webhook of the organisation, newest first. */
export const webhookLogList = defineList<'GET /api/webhooks/:id/deliveries'>()({
  name: 'webhooklog',
  call: 'GET /api/webhooks/:id/deliveries',
  rowsKey: 'deliveries',
  nouns: ['event', 'events'],
  label: 'Events',
  columns: {
    event: { title: 'Event', isHeading: true, cell: ({ eventType }) => labelEvent(eventType) },
    order: { title: 'Order', cell: ({ orderId }) => (orderId === null ? null : <OrderLink orderId={orderId} />) },
    status: { title: 'Status', cell: ({ status }) => <Status status={status} /> },
    happened: { title: 'Happened', cell: ({ createdOnUtc }) => formatDateTime(createdOnUtc) },
    attempts: { title: 'Attempts', wraps: true, cell: describeAttempts },
    response: { title: 'Response', wraps: true, cell: (delivery) => <Response delivery={delivery} /> },
    id: { title: 'Event id', isExtra: true, wraps: true, cell: ({ eventId }) => eventId },
  },
  card: [
    { start: ['event', 'order'], end: 'status' },
    { start: ['happened', 'id'] },
    { start: ['attempts'] },
    { start: ['response'] },
  ],
  actions: (delivery) => <ResendButton delivery={delivery} />,
  filters: {
    status: oneOf({
      label: 'Status',
      url: 'status',
      options: (Object.keys(DELIVERY_STATUS) as Status[]).map((id) => ({ id, label: DELIVERY_STATUS[id].label })),
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'Nothing sent yet', text: 'Events of the last 30 days are listed here.' },
  nothingFound: 'Choose another status to see other events.',
});

function OrderLink({ orderId }: { orderId: number }) {
  const path = useWebhookClient().orderPath(orderId);
  return path ? <Link to={path}>Order {orderId}</Link> : `Order ${orderId}`;
}

function Status({ status }: { status: Status }) {
  const { label, tone } = DELIVERY_STATUS[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

function describeAttempts({ attempts, lastAttemptOnUtc, durationMs, nextAttemptOnUtc }: WebhookDelivery): string {
  if (lastAttemptOnUtc === null) return nextAttemptOnUtc === null ? 'Kept until the webhook is resumed.' : 'Not sent yet.';
  const last = `${plural(attempts, 'attempt')}, last ${formatDateTime(lastAttemptOnUtc)} (${durationMs} ms).`;
  return nextAttemptOnUtc === null ? last : `${last} Next attempt ${formatDateTime(nextAttemptOnUtc)}.`;
}

/** What the receiver answered to the last attempt. */
const Response = ({ delivery: { error, responseStatus, responseExcerpt } }: { delivery: WebhookDelivery }) => (
  <>
    {error !== null && <div>{error}</div>}
    {responseExcerpt && (
      <Code block>
        {responseStatus} {responseExcerpt}
      </Code>
    )}
  </>
);
