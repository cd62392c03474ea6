import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { operatorDownload } from '../../session/operator-api.ts';
import { OPERATOR_EXPORTS } from '../../session/operator-exports.ts';
import { type ProductImport, productOutcomes } from './product-import-labels.ts';
import { productImportRowsList } from './product-import-rows-list.tsx';

/** What each row does or did, by outcome, and a workbook of all. */
export function ProductImportRows({ productImport: { id, finishedOnUtc } }: { productImport: ProductImport }) {
  const isFinished = finishedOnUtc !== null;
  const context = useMemo(() => ({ isFinished }), [isFinished]);
  const model = useList(productImportRowsList, context, { pathParams: { id } });
  const tabs = productOutcomes
    .filter(({ outcome }) => isFinished || outcome !== 'conflict')
    .map(({ outcome, planned, processed }) => ({ label: isFinished ? processed : planned, value: outcome }));
  return (
    <Box component="section" mt="lg" aria-label="Rows">
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label={isFinished ? 'What happened to each row' : 'What will happen to each row'}
            filter="outcome"
            tabs={[{ label: 'All', value: undefined }, ...tabs]}
          />
        }
        actions={
          <ExportButton
            asked={{ list: 'importReport', importId: id, query: model.filterQuery }}
            rows={model.totalCount}
            calls={OPERATOR_EXPORTS}
            file={() =>
              operatorDownload('GET /api/operator/productimports/:id/report', { params: { id }, query: model.filterQuery })
            }
          >
            Download as Excel
          </ExportButton>
        }
      />
    </Box>
  );
}
