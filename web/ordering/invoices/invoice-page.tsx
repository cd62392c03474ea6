import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery, download } from '#web/app/api.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { describeInvoiceStatus, getInvoiceTitle } from './invoice-labels.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';

type Invoice = ReplyOf<'GET /api/invoices/:id'>['invoices'][number];

const BackToInvoices = ({ id }: { id: number }) => (
  <ListBackLink to={paths.invoices()} label="Invoices" list="invoices" noun="invoice" id={id} pathOf={paths.invoice} />
);

/** One invoice or credit note, with what is printed on it. */
export function InvoicePage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/invoices/:id', { params: { id } }), enabled: isId });
  const invoice = data?.invoices[0];
  if (invoice) return <InvoiceView key={invoice.id} invoice={invoice} />;
  return (
    <>
      <PageHeader title="Invoice" above={<BackToInvoices id={id} />} />
      <Card>
        <RecordStates
          noun="invoice"
          isId={isId}
          error={error}
          onRetry={() => void refetch()}
          action={
            <Button component={Link} to={paths.invoices()}>
              View your invoices
            </Button>
          }
        >
          You don’t have access to an invoice at this address. Check the link, or look for the invoice in your list.
        </RecordStates>
      </Card>
    </>
  );
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { label, tone } = describeInvoiceStatus(invoice);
  return (
    <>
      <PageHeader
        title={getInvoiceTitle(invoice)}
        above={<BackToInvoices id={invoice.id} />}
        actions={
          <DownloadButton file={() => download('GET /api/invoices/:id/pdf', { params: { id: invoice.id } })}>
            Download PDF
          </DownloadButton>
        }
      >
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </PageHeader>
      <InvoiceSheet invoice={invoice} invoicePath={paths.invoice} orderPath={paths.order} />
    </>
  );
}
