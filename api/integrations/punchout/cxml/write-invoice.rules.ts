import { element, type XmlOutput } from '../xml/write-xml.ts';
import type { SentAddress } from './shared-elements.rules.ts';
import { formatTimestamp } from './write-envelope.rules.ts';
import {
  amountWriter,
  type OrderedBy,
  writeDocumentReference,
  writeOrderReference,
  writePostalAddress,
  writeText,
} from './write-parts.rules.ts';
import type { Carriage } from './write-ship-notice.rules.ts';

/** An amount with its tax, in minor units. Amounts of credit notes are positive too: the document has them with their sign. */
export interface TaxedAmount {
  /** Without tax. */
  netMinor: number;
  taxMinor: number;
  /** A fraction: 0.2 is 20%. */
  taxRate: number;
}

/** What is charged of a line of the buyer's order. */
export interface InvoicedItem extends TaxedAmount {
  lineNumber: number;
  quantity: number;
  /** As it was ordered. */
  unitOfMeasure: string;
  unitPriceMinor: number;
  sku: string | undefined;
  /** What the buyer's system names the line by. */
  auxiliaryId: string | undefined;
  description: string;
}

/** What is charged besides the lines of the buyer's order: delivery, or a fee, setting up a design and the like. */
export interface InvoicedCharge extends TaxedAmount {
  kind: 'delivery' | 'handling';
  description: string;
}

/** What is charged of an order. */
export interface InvoicedOrder {
  order: OrderedBy;
  items: readonly InvoicedItem[];
  charges: readonly InvoicedCharge[];
}

/** Who sells or buys. */
export interface SentParty {
  /** With the name. It is left out where the country is not known. */
  address: SentAddress;
  vatNumber: string | undefined;
}

/** An invoice or credit note. */
export interface Invoice {
  /** As printed. */
  number: string;
  /** `creditMemo` credits amounts of orders, `lineLevelCreditMemo` pieces of lines at the price that was invoiced. */
  purpose: 'standard' | 'creditMemo' | 'lineLevelCreditMemo';
  issuedAt: Date;
  currencyCode: string;
  /** Whether each line has its tax, or the document has that of all. */
  taxAt: 'line' | 'total';
  /** Days until it is to be paid; undefined for a credit note. */
  paymentTermDays: number | undefined;
  seller: SentParty;
  buyer: SentParty;
  /** How the goods were sent; undefined for several parcels and for a credit note. */
  shipping: (Carriage & { from: SentAddress; to: SentAddress; shippedAt: Date }) | undefined;
  /** The invoice that is credited, with the payload id of the document that we sent of it. */
  credited: { number: string; issuedAt: Date; payloadId: string | undefined } | undefined;
  /** Why a credit note was issued. */
  reason: string | undefined;
  orders: readonly InvoicedOrder[];
}

/** `20`, `5.5`: a rate as the number of percent. */
const formatRate = (rate: number): string => String(Math.round(rate * 1_000_000) / 10_000);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const addUp = (amounts: readonly TaxedAmount[]): { netMinor: number; taxMinor: number } => ({
  netMinor: sum(amounts.map(({ netMinor }) => netMinor)),
  taxMinor: sum(amounts.map(({ taxMinor }) => taxMinor)),
});

type AmountWriter = ReturnType<typeof amountWriter>;

/** Tax of one rate, and what it is on. */
const writeTaxDetail = (write: AmountWriter, purpose: string, { netMinor, taxMinor, taxRate }: TaxedAmount): XmlOutput =>
  element(
    'TaxDetail',
    { purpose, category: 'vat', percentageRate: formatRate(taxRate) },
    write('TaxableAmount', netMinor),
    write('TaxAmount', taxMinor),
    writeText('Description', nameTax([taxRate])),
  );

/** `VAT 20%`; without a rate where there are several. */
const nameTax = (rates: readonly number[]): string =>
  new Set(rates).size === 1 ? `VAT ${formatRate(rates[0] as number)}%` : 'VAT';

/** Tax of several amounts by rate, the highest first. */
const writeTaxDetails = (write: AmountWriter, purpose: string, amounts: readonly TaxedAmount[]): XmlOutput[] =>
  [...Map.groupBy(amounts, ({ taxRate }) => taxRate)]
    .toSorted(([a], [b]) => b - a)
    .map(([taxRate, ofRate]) => writeTaxDetail(write, purpose, { taxRate, ...addUp(ofRate) }));

