import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import {
  currencyCode,
  dayInput,
  described,
  entity,
  id,
  idOrNone,
  int,
  listOf,
  money,
  nullable,
  oneOf,
  paging,
  pdfFile,
  poNumber,
  sku,
  text,
  totalCount,
  workbook,
} from '../../values.ts';

/** The kinds of document. */
export const INVOICE_KINDS = ['invoice', 'creditNote'] as const;

/** The statuses of invoices and credit notes. */
export const INVOICE_STATUSES = ['open', 'overdue', 'paid', 'credit'] as const;

/** What a line of an invoice charges. */
export const INVOICE_LINE_KINDS = ['goods', 'delivery', 'fee', 'setup', 'question'] as const;

const day = described(text, 'Day, such as `2026-03-12`, in the organisation’s time zone.');

/** Fields of an invoice or credit note in a list. */
export const invoiceFields = {
  id: int,
  number: described(text, 'As printed.'),
  kind: oneOf(INVOICE_KINDS, 'What the document is.'),
  status: oneOf(
    INVOICE_STATUSES,
    '`open`, `overdue` or `paid` for invoices; `credit` for credit notes. An invoice that credit notes cover counts as paid.',
  ),
  issuedOn: day,
  dueOn: described(nullable(text), 'Day by which an invoice is to be paid; null for a credit note.'),
  periodOn: described(nullable(text), 'First day of the month that a monthly invoice covers; null for any other document.'),
  netTotal: described(money, 'Sum without tax. Amounts of credit notes are positive.'),
  taxTotal: described(money, 'Tax.'),
  total: described(money, 'Sum including tax.'),
  openAmount: described(money, 'What is still to be paid of an invoice; 0 for a credit note.'),
  currencyCode,
  creditedInvoiceId: described(nullable(int), 'Invoice that a credit note corrects; null for an invoice.'),
  creditedInvoiceNumber: described(nullable(text), 'Its number.'),
  orderIds: described(Type.Array(int), 'Orders of which the document has lines.'),
};

const invoiceListItem = entity('InvoiceSummary', invoiceFields);

const party = {
  name: described(text, 'Legal name of the seller, or name of the organisation that buys.'),
  address: described(Type.Array(text), 'Address, line by line.'),
  vatNumber: described(nullable(text), 'VAT number; null when there is none.'),
};

/** Fields of a line of an invoice or credit note. */
export const invoiceLineFields = {
  id: int,
  kind: oneOf(INVOICE_LINE_KINDS, 'What the line charges.'),
  orderId: described(int, 'Order that the line belongs to.'),
  poNumber,
  orderItemId: described(nullable(int), 'Line of the order; null for delivery and fee.'),
  name: text,
  sku,
  description: described(text, 'Colour and size; empty when there is nothing to say.'),
  quantity: described(int, 'Pieces; 1 for delivery and fee.'),
  unitPrice: described(money, 'Unit price without tax.'),
  netTotal: described(money, 'Without tax.'),
  taxRate: described(Type.Number(), 'Tax rate in percent.'),
  taxTotal: money,
};

/** Fields of an invoice or credit note with everything that is printed on it. */
export const invoiceDetailFields = {
  ...invoiceFields,
  reason: described(nullable(text), 'Why a credit note was issued.'),
  seller: described(
    entity('InvoiceSeller', {
      ...party,
      companyNumber: described(nullable(text), 'Registration number of the company.'),
      bankName: described(nullable(text), 'Bank to pay to; null when payments are arranged otherwise.'),
      bankIban: described(nullable(text), 'Account number (IBAN).'),
      bankBic: described(nullable(text), 'Code of the bank (BIC).'),
      paymentTermDays: described(int, 'Days after the date of the invoice within which it is to be paid.'),
    }),
    'Who sells, as printed.',
  ),
  buyer: described(entity('InvoiceBuyer', party), 'Who buys, as printed.'),
  lines: described(Type.Array(entity('InvoiceLine', invoiceLineFields)), 'What is charged or credited.'),
  taxRates: described(
    Type.Array(
      entity('InvoiceTax', {
        rate: described(Type.Number(), 'Tax rate in percent.'),
        net: described(money, 'Sum of the lines at this rate, without tax.'),
        value: described(money, 'Tax at this rate.'),
      }),
    ),
    'Sums by tax rate.',
  ),
};

/** Filters of a list of invoices and credit notes. */
export const invoiceFilters = {
  status: described(
    Type.Optional(
      Type.String({ pattern: '^(open|overdue|paid|credit)$', message: 'Status must be open, overdue, paid or credit.' }),
    ),
    '`open` includes overdue invoices.',
  ),
  searchTerm: described(
    Type.Optional(Type.String({ maxLength: 100, message: 'Search term must not be longer than 100 characters.' })),
    'Part of the number of the document, or the number of an order or a PO number.',
  ),
  orderId: described(Type.Optional(idOrNone('order')), 'Only documents with lines of this order; 0 for all.'),
  issuedOnMin: described(Type.Optional(dayInput('The first day is not a date.')), 'First date of issue.'),
  issuedOnMax: described(Type.Optional(dayInput('The last day is not a date.')), 'Last date of issue.'),
};

/** Sums over all pages of a list. */
export const invoiceTotals = described(
  entity('InvoiceTotals', {
    total: described(money, 'Invoices less credit notes, including tax.'),
    open: described(money, 'What is still to be paid, including tax.'),
    overdue: described(money, 'The part of it that is overdue.'),
    currencyCode,
  }),
  'Sums over all pages.',
);

/** Invoices and credit notes, for the Admins of the organisation that receives them and, with the permission for its figures, Sales. */
export const invoiceEndpoints = {
  'GET /api/invoices': endpoint({
    name: 'listInvoices',
    summary: 'List invoices and credit notes',
    description:
      'Newest first. Admins of single groups see the documents of which they may see every order, so no monthly invoice that covers other groups. Sales need the permission `AllowDashboard`, here and for one document; 403 without it.',
    tags: ['Invoices'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    query: Type.Object({ ...invoiceFilters, ...paging }),
    reply: Type.Object({ invoices: Type.Array(invoiceListItem), totalCount, totals: invoiceTotals }),
  }),

  'GET /api/invoices/exporttoexcel': endpoint({
    name: 'exportInvoices',
    summary: 'Export invoices and credit notes to Excel',
    description: 'All pages of the list, with the same filters. A second sheet has the lines.',
    tags: ['Invoices'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    whileImpersonating: 'refused',
    query: Type.Object({ ...invoiceFilters, ...paging }),
    reply: workbook,
  }),

  'GET /api/invoices/:id': endpoint({
    name: 'getInvoice',
    summary: 'Get an invoice or credit note',
    tags: ['Invoices'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    params: Type.Object({ id: id('invoice') }),
    reply: listOf('invoices', entity('Invoice', invoiceDetailFields)),
  }),

  'GET /api/invoices/:id/pdf': endpoint({
    name: 'downloadInvoice',
    summary: 'Get an invoice or credit note as PDF',
    description: 'Always the same document as it was issued.',
    tags: ['Invoices'],
    access: roles('OrganisationAdmin', 'OrganisationSales'),
    params: Type.Object({ id: id('invoice') }),
    reply: pdfFile,
  }),
};
