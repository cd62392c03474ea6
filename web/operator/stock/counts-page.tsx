import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatDateTime, formatNumber } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { BeginCountForm } from './begin-count-form.tsx';
import { CountState } from './count-state.tsx';

const countsList = defineList<'GET /api/operator/stock/counts'>()({
  name: 'stockcounts',
  call: 'GET /api/operator/stock/counts',
  rowsKey: 'counts',
  nouns: ['count', 'counts'],
  label: 'Counts',
  link: ({ id }) => operatorPaths.stockCount(id),
  columns: {
    name: { title: 'What', isHeading: true, wraps: true, cell: ({ name }) => name },
    state: { title: 'Status', cell: ({ state }) => <CountState state={state} /> },
    counted: {
      title: 'Counted',
      isNumber: true,
      cell: ({ countedLines, lines }) => `${formatNumber(countedLines)} of ${formatNumber(lines)}`,
      onCard: ({ countedLines, lines }) => `${formatNumber(countedLines)} of ${formatNumber(lines)} counted`,
    },
    begunBy: { title: 'Started by', cell: ({ createdBy }) => createdBy },
    begun: { title: 'Started', cell: ({ createdOnUtc }) => formatDateTime(createdOnUtc) },
    ended: {
      title: 'Ended',
      isRoomy: true,
      cell: ({ endedOnUtc }) => formatDateTime(endedOnUtc) || <StatusBadge tone="info">In progress</StatusBadge>,
    },
  },
  card: [{ start: ['name'], end: 'state' }, { start: ['counted'] }, { start: ['begunBy', 'begun'] }],
  filters: {
    state: oneOf({
      label: 'Status',
      url: 'state',
      options: [
        { id: 'open', label: 'Open' },
        { id: 'booked', label: 'Booked' },
        { id: 'cancelled', label: 'Cancelled' },
      ],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No counts yet',
    text: 'Start a count of a shelf or of some garments. Enter the pieces you find, see the differences, and book them together.',
  },
  nothingFound: 'Remove the filter to see all counts.',
});

/** Counts of the stock, the open ones first. */
export function StockCountsPage() {
  const mayWrite = useMay('stock:write');
  const [isBeginning, setBeginning] = useState(false);
  const model = useList(countsList, undefined);
  const begin = mayWrite && (
    <Button aria-haspopup="dialog" onClick={() => setBeginning(true)}>
      Start a count
    </Button>
  );
  return (
    <>
      <PageHeader title="Counts" above={<Link to={operatorPaths.stock}>Stock</Link>} actions={begin}>
        Count shelf by shelf. Movements during the count are taken into account.
      </PageHeader>
      <ListPage model={model} emptyAction={begin} />
      <Dialog opened={isBeginning} onClose={() => setBeginning(false)} title="Start a count" closeLabel="Close">
        <BeginCountForm onClose={() => setBeginning(false)} />
      </Dialog>
    </>
  );
}
