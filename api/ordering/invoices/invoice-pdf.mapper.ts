import type { DocumentTask } from '../documents/document-renderers.ts';
import type { InvoiceDetailRow } from './invoices.queries.ts';

/** An invoice or credit note, as it was issued, to be drawn. */
export const toInvoicePdf = (row: InvoiceDetailRow): DocumentTask => ({
  kind: 'invoice',
  content: [
    { brand: { name: row.brand_name, companyName: row.brand_company_name }, createdAt: new Date(row.created_at) },
    {
      number: row.number,
      issuedOn: row.issued_on,
      taxPointOn: null,
      seller: row.seller,
      buyer: row.buyer,
      orders: [...new Map(row.lines.map((line) => [line.order_id, line]))].map(([orderId, line]) => ({
        orderNumber: String(orderId),
        poNumber: line.po_number,
        answers: line.answers.map(({ name, text }) => ({ name, text })),
      })),
      currencyCode: row.currency_code,
      lines: row.lines.map((line) => ({
        orderNumber: String(line.order_id),
        name: line.name,
        sku: line.sku,
        description: line.description,
        quantity: line.quantity,
        unitPriceMinor: line.unit_price_minor,
        netMinor: line.net_minor,
        taxRate: line.tax_rate,
        taxMinor: line.tax_minor,
      })),
      kind:
        row.kind === 'invoice'
          ? { name: 'invoice', dueOn: row.due_on ?? row.issued_on, paymentTermDays: row.seller.paymentTermDays }
          : {
              name: 'creditNote',
              invoiceNumber: row.credited_invoice_number ?? '',
              invoiceIssuedOn: row.credited_invoice_issued_on ?? row.issued_on,
              reason: row.reason ?? '',
            },
    },
  ],
});
