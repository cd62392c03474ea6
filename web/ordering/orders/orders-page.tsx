import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { listSettingsQuery, selectColumns } from '#web/app/list-settings/list-settings.ts';
import { queryClient } from '#web/app/query-client.ts';
import { useOrderingLink } from '#web/app/session/ordering-link.ts';
import { getEffectiveProfile, profileQuery, useCaller, usePricesVisible, useProfile } from '#web/app/session/profile.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { ColumnPicker } from '#web/ui/lists/column-picker.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { ExportOrders } from './export-orders.tsx';
import { OrderCards } from './order-cards.tsx';
import { DEFAULT_ORDER_COLUMNS, listAllowedOrderColumns, type OrderColumn, useOrderColumns } from './order-columns.ts';
import { OrderFilterBar } from './order-filter-bar.tsx';
import {
  DEFAULT_ORDER_ROWS,
  hasOrderFilters,
  noOrderFilters,
  ORDER_ROWS,
  type OrderFilters,
  readOrderFilters,
  toOrdersQuery,
  toOrderTotalsQuery,
  withAllowedSort,
  writeOrderFilters,
} from './order-filters.ts';
import type { OrderListViewer } from './order-sorts.ts';
import { OrderTotals } from './order-totals.tsx';
import css from './orders-page.module.css';
import { OrdersTable } from './orders-table.tsx';
import { canSeeOthersOrders, useCanSeeOthersOrders, useOrderFilterOptions } from './use-order-filter-options.ts';

interface Arrangement {
  columns: readonly OrderColumn[];
  /** Rows per page in the person's settings. */
  limit: number | null;
}

const getRows = (filters: OrderFilters, limit: number | null) => filters.rows || (limit ?? DEFAULT_ORDER_ROWS);

const listQuery = (filters: OrderFilters, { columns, limit }: Arrangement) =>
  apiQuery('GET /api/orders', { query: toOrdersQuery(filters, { columns, rows: getRows(filters, limit) }, new Date()) });

const totalsQuery = (filters: OrderFilters) => apiQuery('GET /api/orders', { query: toOrderTotalsQuery(filters, new Date()) });

/** Starts loading the order list described by the URL, with the person's own columns. */
export function prefetchOrdersPage({ request }: LoaderFunctionArgs): void {
  void prefetchOrders(readOrderFilters(new URL(request.url).searchParams)).catch(() => undefined);
}

async function prefetchOrders(filters: OrderFilters): Promise<void> {
  const [{ listSettings }, caller] = await Promise.all([
    queryClient.ensureQueryData(listSettingsQuery('orders')),
    queryClient.ensureQueryData(profileQuery),
  ]);
  const profile = getEffectiveProfile(caller);
  const viewer = { seesOthers: canSeeOthersOrders(profile), pricesVisible: profile.pricesVisible };
  const columns = selectColumns(listAllowedOrderColumns(viewer), listSettings.columns, DEFAULT_ORDER_COLUMNS);
  await queryClient.prefetchQuery(listQuery(withAllowedSort(filters, viewer), { columns, limit: listSettings.limit }));
}

/** Every order that the person has access to, with filters, totals and export. */
export function OrdersPage() {
  const [search, setSearch] = useSearchParams();
  const caller = useCaller();
  const profile = useProfile();
  const viewer: OrderListViewer = { seesOthers: useCanSeeOthersOrders(), pricesVisible: usePricesVisible() };
  const filters = withAllowedSort(readOrderFilters(search), viewer);
  const { allowed, shown, limit, loading, toggle, saveLimit } = useOrderColumns(viewer);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...listQuery(filters, { columns: shown, limit }),
    enabled: !loading,
    placeholderData: keepPreviousData,
  });
  const { data: totalled } = useQuery({ ...totalsQuery(filters), enabled: viewer.pricesVisible && Boolean(data?.orders.length) });
  const narrow = useIsNarrow(1024);
  const names = useOrderFilterOptions(
    !narrow && shown.some(({ id }) => ['group', 'destination', 'area', 'wardrobe', 'season'].includes(id)),
  );
  const rows = getRows(filters, limit);

  const change = (part: Partial<OrderFilters>, options?: { replace: boolean }) =>
    setSearch(writeOrderFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const listProps = data && {
    orders: data.orders,
    currency: profile?.currencyCode ?? '',
    sort: filters.sort,
    listSearch: search.toString(),
  };

  return (
    <>
      <PageHeader title="Orders" above={<OrdersNav />} />
      <OrderFilterBar
        filters={filters}
        onChange={change}
        viewer={viewer}
        trailing={
          <>
            {!narrow && <ColumnPicker allowed={allowed} shown={shown} onToggle={toggle} />}
            {/* The server refuses exports while someone orders for another person. */}
            {caller?.impersonatedCustomer === null && (
              <ExportOrders filters={filters} columns={shown} total={data?.totalCount ?? 0} />
            )}
          </>
        }
      />
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
      {!data || !listProps ? (
        <Card flush>
          {error ? (
            <ErrorState title="Your orders could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading orders">
              <SkeletonRows rows={Math.min(rows, DEFAULT_ORDER_ROWS)} height={narrow ? 120 : 57} />
            </PageLoading>
          )}
        </Card>
      ) : data.orders.length === 0 ? (
        <Card>
          <NoOrders filters={filters} totalCount={data.totalCount} onChange={change} />
        </Card>
      ) : (
        <div className={css.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
          {narrow ? (
            <OrderCards {...listProps} viewer={viewer} />
          ) : (
            <OrdersTable {...listProps} columns={shown} names={names} onSort={(sort) => change({ sort })} />
          )}
          {viewer.pricesVisible && <OrderTotals count={data.totalCount} totals={totalled?.totals ?? undefined} />}
          <Pager
            page={filters.page}
            limit={rows}
            totalCount={data.totalCount}
            noun={data.totalCount === 1 ? 'order' : 'orders'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
            limits={ORDER_ROWS}
            onLimit={(chosen) => {
              saveLimit(chosen);
              change({ rows: chosen });
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
          <Button variant="default" onClick={() => onChange({ ...noOrderFilters, sort: filters.sort, rows: filters.rows })}>
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
