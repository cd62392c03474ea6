import type { QueryOf } from '#contract/index.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import type { CombinedFilter } from '#web/app/lists/list-filter.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDateTime, formatMoney } from '#web/ui/format/format.ts';
import list from '#web/ui/lists/list.module.css';
import { operatorPaths } from '../operator-paths.ts';
import { OrganisationButton } from '../organisation-button.tsx';
import { organisationFilter } from '../organisation-filter.tsx';
import { type CardPayment, nameOfPayer, PAYMENT_STATES } from './card-payment-labels.ts';

type Query = NonNullable<QueryOf<'GET /api/operator/cardpayments'>>;

/** The parts of the list; those with something to do come after all. */
export const CARD_PAYMENT_TABS = [
  { label: 'All', value: undefined },
  { label: 'Held', value: 'held' },
  { label: 'Refused refunds', value: 'refused' },
  { label: 'Disputed', value: 'disputed' },
  { label: 'Paid', value: 'paid' },
  { label: 'Not paid', value: 'unpaid' },
] as const;

const parts: CombinedFilter<Query> = {
  ...oneOf({
    label: 'Part',
    url: 'part',
    options: CARD_PAYMENT_TABS.flatMap(({ label, value }) => (value ? [{ id: value, label }] : [])),
  }),
  isTab: true,
  toQuery: (part) => ({ part }) as Partial<Query>,
};

/** The state of a payment, with what needs someone's attention. */
export const PaymentState = ({ payment }: { payment: CardPayment }) => (
  <>
    <StatusBadge tone={PAYMENT_STATES[payment.state].tone}>{PAYMENT_STATES[payment.state].label}</StatusBadge>
    {payment.hasRefusedRefund && <span className={list.line}>Refund refused</span>}
    {payment.hasOpenDispute && <span className={list.line}>Disputed</span>}
  </>
);

/** Attempts to pay by card. */
export const cardPaymentsList = defineList<'GET /api/operator/cardpayments'>()({
  name: 'cardpayments',
  call: 'GET /api/operator/cardpayments',
  rowsKey: 'cardPayments',
  nouns: ['payment', 'payments'],
  label: 'Payments by card, newest first',
  link: ({ id }) => operatorPaths.cardPayment(id),
  columns: {
    order: {
      title: 'Order',
      isHeading: true,
      cell: ({ customOrderNumber, attempt }) => (attempt > 1 ? `${customOrderNumber}, attempt ${attempt}` : customOrderNumber),
    },
    person: { title: 'Person', cell: nameOfPayer },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisation: { id, name } }) => <OrganisationButton id={id} name={name} />,
    },
    payer: {
      title: 'Paid by',
      cell: ({ payer }) => (payer === 'person' ? 'Person' : 'Organisation'),
      onCard: () => null,
    },
    reference: {
      title: 'Provider’s number',
      wraps: true,
      cell: ({ paymentReference, sessionReference }) => paymentReference ?? sessionReference,
    },
    started: { title: 'Started', cell: ({ createdOnUtc }) => formatDateTime(createdOnUtc) },
    amount: {
      title: 'Amount incl. tax',
      isNumber: true,
      cell: ({ amount, receivedAmount, currencyCode }) => (
        <>
          {formatMoney(amount, currencyCode)}
          {receivedAmount !== null && receivedAmount !== amount && (
            <span className={list.line}>{formatMoney(receivedAmount, currencyCode)} received</span>
          )}
        </>
      ),
    },
    refunded: {
      title: 'Refunded',
      isNumber: true,
      cell: ({ refundedAmount, currencyCode }) => (refundedAmount > 0 ? formatMoney(refundedAmount, currencyCode) : '–'),
      onCard: ({ refundedAmount, currencyCode }) => refundedAmount > 0 && `${formatMoney(refundedAmount, currencyCode)} refunded`,
    },
    state: { title: 'State', cell: (payment) => <PaymentState payment={payment} /> },
  },
  card: [
    { start: ['order'], end: 'state' },
    { start: ['person'], end: 'amount' },
    { start: ['organisation', 'started'], end: 'refunded' },
  ],
  search: {
    param: 'searchTerm',
    url: 'search',
    label: 'Search payments by card',
    placeholder: 'Order, provider’s number, person or email',
  },
  filters: { organisationId: organisationFilter },
  combinedFilters: { part: parts },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No payments by card', text: 'Payments by card of people and organisations appear here, newest first.' },
  nothingFound: 'You can search by order number, the provider’s number, and a person’s name or email.',
});
