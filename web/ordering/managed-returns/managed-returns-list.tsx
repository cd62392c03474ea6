import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { RETURN_STATUSES } from '#contract/ordering/returns/return-states.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ALL_STATES, manyOf, manyRecords, oneRecord, stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { paths } from '#web/app/paths.ts';
import { OptionName, useGroupOptions } from '#web/organisation/structure-options.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatDate, formatMoney, plural } from '#web/ui/format/format.ts';
import { describeReturnFiles, returnColumns } from '../returns/return-columns.tsx';
import { ReturnProgress } from '../returns/return-progress.tsx';

type ManagedReturn = ReplyOf<'GET /api/returns'>['returns'][number];
type ManagedReturnsQuery = NonNullable<QueryOf<'GET /api/returns'>>;

/** How amounts are written, and whether the reader sees them. */
export interface ManagedReturnsViewer {
  pricesVisible: boolean;
  currency: string;
}

/** The tabs of the list; what is open stands first. */
export const RETURN_TABS = [
  { label: 'Open', value: 'open' },
  { label: 'Closed', value: 'closed' },
  { label: 'All', value: ALL_STATES },
];

const DAY_MS = 86_400_000;

/** "Today", "1 day" or "12 days": since a return was requested. */
export function formatAge({ createdOnUtc }: Pick<ManagedReturn, 'createdOnUtc'>, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(createdOnUtc)) / DAY_MS);
  return days <= 0 ? 'Today' : plural(days, 'day');
}

const formatPerson = ({ person }: ManagedReturn) => `${person.firstName} ${person.lastName}`.trim() || person.email;

/** The returns of the orders that an administrator sees: open ones by what has waited longest, closed ones newest first. */
export const managedReturnsList = defineList<'GET /api/returns', ManagedReturnsViewer>()({
  name: 'managedreturns',
  call: 'GET /api/returns',
  rowsKey: 'returns',
  nouns: ['return', 'returns'],
  label: 'Returns',
  link: ({ orderId }) => paths.order(orderId),
  columns: {
    number: returnColumns.number,
    person: { title: 'Person', wraps: true, cell: formatPerson, sorts: ['person', '-person'] },
    pieces: {
      ...returnColumns.pieces,
      cell: (request) => (
        <Group gap="sm" wrap="nowrap">
          <Picture src={request.images[0]?.src} alt="" size={40} />
          <span>{returnColumns.pieces.cell(request)}</span>
        </Group>
      ),
      onCard: returnColumns.pieces.cell,
    },
    wish: {
      ...returnColumns.wish,
      onCard: (request) => `${returnColumns.wish.cell(request)} · ${returnColumns.reason.cell(request)}`,
    },
    reason: { ...returnColumns.reason, isExtra: true },
    status: { ...returnColumns.status, sorts: ['status', '-status'] },
    age: {
      title: 'Age',
      isNumber: true,
      cell: (request) => formatAge(request),
      onCard: (request) =>
        `Requested ${formatDate(request.createdOnUtc)}, ${formatAge(request).toLowerCase()}${formatAge(request) === 'Today' ? '' : ' ago'}`,
      sorts: ['createdOnUtc', '-createdOnUtc'],
    },
    progress: { title: 'What happens', wraps: true, isExtra: true, cell: (request) => <ReturnProgress request={request} /> },
    notes: {
      title: 'Notes and files',
      isExtra: true,
      wraps: true,
      cell: (request) => [request.comments, request.files.length > 0 && describeReturnFiles(request)].filter(Boolean).join(' · '),
    },
    order: {
      title: 'Order',
      cell: ({ orderId }) => <Link to={paths.order(orderId)}>{orderId}</Link>,
      onCard: ({ orderId }) => `Order ${orderId}`,
    },
    group: {
      title: 'Group',
      isExtra: true,
      cell: ({ organisationGroupId }) => <OptionName useOptions={useGroupOptions} id={organisationGroupId} />,
    },
    credited: {
      title: 'Credited',
      basis: 'incl. tax',
      isNumber: true,
      isExtra: true,
      isAllowed: ({ pricesVisible }) => pricesVisible,
      cell: ({ refundedAmount }, { currency }) => (refundedAmount === null ? '–' : formatMoney(refundedAmount, currency)),
    },
    requested: { ...returnColumns.requested, isExtra: true },
  },
  card: [
    { start: ['number'], end: 'status' },
    { start: ['person'] },
    { start: ['pieces'] },
    { start: ['wish'] },
    { start: ['order', 'age'] },
  ],
  search: { param: 'searchTerm', url: 'q', label: 'Search returns', placeholder: 'Return, order, person or garment' },
  filters: {
    returnStatusId: manyOf({ label: 'Status', url: 'status', options: RETURN_STATUSES }),
    minAgeDays: oneRecord({
      label: 'Requested',
      url: 'age',
      options: [7, 14, 30, 60].map((id) => ({ id, label: `${id} days ago or more` })),
    }),
    groupIds: manyRecords({ label: 'Group', url: 'group', options: useGroupOptions }),
  },
  combinedFilters: {
    state: stateTabs<ManagedReturnsQuery>({ param: 'state', url: 'state', states: ['open', 'closed'] }),
  },
  sorts: {
    createdOnUtc: 'Oldest first',
    '-createdOnUtc': 'Newest first',
    person: 'Person, A to Z',
    '-person': 'Person, Z to A',
    status: 'Status, first to last',
    '-status': 'Status, last to first',
  },
  getUsualSort: ({ state }) => (state === 'open' ? 'createdOnUtc' : '-createdOnUtc'),
  toSortQuery: (sort) => ({ sort }),
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No returns waiting',
    text: 'Returns and exchanges of people you manage appear here as soon as they are requested.',
  },
  nothingFound:
    'You can search by the number of a return or order, by person or by garment. Check the spelling or remove a filter.',
});
