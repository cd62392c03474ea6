import type { CatalogueRow, ColumnKey, Header } from '../files/columns.rules.ts';
import { readYesNo } from './amounts.rules.ts';
import type { DraftCombination, ProductFields } from './product-draft.ts';

/** Adds a warning about a row. `kind` groups similar warnings. */
export type Warn = (row: CatalogueRow, text: string, kind: string) => void;

/** A variant as read from its row. Prices in minor units; 0 if there is none. */
export interface Variant {
  row: CatalogueRow;
  values: string[];
  price: number;
  oldPrice: number | null;
  grams: number;
  gtin: string | null;
  isTracked: boolean;
  quantity: number | null;
  /** Can be ordered when out of stock. */
  canBackorder: boolean;
}

/** The most frequent price among the variants, which becomes the product's price. Other variants override it. */
export function basePrice(variants: readonly Variant[]): number {
  const counts = new Map<number, number>();
  for (const { price } of variants) counts.set(price, (counts.get(price) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || a - b)[0]?.[0] ?? 0;
}

/** Product fields derived from the variants. Absent if the file has no column for them. */
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
    warn(unpriced[0].row, `the product ${which}; it is offered with price on request`, 'price on request');
  }
  const tracked = variants.filter(({ isTracked }) => isTracked);
  const untracked = variants.find(({ isTracked }) => !isTracked);
  if (tracked.length > 0 && untracked)
    warn(untracked.row, 'stock is tracked for other variants but not for this one, which gets 0', 'stock partly tracked');
  const backorderable = variants.filter(({ canBackorder }) => canBackorder);
  if (backorderable[0] && backorderable.length < variants.length) {
    warn(
      backorderable[0].row,
      'only some variants can be backordered, so backorders are off for the whole product',
      'backorder partly',
    );
  }
  const reduced = variants.filter(({ price, oldPrice }) => oldPrice !== null && oldPrice > price);
  const onlySku = combinations.length === 1 && !combinations[0]?.isSkuGenerated ? combinations[0]?.fields.sku : undefined;
  const fields: Partial<ProductFields> = {
    sku: onlySku ?? sharedPrefix(combinations.map(({ fields: { sku }, isSkuGenerated }) => (isSkuGenerated ? '' : sku))),
    gtin: variants.length === 1 ? first.gtin : null,
    price_minor: basePrice(variants),
    old_price_minor: reduced[0]?.oldPrice ?? null,
    call_for_price: unpriced.length > 0,
    weight_grams: variants.find(({ grams }) => grams > 0)?.grams ?? 0,
    manages_stock: tracked.length > 0,
    backorder_mode: backorderable.length === variants.length ? 2 : 0,
    is_tax_exempt: variants.every(({ row }) => readYesNo(row.cells.taxable ?? '') === false),
  };
  const columnOf: Partial<Record<keyof ProductFields, ColumnKey>> = {
    sku: 'sku',
    gtin: 'barcode',
    price_minor: 'price',
    call_for_price: 'price',
    old_price_minor: 'compareAt',
    weight_grams: 'grams',
    manages_stock: header.columns.has('tracker') ? 'tracker' : 'quantity',
    backorder_mode: 'policy',
    is_tax_exempt: 'taxable',
  };
  for (const [field, column] of Object.entries(columnOf))
    if (!header.columns.has(column)) delete fields[field as keyof ProductFields];
  return fields;
}

/**
 * The style number: the whole parts that all SKUs start with (`PF-210` for `PF-210-S` and `PF-210-M`). Null if shorter
 * than 3 characters.
 */
function sharedPrefix(skus: readonly string[]): string | null {
  const [first = [], ...others] = skus.map((sku) => sku.split(/(?<=[^\p{L}\p{N}])/u));
  let parts = 0;
  while (parts < first.length - 1 && others.every((other) => other[parts] === first[parts])) parts++;
  const start = first
    .slice(0, parts)
    .join('')
    .match(/^.*[\p{L}\p{N}]/su)?.[0];
  return start && start.length >= 3 ? start : null;
}
