import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ReturnCard } from './return-card.tsx';

/** One's own return requests, newest first. */
export function ReturnsPage() {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/customerreturnrequests'));
  const requests = data?.returnRequests;
  return (
    <>
      <PageHeader title="Your returns" above={<BackLink to={paths.orders()}>Orders</BackLink>} />
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
