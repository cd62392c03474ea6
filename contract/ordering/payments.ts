import Type from 'typebox';
import { endpoint, operator } from '../endpoint.ts';
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
  text,
  totalCount,
} from '../values.ts';

/** What is recorded in the list of payments. */
export const PAYMENT_KINDS = ['payment', 'creditNote', 'reversal'] as const;

const amount = (message: string) => amountInput({ exclusiveMinimum: 0, maximum: 1_000_000_000, message });

const allocations = Type.Array(
  Type.Object({
    invoiceId: id('invoice'),
    amount: described(amount('Please enter an amount.'), 'Part of the payment, including tax.'),
  }),
  { maxItems: 500, message: 'Please name at most 500 invoices.', description: 'What it covers of which invoice.' },
);

/** A payment, credit note or reversal in a reply. */
export const payment = entity('Payment', {
  id: int,
  organisationId: int,
  organisationName: text,
  kind: oneOf(PAYMENT_KINDS, 'What was recorded.'),
  amount: described(money, 'Negative for the reversal of a payment.'),
  unallocated: described(money, 'What covers no invoice yet: credit of the organisation.'),
  currencyCode,
  receivedOn: described(text, 'Day, such as `2026-03-12`.'),
  reference: described(text, 'Of the bank transfer, or number of the credit note.'),
  reason: described(nullable(text), 'Why it was reversed, for a reversal.'),
  isReversed: described(bool, 'Whether the payment has been reversed.'),
  createdOnUtc: dateTime,
  allocations: described(
    Type.Array(
      entity({
        invoiceId: int,
        invoiceNumber: text,
        amount: money,
        openAmount: described(money, 'What is still to be paid of the invoice; 0 once it is paid.'),
      }),
    ),
    'What it covers of which invoice.',
  ),
});

const orderIds = (what: string) => described(Type.Array(int), what);

const paymentResult = entity('PaymentResult', {
  payments: described(Type.Array(payment), 'The payment as it is now.'),
  paidOrderIds: orderIds('Orders that are paid by this call.'),
  completedOrderIds: orderIds('Orders that are complete by this call, because they are delivered and paid.'),
  reopenedOrderIds: orderIds('Orders that are no longer paid, after a reversal.'),
});

const reason = described(
  Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', message: 'Please enter a reason of at most 500 characters.' }),
  'Why.',
);

/** Payments that the supplier records. */
export const paymentEndpoints = {
  'GET /api/operator/payments': endpoint({
    name: 'listPayments',
    summary: 'List payments',
    description: 'And credit notes and reversals, newest first.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    query: Type.Object({
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only those of this organisation; 0 for all.'),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
        'Part of the reference or of the name of the organisation.',
      ),
      hasCredit: described(Type.Optional(bool), 'Only payments and credit notes of which something covers no invoice yet.'),
      ...paging,
    }),
    reply: Type.Object({ payments: Type.Array(payment), totalCount }),
  }),

  'POST /api/operator/payments': endpoint({
    name: 'recordPayment',
    summary: 'Record a payment',
    description:
      'Covers the named invoices, or without `allocations` those that have been due for longest. What covers no invoice is credit of the organisation. The reference identifies the payment: repeating the call answers with the payment that exists; another amount or day under the same reference is refused (409 `reference`). 409 `allocations` when less is open of an invoice. Orders that are paid and delivered by it become complete.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    root: 'payment',
    refusesUnknown: true,
    body: Type.Object({
      organisationId: id('organisation'),
      amount: described(amount('Please enter an amount.'), 'What was received.'),
      receivedOn: described(
        dayInput('Please enter the day of the payment.'),
        'Day on which it was received, such as `2026-03-12`.',
      ),
      reference: described(
        Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: '\\S',
          message: 'Please enter a reference of at most 100 characters.',
        }),
        'Of the bank transfer; unique among the payments of the organisation.',
      ),
      allocations: described(
        Type.Optional(allocations),
        'Which invoices it covers, and how much of each. An empty list covers none.',
      ),
    }),
    reply: paymentResult,
  }),

  'POST /api/operator/payments/:id/allocations': endpoint({
    name: 'allocatePayment',
    summary: 'Use credit for invoices',
    description: 'Lets what is left of a payment or credit note cover invoices. 409 `allocations` when less is left or open.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params: Type.Object({ id: id('payment') }),
    refusesUnknown: true,
    body: Type.Object({ allocations }),
    reply: paymentResult,
  }),

  'POST /api/operator/payments/:id/reverse': endpoint({
    name: 'reversePayment',
    summary: 'Reverse a payment',
    description:
      'Adds a counter entry, so that the invoices that the payment covered are open again; orders that were paid by it are pending payment again, and no longer complete. Its reference can be used again. 409 `payment` when it has been reversed or is a credit note.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params: Type.Object({ id: id('payment') }),
    body: Type.Object({ reason }),
    reply: paymentResult,
  }),
};
