import { quantityWarnings, type TierPrice, taxOf, unitPrice } from '../catalogue/catalogue.rules.ts';

/** A line of a cart with what pricing and checking it takes. Money in minor units without tax. */
export interface CartLine {
  id: number;
  productId: number;
  combinationId: number;
  quantity: number;
  collectionId: number | null;
  collectionGroupId: number | null;
  superGroupId: number | null;
  superGroupOptionId: number | null;
  wearerId: number | null;
  wearerName: string | null;
  createdAt: Date;
  updatedAt: Date;
  productName: string;
  sku: string;
  gtin: string | null;
  description: string;
  attributes: { id: number; value: string }[];
  imageSrc: string | null;
  /** False when the product was withdrawn, or is no longer for this person. */
  onOffer: boolean;
  priceMinor: number;
  tiers: readonly TierPrice[];
  callForPrice: boolean;
  isMadeToOrder: boolean;
  isTaxExempt: boolean;
  orderMinimumQuantity: number;
  orderMaximumQuantity: number;
  allowedQuantities: readonly number[];
  disableBuyButton: boolean;
  managesStock: boolean;
  backorderMode: number;
  displaysStockQuantity: boolean;
  lowStockQuantity: number;
  onHand: number;
  reserved: number;
  dueOn: string | null;
  dueQuantity: number | null;
}

/** A line with its price and what stands against ordering it. */
export interface PricedLine extends CartLine {
  unitMinor: number;
  unitTaxMinor: number;
  /** Of the whole line, without tax. */
  totalMinor: number;
  /** Of the whole line, rounded half up once. */
  taxMinor: number;
  taxRate: number;
  warnings: string[];
}

/** How many may be ordered at once of everything that is not kept in stock or may be owed. */
export const freeStock = (line: CartLine) => (line.managesStock && line.backorderMode === 0 ? Math.max(line.onHand - line.reserved, 0) : Number.POSITIVE_INFINITY);

/**
 * Prices lines and finds what stands against each. Demand for one combination is summed over all lines before it is held
 * against the stock.
 */
export function priceLines(lines: readonly CartLine[], taxRate: number): PricedLine[] {
  const demand = new Map<number, number>();
  for (const line of lines) demand.set(line.combinationId, (demand.get(line.combinationId) ?? 0) + line.quantity);
  return lines.map((line) => {
    const rate = line.isTaxExempt ? 0 : taxRate;
    const unitMinor = unitPrice({ priceMinor: line.priceMinor, tiers: line.tiers }, line.quantity);
    const totalMinor = unitMinor * line.quantity;
    const others = (demand.get(line.combinationId) ?? 0) - line.quantity;
    return {
      ...line,
      unitMinor,
      unitTaxMinor: taxOf(unitMinor, rate),
      totalMinor,
      taxMinor: taxOf(totalMinor, rate),
      taxRate: rate,
      warnings: line.onOffer
        ? quantityWarnings(line, line.quantity, Math.max(freeStock(line) - others, 0))
        : [`${line.productName} is no longer available. Please remove it from the cart.`],
    };
  });
}

export interface CartTotals {
  goodsMinor: number;
  taxMinor: number;
  quantity: number;
}

export function totalLines(lines: readonly PricedLine[]): CartTotals {
  const totals = { goodsMinor: 0, taxMinor: 0, quantity: 0 };
  for (const line of lines) {
    totals.quantity += line.quantity;
    // A line whose price is only told on request adds nothing; it cannot be ordered either.
    if (line.callForPrice) continue;
    totals.goodsMinor += line.totalMinor;
    totals.taxMinor += line.taxMinor;
  }
  return totals;
}
