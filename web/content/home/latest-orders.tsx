import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { describeOrderStatus } from '#web/app/order-states.ts';
import { paths } from '#web/app/paths.ts';
import { usePricesVisible } from '#web/app/session/profile.ts';
import { useOrderingLink } from '#web/app/session/use-ordering-link.ts';
import { useCanSeeOthersOrders } from '#web/ordering/orders/order-access.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './latest-orders.module.css';

const fields = 'id,customer,createdOnUtc,orderTotal,orderStatus,paymentStatus,shippingStatus,customOrderNumber,currencyCode';

export const latestOrdersQuery = apiQuery('GET /api/orders', { query: { limit: 5, totals: false, fields } });

/** The five newest orders that the person may see. */
export function LatestOrders() {
  const { data, error, isPending, refetch } = useQuery(latestOrdersQuery);
  const ordering = useOrderingLink();
  const pricesVisible = usePricesVisible();
  const withPerson = useCanSeeOthersOrders();
  return (
    <Card title="Latest orders" action={<Link to={paths.orders()}>All orders</Link>} flush>
      {isPending ? (
        <Loading label="Loading orders">
          <SkeletonRows rows={5} height={61} />
        </Loading>
      ) : error ? (
        <ErrorState title="Your orders could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : data.orders.length === 0 ? (
        <EmptyState
          title="No orders yet"
          action={
            ordering && (
              <Button component={Link} to={ordering.to} variant="default">
                {ordering.label}
              </Button>
            )
          }
        >
          Your orders and their status will appear here.
        </EmptyState>
      ) : (
        <Stack component="ul" gap={0} role="list">
          {data.orders.map((order) => (
            <li key={order.id}>
              <Link to={paths.order(order.id)} className={css.order}>
                <span className={css.number}>
                  <strong className="figures">{order.customOrderNumber}</strong>
                  {withPerson ? (
                    <span>
                      {order.customer.firstName} {order.customer.lastName}
                    </span>
                  ) : (
                    <span className={css.narrowDay}>{formatDate(order.createdOnUtc)}</span>
                  )}
                </span>
                <span className={css.day}>{formatDate(order.createdOnUtc)}</span>
                <span className={css.status}>
                  <StatusBadge tone={describeOrderStatus(order).tone}>{describeOrderStatus(order).label}</StatusBadge>
                </span>
                {order.orderTotal !== null && (
                  <span className={`${css.total} figures`}>{formatMoney(order.orderTotal, order.currencyCode)}</span>
                )}
              </Link>
            </li>
          ))}
        </Stack>
      )}
      {pricesVisible && (isPending || (data && data.orders.length > 0)) && (
        <p className={css.note}>Totals include tax and delivery.</p>
      )}
    </Card>
  );
}
