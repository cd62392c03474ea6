import type { InvoiceMailData } from '#api/ordering/invoices/invoice-mails.ts';

/** The data of a mail about a monthly invoice. */
export const INVOICE_MAIL: InvoiceMailData = {
  invoiceId: 12,
  kind: 'invoice',
  number: 'SUN-INV-000012',
  firstName: 'Sarah',
  currencyCode: 'GBP',
  totalMinor: 148_320,
  dueOn: '2026-04-11',
  periodOn: '2026-02-01',
  orderIds: [10412, 10418],
  creditedInvoiceNumber: null,
};
