import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { invoiceColumns, invoiceFilters, invoiceListParts } from '#web/ordering/invoices/invoice-columns.tsx';
import { InvoicePdf } from '#web/ordering/invoices/invoice-pdf.tsx';
import { InvoiceTotals } from '#web/ordering/invoices/invoice-totals.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { OpenCardPayments } from '../card-payments/open-card-payments.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { organisationFilter } from '../organisation-filter.tsx';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload } from '../session/operator-api.ts';

export const operatorInvoicesList = defineList<'GET /api/operator/invoices'>()({
  ...invoiceListParts,
  name: 'invoices',
  call: 'GET /api/operator/invoices',
  nouns: ['document', 'documents'],
  label: 'Invoices and credit notes',
  link: ({ id }) => operatorPaths.invoice(id),
  columns: {
    number: { ...invoiceColumns.number, sorts: ['-number', 'number'] },
    organisation: {
      title: 'Organisation',
      cell: ({ organisationName }) => organisationName,
      sorts: ['organisation', '-organisation'],
    },
    orders: invoiceColumns.orders,
    issuedOn: { ...invoiceColumns.issuedOn, sorts: ['-issuedOn', 'issuedOn'] },
    dueOn: { ...invoiceColumns.dueOn, sorts: ['dueOn', '-dueOn'] },
    status: invoiceColumns.status,
    total: { ...invoiceColumns.total, sorts: ['-total', 'total'] },
    open: { ...invoiceColumns.open, sorts: ['-open', 'open'] },
  },
  card: [
    { start: ['number'], end: 'status' },
    { start: ['organisation', 'orders'], end: 'total' },
    { start: ['issuedOn', 'dueOn'], end: 'open' },
  ],
  actions: (invoice) => (
    <InvoicePdf
      invoice={invoice}
      file={() => operatorDownload('GET /api/operator/invoices/:id/pdf', { params: { id: invoice.id } })}
    />
  ),
  filters: { ...invoiceFilters, organisationId: organisationFilter },
  sorts: {
    '-issuedOn': 'Newest first',
    issuedOn: 'Oldest first',
    dueOn: 'Due first',
    '-dueOn': 'Due last',
    '-number': 'Number, highest first',
    number: 'Number, lowest first',
    organisation: 'Organisation, A to Z',
    '-organisation': 'Organisation, Z to A',
    '-total': 'Total, highest first',
    total: 'Total, lowest first',
    '-open': 'Open, highest first',
    open: 'Open, lowest first',
  },
  // What is open is listed with the longest due first.
  getUsualSort: ({ status }) => (status === 'open' || status === 'overdue' ? 'dueOn' : '-issuedOn'),
  toSortQuery: (sort) => ({ sort }),
  empty: {
    title: 'No invoices yet',
    text: 'An invoice is issued within minutes after a parcel has left, or once a month where the organisation is billed monthly.',
  },
});

/** Invoices and credit notes of all organisations of the operator's brands. */
export function OperatorInvoicesPage() {
  const model = useList(operatorInvoicesList, undefined);
  const mayChange = useMay('invoices:write');
  const { reply, totalCount } = model;
  return (
    <>
      <PageHeader
        title="Invoices"
        actions={
          mayChange && (
            <Button component={Link} to={operatorPaths.organisations} variant="default">
              Credit and billing
            </Button>
          )
        }
      />
      <OpenCardPayments />
      <ListPage model={model} totals={reply?.totals && <InvoiceTotals count={totalCount} totals={reply.totals} />} />
    </>
  );
}
