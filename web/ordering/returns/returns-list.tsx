import { Group } from '@mantine/core';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { paths } from '#web/app/paths.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import list from '#web/ui/lists/list.module.css';
import { CancelReturnButton } from './cancel-return-button.tsx';
import { hasLabel, LabelButton } from './label-button.tsx';
import { describeReturnFiles, returnColumns } from './return-columns.tsx';
import { ReturnProgress } from './return-progress.tsx';

/** One's own return requests, newest first. */
export const ownReturnsList = defineList<'GET /api/customerreturnrequests'>()({
  name: 'returns',
  call: 'GET /api/customerreturnrequests',
  rowsKey: 'returnRequests',
  nouns: ['return', 'returns'],
  label: 'Your returns',
  columns: {
    number: { ...returnColumns.number, sorts: ['-number', 'number'] },
    pieces: {
      ...returnColumns.pieces,
      sorts: ['garment', '-garment'],
      cell: (request) => (
        <Group gap="sm" wrap="nowrap">
          <Picture src={request.images[0]?.src} alt="" size={40} />
          <span>{returnColumns.pieces.cell(request)}</span>
        </Group>
      ),
    },
    wish: {
      ...returnColumns.wish,
      title: 'You asked for',
      cell: (request) => (
        <>
          {returnColumns.wish.cell(request)}
          <span className={list.line}>{returnColumns.reason.cell(request)}</span>
        </>
      ),
      onCard: (request) => `${returnColumns.wish.cell(request)} · ${returnColumns.reason.cell(request)}`,
    },
    status: returnColumns.status,
    progress: { title: 'What happens', wraps: true, cell: (request) => <ReturnProgress request={request} /> },
    notes: {
      title: 'Notes and files',
      isExtra: true,
      wraps: true,
      cell: (request) => [request.comments, request.files.length > 0 && describeReturnFiles(request)].filter(Boolean).join(' · '),
    },
    order: {
      title: 'Order',
      cell: ({ orderId }) => <Link to={paths.order(orderId)}>{orderId}</Link>,
      onCard: ({ orderId }) => <Link to={paths.order(orderId)}>Order {orderId}</Link>,
    },
    requested: returnColumns.requested,
  },
  card: [
    { start: ['number'], end: 'status' },
    { start: ['pieces'] },
    { start: ['wish'] },
    { start: ['progress'] },
    { start: ['notes'] },
    { start: ['order', 'requested'] },
  ],
  actions: (request) => (
    <>
      {hasLabel(request) && <LabelButton request={request} size="compact-sm" />}{' '}
      <CancelReturnButton request={request} size="compact-sm" />
    </>
  ),
  search: { url: 'search', label: 'Search your returns', placeholder: 'Return, order or garment' },
  whole: {
    searchedText: ({ customNumber, orderId, productName, attributeDescription }) =>
      `${customNumber} order ${orderId} ${productName} ${attributeDescription}`,
    compare: {
      number: (a, b) => a.id - b.id,
      '-number': (a, b) => b.id - a.id,
      garment: (a, b) => a.productName.localeCompare(b.productName),
      '-garment': (a, b) => b.productName.localeCompare(a.productName),
    },
  },
  sorts: {
    '-number': 'Newest first',
    number: 'Oldest first',
    garment: 'Garment, A to Z',
    '-garment': 'Garment, Z to A',
  },
  getUsualSort: () => '-number',
  filters: {},
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No returns yet',
    text: 'Returns and exchanges appear here. To return something, open its order.',
  },
  nothingFound: 'You can search by the number of a return or order, or by the name of a garment.',
});