/** `Description` comes after the amount wherever tax is written. */
const writeTax = (write: AmountWriter, amounts: readonly TaxedAmount[], details: readonly XmlOutput[]): XmlOutput =>
  write('Tax', addUp(amounts).taxMinor, writeText('Description', nameTax(amounts.map(({ taxRate }) => taxRate))), details);

const writeContact = (role: string, address: SentAddress): XmlOutput =>
  element(
    'Contact',
    { role, addressID: address.id },
    writeText('Name', address.name ?? ''),
    // A country is required, so an address that names none is left out.
    address.countryCode !== undefined && writePostalAddress(address),
  );

const writePartner = (role: string, { address, vatNumber }: SentParty): XmlOutput =>
  element(
    'InvoicePartner',
    {},
    writeContact(role, address),
    vatNumber !== undefined && element('IdReference', { identifier: vatNumber, domain: 'vatID' }),
  );

const writeShipping = ({ from, to, shippedAt, carrier, trackingNumber }: NonNullable<Invoice['shipping']>): XmlOutput =>
  element(
    'InvoiceDetailShipping',
    { shippingDate: formatTimestamp(shippedAt) },
    writeContact('shipFrom', from),
    writeContact('shipTo', to),
    // Only together.
    carrier !== undefined &&
      trackingNumber !== undefined && [
        element('CarrierIdentifier', { domain: 'companyName' }, carrier),
        element('ShipmentIdentifier', {}, trackingNumber),
      ],
  );

function writeHeader(invoice: Invoice, isHeaderInvoice: boolean): XmlOutput {
  const { number, purpose, issuedAt, taxAt, paymentTermDays, seller, buyer, shipping, credited, reason } = invoice;
  return element(
    'InvoiceDetailRequestHeader',
    { invoiceID: number, purpose, operation: 'new', invoiceDate: formatTimestamp(issuedAt) },
    // Indicators are `yes` or absent.
    element('InvoiceDetailHeaderIndicator', { isHeaderInvoice: isHeaderInvoice ? 'yes' : undefined }),
    element('InvoiceDetailLineIndicator', { isTaxInLine: taxAt === 'line' ? 'yes' : undefined }),
    writePartner('issuerOfInvoice', seller),
    writePartner('remitTo', seller),
    writePartner('soldTo', buyer),
    writePartner('billTo', buyer),
    credited?.payloadId !== undefined && writeDocumentReference(credited.payloadId),
    credited && element('InvoiceIDInfo', { invoiceID: credited.number, invoiceDate: formatTimestamp(credited.issuedAt) }),
    shipping && writeShipping(shipping),
    paymentTermDays !== undefined && element('PaymentTerm', { payInNumberOfDays: paymentTermDays }),
    reason !== undefined && writeText('Comments', reason),
  );
}

/** What a line or an order comes to. */
function writeLineAmounts(write: AmountWriter, amounts: readonly TaxedAmount[], taxAt: Invoice['taxAt']): XmlOutput[] {
  const { netMinor, taxMinor } = addUp(amounts);
  const totalMinor = taxAt === 'line' ? netMinor + taxMinor : netMinor;
  return [
    write('SubtotalAmount', netMinor),
    ...(taxAt === 'line' ? [writeTax(write, amounts, writeTaxDetails(write, 'tax', amounts))] : []),
    write('GrossAmount', totalMinor),
    write('NetAmount', totalMinor),
  ];
}

const writeOrderInfo = (order: OrderedBy): XmlOutput => element('InvoiceDetailOrderInfo', {}, writeOrderReference(order));

const writeItem = (write: AmountWriter, item: InvoicedItem, invoiceLineNumber: number, taxAt: Invoice['taxAt']): XmlOutput =>
  element(
    'InvoiceDetailItem',
    { invoiceLineNumber, quantity: item.quantity },
    element('UnitOfMeasure', {}, item.unitOfMeasure),
    write('UnitPrice', item.unitPriceMinor),
    element(
      'InvoiceDetailItemReference',
      { lineNumber: item.lineNumber },
      item.sku !== undefined &&
        element(
          'ItemID',
          {},
          element('SupplierPartID', {}, item.sku),
          item.auxiliaryId !== undefined && element('SupplierPartAuxiliaryID', {}, item.auxiliaryId),
        ),
      writeText('Description', item.description),
    ),
    writeLineAmounts(write, [item], taxAt),
  );

