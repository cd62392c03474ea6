import { sql } from 'kysely';
import type { DesignRow } from '#api/catalogue/customisation/design-options.rules.ts';
import { designsOfQuoteItem } from '#api/catalogue/customisation/design-rows.queries.ts';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A line of an answer, for which a garment is looked up. */
export interface GarmentOfLine {
  /** The line's id, or any number that tells it apart. */
  key: number;
  /** The line of the quote with its designs; null for one that is being added. */
  itemId: number | null;
  productId: number;
  combinationId: number | null;
}

/** The garment of a line in the range of a client. */
export interface QuotedGarmentRow {
  key: number;
  productName: string;
  isInRange: boolean;
  isVisible: boolean;
  /** The chosen colour and size, or the cheapest that is sold; null when there is none. */
  combinationId: number | null;
  choices: number;
  designs: DesignRow[] | null;
}

/**
 * The garments of lines in an organisation's range, with the designs of the lines. `owner`: whose quote it is; undefined when that person has left, and
 * only the range decides then.
 */
export async function listQuotedGarments(
  db: Db,
  client: Pick<Scope, 'organisationId' | 'currencyCode'>,
  owner: Scope | undefined,
  lines: readonly GarmentOfLine[],
): Promise<QuotedGarmentRow[]> {
  if (lines.length === 0) return [];
  const { organisationId } = client;
  const rows = lines.map(({ key, itemId, productId, combinationId }) => ({
    key,
    item_id: itemId,
    product_id: productId,
    combination_id: combinationId,
  }));
  const found = await sql<QuotedGarmentRow>`
    select i.key, coalesce(pl.name, po.name, p.name) as "productName", pl.product_id is not null as "isInRange",
      pl.product_id is not null and ${owner ? visibleTo(owner, 'pl') : sql`true`} as "isVisible", chosen.id as "combinationId", sold.choices,
      ${designsOfQuoteItem(client, { id: sql`i.item_id`, productId: sql`i.product_id` })} as designs
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (key int, item_id bigint, product_id bigint, combination_id bigint)
    join product p on p.id = i.product_id
    left join product_listing pl on pl.organisation_id = ${organisationId} and pl.product_id = p.id
    left join product_organisation po on po.organisation_id = ${organisationId} and po.product_id = p.id
    left join lateral (
      select c.id from combination c
      where c.product_id = p.id and case when i.combination_id is null then not c.discontinued else c.id = i.combination_id end
      order by unit_price(po.overridden_price_minor, po.price_percent, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor), c.id limit 1) chosen on true
    cross join lateral (
      select count(*)::int as choices from combination c where c.product_id = p.id and not c.discontinued) sold`.execute(db);
  return found.rows;
}

/** Those of the products that are on sale in an organisation's range. */
export async function listRangeProducts(
  db: Db,
  { organisationId }: Pick<Scope, 'organisationId'>,
  productIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select product_id as id from product_listing where organisation_id = ${organisationId} and product_id = any (${[...productIds]}::bigint[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The product of each of these combinations. */
export async function listProductsOf(db: Db, combinationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; productId: number }>`
    select id, product_id as "productId" from combination where id = any (${[...combinationIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, productId }) => [id, productId]));
}
