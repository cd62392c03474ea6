import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { AppliedTaxClass } from '../pricing/pricing.rules.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';

/** One combination with its price, stock and stock rules for one organisation. Money in minor units, excluding tax. */
export interface StockedCombination {
  productId: number;
  combinationId: number;
  sku: string;
  gtin: string | null;
  name: string;
  description: string;
  colour: string | null;
  size: string | null;
  fit: string | null;
  imageSrc: string | null;
  /** Null if it is discontinued. */
  priceMinor: number | null;
  callForPrice: boolean;
  taxClass: AppliedTaxClass;
  orderMinimumQuantity: number;
  orderMaximumQuantity: number;
  allowedQuantities: number[];
  disableBuyButton: boolean;
  managesStock: boolean;
  backorderMode: number;
  displaysStockQuantity: boolean;
  lowStockQuantity: number;
  discontinued: boolean;
  onHand: number;
  reserved: number;
  dueOn: string | null;
  dueQuantity: number | null;
}

/** A row of `stockedColumns`. */
export interface StockRow {
  product_id: number;
  combination_id: number;
  sku: string;
  gtin: string | null;
  name: string;
  description: string;
  colour: string | null;
  size: string | null;
  fit: string | null;
  image_src: string | null;
  price_minor: number | null;
  call_for_price: boolean;
  tax_class: AppliedTaxClass;
  order_minimum_quantity: number;
  order_maximum_quantity: number;
  allowed_quantities: number[];
  disable_buy_button: boolean;
  manages_stock: boolean;
  backorder_mode: number;
  displays_stock_quantity: boolean;
  low_stock_quantity: number;
  discontinued: boolean;
  on_hand: number;
  reserved: number;
  due_on: string | null;
  due_quantity: number | null;
}

/** Columns of `stockedFrom`, as `toStocked` takes them. */
export const stockedColumns = sql`
  c.product_id, c.id as combination_id, c.sku, coalesce(c.gtin, p.gtin) as gtin, l.name, c.description, look.colour, look.size, look.fit,
  coalesce(c.image_src,
    case when coalesce(l.images -> 0 ->> 'src', '/garments/') like '/garments/%' and look.colour_rgb is not null
      then drawing_url(p.garment_type, p.drawing_features, look.colour_rgb, look.accent_rgb, 'front') end,
    l.images -> 0 ->> 'src') as image_src,
  o.price_minor, l.call_for_price, l.tax_class, p.order_minimum_quantity, p.order_maximum_quantity, p.allowed_quantities, p.disable_buy_button,
  p.manages_stock, p.backorder_mode, p.displays_stock_quantity, p.low_stock_quantity, c.discontinued,
  coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved, due.due_on, due.quantity as due_quantity`;

/** Combinations `c` of the source that are in the person's range, with what decides about their price and stock. */
export const stockedFrom = (scope: Scope, source: RawBuilder<unknown>) => sql`
  from ${source}
  join product p on p.id = c.product_id
  join product_listing l on l.organisation_id = ${scope.organisationId} and l.product_id = c.product_id and ${visibleTo(scope)}
  left join offer o on o.organisation_id = l.organisation_id and o.combination_id = c.id
  left join stock_level s on s.combination_id = c.id
  left join lateral (
    select max(v.name) filter (where a.role = 'colour') as colour, max(v.name) filter (where a.role = 'size') as size, max(v.name) filter (where a.role = 'fit') as fit,
      max(v.colour_rgb) as colour_rgb, max(v.accent_rgb) as accent_rgb
    from product_attribute_value v join product_attribute pa on pa.id = v.product_attribute_id join attribute a on a.id = pa.attribute_id
    where v.id = any (c.value_ids)) look on true
  left join lateral (
    select i.due_on, i.quantity from stock_incoming i
    where i.combination_id = c.id and i.due_on >= (now() at time zone 'utc')::date order by i.due_on, i.id limit 1) due on true`;

/**
 * The combinations with these SKUs in the person's range, ignoring case, in one statement, by SKU in lower case. Includes
 * discontinued combinations; of two combinations with the same SKU, one that is still sold is preferred.
 */
export async function findStockOfSkus(db: Db, scope: Scope, skus: readonly string[]): Promise<Map<string, StockedCombination>> {
  const skuKeys = [...new Set(skus.map(skuKey))];
  // PostgreSQL caches the plan for a single SKU but not for a list, and planning takes longer than running the query.
  const skuCondition = skuKeys.length === 1 ? sql`lower(c.sku) = ${skuKeys[0]}` : sql`lower(c.sku) = any (${skuKeys}::text[])`;
  const found = await sql<StockRow>`
    select ${stockedColumns} ${stockedFrom(scope, sql`combination c`)}
    where ${skuCondition}
    order by c.discontinued desc, c.id desc`.execute(db);
  return new Map(found.rows.map((row) => [skuKey(row.sku), toStocked(row)]));
}

/** The form in which SKUs are compared: trimmed and in lower case. NUL, which PostgreSQL cannot store, is replaced by U+FFFD. */
export const skuKey = (sku: string) => foldCase(sku.trim()).replaceAll('\0', '\uFFFD');

/** A row as rules and mappers take it. */
export const toStocked = (row: StockRow): StockedCombination => ({
  productId: row.product_id,
  combinationId: row.combination_id,
  sku: row.sku,
  gtin: row.gtin,
  name: row.name,
  description: row.description,
  colour: row.colour,
  size: row.size,
  fit: row.fit,
  imageSrc: row.image_src,
  priceMinor: row.price_minor,
  callForPrice: row.call_for_price,
  taxClass: row.tax_class,
  orderMinimumQuantity: row.order_minimum_quantity,
  orderMaximumQuantity: row.order_maximum_quantity,
  allowedQuantities: row.allowed_quantities,
  disableBuyButton: row.disable_buy_button,
  managesStock: row.manages_stock,
  backorderMode: row.backorder_mode,
  displaysStockQuantity: row.displays_stock_quantity,
  lowStockQuantity: row.low_stock_quantity,
  discontinued: row.discontinued,
  onHand: row.on_hand,
  reserved: row.reserved,
  dueOn: row.due_on,
  dueQuantity: row.due_quantity,
});