/** Orders with their lines, or, in a document about whole orders, what each comes to. */
function writeOrders({ orders, taxAt }: Invoice, write: AmountWriter, isHeaderInvoice: boolean): XmlOutput[] {
  let number = 0;
  return orders.map(({ order, items }) => {
    if (!isHeaderInvoice)
      return element(
        'InvoiceDetailOrder',
        {},
        writeOrderInfo(order),
        items.map((item) => writeItem(write, item, ++number, taxAt)),
      );
    const summary = element('InvoiceDetailOrderSummary', { invoiceLineNumber: ++number }, writeLineAmounts(write, items, taxAt));
    return element('InvoiceDetailHeaderOrder', {}, writeOrderInfo(order), summary);
  });
}

const describeCharges = (charges: readonly InvoicedCharge[]): string =>
  [...new Set(charges.map(({ description }) => description))].join(', ');

function writeSummary({ orders, taxAt }: Invoice, write: AmountWriter): XmlOutput {
  const items = orders.flatMap((order) => order.items);
  const charges = orders.flatMap((order) => order.charges);
  const [delivery, handling] = [
    charges.filter(({ kind }) => kind === 'delivery'),
    charges.filter(({ kind }) => kind === 'handling'),
  ];
  const all = addUp([...items, ...charges]);
  const totalMinor = all.netMinor + all.taxMinor;
  const details = [
    // Where lines have their tax, only that of what is in no line is told again.
    ...(taxAt === 'line' ? [] : writeTaxDetails(write, 'tax', items)),
    ...writeTaxDetails(write, 'shippingTax', delivery),
    ...writeTaxDetails(write, 'specialHandlingTax', handling),
  ];
  return element(
    'InvoiceDetailSummary',
    {},
    write('SubtotalAmount', addUp(items).netMinor),
    writeTax(write, [...items, ...charges], details),
    handling.length > 0 &&
      write('SpecialHandlingAmount', addUp(handling).netMinor, writeText('Description', describeCharges(handling))),
    delivery.length > 0 && write('ShippingAmount', addUp(delivery).netMinor),
    write('GrossAmount', totalMinor),
    write('NetAmount', totalMinor),
    write('DueAmount', totalMinor),
  );
}

const negate = <Amount extends TaxedAmount>(amount: Amount): Amount => ({
  ...amount,
  netMinor: -amount.netMinor,
  taxMinor: -amount.taxMinor,
});

/** Amounts and quantities of a credit note are negative, prices are not. */
const withSigns = (invoice: Invoice): Invoice =>
  invoice.purpose === 'standard'
    ? invoice
    : {
        ...invoice,
        orders: invoice.orders.map(({ order, items, charges }) => ({
          order,
          items: items.map((item) => ({ ...negate(item), quantity: -item.quantity })),
          charges: charges.map(negate),
        })),
      };

/**
 * An invoice or credit note. A credit note of amounts, and an invoice with an order of which no line is charged, is about whole orders. Throws for a credit note of
 * lines that has none, or not the invoice that it credits, which buyers' systems require.
 */
export function writeInvoice(invoice: Invoice): XmlOutput {
  const lacksLines = invoice.orders.some(({ items }) => items.length === 0);
  if (invoice.purpose === 'lineLevelCreditMemo' && (lacksLines || invoice.credited?.payloadId === undefined))
    throw new Error(`Credit note ${invoice.number} of lines lacks lines, or the document of its invoice.`);
  const signed = withSigns(invoice);
  const write = amountWriter(invoice.currencyCode);
  const isHeaderInvoice = invoice.purpose === 'creditMemo' || lacksLines;
  return element(
    'InvoiceDetailRequest',
    {},
    writeHeader(signed, isHeaderInvoice),
    writeOrders(signed, write, isHeaderInvoice),
    writeSummary(signed, write),
  );
}
