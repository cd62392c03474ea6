import { toPayable } from '../../payment-parts/payable-amount.rules.ts';
import { countCardPieces, priceCardPieces } from '../../payment-parts/payment-parts.rules.ts';

/** A line of a receipt, as printed. Money in minor units; that of a refund is negative. */
export interface ReceiptLine {
  name: string;
  sku: string | null;
  /** Colour and size; empty where there is nothing to say. */
  description: string;
  quantity: number;
  /** Excluding tax. */
  unitPriceMinor: number;
  netMinor: number;
  /** A fraction. */
  taxRate: number;
  taxMinor: number;
}

/** A line of an order of which a card pays pieces. */
export interface PaidLine {
  name: string;
  sku: string;
  description: string;
  quantity: number;
  cardQuantity: number;
  cardCancelledQuantity: number;
  unitPriceMinor: number;
  taxRate: number;
}

/** What an order charges apart from goods. */
export interface PaidCharge {
  name: string;
  netMinor: number;
  taxRate: number;
  taxMinor: number;
}

/** What a card pays of an order, as its receipt needs it. */
export interface PaidOrder {
  lines: readonly PaidLine[];
  /** Delivery, fee and other charges where the card pays for everything; empty otherwise. */
  charges: readonly PaidCharge[];
  /** The rate of what belongs to no line. */
  taxRate: number;
  currencyCode: string;
}

const amountOf = (lines: readonly Pick<ReceiptLine, 'netMinor' | 'taxMinor'>[]) =>
  lines.reduce((sum, { netMinor, taxMinor }) => sum + netMinor + taxMinor, 0);

/** Net amount, tax and total of lines. */
export const totalReceipt = (lines: readonly Pick<ReceiptLine, 'netMinor' | 'taxMinor'>[]) => ({
  netMinor: lines.reduce((sum, { netMinor }) => sum + netMinor, 0),
  taxMinor: lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
  totalMinor: amountOf(lines),
});

/** A line without pieces of goods. */
const plainLine = ({ name, ...amounts }: PaidCharge): ReceiptLine => ({
  name,
  sku: null,
  description: '',
  quantity: 1,
  unitPriceMinor: amounts.netMinor,
  ...amounts,
});

/** Divides an amount that includes tax. */
function divideGross(grossMinor: number, taxRate: number): Pick<ReceiptLine, 'netMinor' | 'taxRate' | 'taxMinor'> {
  const sign = Math.sign(grossMinor);
  const netMinor = sign * Math.round(Math.abs(grossMinor) / (1 + taxRate));
  return { netMinor, taxRate, taxMinor: grossMinor - netMinor };
}

/**
 * The lines of the receipt for a payment: the pieces that the card pays and, where it pays for everything, delivery, fee and charges. Where another amount was
 * received and accepted, or the amount was rounded to what can be paid in the currency, a line says the difference, so that the receipt is for what was paid.
 */
export function createReceiptLines({ lines, charges, taxRate, currencyCode }: PaidOrder, receivedMinor: number): ReceiptLine[] {
  const goods = lines.flatMap((line): ReceiptLine[] => {
    const { name, sku, description, unitPriceMinor } = line;
    const quantity = countCardPieces(line);
    if (quantity === 0) return [];
    const amounts = priceCardPieces({ unitMinor: unitPriceMinor, taxRate: line.taxRate }, quantity);
    return [{ name, sku, description, quantity, unitPriceMinor, taxRate: line.taxRate, ...amounts }];
  });
  const printed = [...goods, ...charges.map(plainLine)].filter(({ netMinor }) => netMinor > 0);
  const difference = receivedMinor - amountOf(printed);
  if (difference === 0) return printed;
  if (receivedMinor === toPayable(amountOf(printed), currencyCode))
    return [...printed, plainLine({ name: 'Rounding', netMinor: difference, taxRate: 0, taxMinor: 0 })];
  return [...printed, plainLine({ name: 'Difference to the order', ...divideGross(difference, taxRate) })];
}

/** The lines with which a refund gives everything back that a payment has paid for. */
const negate = (line: ReceiptLine): ReceiptLine => ({
  ...line,
  unitPriceMinor: -line.unitPriceMinor,
  netMinor: -line.netMinor,
  taxMinor: -line.taxMinor,
});

/**
 * The lines of the receipt for a refund, with negative amounts: those given, if they amount to it; all of the payment's, if everything is refunded at once; else
 * one for each rate of tax of the payment, in its share, with the reason.
 */
export function createRefundLines(
  { amountMinor, reason, lines }: { amountMinor: number; reason: string; lines: readonly ReceiptLine[] },
  paid: readonly ReceiptLine[],
): ReceiptLine[] {
  if (lines.length > 0 && amountOf(lines) === amountMinor) return lines.map(negate);
  if (amountOf(paid) === amountMinor) return paid.map(negate);
  const rates = [...Map.groupBy(paid, ({ taxRate }) => taxRate)]
    .map(([taxRate, ofRate]) => ({ taxRate, grossMinor: amountOf(ofRate) }))
    .filter(({ grossMinor }) => grossMinor > 0)
    .toSorted((one, other) => other.grossMinor - one.grossMinor || other.taxRate - one.taxRate);
  const allMinor = rates.reduce((sum, { grossMinor }) => sum + grossMinor, 0);
  // What rounding leaves over is of the rate that most was paid at.
  const shares = rates.slice(1).map(({ taxRate, grossMinor }) => ({
    taxRate,
    grossMinor: allMinor === 0 ? 0 : Math.floor((amountMinor * grossMinor) / allMinor),
  }));
  const main = {
    taxRate: rates[0]?.taxRate ?? 0,
    grossMinor: amountMinor - shares.reduce((sum, { grossMinor }) => sum + grossMinor, 0),
  };
  return [main, ...shares]
    .filter(({ grossMinor }) => grossMinor > 0)
    .map(({ taxRate, grossMinor }) => negate(plainLine({ name: reason, ...divideGross(grossMinor, taxRate) })));
}
