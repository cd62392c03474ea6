import { Box } from '@mantine/core';
import { useMemo } from 'react';
import { download } from '#web/app/api.ts';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { importOutcomes, type PeopleImport } from './import-labels.ts';
import { importRowsList } from './import-rows-list.tsx';

/** What each row does or did: parts with their numbers of rows, pages, and a workbook. */
export function ImportRows({ peopleImport: { id, kind, counts, finishedOnUtc } }: { peopleImport: PeopleImport }) {
  const isFinished = finishedOnUtc !== null;
  const context = useMemo(() => ({ kind, isFinished }), [kind, isFinished]);
  const model = useList(importRowsList, context, { pathParams: { id } });
  const parts = importOutcomes.map(({ outcome, planned, processed }) => ({
    label: isFinished ? processed : planned,
    value: outcome,
    count: counts[outcome],
  }));
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Box component="section" mt="lg" aria-label="Rows">
      <ListPage
        model={model}
        tabs={
          <ListTabs
            model={model}
            label={isFinished ? 'What happened to each row' : 'What will happen to each row'}
            filter="outcome"
            tabs={[{ label: 'All', value: undefined, count: all }, ...parts.filter(({ count }) => count > 0)]}
          />
        }
        actions={
          <ExportButton
            asked={{ list: 'importReport', importId: id, query: model.filterQuery }}
            rows={model.totalCount}
            file={() => download('GET /api/peopleimports/:id/report', { params: { id }, query: model.filterQuery })}
          >
            Download as Excel
          </ExportButton>
        }
      />
    </Box>
  );
}
