import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { DocumentTask } from '../../documents/document-renderers.ts';
import type { ListedReceipt, ReceiptRow } from './receipts.queries.ts';

/** A receipt as it is listed. */
export const toReceiptSummary = ({
  totalMinor,
  ...receipt
}: ListedReceipt): ReplyOf<'GET /api/operator/cardpayments/:id'>['cardPayments'][number]['receipts'][number] => ({
  ...receipt,
  total: toMajorUnits(totalMinor),
});

/** A receipt, as it was issued, to be drawn. */
export const toReceiptPdf = (row: ReceiptRow): DocumentTask => ({
  kind: 'receipt',
  content: [
    { brand: { name: row.brandName, companyName: row.brandCompanyName }, createdAt: new Date(row.createdAt) },
    {
      number: row.number,
      issuedOn: row.issuedOn,
      seller: row.seller,
      buyer: row.buyer,
      orderNumber: String(row.orderId),
      currencyCode: row.currencyCode,
      lines: row.lines,
      refundOf: row.kind === 'refund' ? { number: row.paidNumber ?? '', issuedOn: row.paidOn ?? row.issuedOn } : null,
    },
  ],
});
