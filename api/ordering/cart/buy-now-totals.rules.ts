import {
  lineAmounts,
  type Orderable,
  quantityWarnings,
  type TierPrice,
  unitPrice,
} from '#api/catalogue/pricing/pricing.rules.ts';

/** An item that someone might order, with its quantity. Money in minor units, excluding tax. */
export interface RequestedItem extends Orderable {
  combinationId: number;
  quantity: number;
  priceMinor: number;
  tiers: readonly TierPrice[];
  /** On hand less reserved. */
  freeStock: number;
  taxRate: number;
  /** Logos, texts and badges of a piece. */
  decorationMinor: number;
  /** Why it cannot be ordered with its designs, as sentences. */
  designWarnings: readonly string[];
}

/** An item's amounts and the reasons why it cannot be ordered. Amounts are null where the price is on request. */
export interface PricedItem {
  unitMinor: number | null;
  exclTaxMinor: number | null;
  taxMinor: number | null;
  warnings: string[];
}

/** Priced items with their sums, in minor units. */
export interface Totals {
  items: PricedItem[];
  quantity: number;
  exclTaxMinor: number;
  taxMinor: number;
}

/** Prices items as a cart would: each on its own, but all items of the same combination share its stock. Decoration is added after quantity tiers. */
export function calculateTotals(items: readonly RequestedItem[]): Totals {
  const demand = new Map<number, number>();
  for (const { combinationId, quantity } of items) demand.set(combinationId, (demand.get(combinationId) ?? 0) + quantity);
  const totals: Totals = { items: [], quantity: 0, exclTaxMinor: 0, taxMinor: 0 };
  for (const item of items) {
    const otherDemand = (demand.get(item.combinationId) ?? 0) - item.quantity;
    const warnings = [...quantityWarnings(item, item.quantity, item.freeStock - otherDemand), ...item.designWarnings];
    totals.quantity += item.quantity;
    if (item.callForPrice) {
      totals.items.push({ unitMinor: null, exclTaxMinor: null, taxMinor: null, warnings });
      continue;
    }
    const { unitMinor, exclTaxMinor, taxMinor } = lineAmounts(
      unitPrice(item, item.quantity) + item.decorationMinor,
      item.quantity,
      item.taxRate,
    );
    totals.items.push({ unitMinor, exclTaxMinor, taxMinor, warnings });
    totals.exclTaxMinor += exclTaxMinor;
    totals.taxMinor += taxMinor;
  }
  return totals;
}
