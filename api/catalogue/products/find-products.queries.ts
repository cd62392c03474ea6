import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';

/** A product as a search shows it. */
interface FoundProduct {
  id: number;
  name: string;
  sku: string | null;
  imageSrc: string | null;
}

interface FoundProducts {
  results: FoundProduct[];
  hasMore: boolean;
}

/** The products of the person's range that match a keyword, the best first, preceded by those with exactly this SKU; and whether there are more. */
export const findProducts = (tx: Tx, scope: Scope, keyword: string, limit: number): Promise<FoundProducts> =>
  readProducts(tx, scope, limit, {
    from: sql`keyword_query(${keyword}) q, product_listing l`,
    matches: sql`l.search @@ q`,
    order: sql`(l.search @@ raw_lexeme(lower(${keyword}), false)) desc, ts_rank(l.search, q) desc`,
  });

/** The products of the person's range whose names resemble a keyword that matches nothing, the most similar first. */
export const findSimilarProducts = (tx: Tx, scope: Scope, keyword: string, limit: number): Promise<FoundProducts> =>
  readProducts(tx, scope, limit, {
    from: sql`similar_products(${scope.organisationId}, ${keyword}) a join product_listing l on l.product_id = a.product_id`,
    matches: sql`true`,
    order: sql`a.similarity desc`,
  });

async function readProducts(
  tx: Tx,
  scope: Scope,
  limit: number,
  { from, matches, order }: Record<'from' | 'matches' | 'order', RawBuilder<unknown>>,
): Promise<FoundProducts> {
  const { rows } = await sql<FoundProduct>`
    select l.product_id as id, l.name, l.sku, l.images -> 0 ->> 'src' as "imageSrc"
    from ${from} where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)} and ${matches}
    order by ${order}, l.name, l.product_id limit ${limit + 1}`.execute(tx);
  return { results: rows.slice(0, limit), hasMore: rows.length > limit };
}
