import type { ListColumn } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDay, formatMoney } from '#web/ui/format/format.ts';
import {
  describeInvoiceOrders,
  describeInvoiceStatus,
  getInvoiceTitle,
  getSignedTotal,
  type ListedInvoice,
} from './invoice-labels.ts';

// What customers and operators see of invoices and credit notes alike.

type Column = ListColumn<ListedInvoice, unknown, never>;

const Due = ({ invoice: { dueOn, status } }: { invoice: ListedInvoice }) =>
  dueOn && <span data-overdue={status === 'overdue' || undefined}>{formatDay(dueOn)}</span>;

export const invoiceColumns = {
  number: { title: 'Number', isHeading: true, cell: ({ number }) => number, onCard: getInvoiceTitle },
  issuedOn: { title: 'Date', cell: ({ issuedOn }) => formatDay(issuedOn) },
  orders: {
    title: 'For',
    wraps: true,
    cell: (invoice) => (
      <>
        {describeInvoiceOrders(invoice)}
        {invoice.creditedInvoiceNumber && `, corrects ${invoice.creditedInvoiceNumber}`}
      </>
    ),
  },
  dueOn: {
    title: 'Due',
    cell: (invoice) => <Due invoice={invoice} />,
    onCard: (invoice) => invoice.dueOn && <>Due {<Due invoice={invoice} />}</>,
  },
  status: {
    title: 'Status',
    cell: (invoice) => {
      const { label, tone } = describeInvoiceStatus(invoice);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  total: {
    title: 'Total incl. tax',
    isNumber: true,
    cell: (invoice) => formatMoney(getSignedTotal(invoice), invoice.currencyCode),
  },
  open: {
    title: 'Open',
    isNumber: true,
    cell: ({ openAmount, currencyCode }) => (openAmount > 0 ? formatMoney(openAmount, currencyCode) : '–'),
    onCard: ({ openAmount, currencyCode }) => openAmount > 0 && `${formatMoney(openAmount, currencyCode)} open`,
  },
} satisfies Record<string, Column>;

export const invoiceFilters = {
  status: oneOf({
    label: 'Status',
    url: 'status',
    options: [
      { id: 'open', label: 'Open' },
      { id: 'overdue', label: 'Overdue' },
      { id: 'paid', label: 'Paid' },
      { id: 'credit', label: 'Credit notes' },
    ],
  }),
};

/** What both lists of invoices have in common. */
export const invoiceListParts = {
  search: { param: 'searchTerm', url: 'search', label: 'Search invoices', placeholder: 'Invoice, order or PO number' },
  rowsKey: 'invoices',
  rows: { usual: 25, choices: [10, 25, 50, 100] },
  nothingFound: 'Try another number, or remove a filter.',
} as const;
