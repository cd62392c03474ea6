import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { describeOrderStatus } from '#web/app/order-states.ts';
import { paths, queryString } from '#web/app/paths.ts';
import { usePricesVisible } from '#web/app/session/profile.ts';
import { useOrderingLink } from '#web/app/session/use-ordering-link.ts';
import { useCanSeeOthersOrders } from '#web/ordering/orders/order-access.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './latest-orders.module.css';

const fields =
  'id,customer,createdOnUtc,orderTotal,orderStatus,paymentStatus,shippingStatus,deliveryKind,readyToCollectOnUtc,customOrderNumber,currencyCode';

export const latestOrdersQuery = apiQuery('GET /api/orders', { query: { limit: 5, totals: false, fields } });
/** Those that the person placed, mostly for others. */
export const placedOrdersQuery = apiQuery('GET /api/orders', { query: { limit: 5, totals: false, fields, placedByMe: true } });

/** The five newest orders that the person may see. */
export function LatestOrders() {
  const ordering = useOrderingLink();
  return (
    <OrdersCard
      title="Latest orders"
      query={latestOrdersQuery}
      all={{ to: paths.orders(), label: 'All orders' }}
      empty="Your orders and their status will appear here."
      start={ordering}
    />
  );
}

/** The five newest orders that the person placed, whomever they are for. */
export const PlacedOrders = () => (
  <OrdersCard
    title="Orders you placed"
    query={placedOrdersQuery}
    all={{ to: paths.orders() + queryString({ mine: 1 }), label: 'All orders you placed' }}
    empty="The orders you place for people appear here, with their status."
    start={{ to: paths.people(), label: 'View people' }}
  />
);

interface Props {
  title: string;
  query: typeof latestOrdersQuery;
  /** The list that has all of them. */
  all: { to: string; label: string };
  /** What is said while there are none, and where the first can be placed. */
  empty: string;
  start: { to: string; label: string } | undefined;
}

function OrdersCard({ title, query, all, empty, start }: Props) {
  const { data, error, isPending, refetch } = useQuery(query);
  const pricesVisible = usePricesVisible();
  const withPerson = useCanSeeOthersOrders();
  return (
    <Card title={title} action={<Link to={all.to}>{all.label}</Link>} flush>
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
            start && (
              <Button component={Link} to={start.to} variant="default">
                {start.label}
              </Button>
            )
          }
        >
          {empty}
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
