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
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useSelection } from '#web/ui/lists/use-selection.ts';
import css from './range.module.css';
import { RangeBulkEditBar } from './range-bulk-edit-bar.tsx';
import { type OpenRangeDialog, RangeDialogs } from './range-dialogs.tsx';
import { RangeFilterBar } from './range-filter-bar.tsx';
import {
  RANGE_PAGE_SIZE,
  type RangeFilters,
  readRangeFilters,
  toRangeMatching,
  toRangeSelectionBody,
  writeRangeFilters,
} from './range-filters.ts';
import { RangeResults } from './range-results.tsx';
import { useRangeBulkEdit } from './use-range-bulk-edit.ts';
import { useRestrictionOptions } from './use-restriction-options.ts';

/** The products of the range with their names, prices and visibility, and bulk edits of them. */
export function RangePage() {
  const caller = useCaller();
  const [search, setSearch] = useSearchParams();
  const filters = readRangeFilters(search);
  const matching = toRangeMatching(filters);
  const query = useQuery({
    ...apiQuery('GET /api/productsorganisation', { query: { ...matching, page: filters.page, limit: RANGE_PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const parts = useRestrictionOptions();
  const selection = useSelection(JSON.stringify(matching), data?.totalCount ?? 0);
  const changes = useRangeBulkEdit();
  const seen = useLoadedVersions(data?.productOrganisations);
  const [open, setOpen] = useState<OpenRangeDialog>();
  const canSetPrices = useQuery(settingsQuery).data?.keepsOwnPrices ?? false;
  const canEdit = caller?.adminableOrganisationGroupIds.length === 0;
  const selected = () => toRangeSelectionBody(selection, filters, seen.current, data?.seenOnUtc);
  const change = (part: Partial<RangeFilters>, options?: { replace: boolean }) =>
    setSearch(writeRangeFilters({ ...filters, page: 0, ...part }), { replace: options?.replace, preventScrollReset: true });

  return (
    <>
      <RangeHeader canSetPrices={canSetPrices} onAdd={canEdit ? () => setOpen({ what: 'add' }) : undefined} />
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
          onChange={(edit) => changes.bulk.mutate({ ...selected(), change: edit }, { onSuccess: selection.clear })}
          onOpen={() => setOpen({ what: 'bulk' })}
        />
      )}
      <RangeResults
        query={query}
        filters={filters}
        parts={parts}
        selection={canEdit ? selection : undefined}
        canSetPrices={canSetPrices}
        onChange={change}
        onOpen={setOpen}
      />
      {canEdit && (
        <RecentBulkEdits
          kind="range"
          empty="Bulk changes of products from the last 30 days are listed here."
          {...changes.actions}
        />
      )}
      <RangeDialogs
        open={open}
        data={data}
        parts={parts}
        canSetPrices={canSetPrices}
        changes={changes}
        selection={selection}
        selected={selected}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
}

/** What the page is, and the button that adds products, for those who can. */
const RangeHeader = ({ canSetPrices, onAdd }: { canSetPrices: boolean; onAdd: (() => void) | undefined }) => (
  <PageHeader
    title="Range"
    above={<ProductsNav />}
    actions={
      onAdd && (
        <Button leftSection={<PlusIcon size={18} />} onClick={onAdd}>
          Add products
        </Button>
      )
    }
  >
    The products your organisation buys, with their names and prices, and who can see them. Prices exclude tax
    {canSetPrices ? '' : ' and are set by your supplier'}. <Link to={paths.rangeSizeGuides()}>Size guides</Link>
  </PageHeader>
);
