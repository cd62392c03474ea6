import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  amountInput,
  bool,
  currencyCode,
  dateTime,
  dayInput,
  described,
  entity,
  id,
  idOrNone,
  int,
  money,
  nullable,
  oneOf,
  paging,
  pdfFile,
  text,
  totalCount,
} from '../../values.ts';

/** The states of an attempt to pay by card. */
export const CARD_PAYMENT_STATES = ['created', 'open', 'failed', 'expired', 'cancelled', 'held', 'paid'] as const;
export const CARD_REFUND_STATES = ['due', 'sent', 'refused', 'done'] as const;
export const CARD_DISPUTE_STATES = ['open', 'won', 'lost'] as const;
/** The parts of the list that need someone, and the others. */
export const CARD_PAYMENT_PARTS = ['held', 'refused', 'disputed', 'paid', 'unpaid'] as const;

const summaryFields = {
  id: int,
  orderId: int,
  customOrderNumber: text,
  attempt: described(int, 'Number of the attempt of its order, from 1.'),
  organisation: entity('CardPaymentOrganisation', { id: int, name: text }),
  customer: entity('CardPaymentPerson', { id: int, firstName: text, lastName: text, email: text }),
  payer: oneOf(['person', 'organisation'], 'Whose card it is.'),
  provider: described(text, 'Name of the provider, such as `Stripe`.'),
  state: oneOf(CARD_PAYMENT_STATES, 'State of the attempt.'),
  amount: described(money, 'What was asked for.'),
  receivedAmount: described(nullable(money), 'What has arrived; null before.'),
  refundedAmount: described(money, 'What has been refunded.'),
  currencyCode,
  paymentReference: described(nullable(text), 'Number of the payment at the provider.'),
  sessionReference: described(nullable(text), 'Number of the payment page at the provider.'),
  hasRefusedRefund: described(bool, 'Whether a refund of it was refused.'),
  hasOpenDispute: described(bool, 'Whether it is disputed.'),
  createdOnUtc: dateTime,
};
const cardPayment = entity('CardPayment', summaryFields);

const cardPaymentDetail = entity('CardPaymentDetail', {
  ...summaryFields,
  problem: described(nullable(text), 'What went wrong, in words; null for nothing.'),
  expiresOnUtc: dateTime,
  closedOnUtc: described(nullable(dateTime), 'When it ended or was paid.'),
  refundableAmount: described(money, 'What can still be refunded.'),
  attempts: described(Type.Array(cardPayment), 'All attempts of the order, oldest first.'),
  events: described(
    Type.Array(
      entity('CardPaymentEvent', {
        id: int,
        eventId: text,
        kind: described(text, 'What happened, such as `paid`.'),
        outcome: oneOf(['applied', 'repeated', 'superseded', 'held', 'unknown'], 'What came of it.'),
        amount: nullable(money),
        occurredOnUtc: dateTime,
        receivedOnUtc: dateTime,
      }),
    ),
    'What the provider has told, oldest first.',
  ),
  refunds: described(
    Type.Array(
      entity('CardRefund', {
        id: int,
        amount: money,
        reason: text,
        state: oneOf(CARD_REFUND_STATES, 'State of the refund.'),
        refundReference: nullable(text),
        attempts: int,
        lastError: nullable(text),
        byName: nullable(text),
        createdOnUtc: dateTime,
        settledOnUtc: nullable(dateTime),
      }),
    ),
    'Refunds, oldest first.',
  ),
  disputes: described(
    Type.Array(
      entity('CardDispute', {
        id: int,
        disputeReference: text,
        amount: money,
        reason: nullable(text),
        state: oneOf(CARD_DISPUTE_STATES, 'State of the dispute.'),
        openedOnUtc: dateTime,
        closedOnUtc: nullable(dateTime),
      }),
    ),
    'Disputes, oldest first.',
  ),
  receipts: Type.Array(
    entity('CardReceipt', {
      id: int,
      receiptNumber: text,
      kind: oneOf(['payment', 'refund'], 'Kind.'),
      issuedOn: text,
      total: money,
    }),
  ),
  canDecide: described(bool, 'Whether it is held and waits for a decision.'),
});

