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
  fingerprint,
  id,
  idOrNone,
  int,
  listOf,
  money,
  nullable,
  oneOf,
  paging,
  seenFingerprint,
  text,
  totalCount,
} from '../../values.ts';
import { receiptSummary } from './receipts.ts';

/** The states of an attempt to pay by card. */
export const CARD_PAYMENT_STATES = ['created', 'open', 'failed', 'expired', 'cancelled', 'held', 'paid'] as const;
/** The states of a refund to a card. */
export const CARD_REFUND_STATES = ['due', 'sent', 'refused', 'done'] as const;
/** How a dispute stands. */
export const CARD_DISPUTE_STATES = ['open', 'won', 'lost'] as const;
/** How a movement at the provider compares with ours. */
export const COMPARED = ['same', 'onlyHere', 'onlyThere', 'amount'] as const;

const tags = ['Invoices'] as const;
const params = Type.Object({ id: id('cardPayment') });

const cardPaymentFields = {
  id: int,
  orderId: int,
  organisationId: int,
  organisationName: text,
  brandId: described(int, 'Brand whose provider takes it.'),
  personName: described(text, 'Person of the order.'),
  payer: oneOf(['person', 'organisation'], 'Whose card it is.'),
  attempt: described(int, 'Number of the attempt within its order, from 1.'),
  state: oneOf(
    CARD_PAYMENT_STATES,
    '`created`: the payment page could not be opened yet; `open`: it can be paid; `failed`, `expired` and `cancelled` have ended without money; `held`: what arrived differs from what was asked for, and waits for a decision; `paid`.',
  ),
  amount: described(money, 'What was asked for, including tax.'),
  received: described(nullable(money), 'What has arrived; null before.'),
  refunded: described(money, 'What has been refunded.'),
  refundable: described(money, 'What can still be refunded: received, and not refunded or being refunded.'),
  currencyCode,
  provider: described(text, 'Who took it, for example `stripe`.'),
  paymentReference: described(nullable(text), 'Number of the payment at the provider; null before.'),
  problem: described(nullable(text), 'What went wrong, in words; null for nothing.'),
  needsDecision: described(bool, 'Whether it is held, and no one has decided yet.'),
  hasRefusedRefund: described(bool, 'Whether the provider has refused a refund of it.'),
  hasOpenDispute: described(bool, 'Whether the holder of the card disputes it.'),
  createdOnUtc: dateTime,
};

/** An attempt to pay by card in the list of operators. */
export const operatorCardPaymentSummary = entity('CardPaymentSummary', cardPaymentFields);

/** An attempt to pay by card with everything that is known of it. */
export const operatorCardPayment = entity('CardPayment', {
  ...cardPaymentFields,
  sessionReference: described(nullable(text), 'Number of the payment page at the provider; null before it was opened.'),
  expiresOnUtc: described(dateTime, 'Until when it can be paid.'),
  orderStatusId: described(int, 'State of the order, as in `GET /api/orders`.'),
  attempts: described(
    Type.Array(
      entity({
        id: int,
        attempt: described(int, 'Number within the order.'),
        state: oneOf(CARD_PAYMENT_STATES, 'As above.'),
        amount: money,
        createdOnUtc: dateTime,
      }),
    ),
    'All attempts to pay for the order, this one included.',
  ),
  events: described(
    Type.Array(
      entity({
        kind: described(text, 'What the provider has told, for example `paid` or `refunded`.'),
        outcome: oneOf(
          ['applied', 'repeated', 'superseded', 'held', 'unknown'],
          'What was made of it. `superseded`: something that came earlier had said more.',
        ),
        amount: described(nullable(money), 'That it names; null for none.'),
        occurredOnUtc: described(dateTime, 'When it happened at the provider.'),
        receivedOnUtc: described(dateTime, 'When we were told.'),
      }),
    ),
    'What the provider has told about it, oldest first.',
  ),
  refunds: described(
    Type.Array(
      entity({
        id: int,
        amount: money,
        reason: described(text, 'Why, as the person reads it.'),
        state: oneOf(
          CARD_REFUND_STATES,
          '`due`: to be sent to the provider; `sent`: the provider has not finished it; `refused` by the provider, can be repeated; `done`.',
        ),
        refundReference: described(nullable(text), 'Number at the provider; null before.'),
        attempts: described(int, 'How often it was sent.'),
        problem: described(nullable(text), 'Why it was refused or could not be sent; null for nothing.'),
        nextAttemptOnUtc: described(nullable(dateTime), 'When it is sent again; null once it is done or refused.'),
        createdOnUtc: dateTime,
        settledOnUtc: described(nullable(dateTime), 'When it was done; null before.'),
      }),
    ),
    'Its refunds, oldest first.',
  ),
  disputes: described(
    Type.Array(
      entity({
        reference: described(text, 'Number at the provider.'),
        state: oneOf(CARD_DISPUTE_STATES, 'How it stands.'),
        amount: money,
        reason: described(nullable(text), 'In the words of the provider; null when it gives none.'),
        openedOnUtc: dateTime,
        closedOnUtc: described(nullable(dateTime), 'When it was decided; null before.'),
      }),
    ),
    'Disputes of the holder of the card.',
  ),
  receipts: described(Type.Array(receiptSummary), 'Receipts of the payment and its refunds.'),
  fingerprint,
});

const reply = listOf('cardPayments', operatorCardPayment);

const reason = described(
  Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', message: 'Please enter a reason of at most 500 characters.' }),
  'Why; the person reads it.',
);

/** What needs a decision or attention, over all brands of the operator. */
export const cardPaymentCounts = entity('CardPaymentCounts', {
  held: described(int, 'Payments that are held until someone decides.'),
  refusedRefunds: described(int, 'Refunds that the provider has refused.'),
  openDisputes: described(int, 'Disputes that have not been decided.'),
});

