import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Connection } from '../connections/connection.queries.ts';

/** A product in one of its sizes and colours. */
export interface FoundGarment {
  productId: number;
  combinationId: number;
}

/** The garment with an SKU that the person of the scope sees; undefined when there is none. */
export async function findGarment(db: Db, scope: Scope, sku: string): Promise<FoundGarment | undefined> {
  const { rows } = await sql<FoundGarment>`
    select c.product_id as "productId", c.id as "combinationId"
    from combination c join product_listing l on l.organisation_id = ${scope.organisationId} and l.product_id = c.product_id and ${visibleTo(scope)}
    where lower(c.sku) = lower(${sku}) and not c.discontinued order by c.id limit 1`.execute(db);
  return rows[0];
}

/** The SKU of today of what was returned to the connection under an auxiliary id; undefined when nothing was. */
export async function findReturnedSku(
  db: Db,
  { organisationId, id }: Pick<Connection, 'organisationId' | 'id'>,
  auxiliaryId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ sku: string }>`
    select coalesce(c.sku, l.sku) as sku from punchout_line l left join combination c on c.id = l.combination_id
    where l.organisation_id = ${organisationId} and l.connection_id = ${id} and l.auxiliary_id = ${auxiliaryId}
    order by l.returned_at desc limit 1`.execute(db);
  return rows[0]?.sku;
}

/**
 * Garments that match a text, the best first and those with exactly this SKU before them, without those whose price is on request; and how many there are beyond
 * the limit. Each size and colour is one.
 */
export async function searchGarments(
  db: Db,
  scope: Scope,
  searchText: string,
  limit: number,
): Promise<{ garments: FoundGarment[]; totalCount: number }> {
  const { rows } = await sql<FoundGarment & { total: number }>`
    select c.product_id as "productId", c.id as "combinationId", count(*) over ()::int as total
    from keyword_query(${searchText}) q, product_listing l join combination c on c.product_id = l.product_id and not c.discontinued
    where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)} and l.search @@ q and not l.call_for_price
    order by (lower(c.sku) = lower(${searchText})) desc, (l.search @@ raw_lexeme(lower(${searchText}), false)) desc, ts_rank(l.search, q) desc,
      l.name, l.product_id, c.display_order, c.id
    limit ${limit}`.execute(db);
  return { garments: rows.map(({ total: _total, ...garment }) => garment), totalCount: rows[0]?.total ?? 0 };
}
