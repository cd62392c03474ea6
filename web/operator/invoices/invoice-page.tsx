import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { describeInvoiceStatus, getInvoiceTitle } from '#web/ordering/invoices/invoice-labels.ts';
import { InvoiceSheet } from '#web/ordering/invoices/invoice-sheet.tsx';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatDay, formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { useMay } from '../session/operator-access.ts';
import { operatorDownload, operatorQuery } from '../session/operator-api.ts';
import { CreditForm } from './credit-form.tsx';

type Invoice = ReplyOf<'GET /api/operator/invoices/:id'>['invoices'][number];

/** One invoice or credit note of any organisation, with its payments and credit notes. */
export function OperatorInvoicePage() {
  const { id, isId } = useRecordId();
  const { data, error, refetch } = useQuery({
    ...operatorQuery('GET /api/operator/invoices/:id', { params: { id } }),
    enabled: isId,
  });
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
            <Button component={Link} to={operatorPaths.invoices}>
              View all invoices
            </Button>
          }
        />
      </Card>
    </>
  );
}

const BackToInvoices = ({ id }: { id: number }) => (
  <ListBackLink
    to={operatorPaths.invoices}
    label="Invoices"
    list="invoices"
    noun="document"
    id={id}
    pathOf={operatorPaths.invoice}
  />
);

/** Why nothing of an invoice can be credited; undefined when something can. */
function explainNoCredit({ lines }: Invoice): string | undefined {
  return lines.every(({ creditedTotal, netTotal }) => creditedTotal >= netTotal)
    ? 'Everything on this invoice has been credited.'
    : undefined;
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const [isCrediting, setCrediting] = useState(false);
  const mayChange = useMay('invoices:write');
  const mayOpenOrders = useMay('orders:write', 'shipments:write');
  const { label, tone } = describeInvoiceStatus(invoice);
  const isInvoice = invoice.kind === 'invoice';
  return (
    <>
      <PageHeader
        title={getInvoiceTitle(invoice)}
        above={<BackToInvoices id={invoice.id} />}
        actions={
          <>
            <DownloadButton file={() => operatorDownload('GET /api/operator/invoices/:id/pdf', { params: { id: invoice.id } })}>
              Download PDF
            </DownloadButton>
            {isInvoice && mayChange && (
              <BlockableButton variant="default" blocker={explainNoCredit(invoice)} onClick={() => setCrediting(true)}>
                Credit
              </BlockableButton>
            )}
            {isInvoice && mayChange && invoice.openAmount > 0 && (
              <Button component={Link} to={`${operatorPaths.payments}?organisation=${invoice.organisationId}&record=`}>
                Record payment
              </Button>
            )}
          </>
        }
      >
        <StatusBadge tone={tone}>{label}</StatusBadge>{' '}
        {mayChange ? (
          <Link to={operatorPaths.organisation(invoice.organisationId)}>{invoice.organisationName}</Link>
        ) : (
          invoice.organisationName
        )}
      </PageHeader>
      <InvoiceSheet
        invoice={invoice}
        invoicePath={operatorPaths.invoice}
        orderPath={(orderId) => (mayOpenOrders ? operatorPaths.order(orderId) : undefined)}
      >
        {isInvoice && <Payments invoice={invoice} />}
        {isInvoice && <CreditNotes invoice={invoice} />}
      </InvoiceSheet>
      <Dialog
        opened={isCrediting}
        onClose={() => setCrediting(false)}
        title={`Credit ${invoice.number}`}
        closeLabel="Close without crediting"
        width={680}
      >
        {isCrediting && <CreditForm invoice={invoice} onClose={() => setCrediting(false)} />}
      </Dialog>
    </>
  );
}

const Payments = ({ invoice: { payments, currencyCode, openAmount } }: { invoice: Invoice }) => (
  <Card title="Payments">
    {payments.length === 0 ? (
      <p>Nothing has been paid yet.</p>
    ) : (
      <Amounts
        rows={[
          ...payments.map(({ kind, reference, receivedOn, amount }) => ({
            label: `${kind === 'creditNote' ? 'Credit note' : 'Payment'} ${reference}, ${formatDay(receivedOn)}`,
            value: formatMoney(amount, currencyCode),
          })),
          { label: 'Open', value: formatMoney(openAmount, currencyCode), strong: true },
        ]}
      />
    )}
  </Card>
);

const CreditNotes = ({ invoice: { creditNotes, currencyCode } }: { invoice: Invoice }) =>
  creditNotes.length === 0 ? null : (
    <Card title="Credit notes">
      <ul>
        {creditNotes.map(({ id, number, total, issuedOn, reason }) => (
          <li key={id}>
            <Link to={operatorPaths.invoice(id)}>{number}</Link> of {formatDay(issuedOn)}, {formatMoney(total, currencyCode)}{' '}
            incl. tax{reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </Card>
  );
