import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RangeLimits } from '../range/audience.rules.ts';
import { type LimitsRow, limitColumns, toRangeLimits, visibleTo } from '../range/product-visibility.queries.ts';

/** A category with the number of products that the person sees in it and below it. */
export interface CategoryCount {
  id: number;
  parentId: number | null;
  name: string;
  displayOrder: number;
  productCount: number;
}

/** The categories of a range, with its version and limits. */
export interface CategoryCounts {
  version: number;
  limits: RangeLimits;
  categories: CategoryCount[];
}

/** Categories with products that the person can see, and their ancestors, unsorted. */
export async function listCategoryCounts(db: Db, scope: Scope): Promise<CategoryCounts> {
  const found = await sql<LimitsRow & { version: number; categories: CategoryCount[] }>`
    select v.version, ${limitColumns},
      (select coalesce(json_agg(json_build_object('id', c.id, 'parentId', c.parent_id, 'name', c.name, 'displayOrder', c.display_order,
          'productCount', held.product_count)), '[]')
       from (select unnest(l.category_ids) as id, count(*)::int as product_count
             from product_listing l where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)} group by 1) held
       join category c on c.id = held.id) as categories
    from listing_version v
    where v.organisation_id = ${scope.organisationId}`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error(`Organisation ${scope.organisationId} has no listing version.`);
  return { version: row.version, limits: toRangeLimits(row), categories: row.categories };
}
