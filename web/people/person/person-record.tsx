import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { describeOrderStatus } from '#web/app/order-states.ts';
import { paths, queryString } from '#web/app/paths.ts';
import { HistoryList } from '#web/ui/content/history-list.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { AddressText } from '#web/ui/format/address.tsx';
import { formatDate, formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Customer } from './person-fields.ts';
import css from './person-page.module.css';

/** How many changes are shown first. */
const FIRST_CHANGES = 3;

const renderSkeleton = (label: string) => (
  <Loading label={label}>
    <SkeletonText lines={3} />
  </Loading>
);

/** The latest orders of a person, and a link to all of them. */
export function PersonOrders({ person }: { person: Pick<Customer, 'id' | 'email'> }) {
  const { data, error, refetch } = useQuery(
    apiQuery('GET /api/orders', { query: { customerId: person.id, limit: 5, totals: false } }),
  );
  const count = data?.totalCount ?? 0;
  return (
    <Card
      title="Orders"
      action={
        count > 0 && (
          <Link to={paths.orders() + queryString({ q: person.email })}>
            {count > (data?.orders.length ?? 0) ? `All ${formatNumber(count)}` : 'Open the list'}
          </Link>
        )
      }
      flush={count > 0}
    >
      {data ? (
        count === 0 ? (
          <p>No orders yet.</p>
        ) : (
          <ul className={css.orders} aria-label="Latest orders">
            {data.orders.map((order) => (
              <PersonOrder key={order.id} order={order} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState title="The orders could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        renderSkeleton('Loading orders')
      )}
    </Card>
  );
}

function PersonOrder({ order }: { order: ReplyOf<'GET /api/orders'>['orders'][number] }) {
  const { tone, label } = describeOrderStatus(order);
  return (
    <li className={css.order}>
      <Link to={paths.order(order.id)} className="figures">
        {order.customOrderNumber}
      </Link>
      <span>{formatDate(order.createdOnUtc)}</span>
      <span className="figures">
        {order.isExchange ? 'Exchange' : order.orderTotal !== null && formatMoney(order.orderTotal, order.currencyCode)}
      </span>
      <span>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </span>
      <Text span size="sm" c="dimmed">
        {order.approvalAllowed ? (
          <Link to={paths.order(order.id)}>Decide</Link>
        ) : (
          order.shippedOnUtc && `Last sent ${formatDate(order.shippedOnUtc)}`
        )}
      </Text>
    </li>
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
  if (data.addresses.length === 0) return <p>No personal addresses. Orders go to the destination’s addresses.</p>;
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
  const [limit, setLimit] = useState(FIRST_CHANGES);
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
