import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { FilterBar } from '#web/ui/lists/filter-bar.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { describeElapsed, formatShortDay } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import {
  BACK_ORDER_ROWS,
  type BackOrder,
  type BackOrderFilters,
  dueFilters,
  readBackOrderFilters,
  toBackOrdersQuery,
  type WaitingLine,
  writeBackOrderFilters,
} from './back-order-filters.ts';
import { MoveDateForm } from './move-date-form.tsx';
import css from './stock.module.css';

/** The garments that orders wait for, with the days that were promised. */
export function BackOrdersPage() {
  const [search, setSearch] = useSearchParams();
  const filters = readBackOrderFilters(search);
  const narrow = useIsNarrow(1024);
  const [moved, setMoved] = useState<BackOrder>();
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...operatorQuery('GET /api/operator/stock/backorders', { query: toBackOrdersQuery(filters) }),
    placeholderData: keepPreviousData,
  });
  const change = (part: Partial<BackOrderFilters>, options?: { replace: boolean }) =>
    setSearch(writeBackOrderFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const isFiltered = filters.search !== '' || filters.due !== '';

  return (
    <>
      <PageHeader
        title="Stock"
        actions={
          <Button component={Link} to={operatorPaths.receiveStock}>
            Receive stock
          </Button>
        }
      >
        Garments that orders wait for, the one promised earliest first.
      </PageHeader>
      <FilterBar
        search={
          <SearchInput
            label="Search back orders"
            placeholder="Garment, SKU, barcode or order"
            value={filters.search}
            onSearch={(text) => change({ search: text }, { replace: true })}
          />
        }
        chips={filters.due === '' ? [] : [{ label: dueFilters[filters.due], onRemove: () => change({ due: '' }) }]}
        onClear={() => change({ due: '' })}
      >
        <NativeSelect
          label="Promised day"
          rightSection={<DownIcon size={16} />}
          value={filters.due}
          data={[{ value: '', label: 'All' }, ...Object.entries(dueFilters).map(([value, label]) => ({ value, label }))]}
          onChange={(event) => change({ due: event.currentTarget.value as BackOrderFilters['due'] })}
        />
      </FilterBar>
      {error ? (
        <Card>
          <ErrorState title="The back orders could not be loaded." error={error} onRetry={() => void refetch()} />
        </Card>
      ) : !data ? (
        <Card flush>
          <PageLoading label="Loading back orders">
            <SkeletonRows rows={6} height={narrow ? 180 : 120} />
          </PageLoading>
        </Card>
      ) : data.backOrders.length === 0 ? (
        <Card>
          {data.totalCount > 0 || isFiltered ? (
            <EmptyState
              title={data.totalCount > 0 ? 'This page is empty' : 'No matching back orders'}
              action={
                <Button variant="default" onClick={() => change(data.totalCount > 0 ? {} : { search: '', due: '' })}>
                  {data.totalCount > 0 ? 'Go to first page' : 'Clear search and filters'}
                </Button>
              }
            >
              You can search by garment, SKU, barcode or order number.
            </EmptyState>
          ) : (
            <EmptyState title="No order waits for stock">
              Garments appear here when orders need more pieces than are on hand.
            </EmptyState>
          )}
        </Card>
      ) : (
        <div className={css.stack} data-stale={(isPlaceholderData && isFetching) || undefined}>
          {data.backOrders.map((garment) => (
            <Garment key={garment.id} garment={garment} onMove={() => setMoved(garment)} />
          ))}
          <Pager
            page={filters.page}
            limit={BACK_ORDER_ROWS}
            totalCount={data.totalCount}
            noun={data.totalCount === 1 ? 'garment' : 'garments'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
      <Dialog opened={moved !== undefined} onClose={() => setMoved(undefined)} title="Promise another day" closeLabel="Close">
        {moved && <MoveDateForm key={moved.id} garment={moved} onClose={() => setMoved(undefined)} />}
      </Dialog>
    </>
  );
}

const Garment = ({ garment, onMove }: { garment: BackOrder; onMove: () => void }) => (
  <Card>
    <section aria-label={`${garment.productName}, ${garment.attributeDescription}`} className={css.garment}>
      <div className={css.garmentHead}>
        <div className={css.name}>
          <h2 className={css.title}>
            {garment.productName}
            {garment.attributeDescription && `, ${garment.attributeDescription}`}
          </h2>
          <span className={css.muted}>
            {[garment.sku, garment.gtin, garment.shelf && `shelf ${garment.shelf}`].filter(Boolean).join(' · ')}
          </span>
        </div>
        <Button size="sm" variant="default" onClick={onMove}>
          Promise another day
        </Button>
      </div>
      <p className={css.facts}>
        <strong>{plural(garment.waitingQuantity, 'piece')} missing</strong> for {plural(garment.orders, 'order')} ·{' '}
        {formatNumber(garment.onHand)} on hand ·{' '}
        {garment.expected.length === 0
          ? 'no delivery expected'
          : `expected: ${garment.expected.map(({ dueOn, quantity }) => `${quantity} on ${formatShortDay(dueOn)}`).join(', ')}`}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
      <ul className={css.waiting} role="list" aria-label="Orders that wait">
        {garment.lines.map((line) => (
          <Waiting key={line.orderItemId} line={line} />
        ))}
      </ul>
      {garment.orders > garment.lines.length && <p className={css.muted}>The first {garment.lines.length} lines are shown.</p>}
    </section>
  </Card>
);

function Waiting({ line }: { line: WaitingLine }) {
  const { orderId, waitingQuantity, destinationName, organisationName, releasedOnUtc, dueOn, firstDueOn } = line;
  const isLate = dueOn !== null && dueOn < new Date().toISOString().slice(0, 10);
  return (
    <li className={css.waitingLine}>
      <Link to={operatorPaths.order(orderId)}>{orderId}</Link>
      <span className={css.figure}>{plural(waitingQuantity, 'piece')}</span>
      <span>
        {dueOn ? formatShortDay(dueOn) : 'No day'} {isLate && <StatusBadge tone="danger">Overdue</StatusBadge>}
        {firstDueOn !== null && firstDueOn !== dueOn && (
          <span className={css.muted}>moved from {formatShortDay(firstDueOn)}</span>
        )}
      </span>
      <span className={css.where}>
        {destinationName}
        <span className={css.muted}>
          {organisationName} · released {describeElapsed(releasedOnUtc)}
        </span>
      </span>
    </li>
  );
}
