import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  amountInput,
  currencyCode,
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
  pdfFile,
  seenFingerprint,
  text,
  totalCount,
} from '../../values.ts';
import { invoiceDetailFields, invoiceFields, invoiceFilters, invoiceLineFields, invoiceTotals } from './invoices.ts';

/** In which orders the list of the operators can be sorted. */
export const INVOICE_SORTS = [
  '-issuedOn',
  'issuedOn',
  'dueOn',
  '-dueOn',
  'number',
  '-number',
  'organisation',
  '-organisation',
  '-total',
  'total',
  '-open',
  'open',
] as const;

const amount = (message: string) => amountInput({ exclusiveMinimum: 0, maximum: 1_000_000_000, message });

const credit = {
  reason: described(
    Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', message: 'Please enter a reason of at most 500 characters.' }),
    'Why; printed on the credit note.',
  ),
  lines: Type.Array(
    entity('CreditNoteLineInput', {
      lineId: described(id('invoiceLine'), 'Line of the invoice.'),
      quantity: described(
        Type.Integer({ minimum: 1, maximum: 100_000, message: 'Please enter the number of pieces.' }),
        'Pieces to credit.',
      ),
      unitPrice: described(
        Type.Optional(amount('Please enter an amount.')),
        'What is credited of each piece, without tax; its whole price by default.',
      ),
    }),
    { minItems: 1, maxItems: 500, message: 'Please name at least one line.', description: 'What is credited.' },
  ),
};

/** An invoice or credit note as operators see it, with what has been paid and credited of it. */
const operatorInvoice = entity('OperatorInvoice', {
  ...invoiceDetailFields,
  organisationId: int,
  organisationName: text,
  lines: described(
    Type.Array(
      entity({
        ...invoiceLineFields,
        creditedQuantity: described(int, 'Pieces that credit notes have credited.'),
        creditedTotal: described(money, 'What credit notes have credited, without tax.'),
      }),
    ),
    'What is charged or credited.',
  ),
  payments: described(
    Type.Array(
      entity({
        id: int,
        kind: oneOf(['payment', 'creditNote'], 'What covers it.'),
        amount: described(money, 'What it covers of the invoice.'),
        receivedOn: described(text, 'Day, such as `2026-03-12`.'),
        reference: described(text, 'Of the bank transfer, or number of the credit note.'),
      }),
    ),
    'Payments and credit notes that cover the invoice.',
  ),
  creditNotes: described(
    Type.Array(
      entity({
        id: int,
        number: described(text, 'As printed.'),
        total: money,
        issuedOn: described(text, 'Day, such as `2026-03-12`.'),
        reason: described(nullable(text), 'As printed.'),
      }),
    ),
    'Credit notes that correct the invoice.',
  ),
  fingerprint,
});

const sort = Type.Optional(
  Type.String({
    pattern: '^-?(issuedOn|dueOn|number|organisation|total|open)$',
    message: 'Sort is not one of the orders of this list.',
    description: `One of \`${INVOICE_SORTS.join('`, `')}\`; a leading \`-\` means descending.`,
  }),
);

/** Invoices and credit notes as the supplier sees and issues them. */
export const operatorInvoiceEndpoints = {
  'GET /api/operator/invoices': endpoint({
    name: 'listAllInvoices',
    summary: 'List invoices and credit notes of all organisations',
    description:
      'Those of the brands of the operator or API key, newest first; with `status=open` or `overdue` the longest due first, unless `sort` is given.',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    query: Type.Object({
      ...invoiceFilters,
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only those of this organisation; 0 for all.'),
      sort,
      ...paging,
    }),
    reply: Type.Object({
      invoices: Type.Array(entity({ ...invoiceFields, organisationId: int, organisationName: text })),
      totalCount,
      totals: described(nullable(invoiceTotals), 'Sums over all pages; null unless one organisation is chosen.'),
    }),
  }),

  'GET /api/operator/invoices/:id': endpoint({
    name: 'getAnyInvoice',
    summary: 'Get an invoice or credit note of any organisation',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    params: Type.Object({ id: id('invoice') }),
    reply: listOf('invoices', operatorInvoice),
  }),

  'GET /api/operator/invoices/:id/pdf': endpoint({
    name: 'downloadAnyInvoice',
    summary: 'Get an invoice or credit note of any organisation as PDF',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    params: Type.Object({ id: id('invoice') }),
    reply: pdfFile,
  }),

  'POST /api/operator/invoices/:id/credit/preview': endpoint({
    name: 'previewCreditNote',
    summary: 'Say what a credit note would amount to',
    description: 'Changes nothing. 409 `invoice` when less is left to credit.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params: Type.Object({ id: id('invoice') }),
    body: Type.Object({ lines: credit.lines }),
    reply: entity({
      credit: entity({
        netTotal: described(money, 'Without tax.'),
        taxTotal: money,
        total: described(money, 'Including tax.'),
        settles: described(money, 'What of it settles the invoice.'),
        remains: described(money, 'What of it remains as credit of the organisation.'),
        currencyCode,
        fingerprint,
      }),
    }),
  }),

  'POST /api/operator/invoices/:id/credit': endpoint({
    name: 'issueCreditNote',
    summary: 'Issue a credit note',
    description:
      'For pieces of the invoice, or for part of their price. It settles the open amount of the invoice; the rest is credit of the organisation. The same `key` credits only once: repeating the call answers with the credit note that exists. 409 `invoice` when less is left to credit.',
    tags: ['Invoices'],
    access: operator('invoices:write'),
    params: Type.Object({ id: id('invoice') }),
    body: Type.Object({
      key: described(
        Type.String({ minLength: 1, maxLength: 80, message: 'Please send a key of at most 80 characters.' }),
        'Identifies this credit, so that repeating the call does not credit again.',
      ),
      ...credit,
      fingerprint: seenFingerprint,
    }),
    reply: listOf('invoices', operatorInvoice),
  }),
};
