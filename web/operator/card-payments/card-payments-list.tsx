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
import { type CardPayment, describePaymentState, PAYMENT_STATES } from './card-payment-labels.ts';

type Query = NonNullable<QueryOf<'GET /api/operator/cardpayments'>>;

/** The parts of the list: all, and what needs someone. */
export const CARD_PAYMENT_TABS = [
  { label: 'All', value: undefined },
  { label: 'Held', value: 'held' },
  { label: 'Refused refunds', value: 'refused' },
  { label: 'Disputed', value: 'disputed' },
] as const;

const attention: CombinedFilter<Query> = {
  ...oneOf({
    label: 'Attention',
    url: 'attention',
    options: CARD_PAYMENT_TABS.flatMap(({ label, value }) => (value ? [{ id: value, label }] : [])),
  }),
  isTab: true,
  toQuery: (attention) => ({ attention }) as Partial<Query>,
};

/** The state of a payment, with what needs someone's attention. */
export function PaymentState({ payment }: { payment: CardPayment }) {
  const { label, tone } = describePaymentState(payment);
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {payment.hasRefusedRefund && <span className={list.line}>Refund refused</span>}
      {payment.hasOpenDispute && <span className={list.line}>Disputed</span>}
    </>
  );
}

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
      cell: ({ orderId, attempt }) => (attempt > 1 ? `${orderId}, attempt ${attempt}` : orderId),
    },
    person: { title: 'Person', cell: ({ personName }) => personName },
    organisation: {
      title: 'Organisation',
      wraps: true,
      cell: ({ organisationId, organisationName }) => <OrganisationButton id={organisationId} name={organisationName} />,
    },
    payer: {
      title: 'Paid by',
      cell: ({ payer }) => (payer === 'person' ? 'Person' : 'Organisation'),
      onCard: () => null,
    },
    reference: {
      title: 'Provider’s number',
      wraps: true,
      cell: ({ paymentReference }) => paymentReference,
      onCard: () => null,
    },
    started: { title: 'Started', cell: ({ createdOnUtc }) => formatDateTime(createdOnUtc) },
    amount: {
      title: 'Amount incl. tax',
      isNumber: true,
      cell: ({ amount, received, currencyCode }) => (
        <>
          {formatMoney(amount, currencyCode)}
          {received !== null && received !== amount && (
            <span className={list.line}>{formatMoney(received, currencyCode)} received</span>
          )}
        </>
      ),
    },
    refunded: {
      title: 'Refunded',
      isNumber: true,
      cell: ({ refunded, currencyCode }) => (refunded > 0 ? formatMoney(refunded, currencyCode) : '–'),
      onCard: ({ refunded, currencyCode }) => refunded > 0 && `${formatMoney(refunded, currencyCode)} refunded`,
    },
    state: { title: 'Status', cell: (payment) => <PaymentState payment={payment} /> },
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
  filters: {
    state: oneOf({
      label: 'Status',
      url: 'state',
      options: Object.entries(PAYMENT_STATES).map(([id, { label }]) => ({ id, label })),
    }),
    organisationId: organisationFilter,
  },
  combinedFilters: { attention },
  rows: { usual: 25, choices: [25, 50, 100] },
  empty: { title: 'No payments by card', text: 'Payments by card of people and organisations appear here, newest first.' },
  nothingFound: 'You can search by order number, the provider’s number, and a person’s name or email.',
});
