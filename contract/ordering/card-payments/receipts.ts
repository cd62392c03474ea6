import Type from 'typebox';
import { endpoint, operator, signedIn } from '../../endpoint.ts';
import { described, entity, id, int, money, oneOf, pdfFile, text } from '../../values.ts';

/** What a receipt is about. */
export const RECEIPT_KINDS = ['payment', 'refund'] as const;

/** A receipt in the replies that list those of an order. */
export const receiptSummary = entity('Receipt', {
  id: int,
  number: described(text, 'As printed, for example `SUN-RCP-000012`.'),
  kind: oneOf(RECEIPT_KINDS, 'What was received: a payment, or a refund to the card.'),
  total: described(money, 'Including tax; negative for a refund.'),
  issuedOn: described(text, 'Day, such as `2026-03-12`.'),
});

const params = Type.Object({ id: id('receipt') });

/** Receipts for what was paid by card. */
export const receiptEndpoints = {
  'GET /api/receipts/:id/pdf': endpoint({
    name: 'downloadReceipt',
    summary: 'Get a receipt as PDF',
    description:
      'For what was paid by card, or refunded to it. Always the same document as it was issued. For the person of the order and, where the organisation’s card paid, for Admins of the whole organisation; 404 for anyone else.',
    tags: ['Orders'],
    access: signedIn,
    params,
    reply: pdfFile,
  }),

  'GET /api/operator/receipts/:id/pdf': endpoint({
    name: 'downloadAnyReceipt',
    summary: 'Get a receipt of any organisation as PDF',
    tags: ['Invoices'],
    access: operator('invoices:read'),
    params,
    reply: pdfFile,
  }),
};
