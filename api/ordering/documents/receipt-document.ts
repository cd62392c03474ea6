import type { Readable } from 'node:stream';
import { formatDay } from '#api/platform/local-day.ts';
import { BODY, bodyText, columns, heading, keyValues, labelledLines } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { totals } from '#api/platform/pdf/table.ts';
import { joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import type { DocumentInput } from './document-input.ts';
import {
  createLineTable,
  createTaxTotals,
  describeParty,
  describeSeller,
  type InvoiceDocumentLine,
  type InvoiceParty,
} from './invoice-document.ts';

/**
 * A receipt for what was paid by card, or refunded to it, as it was issued: with what a VAT receipt shows, number, date, seller with VAT number, and for each
 * line quantity, price, net amount and rate of VAT, and the VAT by rate. Amounts of a refund are negative.
 */
export interface ReceiptDocument {
  number: string;
  issuedOn: string;
  seller: InvoiceParty & { companyNumber: string | null };
  buyer: InvoiceParty;
  orderNumber: string;
  currencyCode: string;
  lines: readonly Omit<InvoiceDocumentLine, 'orderNumber'>[];
  /** The receipt of the payment that is refunded; null for that of a payment. */
  refundOf: { number: string; issuedOn: string } | null;
}

/** A receipt for a payment or a refund. */
export function renderReceipt({ brand, createdAt }: DocumentInput, receipt: ReceiptDocument): Readable {
  const { number, issuedOn, seller, buyer, orderNumber, currencyCode, lines, refundOf } = receipt;
  const name = refundOf === null ? 'Receipt' : 'Receipt for a refund';
  return renderPdf({
    title: `${name} ${number}`,
    format: 'a4',
    theme: createPdfTheme(brand),
    createdAt,
    footer: describeSeller(seller),
    parts: [
      {
        title: `${name} ${number}`,
        blocks: [
          heading(name, { level: 1 }),
          bodyText(number, { style: { ...BODY, size: 12 }, after: 10 }),
          columns([
            [labelledLines('From', describeParty(seller))],
            [labelledLines(refundOf === null ? 'Paid by' : 'Refunded to', describeParty(buyer))],
          ]),
          keyValues(
            [
              { key: 'Receipt number', value: number },
              { key: 'Date', value: formatDay(issuedOn) },
              { key: 'Order', value: orderNumber },
              { key: 'Paid by', value: 'Card' },
              ...(refundOf ? [{ key: 'Refunds', value: `${refundOf.number} of ${formatDay(refundOf.issuedOn)}` }] : []),
            ],
            { columns: 4 },
          ),
          createLineTable(lines, { currencyCode, describe: ({ description, sku }) => joinIsolated([description, sku]) }),
          totals(createTaxTotals(lines, { currencyCode, label: refundOf === null ? 'Total paid' : 'Total refunded' })),
          bodyText(
            refundOf === null
              ? 'This amount has been paid by card. There is nothing to pay.'
              : 'This amount has been refunded to the card that was used for the payment.',
          ),
        ],
      },
    ],
  });
}
