import { findLimits } from '../carts/limits.rules.ts';
import { explainToStaff } from '../carts/return-faults.rules.ts';
import {
  findNumberFaults,
  findProductFaults,
  listCutTexts,
  type ReturnableProduct,
  type ReturnFault,
  type ReturnSettings,
} from '../carts/returnable.rules.ts';

/** A product as the statement reads it. */
interface Listed {
  id: number;
  name: string;
  unitCode: string;
  unspsc: string | null;
  categoryIds: number[];
  callForPrice: boolean;
  manufacturer: { partId: string; name: string } | null;
  isPersonalised: boolean;
  skuCount: number;
  skus: string[];
  doubtfulSkus: string[];
  freeSkus: string[];
  longestAttributes: string;
}

/** A category with the one above it. */
interface Category {
  id: number;
  parentId: number | null;
  unspsc: string | null;
}

/** Something that a connection could not return, or of which texts are cut. */
export interface Unreturnable {
  productId: number | null;
  name: string;
  skus: string[];
  skuCount: number;
  reason: string;
}

const SKUS_SHOWN = 10;

/** Finds, for products, their categories with those above them, the nearest first, and the UNSPSC code of the nearest that has one. */
export function createCategoryLookup(categories: readonly Category[]) {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const found = new Map<string, { categoryIds: number[]; unspsc: string | null }>();
  const walk = (own: readonly number[]) => {
    const seen = new Set<number>();
    let level = own.toSorted((a, b) => a - b);
    while (level.length > 0) {
      for (const id of level) seen.add(id);
      level = level.flatMap((id) => byId.get(id)?.parentId ?? []).filter((id) => !seen.has(id));
    }
    const categoryIds = [...seen];
    const coded = categoryIds.find((id) => byId.get(id)?.unspsc != null);
    return { categoryIds, unspsc: coded === undefined ? null : (byId.get(coded)?.unspsc ?? null) };
  };
  return (own: readonly number[]) => {
    const key = own.join();
    const known = found.get(key) ?? walk(own);
    found.set(key, known);
    return known;
  };
}
type CategoryLookup = ReturnType<typeof createCategoryLookup>;

const toReturnable = (product: Listed, lookUp: CategoryLookup): ReturnableProduct => {
  const { categoryIds, unspsc } = lookUp(product.categoryIds);
  return {
    // One that has no fault: part numbers are looked at one by one.
    sku: 'A',
    name: product.name,
    attributes: product.longestAttributes === '' ? [] : [product.longestAttributes],
    unitCode: product.unitCode,
    unspsc: product.unspsc ?? unspsc,
    categoryIds,
    callForPrice: product.callForPrice,
    manufacturer: product.manufacturer,
    leadDays: null,
  };
};

/** Rows of a product by reason, each with the part numbers that it applies to. */
function groupByReason({ id, name }: Listed, faults: readonly { fault: ReturnFault; sku: string }[]): Unreturnable[] {
  const groups = new Map<string, string[]>();
  for (const { fault, sku } of faults) {
    const reason = explainToStaff(fault);
    groups.set(reason, [...(groups.get(reason) ?? []), sku]);
  }
  return [...groups].map(([reason, skus]) => ({
    productId: id,
    name,
    skus: skus.slice(0, SKUS_SHOWN),
    skuCount: skus.length,
    reason,
  }));
}

function findRefused(product: Listed, returnable: ReturnableProduct, settings: ReturnSettings): Unreturnable[] {
  const { id: productId, name, skus, skuCount } = product;
  const limits = findLimits(settings);
  const ofAll = findProductFaults(returnable, null, settings);
  const ofFree = findProductFaults(returnable, 0, settings).filter(({ kind }) => kind === 'free');
  return [
    ...ofAll.map((fault) => ({ productId, name, skus, skuCount, reason: explainToStaff(fault) })),
    ...groupByReason(product, [
      ...product.freeSkus.flatMap((sku) => ofFree.map((fault) => ({ fault, sku }))),
      ...product.doubtfulSkus.flatMap((sku) => findNumberFaults(sku, limits).map((fault) => ({ fault, sku }))),
    ]),
  ];
}

/** What a connection could not return of products, and of amounts beside them. */
export function listRefused(products: readonly Listed[], lookUp: CategoryLookup, settings: ReturnSettings): Unreturnable[] {
  const charges =
    settings.charge === null && products.some(({ isPersonalised }) => isPersonalised)
      ? [{ productId: null, name: 'Set-up charges', skus: [], skuCount: 0, reason: explainToStaff({ kind: 'noChargeLine' }) }]
      : [];
  return [...charges, ...products.flatMap((product) => findRefused(product, toReturnable(product, lookUp), settings))];
}

/** Which texts of products are cut when they are returned. */
export const listShortened = (products: readonly Listed[], lookUp: CategoryLookup, settings: ReturnSettings): Unreturnable[] =>
  products.flatMap((product) =>
    listCutTexts(toReturnable(product, lookUp), settings).map(({ text, length, most, countedIn }) => ({
      productId: product.id,
      name: product.name,
      skus: product.skus,
      skuCount: product.skuCount,
      reason: `The ${text} has up to ${length} ${countedIn} and is cut at ${most}. Shorten the name of the product if that is unclear.`,
    })),
  );
