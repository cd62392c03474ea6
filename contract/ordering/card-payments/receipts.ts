import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { id, pdfFile } from '../../values.ts';

/** Receipts for payments by card. */
export const receiptEndpoints = {
  'GET /api/receipts/:id/pdf': endpoint({
    name: 'downloadReceipt',
    summary: 'Get a receipt as PDF',
    tags: ['Orders'],
    access: signedIn,
    params: Type.Object({ id: id('receipt') }),
    reply: pdfFile,
  }),
};
