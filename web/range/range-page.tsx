import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { apiQuery, download } from '../api.ts';
import { useCaller } from '../hooks/profile.ts';
import { useSeenVersions } from '../hooks/seen-versions.ts';
import { PeopleNav } from '../people/people-nav.tsx';
import { Card } from '../ui/card.tsx';
import { DownloadButton } from '../ui/download-button.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import list from '../ui/list.module.css';
import { useIsNarrow } from '../ui/narrow.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageLoading } from '../ui/page-loading.tsx';
import { Pager } from '../ui/pager.tsx';
import { useSelection } from '../ui/selection.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AddProductsDialog } from './add-products-dialog.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { ProductDialog } from './product-dialog.tsx';
import css from './range.module.css';
import { RangeBar } from './range-bar.tsx';
import { RangeFilterBar } from './range-filter-bar.tsx';
import {
  isNarrowed,
  noFilters,
  pageSize,
  type RangeFilters,
  readFilters,
  toBody,
  toMatching,
  writeFilters,
} from './range-filters.ts';
import { RangeCards, RangeTable } from './range-list.tsx';
import { RangeOutcome, RecentRangeChanges } from './range-outcome.tsx';
import { useParts } from './use-parts.ts';
import { useRangeChanges } from './use-range-changes.ts';

type Open = { what: 'add' | 'bulk' } | { what: 'edit'; id: number } | undefined;

/** What the organisation buys: found, named, priced and given to those whom it is for. */
export function RangePage() {
  const caller = useCaller();
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  const matching = toMatching(filters);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...apiQuery('GET /api/productsorganisation', { query: { ...matching, page: filters.page, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  const parts = useParts();
  const narrow = useIsNarrow(1024);
  const selection = useSelection(JSON.stringify(matching), data?.totalCount ?? 0);
  const changes = useRangeChanges();
  const seen = useSeenVersions(data?.productOrganisations);
  const [open, setOpen] = useState<Open>();
  const mayEdit = caller?.adminableOrganisationGroupIds.length === 0;

  const change = (part: Partial<RangeFilters>, options?: { replace: boolean }) =>
    setSearch(writeFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });
  const List = narrow ? RangeCards : RangeTable;
  const products = data?.productOrganisations ?? [];
  const edited = open?.what === 'edit' ? products.find(({ id }) => id === open.id) : undefined;

  return (
    <>
      <PageHeader
        title="Range"
        above={<PeopleNav />}
        actions={
          mayEdit && (
            <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpen({ what: 'add' })}>
              Add products
            </Button>
          )
        }
      >
        What your organisation buys, under which names and at which prices, and whom each product is for. Prices are without tax.
      </PageHeader>
      {caller && !mayEdit && (
        <div className={css.notice}>
          <Notice>All groups share the range, so only an administrator of the whole organisation changes it.</Notice>
        </div>
      )}
      <RangeFilterBar
        filters={filters}
        parts={parts}
        onChange={change}
        trailing={
          <DownloadButton
            disabled={!data?.totalCount}
            file={() => download('GET /api/productsorganisation/exportToExcel', { query: matching })}
          >
            Export to Excel
          </DownloadButton>
        }
      />
      {changes.outcome && (
        <RangeOutcome
          outcome={changes.outcome}
          onChooseAgain={(overtaken) => {
            for (const { id, version } of overtaken) seen.current.set(id, version);
            selection.select(
              overtaken.map(({ id }) => id),
              true,
            );
          }}
          {...changes.deeds}
        />
      )}
      {mayEdit && (
        <RangeBar
          selection={selection}
          total={data?.totalCount ?? 0}
          busy={changes.deeds.busy}
          onChange={(wanted) =>
            changes.bulk.mutate(
              { ...toBody(selection, filters, seen.current, data?.seenOnUtc), change: wanted },
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
          <Nothing
            narrowed={isNarrowed(filters)}
            beyond={data.totalCount > 0}
            mayEdit={mayEdit}
            onFirstPage={() => change({ page: 0 })}
            onClear={() => change(noFilters)}
            onAdd={() => setOpen({ what: 'add' })}
          />
        </Card>
      ) : (
        <div className={list.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
          <List
            products={products}
            parts={parts}
            currencyCode={data.currencyCode}
            selection={mayEdit ? selection : undefined}
            onEdit={(id) => setOpen({ what: 'edit', id })}
          />
          <Pager
            page={filters.page}
            limit={pageSize}
            totalCount={data.totalCount}
            of={data.totalCount === 1 ? 'product' : 'products'}
            onPage={(page) => {
              change({ page });
              scrollTo({ top: 0 });
            }}
          />
        </div>
      )}
      {mayEdit && <RecentRangeChanges {...changes.deeds} />}
      {edited && data && (
        <ProductDialog
          key={edited.id}
          product={edited}
          parts={parts}
          currencyCode={data.currencyCode}
          remove={changes.bulk}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'bulk' && data && (
        <BulkDialog
          parts={parts}
          count={selection.count}
          selected={toBody(selection, filters, seen.current, data?.seenOnUtc)}
          sending={changes.bulk}
          onDone={selection.clear}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === 'add' && <AddProductsDialog adding={changes.add} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface NothingProps {
  narrowed: boolean;
  beyond: boolean;
  mayEdit: boolean;
  onFirstPage: () => void;
  onClear: () => void;
  onAdd: () => void;
}

function Nothing({ narrowed, beyond, mayEdit, onFirstPage, onClear, onAdd }: NothingProps) {
  if (beyond)
    return (
      <EmptyState title="There is nothing on this page" action={<Button onClick={onFirstPage}>To the first page</Button>}>
        The range has become shorter, or the address was changed.
      </EmptyState>
    );
  if (narrowed)
    return (
      <EmptyState
        title="Nothing matches"
        action={
          <Button variant="default" onClick={onClear}>
            Clear search and filters
          </Button>
        }
      >
        The search looks at both names and all SKUs. Check the spelling, or take a filter away.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing is bought yet" action={mayEdit ? <Button onClick={onAdd}>Add products</Button> : undefined}>
      Products of the supplier’s catalogue that your organisation buys are listed here.
    </EmptyState>
  );
}
