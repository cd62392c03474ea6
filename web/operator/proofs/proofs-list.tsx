import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ALL_STATES, stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge, type Tone } from '#web/ui/content/status-badge.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { formatElapsed } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationButton } from '../organisation-button.tsx';
import { organisationFilter } from '../organisation-filter.tsx';

/** The parts of the list; the first is the one to work through. */
export const PROOF_TABS = [
  { label: 'To do', value: 'toDo' },
  { label: 'With the client', value: 'waiting' },
  { label: 'Approved', value: 'approved' },
  { label: 'All', value: ALL_STATES },
] as const;

/** What designs wait for, as the supplier reads it. */
export const PROOF_STATES: Readonly<Record<'preparing' | 'waiting' | 'changeAsked' | 'approved', { label: string; tone: Tone }>> =
  {
    preparing: { label: 'Needs a proof', tone: 'warning' },
    waiting: { label: 'With the client', tone: 'info' },
    changeAsked: { label: 'Change requested', tone: 'danger' },
    approved: { label: 'Approved', tone: 'success' },
  };

/** Designs of the brands' organisations that need a proof, or had one. */
export const proofsList = defineList<'GET /api/operator/proofs'>()({
  name: 'proofs',
  call: 'GET /api/operator/proofs',
  rowsKey: 'requests',
  nouns: ['design', 'designs'],
  label: 'Designs',
  link: ({ id }) => operatorPaths.proof(id),
  columns: {
    design: {
      title: 'Design',
      isHeading: true,
      wraps: true,
      cell: ({ name }) => name,
    },
    garment: {
      title: 'Garment',
      wraps: true,
      cell: ({ productName, waitingPieces }) => (
        <>
          {productName}
          {waitingPieces > 0 && <span className={list.line}>{plural(waitingPieces, 'piece')} waiting</span>}
        </>
      ),
      onCard: ({ productName, waitingPieces }) =>
        waitingPieces > 0 ? `${productName}, ${plural(waitingPieces, 'piece')} waiting` : productName,
    },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisationId, organisationName }) => <OrganisationButton id={organisationId} name={organisationName} />,
    },
    age: {
      title: 'Age',
      cell: ({ requestedOnUtc }) => <span title={formatDate(requestedOnUtc)}>{formatElapsed(requestedOnUtc)}</span>,
    },
    orders: {
      title: 'Orders waiting',
      isNumber: true,
      cell: ({ orderIds }) => (orderIds.length > 0 ? orderIds.length : null),
      onCard: ({ orderIds }) => orderIds.length > 0 && `${plural(orderIds.length, 'order')} waiting`,
    },
    version: {
      title: 'Version',
      isNumber: true,
      isRoomy: true,
      cell: ({ versions }) => versions[0]?.version,
      onCard: ({ versions }) => (versions[0] ? `Version ${versions[0].version}` : null),
    },
    status: {
      title: 'Status',
      cell: ({ state }) => <StatusBadge tone={PROOF_STATES[state].tone}>{PROOF_STATES[state].label}</StatusBadge>,
    },
  },
  card: [
    { start: ['design'], end: 'status' },
    { start: ['garment'] },
    { start: ['organisation'] },
    { start: ['orders', 'version'], end: 'age' },
  ],
  search: {
    param: 'searchTerm',
    url: 'search',
    label: 'Search designs',
    placeholder: 'Organisation, logo, text, garment or order',
  },
  filters: { organisationId: organisationFilter },
  combinedFilters: {
    state: stateTabs<NonNullable<QueryOf<'GET /api/operator/proofs'>>>({
      param: 'state',
      url: 'state',
      states: ['toDo', 'waiting', 'approved'],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No designs waiting', text: 'New logos and texts that clients order appear here, the oldest first.' },
  nothingFound: 'You can search by the name of an organisation, a logo or a garment, a text, or the number of an order.',
});
