import { describeDesign, type NamedDesign } from '#contract/catalogue/customisation/design-words.ts';
import type { INVOICE_LINE_KINDS } from '#contract/ordering/invoices/invoices.ts';
import { priceAccountPieces } from '../payment-parts/payment-parts.rules.ts';

/** A line of an invoice or credit note before it is issued. Money in minor units. */
export interface DocumentLine {
  kind: (typeof INVOICE_LINE_KINDS)[number];
  orderId: number;
  orderLineId: number | null;
  shipmentLineId: number | null;
  /** The charge of the order; null for goods, delivery and fee. */
  orderChargeId: number | null;
  /** The line of the invoice of which a credit note credits something. */
  creditedLineId: number | null;
  name: string;
  sku: string | null;
  description: string;
  quantity: number;
  unitPriceMinor: number;
  netMinor: number;
  taxRate: number;
  taxMinor: number;
}

/** Pieces of an order line in a shipment. */
export interface ShippedLine {
  orderId: number;
  orderLineId: number;
  shipmentLineId: number;
  name: string;
  sku: string | null;
  description: string;
  /** Logos, texts and badges of the pieces. */
  designs?: readonly NamedDesign[];
  quantity: number;
  unitPriceMinor: number;
  taxRate: number;
  /** Pieces of the order line that are on account and not cancelled; left out: all that are sent. */
  accountQuantity?: number;
  /** Pieces of the order line that a card pays. Left out: none. */
  cardQuantity?: number;
  /** Pieces of the order line on earlier invoices. */
  invoicedQuantity: number;
}

/** What an order charges apart from goods; it is charged once, with the first invoice. */
export interface OrderCharges {
  orderId: number;
  shippingMethod: string | null;
  shippingMinor: number;
  shippingTaxMinor: number;
  feeMinor: number;
  taxRate: number;
}

/**
 * What an order charges once with an invoice besides delivery and fee: setting up a design, with the first shipment that has a piece with it, or the answer to a
 * question at checkout, with the first shipment of the order.
 */
export interface OnceCharge {
  kind: 'setup' | 'question';
  orderId: number;
  orderChargeId: number;
  name: string;
  chargeMinor: number;
  taxMinor: number;
  taxRate: number;
}

/** A charge without pieces of goods. */
const chargeLine = (
  { orderId, orderChargeId = null }: { orderId: number; orderChargeId?: number | null },
  { name, ...amounts }: Pick<DocumentLine, 'kind' | 'name' | 'netMinor' | 'taxRate' | 'taxMinor'>,
): DocumentLine => ({
  ...amounts,
  name,
  orderId,
  orderLineId: null,
  shipmentLineId: null,
  orderChargeId,
  creditedLineId: null,
  sku: null,
  description: '',
  quantity: 1,
  unitPriceMinor: amounts.netMinor,
});

/** What is printed below the name of goods: size and colour, and where they have a logo or a text. */
const describeGoods = ({ description, designs = [] }: ShippedLine): string =>
  [description, ...designs.map((design) => describeDesign(design, { quotesText: false }))].filter(Boolean).join(' · ');

/**
 * The lines of an invoice for shipped pieces and for charges that no invoice has yet. The tax of a line is that of all its pieces invoiced so far,
 * less what earlier invoices say: so the invoices of an order line together have the tax of its shipped pieces, in the cent. Pieces that a card pays are
 * sent after the others and are on no invoice. Lines without a price are left out.
 */
export function createInvoiceLines(
  shipped: readonly ShippedLine[],
  charges: readonly OrderCharges[],
  once: readonly OnceCharge[] = [],
): DocumentLine[] {
  const invoiced = new Map<number, number>();
  const goods = shipped.map((line): DocumentLine => {
    const before = invoiced.get(line.orderLineId) ?? line.invoicedQuantity;
    const { cardQuantity = 0, accountQuantity } = line;
    const onAccount = accountQuantity === undefined ? line.quantity : accountQuantity - before;
    const quantity = Math.max(0, Math.min(line.quantity, onAccount));
    invoiced.set(line.orderLineId, before + quantity);
    const price = { unitMinor: line.unitPriceMinor, taxRate: line.taxRate, cardQuantity };
    return {
      kind: 'goods',
      orderId: line.orderId,
      orderLineId: line.orderLineId,
      shipmentLineId: line.shipmentLineId,
      orderChargeId: null,
      creditedLineId: null,
      name: line.name,
      sku: line.sku,
      description: describeGoods(line),
      quantity,
      unitPriceMinor: line.unitPriceMinor,
      taxRate: line.taxRate,
      ...priceAccountPieces(price, quantity, before),
    };
  });
  const onceLines = once.map((charge) =>
    chargeLine(charge, {
      kind: charge.kind,
      name: charge.name,
      netMinor: charge.chargeMinor,
      taxRate: charge.taxRate,
      taxMinor: charge.taxMinor,
    }),
  );
  const others = charges.flatMap((charge) => [
    chargeLine(charge, {
      kind: 'delivery',
      name: charge.shippingMethod ? `Delivery: ${charge.shippingMethod}` : 'Delivery',
      netMinor: charge.shippingMinor,
      taxRate: charge.taxRate,
      taxMinor: charge.shippingTaxMinor,
    }),
    chargeLine(charge, { kind: 'fee', name: 'Payment fee', netMinor: charge.feeMinor, taxRate: 0, taxMinor: 0 }),
  ]);
  return [...goods, ...onceLines, ...others].filter(({ netMinor }) => netMinor > 0);
}

