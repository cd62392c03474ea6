import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import list from '#web/ui/lists/list.module.css';
import { Pager } from '#web/ui/lists/pager.tsx';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { OpenRangeDialog } from './range-dialogs.tsx';
import { emptyRangeFilters, hasRangeFilters, RANGE_PAGE_SIZE, type RangeFilters } from './range-filters.ts';
import { RangeCards, RangeTable } from './range-list.tsx';
import { usePriceEdit } from './use-price-edit.ts';
import type { RestrictionOptions } from './use-restriction-options.ts';

interface Props {
  query: UseQueryResult<ReplyOf<'GET /api/productsorganisation'>>;
  filters: RangeFilters;
  parts: RestrictionOptions;
  /** Undefined for people who cannot change the range. */
  selection: Selection | undefined;
  canSetPrices: boolean;
  onChange: (part: Partial<RangeFilters>) => void;
  onOpen: (dialog: OpenRangeDialog) => void;
}

/** A page of products, or why there is none. */
export function RangeResults({ query, filters, parts, selection, canSetPrices, onChange, onOpen }: Props) {
  const { data, error, refetch, isPlaceholderData, isFetching } = query;
  const priceEdit = usePriceEdit();
  const canEdit = selection !== undefined;
  const List = useIsNarrow(1024) ? RangeCards : RangeTable;
  if (!data)
    return (
      <Card flush>
        {error ? (
          <ErrorState title="The range could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the range">
            <SkeletonRows rows={10} height={72} />
          </PageLoading>
        )}
      </Card>
    );
  if (data.productOrganisations.length === 0)
    return (
      <Card>
        <EmptyRange
          hasFilters={hasRangeFilters(filters)}
          isBeyondLastPage={data.totalCount > 0}
          canEdit={canEdit}
          onFirstPage={() => onChange({ page: 0 })}
          onClear={() => onChange(emptyRangeFilters)}
          onAdd={() => onOpen({ what: 'add' })}
        />
      </Card>
    );
  return (
    <div className={list.list} data-stale={(isPlaceholderData && isFetching) || undefined} aria-busy={isPlaceholderData}>
      <List
        products={data.productOrganisations}
        parts={parts}
        currencyCode={data.currencyCode}
        selection={selection}
        priceEdit={canEdit && canSetPrices ? priceEdit : undefined}
        isSuppliersPrice={!canSetPrices}
        onEdit={(id) => onOpen({ what: 'edit', id })}
      />
      <Pager
        page={filters.page}
        limit={RANGE_PAGE_SIZE}
        totalCount={data.totalCount}
        noun={data.totalCount === 1 ? 'product' : 'products'}
        onPage={(page) => {
          onChange({ page });
          scrollTo({ top: 0 });
        }}
      />
    </div>
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
