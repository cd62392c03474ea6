import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { listCodesOf } from '#contract/scanned-codes.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';
import { type StockedCombination, type StockRow, skuKey, stockedColumns, stockedFrom, toStocked } from './stock.queries.ts';

interface CodeRow extends StockRow {
  /** The SKU of the product, or the organisation's own one for it. */
  product_sku: string | null;
  is_only_combination: boolean;
}

const codeColumns = sql`l.sku as product_sku, l.combination_id is not null as is_only_combination`;

/** A code that people type or scan for a combination: its SKU, its GTIN or, where the product has no choices, the product's SKU or the organisation's own. */
const listCodes = (row: CodeRow): string[] =>
  [row.sku, row.gtin, row.is_only_combination ? row.product_sku : null].flatMap((code) => (code === null ? [] : skuKey(code)));

/** The codes for which what was typed or scanned can stand, in the form in which codes are compared, the code itself first. */
const listKeys = (code: string): string[] => [...new Set([skuKey(code), ...listCodesOf(code).map(skuKey)])];

/**
 * The combinations with these codes in the person's range: SKUs, GTINs, own SKUs of products without choices, and what scanners type for them, by code in lower
 * case. Where several have a code, a SKU counts before another code, and one that is still sold before a discontinued one.
 */
export async function findStockOfCodes(db: Db, scope: Scope, codes: readonly string[]): Promise<Map<string, StockedCombination>> {
  const keys = [...new Set(codes.flatMap(listKeys))];
  const found = await sql<CodeRow>`
    select ${stockedColumns}, ${codeColumns} ${stockedFrom(scope, sql`combination c`)}
    where c.id in (
      select id from combination where lower(sku) = any (${keys}::text[])
      union
      select id from combination where gtin = any (${keys}::text[])
      union
      select k.id from product owner join combination k on k.product_id = owner.id where owner.gtin = any (${keys}::text[]) and k.gtin is null
      union
      select combination_id from product_listing where organisation_id = ${scope.organisationId} and lower(sku) = any (${keys}::text[]))
    order by c.discontinued desc, c.id desc`.execute(db);
  const byCode = new Map<string, StockedCombination>();
  for (const row of found.rows) for (const code of listCodes(row)) byCode.set(code, toStocked(row));
  for (const row of found.rows) byCode.set(skuKey(row.sku), toStocked(row));
  for (const code of codes) {
    const own = listKeys(code)
      .map((key) => byCode.get(key))
      .find((each) => each !== undefined);
    if (own) byCode.set(skuKey(code), own);
  }
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
    select ${stockedColumns}, chosen.is_exact ${stockedFrom(scope, sql`chosen join combination c on c.id = chosen.id`)} order by chosen.place`.execute(
    db,
  );
  return {
    items: found.rows.slice(0, limit).map((row) => ({ ...toStocked(row), isExact: row.is_exact })),
    hasMore: found.rows.length > limit,
  };
}
