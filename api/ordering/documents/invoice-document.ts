import type { Readable } from 'node:stream';
import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { oneLine } from '#api/platform/mail/html.ts';
import { BODY, bodyText, box, columns, heading, keyValues, labelledLines } from '#api/platform/pdf/blocks.ts';
import { createPdfTheme } from '#api/platform/pdf/pdf-theme.ts';
import type { PdfBlock } from '#api/platform/pdf/piece.ts';
import { renderPdf } from '#api/platform/pdf/render-pdf.ts';
import { type Total, table, totals } from '#api/platform/pdf/table.ts';
import { isolate, joinIsolated } from '#api/platform/pdf/writing-direction.ts';
import { AMOUNT, type DocumentInput } from './document-input.ts';

/**
 * An invoice or credit note as it was issued. It has what a full UK VAT invoice must show (https://www.gov.uk/vat-record-keeping/vat-invoices): a
 * unique number, date and tax point; name, address and VAT number of the seller; name and address of the buyer; for each line description, quantity,
 * price, net amount and rate of VAT; the net total, and the VAT by rate. A credit note also names its reason, and the number and date of the invoice
 * (VAT Notice 700, section 18.2: https://www.gov.uk/guidance/vat-guide-notice-700).
 */
export interface InvoiceDocument {
  number: string;
  issuedOn: string;
  /** When the goods of an invoice were supplied, if that is another day. */
  taxPointOn: string | null;
  seller: InvoiceParty & {
    companyNumber: string | null;
    bankName: string | null;
    bankIban: string | null;
    bankBic: string | null;
  };
  buyer: InvoiceParty;
  /** The orders of the lines, with the buyer's purchase order numbers. */
  orders: readonly {
    orderNumber: string;
    poNumber: string | null;
    /** Answers to the questions at checkout; left out: none. */
    answers?: readonly { name: string; text: string }[];
  }[];
  currencyCode: string;
  lines: readonly InvoiceDocumentLine[];
  kind: { name: 'invoice'; dueOn: string; paymentTermDays: number } | CreditNoteKind;
}

interface CreditNoteKind {
  name: 'creditNote';
  invoiceNumber: string;
  invoiceIssuedOn: string;
  reason: string;
}

export interface InvoiceParty {
  name: string;
  address: readonly string[];
  vatNumber: string | null;
}

export interface InvoiceDocumentLine {
  orderNumber: string;
  name: string;
  sku: string | null;
  description: string;
  quantity: number;
  unitPriceMinor: number;
  netMinor: number;
  /** A share: 0.2 for 20%. */
  taxRate: number;
  taxMinor: number;
}

/** An invoice or a credit note. */
export function renderInvoice({ brand, createdAt }: DocumentInput, invoice: InvoiceDocument): Readable {
  const { number, seller, buyer, kind } = invoice;
  const name = kind.name === 'invoice' ? 'Invoice' : 'Credit note';
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
            [labelledLines(kind.name === 'invoice' ? 'Bill to' : 'Credit to', describeParty(buyer))],
          ]),
          keyValues(describeFacts(invoice), { columns: 4 }),
          createLines(invoice),
          totals(createTotals(invoice)),
          ...describePayment(invoice),
        ],
      },
    ],
  });
}

/** A party of a document, line by line. */
export const describeParty = ({ name, address, vatNumber }: InvoiceParty) => [
  name,
  ...address,
  ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
];

/** The seller as the footer of a document states it. */
export const describeSeller = ({
  name,
  address,
  companyNumber,
  vatNumber,
}: InvoiceParty & { companyNumber: string | null }): string =>
  [
    joinIsolated([name, ...address], ', '),
    companyNumber ? `Company number ${companyNumber}` : null,
    vatNumber ? `VAT number ${vatNumber}` : null,
  ]
    .filter(Boolean)
    .join(' · ');

/** Longer answers are cut: the order has all of them. */
const MAX_ANSWER = 300;

function describeFacts({ number, issuedOn, taxPointOn, orders, kind }: InvoiceDocument) {
  const [order] = orders;
  const poNumbers = [...new Set(orders.flatMap(({ poNumber }) => poNumber ?? []))];
  const isInvoice = kind.name === 'invoice';
  return [
    { key: isInvoice ? 'Invoice number' : 'Credit note number', value: number },
    { key: isInvoice ? 'Invoice date' : 'Date', value: formatDay(issuedOn) },
    ...(isInvoice
      ? [
          { key: 'Tax point', value: formatDay(taxPointOn ?? issuedOn) },
          { key: 'Payment due', value: formatDay(kind.dueOn) },
        ]
      : [{ key: 'Credits invoice', value: `${kind.invoiceNumber} of ${formatDay(kind.invoiceIssuedOn)}` }]),
    ...(orders.length === 1 && order ? [{ key: 'Order', value: order.orderNumber }] : []),
    // Of several orders, the lines name the numbers.
    ...(poNumbers.length === 1 && poNumbers[0] ? [{ key: 'PO number', value: poNumbers[0] }] : []),
    ...(orders.length === 1
      ? (order?.answers ?? []).map(({ name, text }) => ({ key: oneLine(name), value: oneLine(text).slice(0, MAX_ANSWER) }))
      : []),
    ...(isInvoice ? [] : [{ key: 'Reason', value: kind.reason }]),
  ];
}

