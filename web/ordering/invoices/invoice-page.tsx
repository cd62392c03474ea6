import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery, download } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import list from '#web/ui/lists/list.module.css';
import { describeInvoiceStatus, formatInvoiceDay, formatMonth, getInvoiceTitle } from './invoice-labels.ts';
import css from './invoices.module.css';

type Invoice = ReplyOf<'GET /api/invoices/:id'>['invoices'][number];

const BackToInvoices = () => <BackLink to={paths.invoices()}>Invoices</BackLink>;

/** One invoice or credit note, with what is printed on it. */
export function InvoicePage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0 && id <= 2_147_483_647;
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/invoices/:id', { params: { id } }), enabled: valid });
  const invoice = data?.invoices[0];
  if (invoice) return <InvoiceView invoice={invoice} />;
  const isMissing = !valid || (error instanceof ApiError && error.status === 404);
  return (
    <>
      <PageHeader title="Invoice" above={<BackToInvoices />} />
      <Card>
        {isMissing ? (
          <EmptyState
            title="Invoice not found"
            action={
              <Button component={Link} to={paths.invoices()}>
                View your invoices
              </Button>
            }
          >
            No invoice that you have access to has this address. Check the link, or look for the invoice in your list.
          </EmptyState>
        ) : error ? (
          <ErrorState title="The invoice could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the invoice">
            <SkeletonRows rows={4} height={60} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { label, tone } = describeInvoiceStatus(invoice);
  const money = (amount: number) => formatMoney(amount, invoice.currencyCode);
  const isCredit = invoice.kind === 'creditNote';
  return (
    <>
      <PageHeader
        title={getInvoiceTitle(invoice)}
        above={<BackToInvoices />}
        actions={
          <DownloadButton file={() => download('GET /api/invoices/:id/pdf', { params: { id: invoice.id } })}>
            Download PDF
          </DownloadButton>
        }
      >
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </PageHeader>
      <div className={css.columns}>
        <div className={css.main}>
          <InvoiceLines invoice={invoice} />
        </div>
        <aside className={css.main} aria-label="Amounts and addresses">
          <Card title="Amounts">
            <Amounts
              rows={[
                { label: 'Total excl. tax', value: money(invoice.netTotal) },
                ...invoice.taxRates.map(({ rate, net, value }) => ({
                  label: `VAT ${rate} % on ${money(net)}`,
                  value: money(value),
                })),
                { label: isCredit ? 'Credit incl. tax' : 'Total incl. tax', value: money(invoice.total), strong: true },
                ...(isCredit ? [] : [{ label: 'Open', value: money(invoice.openAmount) }]),
              ]}
            />
          </Card>
          <Card title="Dates">
            <Amounts
              rows={[
                { label: 'Date', value: formatInvoiceDay(invoice.issuedOn) },
                ...(invoice.dueOn ? [{ label: 'Due', value: formatInvoiceDay(invoice.dueOn) }] : []),
                ...(invoice.periodOn ? [{ label: 'Shipments of', value: formatMonth(invoice.periodOn) }] : []),
              ]}
            />
            {invoice.creditedInvoiceId !== null && (
              <p>
                Corrects <Link to={paths.invoice(invoice.creditedInvoiceId)}>invoice {invoice.creditedInvoiceNumber}</Link>
                {invoice.reason && `: ${invoice.reason}`}
              </p>
            )}
          </Card>
          <Card title="From">
            <Party {...invoice.seller} />
            {!isCredit && invoice.seller.bankIban && (
              <p className={list.quiet}>
                {invoice.seller.bankName}, IBAN {invoice.seller.bankIban}
                {invoice.seller.bankBic && `, BIC ${invoice.seller.bankBic}`}
              </p>
            )}
          </Card>
          <Card title="To">
            <Party {...invoice.buyer} />
          </Card>
        </aside>
      </div>
    </>
  );
}

const Party = ({ name, address, vatNumber }: Invoice['buyer']) => (
  <address className={css.party}>
    <strong>{name}</strong>
    {address.map((line) => (
      <span key={line}>{line}</span>
    ))}
    {vatNumber && <span className={list.quiet}>VAT number {vatNumber}</span>}
  </address>
);

const InvoiceLines = ({ invoice }: { invoice: Invoice }) => (
  <Card flush>
    <div className={list.scroll}>
      <table className={`${list.table} ${css.lines}`}>
        <caption className={list.caption}>Lines of {getInvoiceTitle(invoice)}</caption>
        <thead>
          <tr>
            <th>Item</th>
            <th>Order</th>
            <th className={css.number}>Quantity</th>
            <th className={css.number}>Price</th>
            <th className={css.number}>VAT</th>
            <th className={css.number}>Excl. tax</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                {line.name}
                <span className={list.line}>{[line.description, line.sku].filter(Boolean).join(' · ')}</span>
              </th>
              <td>
                <Link to={paths.order(line.orderId)}>{line.orderId}</Link>
                {line.poNumber && <span className={list.line}>PO number {line.poNumber}</span>}
              </td>
              <td className={css.number}>{line.quantity}</td>
              <td className={css.number}>{formatMoney(line.unitPrice, invoice.currencyCode)}</td>
              <td className={css.number}>{line.taxRate} %</td>
              <td className={css.number}>{formatMoney(line.netTotal, invoice.currencyCode)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);
