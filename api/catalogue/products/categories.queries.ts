import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';

/** A category with the number of products that the person sees in it and below it. */
export interface CategoryCount {
  id: number;
  parentId: number | null;
  name: string;
  displayOrder: number;
  productCount: number;
}

/** Categories with products that the person can see, and their ancestors, unsorted; with the version of the range. */
export async function listCategoryCounts(db: Db, scope: Scope): Promise<{ version: number; categories: CategoryCount[] }> {
  const found = await sql<
    { version: number } & (
      | { id: number; parent_id: number | null; name: string; display_order: number; product_count: number }
      | { id: null }
    )
  >`
    select v.version, c.id, c.parent_id, c.name, c.display_order, held.product_count
    from listing_version v
    left join (
      (select unnest(l.category_ids) as id, count(*)::int as product_count
       from product_listing l where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)} group by 1) held
      join category c on c.id = held.id) on true
    where v.organisation_id = ${scope.organisationId}`.execute(db);
  const categories = found.rows.flatMap((row) =>
    row.id === null
      ? []
      : [
          {
            id: row.id,
            parentId: row.parent_id,
            name: row.name,
            displayOrder: row.display_order,
            productCount: row.product_count,
          },
        ],
  );
  return { version: found.rows[0]?.version ?? 0, categories };
}
