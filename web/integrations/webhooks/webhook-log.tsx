import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { useWebhookClient } from './webhook-client.ts';
import { DELIVERY_STATUS, describeResult, labelEvent, type WebhookDelivery } from './webhook-texts.ts';
import css from './webhooks.module.css';

const ROWS = 25;

type Status = WebhookDelivery['status'];

/** The log of a webhook: what was sent, when, and what the receiver responded. */
export function WebhookLogView() {
  const webhooks = useWebhookClient();
  const id = Number(useParams().id);
  const [status, setStatus] = useState<Status>();
  const [page, setPage] = useState(0);
  const webhook = webhooks.useList().data?.webhooks.find((one) => one.id === id);
  const query = { page, limit: ROWS, ...(status && { status }) };
  const { data, error, refetch, isFetching } = webhooks.useLog(id, query);
  return (
    <>
      <PageHeader title="Webhook log" above={<BackLink to={webhooks.listPath}>Webhooks</BackLink>}>
        {webhook?.url ?? ''}
      </PageHeader>
      {data === undefined ? (
        error ? (
          <ErrorState title="The log could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the log">
            <SkeletonRows rows={6} height={64} />
          </PageLoading>
        )
      ) : (
        <>
          <div className={css.bar}>
            <NativeSelect
              className={css.filter}
              aria-label="Status"
              rightSection={<DownIcon size={16} />}
              value={status ?? ''}
              data={[
                { value: '', label: 'All events' },
                ...(Object.keys(DELIVERY_STATUS) as Status[]).map((value) => ({ value, label: DELIVERY_STATUS[value].label })),
              ]}
              onChange={({ currentTarget }) => {
                setStatus((currentTarget.value || undefined) as Status | undefined);
                setPage(0);
              }}
            />
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              Refresh
            </Button>
          </div>
          <Card flush>
            {data.deliveries.length === 0 ? (
              <EmptyState title={status ? 'No events with this status' : 'Nothing sent yet'}>
                {status ? 'Choose another status to see other events.' : 'Events of the last 30 days are listed here.'}
              </EmptyState>
            ) : (
              <ul className={css.items} aria-label="Events">
                {data.deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} />
                ))}
              </ul>
            )}
          </Card>
          <Pager page={page} limit={ROWS} totalCount={data.totalCount} onPage={setPage} noun="events" />
        </>
      )}
    </>
  );
}

/** What happened at the last attempt, and what happens next. */
function describeAttempts({ attempts, lastAttemptOnUtc, durationMs, nextAttemptOnUtc }: WebhookDelivery): string {
  if (lastAttemptOnUtc === null) return nextAttemptOnUtc === null ? 'Kept until the webhook is resumed.' : 'Not sent yet.';
  const last = `${plural(attempts, 'attempt')}, last ${formatDateTime(lastAttemptOnUtc)} (${durationMs} ms).`;
  return nextAttemptOnUtc === null ? last : `${last} Next attempt ${formatDateTime(nextAttemptOnUtc)}.`;
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const client = useQueryClient();
  const webhooks = useWebhookClient();
  const resend = useMutation({
    mutationFn: () => webhooks.resend(delivery.id),
    onSuccess: (sent) => {
      const result = describeResult(sent);
      if (sent.status === 'delivered') showSuccess(result);
      else showError(result);
    },
    onError: (error) => showError(error),
    onSettled: () => webhooks.refresh(client),
  });
  const { label, tone } = DELIVERY_STATUS[delivery.status];
  const { orderId, responseStatus, responseExcerpt, error } = delivery;
  const orderPath = orderId === null ? undefined : webhooks.orderPath(orderId);
  return (
    <li className={css.item}>
      <div>
        <h2 className={css.name}>
          {labelEvent(delivery.eventType)}
          {orderPath ? <Link to={orderPath}>Order {orderId}</Link> : orderId !== null && <span>Order {orderId}</span>}
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </h2>
        <p className={css.muted}>
          {formatDateTime(delivery.createdOnUtc)} · {delivery.eventId}
        </p>
        <p className={css.muted}>
          {describeAttempts(delivery)}
          {error !== null && ` ${error}`}
        </p>
        {responseExcerpt && (
          <p className={css.excerpt}>
            {responseStatus} {responseExcerpt}
          </p>
        )}
      </div>
      <div className={css.actions}>
        <Button
          variant="default"
          loading={resend.isPending}
          aria-label={`Send again: ${labelEvent(delivery.eventType)} ${delivery.eventId}`}
          onClick={() => resend.mutate()}
        >
          Send again
        </Button>
      </div>
    </li>
  );
}
