import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './approvals-card.module.css';

/** The orders that have waited longest for the person's decision, with their number. */
export const oldestApprovalsQuery = apiQuery('GET /api/orders', {
  query: {
    requiresApprovalOnly: true,
    page: 0,
    limit: 3,
    totals: false,
    order: 'createdOnUtc asc',
    fields: 'id,customer,createdOnUtc,orderTotal,currencyCode,customOrderNumber',
  },
});

/** How long ago something was: "today", "for 1 day". */
function describeWait(utc: string, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(utc)) / 86_400_000);
  return days < 1 ? 'today' : `for ${plural(days, 'day')}`;
}

/** How many orders wait for the person's decision, and the oldest of them. */
export function ApprovalsCard() {
  const { data, error, refetch } = useQuery(oldestApprovalsQuery);
  if (error)
    return (
      <Card>
        <ErrorState title="Orders waiting for approval could not be loaded." error={error} onRetry={() => void refetch()} />
      </Card>
    );
  const [oldest] = data?.orders ?? [];
  if (!data || !oldest)
    return (
      <Card title="Orders to approve">
        <Text c="dimmed">No orders are waiting for your decision.</Text>
      </Card>
    );
  return (
    <Card
      title="Orders to approve"
      action={
        <StatusBadge tone="warning">
          {formatNumber(data.totalCount)} {data.totalCount === 1 ? 'waits' : 'wait'}
        </StatusBadge>
      }
    >
      <Text c="dimmed">
        The oldest was placed on {formatDate(oldest.createdOnUtc)} and has waited {describeWait(oldest.createdOnUtc)}.
      </Text>
      <Stack component="ul" gap={0} mt="xs" role="list" className="divided">
        {data.orders.map((order) => (
          <li key={order.id}>
            <Link to={paths.approvals({ order: order.id })} className={css.order}>
              <span className={css.words}>
                <strong className="figures">Order {order.customOrderNumber}</strong>
                <span>
                  {order.customer.firstName} {order.customer.lastName} · {formatDate(order.createdOnUtc)}
                </span>
              </span>
              {order.orderTotal !== null && <span className="figures">{formatMoney(order.orderTotal, order.currencyCode)}</span>}
            </Link>
          </li>
        ))}
      </Stack>
      {data.orders.some(({ orderTotal }) => orderTotal !== null) && (
        <Text size="sm" c="dimmed" mt="xs">
          Totals include tax and delivery.
        </Text>
      )}
      <Button component={Link} to={paths.approvals()} mt="sm">
        Review {plural(data.totalCount, 'order')}
      </Button>
    </Card>
  );
}
