import {
  type LineAmounts,
  lineAmounts,
  type Orderable,
  quantityWarnings,
  type TierPrice,
  unitPrice,
} from '#api/catalogue/pricing/pricing.rules.ts';
import { getAvailability, type StockFacts } from '#api/catalogue/stock/stock.rules.ts';
import { type Eligibility, explainRefusal, type OrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';

/** A cart line with everything needed to price and check it. Money in minor units, excluding tax. */
export interface CartLine extends Orderable, StockFacts {
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
  imageId: number;
  priceMinor: number;
  tiers: readonly TierPrice[];
  isMadeToOrder: boolean;
  isTaxExempt: boolean;
  eligibility: Eligibility;
}

/** A line with its amounts and the reasons why it cannot be ordered. */
export interface PricedLine extends CartLine, LineAmounts {
  taxRate: number;
  warnings: string[];
}

/** Who prices a cart, and when. */
export interface PricingContext {
  /** A fraction: 0.2 is 20 %. */
  taxRate: number;
  orderingReach: OrderingReach;
  /** The day in the organisation's time zone, such as `2026-03-29`. */
  today: string;
}

/**
 * Prices lines and lists the reasons why each cannot be ordered. Demand for one combination is summed over all lines before
 * it is compared with the stock.
 */
export function priceCartLines(lines: readonly CartLine[], { taxRate, orderingReach, today }: PricingContext): PricedLine[] {
  const demand = new Map<number, number>();
  for (const line of lines) demand.set(line.combinationId, (demand.get(line.combinationId) ?? 0) + line.quantity);
  return lines.map((line) => {
    const rate = line.isTaxExempt ? 0 : taxRate;
    const otherDemand = (demand.get(line.combinationId) ?? 0) - line.quantity;
    const refusal = explainRefusal(line.eligibility, orderingReach, today);
    return {
      ...line,
      ...lineAmounts(unitPrice(line, line.quantity), line.quantity, rate),
      taxRate: rate,
      warnings: refusal ? [refusal] : quantityWarnings(line, line.quantity, getAvailability(line).orderable - otherDemand),
    };
  });
}

/** Sums of a cart: goods excluding tax and the tax on them, in minor units, and the number of units. */
export interface CartTotals {
  goodsMinor: number;
  taxMinor: number;
  quantity: number;
}

/** Sums the lines. Lines whose price is on request count towards the quantity only. */
export function totalCartLines(lines: readonly PricedLine[]): CartTotals {
  const totals = { goodsMinor: 0, taxMinor: 0, quantity: 0 };
  for (const line of lines) {
    totals.quantity += line.quantity;
    // Lines whose price is on request have no amount and cannot be ordered.
    if (line.callForPrice) continue;
    totals.goodsMinor += line.exclTaxMinor;
    totals.taxMinor += line.taxMinor;
  }
  return totals;
}
