import { download } from '#web/app/api.ts';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { defineList } from '#web/app/lists/define-list.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { administersWholeOrganisation, useCaller } from '#web/app/session/profile.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { invoiceColumns, invoiceFilters, invoiceListParts } from './invoice-columns.tsx';
import { InvoicePdf } from './invoice-pdf.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import { StatementButton } from './statement-dialog.tsx';

export const invoicesList = defineList<'GET /api/invoices'>()({
  ...invoiceListParts,
  name: 'invoices',
  call: 'GET /api/invoices',
  nouns: ['invoice', 'invoices'],
  label: 'Invoices, newest first',
  link: ({ id }) => paths.invoice(id),
  columns: invoiceColumns,
  card: [
    { start: ['number'], end: 'status' },
    { start: ['issuedOn', 'orders'], end: 'total' },
    { start: ['dueOn'], end: 'open' },
  ],
  actions: (invoice) => <InvoicePdf invoice={invoice} />,
  filters: invoiceFilters,
  empty: { title: 'No invoices yet', text: 'Invoices appear here once your orders are on their way.' },
});

/** Invoices and credit notes of the organisation, with filters, sums and export. */
export function InvoicesPage() {
  const caller = useCaller();
  const model = useList(invoicesList, undefined);
  const { reply, totalCount, filterQuery } = model;
  return (
    <>
      <PageHeader
        title="Invoices"
        above={<OrdersNav />}
        actions={
          caller &&
          administersWholeOrganisation(caller) && (
            <StatementButton file={(month) => download('GET /api/invoices/statement', { query: { month } })} />
          )
        }
      />
      <ListPage
        model={model}
        actions={
          // The server refuses exports while someone orders for another person.
          caller?.impersonatedCustomer === null && (
            <ExportButton
              asked={{ list: 'invoices', query: filterQuery }}
              rows={totalCount}
              file={() => download('GET /api/invoices/exporttoexcel', { query: filterQuery })}
            />
          )
        }
        totals={reply && <InvoiceTotals count={totalCount} totals={reply.totals} />}
      />
    </>
  );
}
