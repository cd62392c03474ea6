import {
  type LineAmounts,
  lineAmounts,
  type Orderable,
  quantityWarnings,
  type TierPrice,
  unitPrice,
} from '#api/catalogue/pricing/pricing.rules.ts';
import { getAvailability, type StockFacts } from '#api/catalogue/stock/stock.rules.ts';

/** A line of a cart with what pricing and checking it takes. Money in minor units without tax. */
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
  priceMinor: number;
  tiers: readonly TierPrice[];
  isMadeToOrder: boolean;
  isTaxExempt: boolean;
}

/** A line with its amounts and what stands against ordering it. */
export interface PricedLine extends CartLine, LineAmounts {
  taxRate: number;
  warnings: string[];
}

/**
 * Prices lines and finds what stands against each. Demand for one combination is summed over all lines before it is held
 * against the stock.
 */
export function priceCartLines(lines: readonly CartLine[], taxRate: number): PricedLine[] {
  const demand = new Map<number, number>();
  for (const line of lines) demand.set(line.combinationId, (demand.get(line.combinationId) ?? 0) + line.quantity);
  return lines.map((line) => {
    const rate = line.isTaxExempt ? 0 : taxRate;
    const others = (demand.get(line.combinationId) ?? 0) - line.quantity;
    return {
      ...line,
      ...lineAmounts(unitPrice(line, line.quantity), line.quantity, rate),
      taxRate: rate,
      warnings: quantityWarnings(line, line.quantity, getAvailability(line).orderable - others),
    };
  });
}

export interface CartTotals {
  goodsMinor: number;
  taxMinor: number;
  quantity: number;
}

export function totalCartLines(lines: readonly PricedLine[]): CartTotals {
  const totals = { goodsMinor: 0, taxMinor: 0, quantity: 0 };
  for (const line of lines) {
    totals.quantity += line.quantity;
    // A line whose price is only told on request adds nothing; it cannot be ordered either.
    if (line.callForPrice) continue;
    totals.goodsMinor += line.exclTaxMinor;
    totals.taxMinor += line.taxMinor;
  }
  return totals;
}
