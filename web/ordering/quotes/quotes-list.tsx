import { defineList, type ListColumn } from '#web/app/lists/define-list.ts';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatMoney } from '#web/ui/format/format.ts';
import { describeQuoteStatus, describeValidity, formatQuotePerson, type ListedQuote } from './quote-status.ts';

/** Who reads the list. */
export interface QuotesViewer {
  pricesVisible: boolean;
}

type Column = ListColumn<ListedQuote, QuotesViewer, never>;

const columns = {
  title: { title: 'Quote', isHeading: true, wraps: true, cell: ({ title }) => title },
  number: { title: 'Number', cell: ({ quoteNumber }) => quoteNumber },
  status: {
    title: 'Status',
    cell: ({ status }) => {
      const { label, tone } = describeQuoteStatus(status);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  requested: {
    title: 'Requested',
    cell: ({ createdOnUtc }) => formatDate(createdOnUtc),
    onCard: ({ createdOnUtc }) => `Requested ${formatDate(createdOnUtc)}`,
  },
  changed: { title: 'Last change', isExtra: true, cell: ({ updatedOnUtc }) => formatDate(updatedOnUtc) },
  neededBy: {
    title: 'Needed by',
    cell: ({ requiredByUtc }) => (requiredByUtc ? formatDate(requiredByUtc) : '–'),
    onCard: ({ requiredByUtc }) => requiredByUtc && `Needed by ${formatDate(requiredByUtc)}`,
  },
  validUntil: {
    title: 'Valid until',
    wraps: true,
    cell: (quote) => describeValidity(quote) || '–',
    onCard: (quote) => quote.validUntilUtc && `Valid until ${describeValidity(quote)}`,
  },
  total: {
    title: 'Total',
    basis: 'excl. tax',
    isNumber: true,
    isAllowed: ({ pricesVisible }) => pricesVisible,
    cell: ({ total, currencyCode }) => (total === null ? '–' : formatMoney(total, currencyCode)),
    onCard: ({ total, currencyCode }) => total !== null && `${formatMoney(total, currencyCode)} excl. tax`,
  },
} satisfies Record<string, Column>;

const shared = {
  rowsKey: 'quotes',
  nouns: ['quote', 'quotes'],
  firstPage: 1,
  link: ({ id }: ListedQuote) => paths.quote(id),
  filters: {},
  rows: { usual: 25, choices: [25, 50, 100] },
} as const;

/** One's own quotes. */
export const ownQuotesList = defineList<'GET /api/quotescustomer', QuotesViewer>()({
  ...shared,
  name: 'quotes',
  call: 'GET /api/quotescustomer',
  label: 'Your quotes',
  columns: {
    ...columns,
    title: { ...columns.title, sorts: ['title', '-title'] },
    number: { ...columns.number, sorts: ['quoteNumber', '-quoteNumber'] },
    status: { ...columns.status, sorts: ['status', '-status'] },
    requested: { ...columns.requested, sorts: ['-createdOnUtc', 'createdOnUtc'] },
    changed: { ...columns.changed, sorts: ['-updatedOnUtc', 'updatedOnUtc'] },
    validUntil: { ...columns.validUntil, sorts: ['validUntilUtc', '-validUntilUtc'] },
    total: { ...columns.total, sorts: ['-total', 'total'] },
  },
  card: [
    { start: ['title'], end: 'status' },
    { start: ['number', 'requested'] },
    { start: ['neededBy'] },
    { start: ['validUntil'], end: 'total' },
  ],
  search: { param: 'query', url: 'search', label: 'Search your quotes', placeholder: 'Title, number or SKU' },
  sorts: {
    '-createdOnUtc': 'Newest first',
    createdOnUtc: 'Oldest first',
    '-updatedOnUtc': 'Latest change first',
    updatedOnUtc: 'Latest change last',
    title: 'Title, A to Z',
    '-title': 'Title, Z to A',
    quoteNumber: 'Number, lowest first',
    '-quoteNumber': 'Number, highest first',
    status: 'Status, first to last',
    '-status': 'Status, last to first',
    validUntilUtc: 'Ending first',
    '-validUntilUtc': 'Ending last',
    '-total': 'Total, highest first',
    total: 'Total, lowest first',
  },
  getUsualSort: () => '-createdOnUtc',
  toSortQuery: (sort) => ({ order: sort.startsWith('-') ? `${sort.slice(1)} desc` : `${sort} asc` }),
  empty: {
    title: 'No quotes yet',
    text: 'Ask for the price of products on request, large quantities or garments that you can’t find. Requests and answers appear here.',
  },
  nothingFound: 'You can search by title, number or SKU. Check the spelling or clear the search.',
});

/** The quotes of everyone in scope. */
export const organisationQuotesList = defineList<'GET /api/quotesorganisation', QuotesViewer>()({
  ...shared,
  name: 'organisationquotes',
  call: 'GET /api/quotesorganisation',
  label: 'Quotes of your organisation',
  columns: {
    ...columns,
    person: {
      title: 'Requested by',
      wraps: true,
      cell: (quote) => `${formatQuotePerson(quote)}${quote.customerHasLeft ? ' (has left)' : ''}`,
    },
  },
  card: [
    { start: ['title'], end: 'status' },
    { start: ['person'] },
    { start: ['number', 'requested'] },
    { start: ['neededBy'] },
    { start: ['validUntil'], end: 'total' },
  ],
  search: { param: 'keyword', url: 'search', label: 'Search quotes', placeholder: 'Title, number, person or SKU' },
  empty: {
    title: 'No quotes yet',
    text: 'Quotes that people of your organisation request appear here, with their answers.',
  },
  nothingFound: 'You can search by title, number, person or SKU. Check the spelling or clear the search.',
});
