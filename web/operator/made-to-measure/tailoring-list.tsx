import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ALL_STATES, stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { REQUEST_STATUSES } from '#web/ordering/made-to-measure/request-status.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatDay, formatMoney } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { formatElapsed } from '../fulfilment/fulfilment-dates.ts';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationButton } from '../organisation-button.tsx';
import { organisationFilter } from '../organisation-filter.tsx';

/** The parts of the list; the first is the one to work through. */
export const TAILORING_TABS = [
  { label: 'To answer', value: 'toAnswer' },
  { label: 'To make', value: 'toMake' },
  { label: 'With the client', value: 'waiting' },
  { label: 'Closed', value: 'closed' },
  { label: 'All', value: ALL_STATES },
] as const;

/** The statuses as the supplier reads them: it does not wait for itself. */
export const TAILORING_STATUSES: typeof REQUEST_STATUSES = {
  ...REQUEST_STATUSES,
  requested: { label: 'To answer', tone: 'warning' },
  asked: { label: 'Not measured yet', tone: 'neutral' },
  answered: { label: 'Answered', tone: 'success' },
};

/** Requests for garments made to measure of the brands' organisations. None of its columns has measurements. */
export const tailoringList = defineList<'GET /api/operator/madetomeasure'>()({
  name: 'tailoring',
  call: 'GET /api/operator/madetomeasure',
  rowsKey: 'requests',
  nouns: ['request', 'requests'],
  label: 'Requests',
  link: ({ id }) => operatorPaths.madeToMeasureRequest(id),
  columns: {
    number: { title: 'Number', isHeading: true, cell: ({ id }) => `M${id}` },
    garment: {
      title: 'Garment',
      wraps: true,
      cell: ({ quantity, productName, attributeDescription }) => (
        <>
          {quantity} × {productName}
          <span className={list.line}>{attributeDescription}</span>
        </>
      ),
      onCard: ({ quantity, productName, attributeDescription }) => `${quantity} × ${productName}, ${attributeDescription}`,
    },
    wearer: { title: 'Wearer', wraps: true, cell: ({ customerName }) => customerName },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisationId, organisationName }) => <OrganisationButton id={organisationId} name={organisationName} />,
    },
    age: {
      title: 'Age',
      cell: ({ createdOnUtc }) => <span title={formatDate(createdOnUtc)}>{formatElapsed(createdOnUtc)}</span>,
    },
    order: {
      title: 'Order',
      isRoomy: true,
      cell: ({ orderId }) => orderId,
      onCard: ({ orderId }) => orderId !== null && `Order ${orderId}`,
    },
    due: {
      title: 'Promised until',
      cell: ({ dueOn }) => dueOn !== null && formatDay(dueOn),
      onCard: ({ dueOn }) => dueOn !== null && `Promised until ${formatDay(dueOn)}`,
    },
    price: {
      title: 'Unit price',
      isNumber: true,
      isExtra: true,
      cell: ({ unitPrice, listPrice, currencyCode }) => {
        const price = unitPrice ?? listPrice;
        return price !== null && formatMoney(price, currencyCode);
      },
    },
    sku: { title: 'SKU', isExtra: true, cell: ({ sku }) => sku },
    status: {
      title: 'Status',
      cell: ({ status }) => <StatusBadge tone={TAILORING_STATUSES[status].tone}>{TAILORING_STATUSES[status].label}</StatusBadge>,
    },
  },
  card: [
    { start: ['number'], end: 'status' },
    { start: ['garment'] },
    { start: ['wearer', 'organisation'] },
    { start: ['order', 'due'], end: 'age' },
  ],
  search: {
    param: 'searchTerm',
    url: 'search',
    label: 'Search requests',
    placeholder: 'Request, order, wearer or garment',
  },
  filters: { organisationId: organisationFilter },
  combinedFilters: {
    state: stateTabs<NonNullable<QueryOf<'GET /api/operator/madetomeasure'>>>({
      param: 'state',
      url: 'state',
      states: ['toAnswer', 'toMake', 'waiting', 'closed'],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No requests waiting', text: 'What wearers ask to have made to measure appears here, the oldest first.' },
  nothingFound: 'You can search by the number of a request or order, or by the name of a wearer, an organisation or a garment.',
});
