import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiQuery, download } from '#web/app/api.ts';
import { BulkEditResult, RecentBulkEdits } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import { useLoadedVersions } from '#web/app/bulk-edit/use-loaded-versions.ts';
import { paths } from '#web/app/paths.ts';
import { settingsQuery, useCaller } from '#web/app/session/profile.ts';
import { ProductsNav } from '#web/app/shell/products-nav.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import { useSelection } from '#web/ui/lists/use-selection.ts';
import { AddProductsDialog } from './add-products-dialog.tsx';
import css from './range.module.css';
import { RangeBulkEditBar } from './range-bulk-edit-bar.tsx';
import { RangeBulkEditDialog } from './range-bulk-edit-dialog.tsx';
import { RangeFilterBar } from './range-filter-bar.tsx';
import {
  emptyRangeFilters,
  hasRangeFilters,
  RANGE_PAGE_SIZE,
  type RangeFilters,
  readRangeFilters,
  toRangeMatching,
  toRangeSelectionBody,
  writeRangeFilters,
} from './range-filters.ts';
import { RangeCards, RangeTable } from './range-list.tsx';
import { RangeProductDialog } from './range-product-dialog.tsx';
import { RangeSizeGuides } from './range-size-guides.tsx';
import { usePriceEdit } from './use-price-edit.ts';
import { useRangeBulkEdit } from './use-range-bulk-edit.ts';
import { useRestrictionOptions } from './use-restriction-options.ts';

type Open = { what: 'add' | 'bulk' } | { what: 'edit'; id: number } | undefined;

/** The organisation's range: its products, or with `?view=size-guides` their size guides. A view needs no route in the first load. */
export function RangePage() {
  const [search] = useSearchParams();
  return search.get('view') === 'size-guides' ? <RangeSizeGuides /> : <RangeProducts />;
}