/** Payments by card as the supplier sees and corrects them. */
export const operatorCardPaymentEndpoints = {
  'GET /api/operator/cardpayments': endpoint({
    name: 'listCardPayments',
    summary: 'List payments by card',
    description:
      'Attempts of the brands of the operator or API key, newest first. `counts` are over all of them, whatever the filters.',
    tags,
    access: operator('invoices:read'),
    query: Type.Object({
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Number of the order, of the payment, page or refund at the provider, or of a receipt; or part of the name or email address of the person.',
      ),
      state: described(
        Type.Optional(
          Type.String({
            pattern: '^(created|open|failed|expired|cancelled|held|paid)$',
            message: 'State is not one of the states of a payment.',
          }),
        ),
        'Only those in this state.',
      ),
      attention: described(
        Type.Optional(
          Type.String({ pattern: '^(held|refused|disputed)$', message: 'Attention must be held, refused or disputed.' }),
        ),
        'Only those that are held and wait for a decision, have a refused refund, or an open dispute.',
      ),
      brandId: described(Type.Optional(idOrNone('brand')), 'Only those of this brand; 0 for all.'),
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only those of this organisation; 0 for all.'),
      orderId: described(Type.Optional(idOrNone('order')), 'Only those of this order; 0 for all.'),
      ...paging,
    }),
    reply: Type.Object({ cardPayments: Type.Array(operatorCardPaymentSummary), totalCount, counts: cardPaymentCounts }),
  }),

  'GET /api/operator/cardpayments/comparison': endpoint({
    name: 'compareCardPayments',
    summary: 'Compare a day with the payment provider',
    description:
      'Payments and refunds of a day in UTC as the provider lists them, beside ours. 404 for a brand without a provider; 503 when the provider cannot be reached.',
    tags,
    access: operator('invoices:read'),
    query: Type.Object({
      brandId: described(id('brand', 'Please choose a brand.'), 'Whose payments are compared.'),
      day: described(dayInput('Please enter a day.'), 'Day in UTC, such as `2026-03-12`.'),
    }),
    reply: Type.Object({
      comparison: entity('CardPaymentComparison', {
        day: described(text, 'Day in UTC, such as `2026-03-12`.'),
        currencyCode: described(nullable(currencyCode), 'Of all movements; null where there are none or several.'),
        totalHere: described(money, 'Payments less refunds, as we know them.'),
        totalThere: described(money, 'The same as the provider lists them.'),
        differences: described(int, 'Movements that are not the same on both sides.'),
        movements: described(
          Type.Array(
            entity({
              kind: oneOf(['payment', 'refund'], 'What was moved.'),
              reference: described(text, 'Number at the provider.'),
              cardPaymentId: described(nullable(int), 'The attempt; null where we know none.'),
              orderId: described(nullable(int), 'Its order.'),
              here: described(nullable(money), 'What we know; null for nothing.'),
              there: described(nullable(money), 'What the provider lists; null for nothing.'),
              currencyCode,
              result: oneOf(
                COMPARED,
                '`same`; `onlyHere`: the provider does not list it; `onlyThere`: we do not know it; `amount`: the amounts differ.',
              ),
            }),
          ),
          'Differences first.',
        ),
      }),
    }),
  }),

  'GET /api/operator/cardpayments/:id': endpoint({
    name: 'getCardPayment',
    summary: 'Get a payment by card',
    description: 'With its events, refunds, disputes and receipts.',
    tags,
    access: operator('invoices:read'),
    params,
    reply,
  }),

  'POST /api/operator/cardpayments/:id/refund': endpoint({
    name: 'refundCardPayment',
    summary: 'Refund a payment by card',
    description:
      'To the card, wholly or in part; `refundable` says how much is left. Changes nothing else: returned or cancelled pieces are refunded by what returns or cancels them. The same `key` refunds only once. 409 `cardPayment` when less is left, when nothing was received, or while it is held.',
    tags,
    access: operator('invoices:write'),
    params,
    body: Type.Object({
      amount: described(
        amountInput({ exclusiveMinimum: 0, maximum: 1_000_000_000, message: 'Please enter an amount.' }),
        'Including tax.',
      ),
      reason,
      key: described(
        Type.String({ minLength: 1, maxLength: 80, message: 'Please send a key of at most 80 characters.' }),
        'Identifies this refund, so that repeating the call does not refund again.',
      ),
    }),
    reply,
  }),

  'POST /api/operator/cardpayments/refunds/:id/repeat': endpoint({
    name: 'repeatCardRefund',
    summary: 'Send a refund again',
    description:
      'That the provider has refused, or that waits for its next attempt. Changes nothing when it is done or being sent.',
    tags,
    access: operator('invoices:write'),
    params: Type.Object({ id: id('cardRefund') }),
    reply,
  }),

  'POST /api/operator/cardpayments/:id/accept': endpoint({
    name: 'acceptCardPayment',
    summary: 'Take a held payment as it is',
    description:
      'The order is paid by it, whatever the difference, and released. 409 `cardPayment` when it is not held, was made in another currency, or its order no longer waits for a payment.',
    tags,
    access: operator('invoices:write'),
    params,
    body: Type.Object({ fingerprint: seenFingerprint }),
    reply,
  }),

  'POST /api/operator/cardpayments/:id/reject': endpoint({
    name: 'rejectCardPayment',
    summary: 'Refund a held payment and cancel its order',
    description:
      'Everything that arrived is refunded. An order that waits for the payment is cancelled, its lines go to the cart of its person, who is mailed. 409 `cardPayment` when it is not held.',
    tags,
    access: operator('invoices:write'),
    params,
    body: Type.Object({ reason, fingerprint: seenFingerprint }),
    reply,
  }),
};
