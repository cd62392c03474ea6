import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';

export type SizeGuide = ReplyOf<'GET /api/products/sizeguide/:id'>['sizeGuide'];

/** A size guide, if a product in the person's range uses it; otherwise undefined. */
export async function findSizeGuide(db: Db, scope: Scope, sizeGuideId: number): Promise<SizeGuide | undefined> {
  const found = await sql<{
    id: number;
    name: string;
    body: string | null;
    image_src: string | null;
    columns: string[];
    rows: string[][];
  }>`
    select g.id, g.name, g.body, g.image_src, g.columns, g.rows from size_guide g
    where g.id = ${sizeGuideId} and exists (
      select from product_listing l where l.organisation_id = ${scope.organisationId} and l.size_guide_id = g.id and ${visibleTo(scope)})`.execute(
    db,
  );
  const row = found.rows[0];
  return row && { id: row.id, name: row.name, body: row.body, imageSrc: row.image_src, columns: row.columns, rows: row.rows };
}
