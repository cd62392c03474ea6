import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatInvoiceDay } from '#web/ordering/invoices/invoice-labels.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import type { Payment } from './payment-result.ts';
import css from './payments.module.css';

interface Props {
  payments: readonly Payment[];
  onOpen: (name: 'use' | 'reverse', payment: Payment) => void;
}

const KINDS: Record<string, string> = { payment: 'Payment', creditNote: 'Credit note', reversal: 'Reversal' };

function Kind({ payment: { kind, isReversed } }: { payment: Payment }) {
  if (isReversed) return <StatusBadge tone="neutral">Reversed</StatusBadge>;
  return <StatusBadge tone={kind === 'payment' ? 'success' : 'info'}>{KINDS[kind] ?? kind}</StatusBadge>;
}

/** More are named on the pages of the invoices. */
const MAX_COVERED = 3;

/** The invoices that a payment covers, each as a link. */
const Covered = ({ payment: { allocations, reason, currencyCode } }: { payment: Payment }) => (
  <>
    {allocations.slice(0, MAX_COVERED).map(({ invoiceId, invoiceNumber, amount }) => (
      <span key={invoiceId} className={css.covered}>
        <Link to={operatorPaths.invoice(invoiceId)}>{invoiceNumber}</Link> {formatMoney(amount, currencyCode)}
      </span>
    ))}
    {allocations.length > MAX_COVERED && <span className={list.line}>and {allocations.length - MAX_COVERED} more</span>}
    {reason && <span className={list.line}>{reason}</span>}
  </>
);

const Actions = ({ payment, onOpen }: { payment: Payment; onOpen: Props['onOpen'] }) => (
  <div className={css.actions}>
    {payment.unallocated > 0 && (
      <Button size="sm" variant="default" onClick={() => onOpen('use', payment)}>
        Use credit<VisuallyHidden> of {payment.reference}</VisuallyHidden>
      </Button>
    )}
    {payment.kind === 'payment' && !payment.isReversed && (
      <Button size="sm" variant="default" onClick={() => onOpen('reverse', payment)}>
        Reverse<VisuallyHidden> {payment.reference}</VisuallyHidden>
      </Button>
    )}
  </div>
);

/** Payments, credit notes and reversals as a table, newest first. */
export const PaymentsTable = ({ payments, onOpen }: Props) => (
  <Card flush>
    <div className={list.scroll}>
      <table className={`${list.table} ${css.table}`}>
        <caption className={list.caption}>Payments, credit notes and reversals, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Reference</th>
            <th scope="col">Organisation</th>
            <th scope="col">Received</th>
            <th scope="col">Kind</th>
            <th scope="col">Covers</th>
            <th scope="col" className={css.number}>
              Amount
            </th>
            <th scope="col" className={css.number}>
              Credit left
            </th>
            <th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.id}>
              <th scope="row">{payment.reference}</th>
              <td className={css.name}>{payment.organisationName}</td>
              <td className={css.day}>{formatInvoiceDay(payment.receivedOn)}</td>
              <td>
                <Kind payment={payment} />
              </td>
              <td className={css.name}>
                <Covered payment={payment} />
              </td>
              <td className={css.number}>{formatMoney(payment.amount, payment.currencyCode)}</td>
              <td className={css.number}>
                {payment.unallocated > 0 ? formatMoney(payment.unallocated, payment.currencyCode) : '–'}
              </td>
              <td>
                <Actions payment={payment} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Card>
);

/** The same as cards, for screens too narrow for a table. */
export const PaymentCards = ({ payments, onOpen }: Props) => (
  <ul className={list.cards} aria-label="Payments, credit notes and reversals, newest first">
    {payments.map((payment) => (
      <li key={payment.id} className={`${list.card} ${css.card}`}>
        <div className={css.row}>
          <strong>{payment.reference}</strong>
          <Kind payment={payment} />
        </div>
        <p>{payment.organisationName}</p>
        <div className={css.row}>
          <span className={list.quiet}>{formatInvoiceDay(payment.receivedOn)}</span>
          <strong className="figures">{formatMoney(payment.amount, payment.currencyCode)}</strong>
        </div>
        <div className={list.quiet}>
          <Covered payment={payment} />
        </div>
        {payment.unallocated > 0 && (
          <p className={list.quiet}>{formatMoney(payment.unallocated, payment.currencyCode)} covers no invoice yet</p>
        )}
        <Actions payment={payment} onOpen={onOpen} />
      </li>
    ))}
  </ul>
);
