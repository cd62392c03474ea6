import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { download } from '#web/app/api.ts';
import { BulkEditResult, RecentBulkEdits } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import { useLoadedVersions } from '#web/app/bulk-edit/use-loaded-versions.ts';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { type Profile, settingsQuery, useCaller } from '#web/app/session/profile.ts';
import { ProductsNav } from '#web/app/shell/products-nav.tsx';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { LazyDialog } from '#web/ui/dialogs/lazy-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RangeBulkEditActions } from './range-bulk-edit-actions.tsx';
import type { OpenRangeDialog } from './range-dialogs.tsx';
import { type RangeReader, rangeList } from './range-list.tsx';
import { usePriceEdit } from './use-price-edit.ts';
import { toRangeSelectionBody, useRangeBulkEdit } from './use-range-bulk-edit.ts';
import { useRestrictionOptions } from './use-restriction-options.ts';

const loadDialogs = async () => ({ default: (await import('./range-dialogs.tsx')).RangeDialogs });
const RangeDialogs = lazy(loadDialogs);

/** The products of the range with their names, prices and visibility, and bulk edits of them. */
export function RangePage() {
  const caller = useCaller();
  return caller && <RangeOf caller={caller} />;
}

function useReader({ adminableOrganisationGroupIds, currencyCode }: Profile, edit: RangeReader['edit']): RangeReader {
  const keepsOwnPrices = useQuery(settingsQuery).data?.keepsOwnPrices ?? false;
  const canEdit = adminableOrganisationGroupIds.length === 0;
  const parts = useRestrictionOptions();
  const priceEdit = usePriceEdit();
  return useMemo(
    () => ({ canEdit, keepsOwnPrices, currencyCode, parts, priceEdit, edit }),
    [canEdit, keepsOwnPrices, currencyCode, parts, priceEdit, edit],
  );
}

function RangeOf({ caller }: { caller: Profile }) {
  const [open, setOpen] = useState<OpenRangeDialog>();
  const [edit] = useState(() => (id: number) => setOpen({ what: 'edit', id }));
  const reader = useReader(caller, edit);
  const { canEdit, keepsOwnPrices, parts } = reader;
  const model = useList(rangeList, reader);
  const { reply, selection, conditions, totalCount } = model;
  const changes = useRangeBulkEdit();
  const seen = useLoadedVersions(reply?.productOrganisations);
  const add = canEdit && (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setOpen({ what: 'add' })}>
      Add products
    </Button>
  );
  const selected = () =>
    selection && toRangeSelectionBody(selection, { matching: conditions, seen: seen.current, seenOnUtc: reply?.seenOnUtc });

  return (
    <>
      <PageHeader title="Range" above={<ProductsNav />} actions={add}>
        What your organisation buys, and who can see it. Prices exclude tax
        {keepsOwnPrices ? '' : ' and are set by your supplier'}. <Link to={paths.rangeSizeGuides()}>Size guides</Link>
      </PageHeader>
      {!canEdit && (
        <Box mb="md">
          <Notice>All groups share the range. Only an administrator of the whole organisation can change it.</Notice>
        </Box>
      )}
      {changes.outcome && (
        <BulkEditResult
          bulkEdit={changes.outcome}
          nouns={['product', 'products']}
          onReselect={(conflicts) => {
            for (const { id, version } of conflicts) seen.current.set(id, version);
            selection?.select(
              conflicts.map(({ id }) => id),
              true,
            );
          }}
          {...changes.actions}
        />
      )}
      <ListPage
        model={model}
        cardsBelow={1024}
        actions={
          <>
            {canEdit && (
              <Button component={Link} to={paths.rangeImports()} variant="default">
                Import
              </Button>
            )}
            <ExportButton
              asked={{ list: 'range', query: conditions }}
              rows={totalCount}
              file={() => download('GET /api/productsorganisation/exportToExcel', { query: conditions })}
            />
          </>
        }
        selectionActions={
          <RangeBulkEditActions
            isBlocked={changes.actions.busy}
            onChange={(change) => {
              const body = selected();
              if (body) changes.bulk.mutate({ ...body, change }, { onSuccess: selection?.clear });
            }}
            onOpen={() => setOpen({ what: 'bulk' })}
          />
        }
        emptyAction={add}
      />
      {canEdit && (
        <RecentBulkEdits
          kind="range"
          empty="Bulk changes to products from the last 30 days are listed here."
          {...changes.actions}
        />
      )}
      {selection && (
        <LazyDialog opened={open !== undefined} load={loadDialogs}>
          {(opened) => (
            <RangeDialogs
              open={opened ? open : undefined}
              data={reply}
              parts={parts}
              canSetPrices={keepsOwnPrices}
              changes={changes}
              selection={selection}
              selected={selected}
              onClose={() => setOpen(undefined)}
            />
          )}
        </LazyDialog>
      )}
    </>
  );
}
