import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { formatDay, formatMoney, formatMonth } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { getInvoiceTitle } from './invoice-labels.ts';
import css from './invoices.module.css';

type Invoice = ReplyOf<'GET /api/invoices/:id'>['invoices'][number];

interface Props {
  invoice: Invoice;
  invoicePath: (id: number) => string;
  /** The page of an order; undefined where there is none. */
  orderPath: (id: number) => string | undefined;
  /** Cards below the lines. */
  children?: ReactNode;
}

/** An invoice or credit note with what is printed on it. */
export function InvoiceSheet({ invoice, invoicePath, orderPath, children }: Props) {
  const money = (amount: number) => formatMoney(amount, invoice.currencyCode);
  const isCredit = invoice.kind === 'creditNote';
  return (
    <Stack className={css.columns}>
      <Stack miw={0}>
        <InvoiceLines invoice={invoice} orderPath={orderPath} />
        {children}
      </Stack>
      <Stack component="aside" miw={0} aria-label="Amounts and addresses">
        <Card title="Amounts">
          <Amounts
            rows={[
              { label: 'Total excl. tax', value: money(invoice.netTotal) },
              ...invoice.taxRates.map(({ rate, net, value }) => ({
                label: `VAT ${rate}% on ${money(net)}`,
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
              { label: 'Date', value: formatDay(invoice.issuedOn) },
              ...(invoice.dueOn ? [{ label: 'Due', value: formatDay(invoice.dueOn) }] : []),
              ...(invoice.periodOn ? [{ label: 'Shipments of', value: formatMonth(invoice.periodOn) }] : []),
            ]}
          />
          {invoice.creditedInvoiceId !== null && (
            <p>
              Corrects <Link to={invoicePath(invoice.creditedInvoiceId)}>invoice {invoice.creditedInvoiceNumber}</Link>
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
      </Stack>
    </Stack>
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

const InvoiceLines = ({ invoice, orderPath }: Pick<Props, 'invoice' | 'orderPath'>) => (
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
                <OrderNumber id={line.orderId} path={orderPath(line.orderId)} />
                {line.poNumber && <span className={list.line}>PO number {line.poNumber}</span>}
              </td>
              <td className={css.number}>{line.quantity}</td>
              <td className={css.number}>{formatMoney(line.unitPrice, invoice.currencyCode)}</td>
              <td className={css.number}>{line.taxRate}%</td>
              <td className={css.number}>{formatMoney(line.netTotal, invoice.currencyCode)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

const OrderNumber = ({ id, path }: { id: number; path: string | undefined }) => (path ? <Link to={path}>{id}</Link> : id);
