import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import {
  describeInvoiceOrders,
  describeInvoiceStatus,
  formatInvoiceDay,
  getInvoiceTitle,
  getSignedTotal,
} from '#web/ordering/invoices/invoice-labels.ts';
import { InvoicePdf } from '#web/ordering/invoices/invoice-pdf.tsx';
import invoiceCss from '#web/ordering/invoices/invoices.module.css';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { SortHeading } from '#web/ui/lists/sort-heading.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorDownload } from '../session/operator-api.ts';
import css from './invoices-page.module.css';
import { INVOICE_SORTS, type InvoiceSort } from './operator-invoice-filters.ts';

type Invoice = ReplyOf<'GET /api/operator/invoices'>['invoices'][number];

const Status = ({ invoice }: { invoice: Invoice }) => {
  const { label, tone } = describeInvoiceStatus(invoice);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

const Pdf = ({ invoice }: { invoice: Invoice }) => (
  <InvoicePdf
    invoice={invoice}
    file={() => operatorDownload('GET /api/operator/invoices/:id/pdf', { params: { id: invoice.id } })}
  />
);

interface Props {
  invoices: readonly Invoice[];
  sort: InvoiceSort;
  onSort: (sort: InvoiceSort) => void;
}

/** Invoices and credit notes as a table; each whole row links to its document. */
export const OperatorInvoicesTable = ({ invoices, sort, onSort }: Props) => (
  <Card flush>
    <div className={list.scroll}>
      <table className={`${list.table} ${css.table}`}>
        <caption className={list.caption}>Invoices and credit notes</caption>
        <thead>
          <tr>
            <SortHeading sorts={INVOICE_SORTS.number} sort={sort} onSort={onSort}>
              Number
            </SortHeading>
            <SortHeading sorts={INVOICE_SORTS.organisation} sort={sort} onSort={onSort}>
              Organisation
            </SortHeading>
            <th scope="col">For</th>
            <SortHeading sorts={INVOICE_SORTS.issuedOn} sort={sort} onSort={onSort}>
              Date
            </SortHeading>
            <SortHeading sorts={INVOICE_SORTS.dueOn} sort={sort} onSort={onSort}>
              Due
            </SortHeading>
            <th scope="col">Status</th>
            <SortHeading className={css.number} sorts={INVOICE_SORTS.total} sort={sort} onSort={onSort}>
              Total incl. tax
            </SortHeading>
            <SortHeading className={css.number} sorts={INVOICE_SORTS.open} sort={sort} onSort={onSort}>
              Open
            </SortHeading>
            <th className={list.narrow}>
              <VisuallyHidden>Document</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <th scope="row" className={css.day}>
                <Link to={operatorPaths.invoice(invoice.id)} className={invoiceCss.link}>
                  {invoice.number}
                </Link>
              </th>
              <td className={css.name}>{invoice.organisationName}</td>
              <td>
                {describeInvoiceOrders(invoice)}
                {invoice.creditedInvoiceNumber && <span className={list.line}>Corrects {invoice.creditedInvoiceNumber}</span>}
              </td>
              <td className={css.day}>{formatInvoiceDay(invoice.issuedOn)}</td>
              <td className={`${css.day} ${invoice.status === 'overdue' ? css.overdue : ''}`}>
                {invoice.dueOn && formatInvoiceDay(invoice.dueOn)}
              </td>
              <td>
                <Status invoice={invoice} />
              </td>
              <td className={css.number}>{formatMoney(getSignedTotal(invoice), invoice.currencyCode)}</td>
              <td className={css.number}>
                {invoice.openAmount > 0 ? formatMoney(invoice.openAmount, invoice.currencyCode) : '–'}
              </td>
              <td className={invoiceCss.pdf}>
                <Pdf invoice={invoice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

/** The same as cards, for screens too narrow for a table. */
export const OperatorInvoiceCards = ({ invoices }: Pick<Props, 'invoices'>) => (
  <ul className={list.cards} aria-label="Invoices and credit notes">
    {invoices.map((invoice) => (
      <li key={invoice.id} className={`${list.card} ${css.card}`}>
        <div className={invoiceCss.row}>
          <Link to={operatorPaths.invoice(invoice.id)} className={invoiceCss.link} aria-label={getInvoiceTitle(invoice)}>
            {invoice.number}
          </Link>
          <Status invoice={invoice} />
        </div>
        <p>{invoice.organisationName}</p>
        <p className={list.quiet}>
          {formatInvoiceDay(invoice.issuedOn)} · {describeInvoiceOrders(invoice)}
        </p>
        <div className={invoiceCss.row}>
          <span className={`${list.quiet} ${invoice.status === 'overdue' ? css.overdue : ''}`}>
            {invoice.dueOn && `Due ${formatInvoiceDay(invoice.dueOn)}`}
          </span>
          <strong className="figures">{formatMoney(getSignedTotal(invoice), invoice.currencyCode)}</strong>
        </div>
        <div className={invoiceCss.row}>
          <span className={list.quiet}>
            {invoice.openAmount > 0 && `${formatMoney(invoice.openAmount, invoice.currencyCode)} open`}
          </span>
          <span className={invoiceCss.pdf}>
            <Pdf invoice={invoice} />
          </span>
        </div>
      </li>
    ))}
  </ul>
);
