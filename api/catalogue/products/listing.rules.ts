import type { ProductSort } from '#contract/catalogue/products/products.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { PriceView, TaxRates } from '../pricing/pricing.rules.ts';

/** An order of product lists. `position` is the order of the range or, in a search, of relevance. */
export interface ListingOrder {
  by: 'position' | 'nameAsc' | 'nameDesc' | 'priceAsc' | 'priceDesc' | 'newest';
  /** The tax that the prices compared include; null for none. */
  tax: TaxRates | null;
}

/** The orders by their codes in requests. */
const ORDERS: Record<ProductSort, ListingOrder['by']> = {
  0: 'position',
  5: 'nameAsc',
  6: 'nameDesc',
  10: 'priceAsc',
  11: 'priceDesc',
  15: 'newest',
};

/**
 * The order of a list as the person may see it: prices are compared as they are shown to them. People who see no prices get the
 * usual order instead of that of prices, which would tell them which product costs more.
 */
export function getListingOrder(code: ProductSort, view: PriceView): ListingOrder {
  const by = ORDERS[code];
  if (by !== 'priceAsc' && by !== 'priceDesc') return { by, tax: null };
  if (!view.pricesVisible) return { by: 'position', tax: null };
  return { by, tax: view.taxDisplayType === 0 ? view : null };
}

/** A specification with those of its options that occur in a list. */
export interface FacetNames {
  id: number;
  name: string;
  values: { id: number; name: string; colorSquaresRgb: string | null }[];
}

/** How many products of a list have exactly these options. */
export type OptionGroup = readonly [optionIds: readonly number[], count: number];

export type Facet = ReplyOf<'GET /api/products'>['specifications'][number];

/**
 * The facets of a list. Options of one specification are alternatives, while all specifications must be met. So each facet
 * counts the products that would be listed if its own options were not selected: those that fail no specification, or only it.
 */
export function countFacets(
  specifications: readonly FacetNames[],
  groups: readonly OptionGroup[],
  selectedIds: readonly number[],
): Facet[] {
  const specificationOf = new Map<number, number>();
  for (const { id, values } of specifications) for (const value of values) specificationOf.set(value.id, id);
  const selected = new Set(selectedIds);
  // An unknown option counts as a specification of its own that no product meets.
  const required = new Set(selectedIds.map((id) => specificationOf.get(id) ?? -id));
  const counts = new Map<number, number>();
  for (const [optionIds, count] of groups) {
    const met = new Set<number>();
    for (const id of optionIds) {
      const specification = specificationOf.get(id);
      if (specification !== undefined && selected.has(id)) met.add(specification);
    }
    const failed = required.difference(met);
    if (failed.size > 1) continue;
    const [only] = failed;
    for (const id of optionIds) {
      if (only === undefined || specificationOf.get(id) === only) counts.set(id, (counts.get(id) ?? 0) + count);
    }
  }
  return specifications.map(({ id, name, values }) => ({
    id,
    name,
    values: values.map((value) => ({ ...value, selected: selected.has(value.id), count: counts.get(value.id) ?? 0 })),
  }));
}
