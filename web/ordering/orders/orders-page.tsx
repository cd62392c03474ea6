import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { queryClient } from '#web/app/query-client.ts';
import { useOrderingLink } from '#web/app/session/ordering-link.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';

import { OrderCards } from './order-cards.tsx';
import { OrderFilterBar } from './order-filter-bar.tsx';
import {
  hasOrderFilters,
  noOrderFilters,
  ORDERS_PAGE_SIZE,
  type OrderFilters,
  readOrderFilters,
  toOrdersQuery,
  writeOrderFilters,
} from './order-filters.ts';
import css from './orders-page.module.css';
import { OrdersTable } from './orders-table.tsx';
import { useCanSeeOthersOrders } from './use-order-filter-options.ts';

const listQuery = (filters: OrderFilters) => apiQuery('GET /api/orders', { query: toOrdersQuery(filters, new Date()) });

/** Starts loading the order list described by the URL. */
export function prefetchOrdersPage({ request }: LoaderFunctionArgs): void {
  void queryClient.prefetchQuery(listQuery(readOrderFilters(new URL(request.url).searchParams)));
}

/** Every order that the person has access to, newest first. */
export function OrdersPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readOrderFilters(search);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...listQuery(filters),
    placeholderData: keepPreviousData,
  });
  const withPerson = useCanSeeOthersOrders();
  const narrow = useIsNarrow(1024);

  const change = (part: Partial<OrderFilters>, options?: { replace: boolean }) =>
    setSearch(writeOrderFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const List = narrow ? OrderCards : OrdersTable;

  return (
    <>
      <PageHeader title="Orders" above={<OrdersNav />} />
      <OrderFilterBar filters={filters} onChange={change} />
      {error && data && (
        <div className={css.notice}>
          <Notice
            tone="warning"
            role="status"
            actions={
              <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            The list could not be refreshed and may be out of date. {error.message}
          </Notice>
        </div>
      )}
      {!data ? (
        <Card flush>
          {error ? (
            <ErrorState title="Your orders could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading orders">
              <SkeletonRows rows={ORDERS_PAGE_SIZE} height={narrow ? 120 : 57} />
            </PageLoading>
          )}
        </Card>
      ) : data.orders.length === 0 ? (
        <Card>
          <NoOrders filters={filters} totalCount={data.totalCount} onChange={change} />
        </Card>
      ) : (
        <div className={css.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
          <List orders={data.orders} withPerson={withPerson} listSearch={search.toString()} />
          <Pager
            page={filters.page}
            limit={ORDERS_PAGE_SIZE}
            totalCount={data.totalCount}
            noun={data.totalCount === 1 ? 'order' : 'orders'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
    </>
  );
}

interface NoOrdersProps {
  filters: OrderFilters;
  totalCount: number;
  onChange: (change: Partial<OrderFilters>) => void;
}

/** Explains why no order is listed and offers the next step. */
function NoOrders({ filters, totalCount, onChange }: NoOrdersProps) {
  const start = useOrderingLink();
  if (totalCount > 0) {
    return (
      <EmptyState title="This page is empty" action={<Button onClick={() => onChange({ page: 0 })}>Go to first page</Button>}>
        The list has become shorter, or the link was changed.
      </EmptyState>
    );
  }
  if (filters.search !== '' || hasOrderFilters(filters)) {
    return (
      <EmptyState
        title="No matching orders"
        action={
          <Button variant="default" onClick={() => onChange(noOrderFilters)}>
            Clear search and filters
          </Button>
        }
      >
        {filters.search === ''
          ? 'Remove a filter to see more orders.'
          : 'You can search by order number, PO number, person or SKU. Check the spelling or remove a filter.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No orders yet"
      action={
        start && (
          <Button component={Link} to={start.to}>
            {start.label}
          </Button>
        )
      }
    >
      Your orders and their status will appear here.
    </EmptyState>
  );
}