function createLines({ lines, orders, currencyCode }: InvoiceDocument): PdfBlock {
  const poNumbers = new Map(orders.map(({ orderNumber, poNumber }) => [orderNumber, poNumber]));
  const describe = ({ description, sku, orderNumber }: InvoiceDocumentLine) => {
    const poNumber = poNumbers.get(orderNumber);
    const order = orders.length > 1 ? [`Order ${orderNumber}`, poNumber ? `PO ${isolate(poNumber)}` : ''] : [];
    return joinIsolated([description, sku, ...order]);
  };
  return createLineTable(lines, { currencyCode, describe });
}

/** The lines of a document with their amounts; `describe` says what is printed below the name. */
export const createLineTable = <Line extends Omit<InvoiceDocumentLine, 'orderNumber'>>(
  lines: readonly Line[],
  { currencyCode, describe }: { currencyCode: string; describe: (line: Line) => string },
): PdfBlock =>
  table({
    columns: [
      { header: 'Description', share: 7.5 },
      { header: 'Quantity', share: 1.6, align: 'right', style: AMOUNT },
      { header: 'Unit price', share: 2, align: 'right', style: AMOUNT },
      { header: 'VAT rate', share: 1.5, align: 'right', style: AMOUNT },
      { header: 'Net amount', share: 2.2, align: 'right', style: AMOUNT },
    ],
    rows: lines.map((line) => [
      { text: line.name, detail: describe(line) },
      String(line.quantity),
      formatMoney(line.unitPriceMinor, currencyCode),
      formatRate(line.taxRate),
      formatMoney(line.netMinor, currencyCode),
    ]),
  });

const formatRate = (rate: number) => `${Number((rate * 100).toFixed(2))}%`;

const createTotals = ({ lines, currencyCode, kind }: InvoiceDocument): Total[] =>
  createTaxTotals(lines, { currencyCode, label: kind.name === 'invoice' ? 'Total to pay' : 'Total credited' });

/** The net total of lines, their VAT by rate, and their total under `label`. */
export function createTaxTotals(
  lines: readonly Pick<InvoiceDocumentLine, 'netMinor' | 'taxRate' | 'taxMinor'>[],
  { currencyCode, label }: { currencyCode: string; label: string },
): Total[] {
  const format = (amount: number) => formatMoney(amount, currencyCode);
  const sum = (of: typeof lines, key: 'netMinor' | 'taxMinor') => of.reduce((total, line) => total + line[key], 0);
  const rates = [...Map.groupBy(lines, ({ taxRate }) => taxRate)].toSorted(([one], [other]) => other - one);
  return [
    { label: 'Net total', value: format(sum(lines, 'netMinor')) },
    ...rates.map(([rate, ofRate]) => ({
      label:
        rate === 0
          ? `No VAT on ${format(sum(ofRate, 'netMinor'))}`
          : `VAT ${formatRate(rate)} on ${format(sum(ofRate, 'netMinor'))}`,
      value: format(sum(ofRate, 'taxMinor')),
    })),
    {
      label,
      value: format(sum(lines, 'netMinor') + sum(lines, 'taxMinor')),
      isMain: true,
    },
  ];
}

function describePayment({ number, seller, kind }: InvoiceDocument): PdfBlock[] {
  if (kind.name === 'creditNote') {
    return [bodyText(`This amount is credited against invoice ${kind.invoiceNumber}. There is nothing to pay.`)];
  }
  const { bankName, bankIban, bankBic } = seller;
  const facts = [
    { key: 'Account name', value: seller.name },
    ...(bankName ? [{ key: 'Bank', value: bankName }] : []),
    ...(bankIban ? [{ key: 'IBAN', value: groupDigits(bankIban) }] : []),
    ...(bankBic ? [{ key: 'BIC', value: bankBic }] : []),
    { key: 'Payment reference', value: number },
  ];
  const term = kind.paymentTermDays === 0 ? 'on receipt' : `within ${kind.paymentTermDays} days, by ${formatDay(kind.dueOn)}`;
  return [
    box('How to pay', [
      bodyText(`Please pay ${term}, and give the invoice number as reference.`),
      keyValues(facts, { columns: 3 }),
    ]),
  ];
}

/** An IBAN in groups of four, as on paper. */
const groupDigits = (iban: string) => iban.replaceAll(' ', '').replaceAll(/.{4}(?=.)/g, '$& ');