/** A line of an invoice, with what credit notes have credited of it so far. */
export interface CreditableLine extends DocumentLine {
  id: number;
  creditedQuantity: number;
  creditedNetMinor: number;
  creditedTaxMinor: number;
}

/** Part of the tax of a line that belongs to part of its net amount, rounded half up. */
const shareOfTax = ({ netMinor, taxMinor }: DocumentLine, partMinor: number) =>
  netMinor === 0 ? 0 : Math.floor((2 * taxMinor * partMinor + netMinor) / (2 * netMinor));

/**
 * Credits pieces of a line of an invoice, at the price that was invoiced or, where `unitPriceMinor` is given, at a lower one. Once everything of a
 * line is credited, the credit notes together have exactly its tax. Undefined when the line has less left.
 */
export function createCreditLine(
  line: CreditableLine,
  { quantity, unitPriceMinor = line.unitPriceMinor }: { quantity: number; unitPriceMinor?: number },
): DocumentLine | undefined {
  const netMinor = unitPriceMinor * quantity;
  const creditedMinor = line.creditedNetMinor + netMinor;
  if (quantity < 1 || netMinor < 1 || creditedMinor > line.netMinor) return undefined;
  const taxMinor = Math.max(shareOfTax(line, creditedMinor) - line.creditedTaxMinor, 0);
  const { id, creditedQuantity, creditedNetMinor, creditedTaxMinor, ...printed } = line;
  return { ...printed, shipmentLineId: null, creditedLineId: id, quantity, unitPriceMinor, netMinor, taxMinor };
}

/** What is to be credited of lines of invoices. */
export interface CreditedPieces {
  quantity: number;
  /** Per piece, without tax; the invoiced price by default. */
  unitPriceMinor?: number | undefined;
  /** Of all pieces; by default their share of the invoiced tax. Less or more where the invoices leave no room for it. */
  taxMinor?: number | undefined;
}

/**
 * Divides what is to be credited between lines of invoices, the oldest first, and adds it to what has been credited of them. A line that is credited to its last
 * piece gets all that is left of its tax; what then is still missing to `taxMinor` is on the last line, within what that one has left. Undefined when the
 * lines have fewer pieces left, or less money.
 */
export function divideCredit<Line extends CreditableLine>(
  { quantity: pieces, unitPriceMinor, taxMinor }: CreditedPieces,
  lines: readonly Line[],
): { of: Line; credit: DocumentLine }[] | undefined {
  const credits: { of: Line; credit: DocumentLine }[] = [];
  let left = pieces;
  let taxLeft = taxMinor;
  for (const of of lines) {
    const quantity = Math.min(left, of.quantity - of.creditedQuantity);
    if (quantity === 0) continue;
    const credit = createCreditLine(of, { quantity, ...(unitPriceMinor === undefined ? {} : { unitPriceMinor }) });
    if (!credit) return undefined;
    const isWhole = of.creditedNetMinor + credit.netMinor === of.netMinor;
    if (taxLeft !== undefined) {
      if (!isWhole && quantity === left) credit.taxMinor = Math.min(Math.max(taxLeft, 0), of.taxMinor - of.creditedTaxMinor);
      taxLeft -= credit.taxMinor;
    }
    credits.push({ of, credit });
    left -= quantity;
    // Another request may name the same line.
    of.creditedQuantity += quantity;
    of.creditedNetMinor += credit.netMinor;
    of.creditedTaxMinor += credit.taxMinor;
  }
  return left > 0 ? undefined : credits;
}

/** The sums of a document, in minor units. */
export interface DocumentTotals {
  netMinor: number;
  taxMinor: number;
  totalMinor: number;
}

/** Adds up the lines of a document. */
export function totalLines(lines: readonly Pick<DocumentLine, 'netMinor' | 'taxMinor'>[]): DocumentTotals {
  const netMinor = lines.reduce((sum, line) => sum + line.netMinor, 0);
  const taxMinor = lines.reduce((sum, line) => sum + line.taxMinor, 0);
  return { netMinor, taxMinor, totalMinor: netMinor + taxMinor };
}

/** Net amount and tax by rate, the highest rate first. */
export function sumByRate(
  lines: readonly Pick<DocumentLine, 'netMinor' | 'taxMinor' | 'taxRate'>[],
): { taxRate: number; netMinor: number; taxMinor: number }[] {
  return [...Map.groupBy(lines, ({ taxRate }) => taxRate)]
    .map(([taxRate, ofRate]) => ({ taxRate, ...totalLines(ofRate) }))
    .map(({ taxRate, netMinor, taxMinor }) => ({ taxRate, netMinor, taxMinor }))
    .toSorted((a, b) => b.taxRate - a.taxRate);
}
