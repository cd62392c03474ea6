import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { returnColumns } from '#web/ordering/returns/return-columns.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { formatElapsed } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationButton } from '../organisation-button.tsx';
import { organisationFilter } from '../organisation-filter.tsx';
import { RETURN_SEARCH, ReturnSearch } from './return-search.tsx';

/** The states of returns that the list shows in tabs. */
export const RETURN_STATES = [
  { id: 'decision', label: 'To decide' },
  { id: 'arrival', label: 'Waiting for the parcel' },
  { id: 'nothing', label: 'Closed' },
] as const;

/** The returns of the brands' organisations. */
export const returnsList = defineList<'GET /api/operator/returns'>()({
  name: 'returns',
  call: 'GET /api/operator/returns',
  rowsKey: 'returnRequests',
  nouns: ['return', 'returns'],
  label: 'Returns',
  link: ({ id }) => operatorPaths.return(id),
  columns: {
    number: returnColumns.number,
    order: { title: 'Order', isRoomy: true, cell: ({ orderId }) => orderId, onCard: ({ orderId }) => `Order ${orderId}` },
    age: {
      title: 'Age',
      cell: ({ createdOnUtc }) => <span title={formatDate(createdOnUtc)}>{formatElapsed(createdOnUtc)}</span>,
    },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisation: { id, name } }) => <OrganisationButton id={id} name={name} />,
    },
    person: { title: 'Person', cell: ({ customer: { firstName, lastName } }) => `${firstName} ${lastName}`.trim() },
    pieces: returnColumns.pieces,
    wish: returnColumns.wish,
    reason: {
      ...returnColumns.reason,
      cell: ({ returnReason, files }) => (
        <>
          {returnReason}
          {files.length > 0 && (
            <span className={list.line}>With {files.length === 1 ? 'a picture' : `${files.length} pictures`}</span>
          )}
        </>
      ),
      onCard: returnColumns.reason.cell,
    },
    status: returnColumns.status,
  },
  card: [
    { start: ['number'], end: 'status' },
    { start: ['pieces'] },
    { start: ['wish', 'reason'] },
    { start: ['order', 'organisation', 'person'], end: 'age' },
  ],
  search: { param: 'searchTerm', url: 'search', ...RETURN_SEARCH, Field: ReturnSearch },
  filters: {
    waitingFor: { ...oneOf({ label: 'State', url: 'state', options: RETURN_STATES }), isTab: true },
    organisationId: organisationFilter,
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No returns yet', text: 'Return and exchange requests appear here, oldest first.' },
  nothingFound: 'You can search by the number of a return or order, or by the name of a person or organisation.',
});
