import { readYesNo } from './amounts.rules.ts';
import type { CatalogueRow, ColumnKey, Header } from './columns.rules.ts';
import type { DraftCombination, ProductFields } from './product-draft.ts';

/** Says something about a row; `kind` is what many rows may have in common. */
export type Warn = (row: CatalogueRow, text: string, kind: string) => void;

/** A row that can be bought, as read. Prices in minor units, 0 for none. */
export interface Variant {
  row: CatalogueRow;
  values: string[];
  price: number;
  oldPrice: number | null;
  grams: number;
  gtin: string | null;
  isTracked: boolean;
  quantity: number | null;
  continues: boolean;
}

/** The price of most variants; the others carry their own. */
export function basePrice(variants: readonly Variant[]): number {
  const counts = new Map<number, number>();
  for (const { price } of variants) counts.set(price, (counts.get(price) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || a - b)[0]?.[0] ?? 0;
}

/** The columns of a product that its variants decide. Absent where the file has no column for them. */
export function productFields(
  header: Header,
  variants: readonly Variant[],
  combinations: readonly DraftCombination[],
  warn: Warn,
): Partial<ProductFields> {
  const first = variants[0];
  if (!first) return {};
  const unpriced = variants.filter(({ price }) => price === 0);
  if (unpriced[0]) {
    const which =
      unpriced.length === variants.length
        ? 'has no price'
        : `has ${unpriced.length} of ${variants.length} variants without a price`;
    warn(unpriced[0].row, `the product ${which}: it is offered at a price on request`, 'price on request');
  }
  const tracked = variants.filter(({ isTracked }) => isTracked);
  const untracked = variants.find(({ isTracked }) => !isTracked);
  if (tracked.length > 0 && untracked)
    warn(untracked.row, 'its stock is not tracked while that of other variants is; it counts as 0', 'stock partly tracked');
  const continuing = variants.filter(({ continues }) => continues);
  if (continuing[0] && continuing.length < variants.length) {
    warn(continuing[0].row, 'may be sold beyond stock, and other variants may not; none of the product is', 'backorder partly');
  }
  const lasting = variants.filter(({ price, oldPrice }) => oldPrice !== null && oldPrice > price);
  const onlySku = combinations.length === 1 && !combinations[0]?.isSkuGenerated ? combinations[0]?.fields.sku : undefined;
  const fields: Partial<ProductFields> = {
    sku: onlySku ?? sharedStart(combinations.map(({ fields: { sku }, isSkuGenerated }) => (isSkuGenerated ? '' : sku))),
    gtin: variants.length === 1 ? first.gtin : null,
    price_minor: basePrice(variants),
    old_price_minor: lasting[0]?.oldPrice ?? null,
    call_for_price: unpriced.length > 0,
    weight_grams: variants.find(({ grams }) => grams > 0)?.grams ?? 0,
    manages_stock: tracked.length > 0,
    backorder_mode: continuing.length === variants.length ? 2 : 0,
    is_tax_exempt: variants.every(({ row }) => readYesNo(row.cells.taxable ?? '') === false),
  };
  const columnOf: Partial<Record<keyof ProductFields, ColumnKey>> = {
    sku: 'sku',
    gtin: 'barcode',
    price_minor: 'price',
    call_for_price: 'price',
    old_price_minor: 'compareAt',
    weight_grams: 'grams',
    manages_stock: header.places.has('tracker') ? 'tracker' : 'quantity',
    backorder_mode: 'policy',
    is_tax_exempt: 'taxable',
  };
  for (const [field, column] of Object.entries(columnOf))
    if (!header.places.has(column)) delete fields[field as keyof ProductFields];
  return fields;
}

/** The whole parts that all SKUs begin with (`PF-210` of `PF-210-S` and `PF-210-M`): the style's number. Null when that is nothing to speak of. */
function sharedStart(skus: readonly string[]): string | null {
  const [first = [], ...others] = skus.map((sku) => sku.split(/(?<=[^\p{L}\p{N}])/u));
  let parts = 0;
  while (parts < first.length - 1 && others.every((other) => other[parts] === first[parts])) parts++;
  const start = first
    .slice(0, parts)
    .join('')
    .replace(/[^\p{L}\p{N}]+$/u, '');
  return start.length >= 3 ? start : null;
}
