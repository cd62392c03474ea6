import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { ALL_STATES, stateTabs } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatMoney, plural } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationButton } from '../organisation-button.tsx';
import { organisationFilter } from '../organisation-filter.tsx';
import { describeWaiting, nameOfCustomer, QUOTE_LABELS } from './quote-labels.ts';

/** The parts of the list; the first is the one to work through. */
export const QUOTE_TABS = [
  { label: 'To answer', value: 'toAnswer' },
  { label: 'Quoted', value: 'Quoted' },
  { label: 'Accepted', value: 'Accepted' },
  { label: 'Declined', value: 'Declined' },
  { label: 'Expired', value: 'Expired' },
  { label: 'All', value: ALL_STATES },
] as const;

/** The quotes of the brands' organisations. */
export const quotesList = defineList<'GET /api/operator/quotes'>()({
  name: 'quotes',
  call: 'GET /api/operator/quotes',
  rowsKey: 'quotes',
  nouns: ['quote', 'quotes'],
  label: 'Quotes',
  link: ({ id }) => operatorPaths.quote(id),
  columns: {
    number: { title: 'Number', isHeading: true, cell: ({ quoteNumber }) => quoteNumber },
    title: {
      title: 'Title',
      wraps: true,
      cell: ({ title, itemCount }) => (
        <>
          {title}
          <span className={list.line}>{plural(itemCount, 'line')}</span>
        </>
      ),
      onCard: ({ title, itemCount }) => `${title}, ${plural(itemCount, 'line')}`,
    },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisation: { id, name } }) => <OrganisationButton id={id} name={name} />,
    },
    person: { title: 'Person', cell: nameOfCustomer },
    age: {
      title: 'Waiting',
      cell: ({ waitingDays, createdOnUtc }) => {
        if (waitingDays === null) return null;
        const { label, tone } = describeWaiting(waitingDays);
        return (
          <span title={formatDate(createdOnUtc)}>
            {tone === 'neutral' ? label : <StatusBadge tone={tone}>{label}</StatusBadge>}
          </span>
        );
      },
    },
    takenBy: {
      title: 'Answered by',
      cell: ({ takenBy }) => takenBy,
      onCard: ({ takenBy }) => takenBy !== null && `Answered by ${takenBy}`,
    },
    requiredBy: {
      title: 'Needed by',
      isRoomy: true,
      cell: ({ requiredByUtc }) => formatDate(requiredByUtc),
      onCard: ({ requiredByUtc }) => requiredByUtc && `Needed by ${formatDate(requiredByUtc)}`,
    },
    validUntil: {
      title: 'Valid until',
      isRoomy: true,
      cell: ({ validUntilUtc }) => formatDate(validUntilUtc),
      onCard: ({ validUntilUtc }) => validUntilUtc && `Valid until ${formatDate(validUntilUtc)}`,
    },
    total: {
      title: 'Total excl. tax',
      isNumber: true,
      cell: ({ total, currencyCode }) => total !== null && formatMoney(total, currencyCode),
    },
    requested: { title: 'Requested', isExtra: true, cell: ({ createdOnUtc }) => formatDate(createdOnUtc) },
    status: {
      title: 'Status',
      cell: ({ status }) => <StatusBadge tone={QUOTE_LABELS[status].tone}>{QUOTE_LABELS[status].label}</StatusBadge>,
    },
  },
  card: [
    { start: ['number'], end: 'status' },
    { start: ['title'], end: 'total' },
    { start: ['organisation', 'person'] },
    { start: ['takenBy', 'requiredBy', 'validUntil'], end: 'age' },
  ],
  search: {
    param: 'searchTerm',
    url: 'search',
    label: 'Search quotes',
    placeholder: 'Number, title, person or SKU',
  },
  filters: { organisationId: organisationFilter },
  combinedFilters: {
    state: stateTabs<NonNullable<QueryOf<'GET /api/operator/quotes'>>>({
      param: 'state',
      url: 'state',
      states: ['toAnswer', 'Quoted', 'Accepted', 'Declined', 'Expired'],
    }),
  },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No quotes waiting', text: 'Requests for prices appear here, oldest first.' },
  nothingFound: 'You can search by the number or title of a quote, the name of a person or organisation, or a SKU.',
});
