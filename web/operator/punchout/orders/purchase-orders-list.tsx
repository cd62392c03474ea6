import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ALL_STATES, stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime, formatMoney } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../../operator-paths.ts';
import { OrganisationButton } from '../../organisation-button.tsx';
import { organisationFilter } from '../../organisation-filter.tsx';
import { PURCHASE_ORDER_LABELS } from './purchase-order-labels.ts';

/** The parts of the list; the first is the one to work through. */
export const PURCHASE_ORDER_TABS = [
  { label: 'Waiting', value: 'waiting' },
  { label: 'Accepted', value: 'accepted' },
  { label: 'Rejected', value: 'rejected' },
  { label: 'Cancelled', value: 'cancelled' },
  { label: 'All', value: ALL_STATES },
] as const;

/** Orders that buyers' systems have sent. */
export const purchaseOrdersList = defineList<'GET /api/operator/punchout/orders'>()({
  name: 'purchaseorders',
  call: 'GET /api/operator/punchout/orders',
  rowsKey: 'purchaseOrders',
  nouns: ['order', 'orders'],
  label: 'Orders of purchasing systems',
  link: ({ id }) => operatorPaths.purchaseOrder(id),
  columns: {
    number: { title: 'PO number', isHeading: true, cell: ({ number }) => number },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisationId, organisationName }) => <OrganisationButton id={organisationId} name={organisationName} />,
    },
    connection: { title: 'System', wraps: true, isRoomy: true, cell: ({ connectionName }) => connectionName },
    received: { title: 'Received', cell: ({ receivedOnUtc }) => formatDateTime(receivedOnUtc) },
    doubt: {
      title: 'To decide',
      wraps: true,
      cell: ({ doubt, state }) => state === 'waiting' && doubt,
    },
    order: {
      title: 'Order',
      isNumber: true,
      cell: ({ orderId }) => orderId,
      onCard: ({ orderId }) => orderId !== null && `Order ${orderId}`,
    },
    total: {
      title: 'Total',
      isNumber: true,
      cell: ({ total, currencyCode }) => total !== null && formatMoney(total, currencyCode),
    },
    state: {
      title: 'Status',
      cell: ({ state, isTest }) => (
        <>
          <StatusBadge tone={PURCHASE_ORDER_LABELS[state].tone}>{PURCHASE_ORDER_LABELS[state].label}</StatusBadge>
          {isTest && <span className={list.line}>Test</span>}
        </>
      ),
    },
  },
  card: [
    { start: ['number'], end: 'state' },
    { start: ['organisation'] },
    { start: ['doubt'] },
    { start: ['order', 'total'], end: 'received' },
  ],
  search: { param: 'searchTerm', url: 'search', label: 'Search orders', placeholder: 'PO number or organisation' },
  filters: { organisationId: organisationFilter },
  combinedFilters: {
    state: stateTabs<NonNullable<QueryOf<'GET /api/operator/punchout/orders'>>>({
      param: 'state',
      url: 'state',
      states: ['waiting', 'accepted', 'rejected', 'cancelled'],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: {
    title: 'No orders waiting',
    text: 'Orders from purchasing systems that differ from the returned cart appear here. Others are placed at once.',
  },
  nothingFound: 'You can search by PO number or by the name of an organisation.',
});
