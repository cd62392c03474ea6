import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
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
  isTaxExempt: boolean;
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

interface StockRow {
  product_id: number;
  combination_id: number;
  sku: string;
  gtin: string | null;
  /** The SKU of the product, or the organisation's own one for it. */
  product_sku: string | null;
  is_only_combination: boolean;
  name: string;
  description: string;
  colour: string | null;
  size: string | null;
  fit: string | null;
  image_src: string | null;
  price_minor: number | null;
  call_for_price: boolean;
  is_tax_exempt: boolean;
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

/** Combinations in the person's range with their prices and stock, as a query to which a condition on `combination c` or the listing `l` is added. */
const selectStock = (scope: Scope) => sql<StockRow>`
    select c.product_id, c.id as combination_id, c.sku, coalesce(c.gtin, p.gtin) as gtin, l.sku as product_sku,
      l.combination_id is not null as is_only_combination, l.name, c.description, look.colour, look.size, look.fit,
      coalesce(c.image_src,
        case when coalesce(l.images -> 0 ->> 'src', '/garments/') like '/garments/%' and look.colour_rgb is not null
          then drawing_url(p.garment_type, p.drawing_features, look.colour_rgb, look.accent_rgb, 'front') end,
        l.images -> 0 ->> 'src') as image_src,
      o.price_minor, l.call_for_price, l.is_tax_exempt, p.order_minimum_quantity, p.order_maximum_quantity, p.allowed_quantities, p.disable_buy_button,
      p.manages_stock, p.backorder_mode, p.displays_stock_quantity, p.low_stock_quantity, c.discontinued,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved, due.due_on, due.quantity as due_quantity
    from combination c
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
  const found = await sql<StockRow>`${selectStock(scope)} where ${skuCondition} order by c.discontinued desc, c.id desc`.execute(
    db,
  );
  return new Map(found.rows.map((row) => [skuKey(row.sku), toStocked(row)]));
}

/** A code that people type or scan for a combination: its SKU, its GTIN or, where the product has no choices, the product's SKU or the organisation's own. */
const listCodes = (row: StockRow): string[] =>
  [row.sku, row.gtin, row.is_only_combination ? row.product_sku : null].flatMap((code) => (code === null ? [] : skuKey(code)));

/**
 * The combinations with these codes in the person's range: SKUs, GTINs, and own SKUs of products without choices, by code in lower case. Where several have a
 * code, a SKU counts before another code, and one that is still sold before a discontinued one.
 */
export async function findStockOfCodes(db: Db, scope: Scope, codes: readonly string[]): Promise<Map<string, StockedCombination>> {
  const keys = [...new Set(codes.map(skuKey))];
  const found = await sql<StockRow>`
    ${selectStock(scope)}
    where c.id in (
      select id from combination where lower(sku) = any (${keys}::text[])
      union
      select id from combination where gtin = any (${keys}::text[])
      union
      select k.id from product k_p join combination k on k.product_id = k_p.id where k_p.gtin = any (${keys}::text[]) and k.gtin is null
      union
      select combination_id from product_listing where organisation_id = ${scope.organisationId} and lower(sku) = any (${keys}::text[]))
    order by c.discontinued desc, c.id desc`.execute(db);
  const byCode = new Map<string, StockedCombination>();
  for (const row of found.rows) for (const code of listCodes(row)) byCode.set(code, toStocked(row));
  for (const row of found.rows) byCode.set(skuKey(row.sku), toStocked(row));
  return byCode;
}

/** A combination that a keyword finds. */
export interface FoundCombination extends StockedCombination {
  /** Whether the keyword is a code of it. */
  isExact: boolean;
}

/** Products that a keyword finds, whose combinations are then compared with it. */
const FOUND_PRODUCTS = 20;

/**
 * The combinations in the person's range that a keyword finds, the best first, and whether there are more: those of which it is a code, alone; else those of
 * the products that a search for it finds, before others those whose colour, size or fit it names, or whose SKU begins with it. Discontinued ones are left out.
 */
export async function lookUpCombinations(
  db: Db,
  scope: Scope,
  keyword: string,
  limit: number,
): Promise<{ items: FoundCombination[]; hasMore: boolean }> {
  const key = skuKey(keyword);
  const found = await sql<StockRow & { is_exact: boolean }>`
    with hit as (
      select l.product_id, l.search @@ raw_lexeme(${key}, false) as has_code, ts_rank(l.search, q) as rank
      from keyword_query(${key}) q, product_listing l
      where l.organisation_id = ${scope.organisationId} and l.search @@ q and ${visibleTo(scope)}
      union all select id, true, 1 from product where gtin = ${key}
      union all select product_id, true, 1 from combination where gtin = ${key}),
    best as (
      select product_id, bool_or(has_code) as has_code, max(rank) as rank, count(*) over () as products from hit group by product_id
      order by 2 desc, 3 desc, 1 limit ${FOUND_PRODUCTS}),
    compared as (
      select k.id, best.*, lower(k.sku) = ${key} or coalesce(k.gtin, p.gtin, '') = ${key}
          or best.has_code and l.combination_id is not distinct from k.id as is_exact,
        starts_with(lower(k.sku), ${key})::int + (
          select count(*) from unnest(keyword_words(${key})) w where w = any (regexp_split_to_array(lower(k.description), ',? +'))) as likeness
      from best
      join product p on p.id = best.product_id
      join product_listing l on l.organisation_id = ${scope.organisationId} and l.product_id = best.product_id
      join combination k on k.product_id = best.product_id and not k.discontinued),
    placed as (
      select id, is_exact, bool_or(is_exact) over () as has_exact, products, likeness, rank, has_code, product_id,
        row_number() over (partition by product_id order by likeness desc, id) as place
      from compared),
    chosen as (
      select id, is_exact, row_number() over (order by likeness desc, has_code desc, rank desc, product_id, place) as place from placed
      -- Of several products each shows some of its combinations, unless the keyword says which.
      where case when has_exact then is_exact else likeness > 0 or place <= greatest(4, ${limit} / products) end
      order by 3 limit ${limit + 1})
    select stocked.*, chosen.is_exact from chosen join lateral (${selectStock(scope)} where c.id = chosen.id) stocked on true order by chosen.place`.execute(
    db,
  );
  return {
    items: found.rows.slice(0, limit).map((row) => ({ ...toStocked(row), isExact: row.is_exact })),
    hasMore: found.rows.length > limit,
  };
}

/** The form in which SKUs are compared: trimmed and in lower case. NUL, which PostgreSQL cannot store, is replaced by U+FFFD. */
export const skuKey = (sku: string) => sku.trim().toLowerCase().replaceAll('\0', '\uFFFD');

const toStocked = (row: StockRow): StockedCombination => ({
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
  isTaxExempt: row.is_tax_exempt,
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
