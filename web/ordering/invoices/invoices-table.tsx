import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import {
  describeInvoiceOrders,
  describeInvoiceStatus,
  formatInvoiceDay,
  getInvoiceTitle,
  getSignedTotal,
  type ListedInvoice,
} from './invoice-labels.ts';
import { InvoicePdf } from './invoice-pdf.tsx';
import css from './invoices.module.css';

interface Props {
  invoices: readonly ListedInvoice[];
}

const Status = ({ invoice }: { invoice: ListedInvoice }) => {
  const { label, tone } = describeInvoiceStatus(invoice);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

/** Invoices and credit notes as a table; each whole row links to its document. */
export const InvoicesTable = ({ invoices }: Props) => (
  <Card flush>
    <div className={list.scroll}>
      <table className={`${list.table} ${css.table}`}>
        <caption className={list.caption}>Invoices, newest first</caption>
        <thead>
          <tr>
            <th>Number</th>
            <th>Date</th>
            <th>For</th>
            <th>Status</th>
            <th>Due</th>
            <th className={css.number}>Total incl. tax</th>
            <th className={css.number}>Open</th>
            <th className={list.narrow}>
              <VisuallyHidden>Document</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <th scope="row">
                <Link to={paths.invoice(invoice.id)} className={css.link}>
                  {invoice.number}
                </Link>
              </th>
              <td>{formatInvoiceDay(invoice.issuedOn)}</td>
              <td>
                {describeInvoiceOrders(invoice)}
                {invoice.creditedInvoiceNumber && <span className={list.line}>Corrects {invoice.creditedInvoiceNumber}</span>}
              </td>
              <td>
                <Status invoice={invoice} />
              </td>
              <td>{invoice.dueOn && formatInvoiceDay(invoice.dueOn)}</td>
              <td className={css.number}>{formatMoney(getSignedTotal(invoice), invoice.currencyCode)}</td>
              <td className={css.number}>
                {invoice.openAmount > 0 ? formatMoney(invoice.openAmount, invoice.currencyCode) : '–'}
              </td>
              <td className={css.pdf}>
                <InvoicePdf invoice={invoice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

/** The same as cards, for screens too narrow for a table. */
export const InvoiceCards = ({ invoices }: Props) => (
  <ul className={list.cards} aria-label="Invoices, newest first">
    {invoices.map((invoice) => (
      <li key={invoice.id} className={`${list.card} ${css.card}`}>
        <div className={css.row}>
          <Link to={paths.invoice(invoice.id)} className={css.link} aria-label={getInvoiceTitle(invoice)}>
            {invoice.number}
          </Link>
          <Status invoice={invoice} />
        </div>
        <p className={list.quiet}>
          {formatInvoiceDay(invoice.issuedOn)} · {describeInvoiceOrders(invoice)}
        </p>
        <div className={css.row}>
          <span className={list.quiet}>{invoice.dueOn && `Due ${formatInvoiceDay(invoice.dueOn)}`}</span>
          <strong className="figures">{formatMoney(getSignedTotal(invoice), invoice.currencyCode)}</strong>
        </div>
        <div className={css.row}>
          <span className={list.quiet}>
            {invoice.openAmount > 0 &&
              invoice.openAmount !== invoice.total &&
              `${formatMoney(invoice.openAmount, invoice.currencyCode)} open`}
          </span>
          <span className={css.pdf}>
            <InvoicePdf invoice={invoice} />
          </span>
        </div>
      </li>
    ))}
  </ul>
);
