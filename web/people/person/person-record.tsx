import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { describeOrderStatus } from '#web/app/order-states.ts';
import { paths } from '#web/app/paths.ts';
import { HISTORY_PAGE_SIZE, HistoryList } from '#web/ui/content/history-list.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { AddressText } from '#web/ui/format/address.tsx';
import { formatDate, formatMoney, plural } from '#web/ui/format/format.ts';
import css from './person-page.module.css';

const renderSkeleton = (label: string) => (
  <Loading label={label}>
    <SkeletonText lines={3} />
  </Loading>
);

/** The latest orders of a person. */
export function PersonOrders({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/orders', { query: { customerId: id, limit: 5, totals: false } }));
  if (!data)
    return error ? (
      <ErrorState title="The orders could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      renderSkeleton('Loading orders')
    );
  if (data.totalCount === 0) return <p>No orders yet.</p>;
  return (
    <Stack>
      <Stack component="ul" gap={0} role="list" aria-label="Latest orders">
        {data.orders.map((order) => {
          const status = describeOrderStatus(order);
          return (
            <li key={order.id} className={`${css.entry} ${css.order}`}>
              <Link to={paths.order(order.id)}>Order {order.customOrderNumber}</Link>
              {order.orderTotal !== null && <span className="figures">{formatMoney(order.orderTotal, order.currencyCode)}</span>}
              <Text span size="sm" c="dimmed">
                {formatDate(order.createdOnUtc)}
              </Text>
              <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
            </li>
          );
        })}
      </Stack>
      {data.totalCount > data.orders.length && (
        <Text size="sm" c="dimmed">
          Showing the latest of {plural(data.totalCount, 'order')}.
        </Text>
      )}
      {data.orders.some(({ orderTotal }) => orderTotal !== null) && (
        <Text size="sm" c="dimmed">
          Amounts include tax and delivery.
        </Text>
      )}
    </Stack>
  );
}

/** A person's own delivery addresses. */
export function PersonAddresses({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/customers/:id/addresses', { params: { id } }));
  if (!data)
    return error ? (
      <ErrorState title="The addresses could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      renderSkeleton('Loading addresses')
    );
  if (data.addresses.length === 0) return <p>No own addresses. Orders go to the destination’s addresses.</p>;
  return (
    <Stack component="ul" gap={0} role="list" aria-label="Addresses">
      {data.addresses.map((address) => (
        <li key={address.id} className={css.entry}>
          <AddressText address={address} />
        </li>
      ))}
    </Stack>
  );
}

/** The audit history of a person, latest first. */
export function PersonHistory({ id }: { id: number }) {
  const [limit, setLimit] = useState(HISTORY_PAGE_SIZE);
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery('GET /api/customers/:id/history', { params: { id }, query: { limit } }),
    placeholderData: (before) => before,
  });
  if (!data)
    return error ? (
      <ErrorState title="The history could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      renderSkeleton('Loading the history')
    );
  return <HistoryList {...data} limit={limit} loading={isFetching} onLimit={setLimit} />;
}