const reply = Type.Object({ cardPayment: cardPaymentDetail });
const reason = described(
  Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', message: 'Please enter a reason of at most 500 characters.' }),
  'Why.',
);
const params = Type.Object({ id: id('cardPayment') });
const decision = Type.Object({
  receivedAmount: described(
    amountInput({ minimum: 0, maximum: 1_000_000_000, message: 'Amount.' }),
    'What was shown as received.',
  ),
  reason,
});

/** Payments by card, as the supplier keeps them. */
export const operatorCardPaymentEndpoints = {
  'GET /api/operator/cardpayments': endpoint({
    name: 'listCardPayments',
    summary: 'List payments by card',
    description: 'Newest first.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    query: Type.Object({
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only those of this organisation; 0 for all.'),
      part: Type.Optional(oneOf(CARD_PAYMENT_PARTS, 'Only those of this part.')),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Number of the order or of the provider, person or email.',
      ),
      ...paging,
    }),
    reply: Type.Object({
      cardPayments: Type.Array(cardPayment),
      totalCount,
      counts: entity('CardPaymentCounts', { held: int, refused: int, disputed: int }),
    }),
  }),
  'GET /api/operator/cardpayments/comparison': endpoint({
    name: 'compareCardPayments',
    summary: 'Compare with the provider',
    description: 'Day.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    query: Type.Object({ day: dayInput('Please enter the day.') }),
    reply: Type.Object({
      brands: Type.Array(
        entity('CardComparison', {
          brandId: int,
          brandName: text,
          provider: text,
          error: described(nullable(text), 'Why the provider could not be asked.'),
          rows: Type.Array(
            entity('CardMovement', {
              kind: oneOf(['payment', 'refund'], 'What moved.'),
              reference: text,
              outcome: oneOf(['same', 'onlyHere', 'onlyThere', 'different'], 'Comparison.'),
              ourAmount: nullable(money),
              theirAmount: nullable(money),
              currencyCode,
              paymentId: nullable(int),
              occurredOnUtc: nullable(dateTime),
            }),
          ),
        }),
      ),
    }),
  }),
  'GET /api/operator/cardpayments/:id': endpoint({
    name: 'getCardPayment',
    summary: 'Get a payment by card',
    description: 'All.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    params,
    reply,
  }),
  'POST /api/operator/cardpayments/:id/refund': endpoint({
    name: 'refundCardPayment',
    summary: 'Refund',
    description: 'Whole or part.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params,
    body: Type.Object({
      amount: described(
        amountInput({ exclusiveMinimum: 0, maximum: 1_000_000_000, message: 'Please enter an amount.' }),
        'Amount.',
      ),
      reason,
      key: described(Type.String({ minLength: 1, maxLength: 100, message: 'Key.' }), 'Once.'),
    }),
    reply,
  }),
  'POST /api/operator/cardpayments/:id/refunds/:refundId/repeat': endpoint({
    name: 'repeatCardRefund',
    summary: 'Repeat',
    description: 'Again.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params: Type.Object({ id: id('cardPayment'), refundId: id('cardRefund') }),
    reply,
  }),
  'POST /api/operator/cardpayments/:id/accept': endpoint({
    name: 'acceptCardPayment',
    summary: 'Accept',
    description: 'As paid.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params,
    body: decision,
    reply,
  }),
  'POST /api/operator/cardpayments/:id/reject': endpoint({
    name: 'rejectCardPayment',
    summary: 'Reject',
    description: 'Refund and cancel.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params,
    body: decision,
    reply,
  }),
  'GET /api/operator/receipts/:id/pdf': endpoint({
    name: 'downloadAnyReceipt',
    summary: 'Get a receipt',
    description: 'PDF.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    params: Type.Object({ id: id('receipt') }),
    reply: pdfFile,
  }),
};
