import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { flag } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDay, formatMoney } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import { organisationFilter } from '../organisation-filter.tsx';
import type { Payment } from './payment-result.ts';

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
      <div key={invoiceId}>
        <Link to={operatorPaths.invoice(invoiceId)}>{invoiceNumber}</Link> {formatMoney(amount, currencyCode)}
      </div>
    ))}
    {allocations.length > MAX_COVERED && <span className={list.line}>and {allocations.length - MAX_COVERED} more</span>}
    {reason && <span className={list.line}>{reason}</span>}
  </>
);

/** Opens the form in which a payment is used or reversed. */
export interface PaymentListActions {
  open: (name: 'use' | 'reverse', payment: Payment) => void;
}

/** Payments, credit notes and reversals. */
export const paymentsList = defineList<'GET /api/operator/payments', PaymentListActions>()({
  name: 'payments',
  call: 'GET /api/operator/payments',
  rowsKey: 'payments',
  nouns: ['entry', 'entries'],
  label: 'Payments, credit notes and reversals, newest first',
  columns: {
    reference: { title: 'Reference', isHeading: true, cell: ({ reference }) => reference },
    organisation: { title: 'Organisation', cell: ({ organisationName }) => organisationName },
    received: { title: 'Received', cell: ({ receivedOn }) => formatDay(receivedOn) },
    kind: { title: 'Kind', cell: (payment) => <Kind payment={payment} /> },
    covers: { title: 'Covers', wraps: true, cell: (payment) => <Covered payment={payment} /> },
    amount: { title: 'Amount', isNumber: true, cell: ({ amount, currencyCode }) => formatMoney(amount, currencyCode) },
    left: {
      title: 'Credit left',
      isNumber: true,
      cell: ({ unallocated, currencyCode }) => (unallocated > 0 ? formatMoney(unallocated, currencyCode) : '–'),
      onCard: ({ unallocated, currencyCode }) =>
        unallocated > 0 ? `${formatMoney(unallocated, currencyCode)} covers no invoice yet` : null,
    },
  },
  card: [
    { start: ['reference'], end: 'kind' },
    { start: ['organisation', 'received'], end: 'amount' },
    { start: ['covers'] },
    { start: ['left'] },
  ],
  actions: (payment, { open }) => (
    <>
      {payment.unallocated > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => open('use', payment)}>
          Use credit<VisuallyHidden> of {payment.reference}</VisuallyHidden>
        </Button>
      )}{' '}
      {payment.kind === 'payment' && !payment.isReversed && (
        <Button size="compact-sm" variant="default" onClick={() => open('reverse', payment)}>
          Reverse<VisuallyHidden> {payment.reference}</VisuallyHidden>
        </Button>
      )}
    </>
  ),
  search: { param: 'searchTerm', url: 'search', label: 'Search payments', placeholder: 'Reference or organisation' },
  filters: {
    organisationId: organisationFilter,
    hasCredit: flag({ label: 'With credit left', url: 'credit', text: 'left' }),
  },
  rows: { usual: 25, choices: [10, 25, 50, 100] },
  empty: {
    title: 'No payments yet',
    text: 'Record payments from organisations. Delivered and paid orders become complete.',
  },
  nothingFound: 'Try another reference or organisation, or remove a filter.',
});
