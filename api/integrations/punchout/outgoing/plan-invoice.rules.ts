import type { INVOICE_LINE_KINDS } from '#contract/ordering/invoices/invoices.ts';
import type { Invoice, InvoicedCharge, InvoicedItem, InvoicedOrder, TaxedAmount } from '../cxml/write-invoice.rules.ts';
import type { OrderedBy } from '../cxml/write-parts.rules.ts';

/** A line of an invoice or credit note of ours. Amounts are positive, in minor units. */
export interface DocumentedLine extends TaxedAmount {
  kind: (typeof INVOICE_LINE_KINDS)[number];
  orderId: number;
  /** The line of our order; null for what is no goods. */
  orderLineId: number | null;
  /** The charge of our order, such as for setting up a design; null for goods, delivery and fee. */
  orderChargeId: number | null;
  name: string;
  description: string;
  quantity: number;
  unitPriceMinor: number;
  /** What a piece cost on the invoice that is credited; null on an invoice. */
  creditedPriceMinor: number | null;
}

/** A line of a buyer's order, and what of our order it has become. */
export interface BuyersLine {
  lineNumber: number;
  unitOfMeasure: string;
  sku: string | undefined;
  auxiliaryId: string | undefined;
  /** Its lines, with those in another size that have taken their place. */
  orderLineIds: readonly number[];
  /** Its charges, where the buyer ordered them as a line. */
  orderChargeIds: readonly number[];
  /** Whether it is the delivery, ordered as a line. */
  isDelivery: boolean;
}

/** An order of a buyer's system, as one of ours. */
export interface BuyersOrder {
  orderId: number;
  order: OrderedBy;
  lines: readonly BuyersLine[];
}

/** What a document charges, as the buyer's system knows its orders. */
export interface PlannedInvoice {
  purpose: Invoice['purpose'];
  orders: readonly InvoicedOrder[];
}

function findBuyersLine(
  { kind, orderLineId, orderChargeId }: DocumentedLine,
  lines: readonly BuyersLine[],
): BuyersLine | undefined {
  if (kind === 'delivery') return lines.find(({ isDelivery }) => isDelivery);
  return lines.find(
    ({ orderLineIds, orderChargeIds }) =>
      (orderLineId !== null && orderLineIds.includes(orderLineId)) ||
      (orderChargeId !== null && orderChargeIds.includes(orderChargeId)),
  );
}

const describe = ({ name, description }: DocumentedLine): string => [name, description].filter(Boolean).join(', ');

const toItem = (line: DocumentedLine, { lineNumber, unitOfMeasure, sku, auxiliaryId }: BuyersLine): InvoicedItem => ({
  lineNumber,
  unitOfMeasure,
  sku,
  auxiliaryId,
  quantity: line.quantity,
  unitPriceMinor: line.unitPriceMinor,
  description: describe(line),
  netMinor: line.netMinor,
  taxMinor: line.taxMinor,
  taxRate: line.taxRate,
});

/** What the buyer did not order as a line. Goods among them name their pieces. */
const toCharge = (line: DocumentedLine): InvoicedCharge => ({
  kind: line.kind === 'delivery' ? 'delivery' : 'handling',
  description: line.kind === 'goods' ? `${line.quantity} × ${describe(line)}` : describe(line),
  netMinor: line.netMinor,
  taxMinor: line.taxMinor,
  taxRate: line.taxRate,
});

/** Pieces of a line that were sent in several parcels are one line of the document, as long as they cost the same. */
function mergeItems(items: readonly InvoicedItem[]): InvoicedItem[] {
  const merged = new Map<string, InvoicedItem>();
  for (const item of items) {
    const key = `${item.lineNumber}/${item.unitPriceMinor}/${item.taxRate}`;
    const found = merged.get(key);
    if (!found) merged.set(key, { ...item });
    else {
      found.quantity += item.quantity;
      found.netMinor += item.netMinor;
      found.taxMinor += item.taxMinor;
    }
  }
  return [...merged.values()];
}

/**
 * Arranges an invoice or credit note by the orders of a buyer's system. Undefined when it has lines of other orders, which that system knows nothing of: such a
 * document cannot be sent to it. Pieces are credited by line only at the price that was invoiced, and only when the system has the invoice
 * (`invoicePayloadId`); anything else is credited as an amount.
 */
export function planInvoice(
  kind: 'invoice' | 'creditNote',
  lines: readonly DocumentedLine[],
  orders: readonly BuyersOrder[],
  invoicePayloadId: string | undefined,
): PlannedInvoice | undefined {
  const byOrder = new Map(orders.map((order) => [order.orderId, order]));
  if (lines.some(({ orderId }) => !byOrder.has(orderId))) return undefined;
  let isByLine = invoicePayloadId !== undefined;
  const planned = [...Map.groupBy(lines, ({ orderId }) => orderId)].map(([orderId, ofOrder]): InvoicedOrder => {
    const { order, lines: buyersLines } = byOrder.get(orderId) as BuyersOrder;
    const items: InvoicedItem[] = [];
    const charges: InvoicedCharge[] = [];
    for (const line of ofOrder) {
      const buyersLine = findBuyersLine(line, buyersLines);
      if (buyersLine) items.push(toItem(line, buyersLine));
      else charges.push(toCharge(line));
      if (!buyersLine || line.unitPriceMinor !== line.creditedPriceMinor) isByLine = false;
    }
    return { order, items: mergeItems(items), charges };
  });
  if (kind === 'invoice') return { purpose: 'standard', orders: planned };
  return { purpose: isByLine ? 'lineLevelCreditMemo' : 'creditMemo', orders: planned };
}