/** The products with their names, prices and visibility, and bulk edits of them. */
function RangeProducts() {
  const caller = useCaller();
  const [search, setSearch] = useSearchParams();
  const filters = readRangeFilters(search);
  const matching = toRangeMatching(filters);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/productsorganisation', { query: { ...matching, page: filters.page, limit: RANGE_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  const parts = useRestrictionOptions();
  const narrow = useIsNarrow(1024);
  const selection = useSelection(JSON.stringify(matching), data?.totalCount ?? 0);
  const changes = useRangeBulkEdit();
  const priceEdit = usePriceEdit();
  const seen = useLoadedVersions(data?.productOrganisations);
  const [open, setOpen] = useState<Open>();
  const canSetPrices = useQuery(settingsQuery).data?.keepsOwnPrices ?? false;
  const canEdit = caller?.adminableOrganisationGroupIds.length === 0;

  const change = (part: Partial<RangeFilters>, options?: { replace: boolean }) =>
    setSearch(writeRangeFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const List = narrow ? RangeCards : RangeTable;
  const products = data?.productOrganisations ?? [];
  const edited = open?.what === 'edit' ? products.find(({ id }) => id === open.id) : undefined;

  return (
    <>
      <PageHeader
        title="Range"
        above={<ProductsNav />}
        actions={
          canEdit && (
            <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpen({ what: 'add' })}>
              Add products
            </Button>
          )
        }
      >
        The products your organisation buys, with their names and prices, and who can see them. Prices exclude tax
        {canSetPrices ? '' : ' and are set by your supplier'}. <Link to="?view=size-guides">Size guides</Link>
      </PageHeader>
      {caller && !canEdit && (
        <div className={css.notice}>
          <Notice>All groups share the range. Only an administrator of the whole organisation can change it.</Notice>
        </div>
      )}
      <RangeFilterBar
        filters={filters}
        parts={parts}
        onChange={change}
        trailing={
          <>
            {canEdit && (
              <Button component={Link} to={paths.rangeImports()} variant="default">
                Import
              </Button>
            )}
            <DownloadButton
              disabled={!data?.totalCount}
              file={() => download('GET /api/productsorganisation/exportToExcel', { query: matching })}
            >
              Export to Excel
            </DownloadButton>
          </>
        }
      />
      {changes.outcome && (
        <BulkEditResult
          bulkEdit={changes.outcome}
          nouns={['product', 'products']}
          onReselect={(conflicts) => {
            for (const { id, version } of conflicts) seen.current.set(id, version);
            selection.select(
              conflicts.map(({ id }) => id),
              true,
            );
          }}
          {...changes.actions}
        />
      )}
      {canEdit && (
        <RangeBulkEditBar
          selection={selection}
          total={data?.totalCount ?? 0}
          busy={changes.actions.busy}
          onChange={(edit) =>
            changes.bulk.mutate(
              { ...toRangeSelectionBody(selection, filters, seen.current, data?.seenOnUtc), change: edit },
              { onSuccess: selection.clear },
            )
          }
          onOpen={() => setOpen({ what: 'bulk' })}
        />
      )}
      {!data ? (
        <Card flush>
          {error ? (
            <ErrorState title="The range could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading the range">
              <SkeletonRows rows={10} height={72} />
            </PageLoading>
          )}
        </Card>
      ) : products.length === 0 ? (
        <Card>
          <EmptyRange
            hasFilters={hasRangeFilters(filters)}
            isBeyondLastPage={data.totalCount > 0}
            canEdit={canEdit}
            onFirstPage={() => change({ page: 0 })}
            onClear={() => change(emptyRangeFilters)}
            onAdd={() => setOpen({ what: 'add' })}
          />
        </Card>
      ) : (
        <div className={list.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
          <List
            products={products}
            parts={parts}
            currencyCode={data.currencyCode}
            selection={canEdit ? selection : undefined}
            priceEdit={canEdit && canSetPrices ? priceEdit : undefined}
            isSuppliersPrice={!canSetPrices}
            onEdit={(id) => setOpen({ what: 'edit', id })}
          />
          <Pager
            page={filters.page}
            limit={RANGE_PAGE_SIZE}
            totalCount={data.totalCount}
            noun={data.totalCount === 1 ? 'product' : 'products'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
      {canEdit && (
        <RecentBulkEdits
          kind="range"
          empty="Bulk changes of products from the last 30 days are listed here."
          {...changes.actions}
        />
      )}
      {edited && data && (
        <RangeProductDialog
          key={edited.id}
          product={edited}
          parts={parts}
          currencyCode={data.currencyCode}
          canSetPrices={canSetPrices}
          remove={changes.bulk}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'bulk' && data && (
        <RangeBulkEditDialog
          parts={parts}
          count={selection.count}
          canSetPrices={canSetPrices}
          selected={toRangeSelectionBody(selection, filters, seen.current, data?.seenOnUtc)}
          sending={changes.bulk}
          onDone={selection.clear}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'add' && (
        <AddProductsDialog adding={changes.add} canSetPrices={canSetPrices} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

interface EmptyRangeProps {
  hasFilters: boolean;
  isBeyondLastPage: boolean;
  canEdit: boolean;
  onFirstPage: () => void;
  onClear: () => void;
  onAdd: () => void;
}

function EmptyRange({ hasFilters, isBeyondLastPage, canEdit, onFirstPage, onClear, onAdd }: EmptyRangeProps) {
  if (isBeyondLastPage)
    return (
      <EmptyState title="This page is empty" action={<Button onClick={onFirstPage}>Go to first page</Button>}>
        The range has become shorter, or the link was changed.
      </EmptyState>
    );
  if (hasFilters)
    return (
      <EmptyState
        title="No matching products"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search and filters
          </Button>
        }
      >
        You can search by name or SKU, your own or the catalogue’s. Check the spelling or remove a filter.
      </EmptyState>
    );
  return (
    <EmptyState title="No products yet" action={canEdit ? <Button onClick={onAdd}>Add products</Button> : undefined}>
      The products your organisation buys from the supplier’s catalogue will appear here.
    </EmptyState>
  );
}
