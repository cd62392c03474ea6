import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { hasLabel, LabelButton } from './label-button.tsx';
import { ReturnCard } from './return-card.tsx';
import type { ReturnRequest } from './return-status.ts';
import css from './returns.module.css';

/** One's own return requests, newest first. */
export function ReturnsPage() {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/customerreturnrequests'));
  const requests = data?.returnRequests;
  const requestedId = readRequestedId(useLocation().state);
  const requested = requests?.find(({ id }) => id === requestedId);
  return (
    <>
      <PageHeader title="Your returns" above={<OrdersNav />} />
      {requested && (
        <div className={css.notice}>
          <RequestedNotice request={requested} />
        </div>
      )}
      <Card>
        {requests && requests.length > 0 ? (
          requests.map((request) => <ReturnCard key={request.id} request={request} withOrder />)
        ) : requests ? (
          <EmptyState
            title="No returns yet"
            action={
              <Button component={Link} to={paths.orders()}>
                View your orders
              </Button>
            }
          >
            Returns and exchanges appear here. To return something, open its order.
          </EmptyState>
        ) : error ? (
          <ErrorState title="Your returns could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} height={90} />
        )}
      </Card>
    </>
  );
}

/** The request that has just been made, from the state of the navigation. */
const readRequestedId = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'requestedId' in state ? Number(state.requestedId) : undefined;

/** What to do with a request that has just been made. */
const RequestedNotice = ({ request }: { request: ReturnRequest }) =>
  hasLabel(request) ? (
    <Notice tone="success" role="status" actions={<LabelButton request={request} />}>
      <strong>{request.customNumber} has been requested.</strong> Print the label and put it on the parcel. No printer? Write{' '}
      {request.customNumber} on the parcel.
    </Notice>
  ) : null;
