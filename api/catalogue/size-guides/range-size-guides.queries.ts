import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';
import type { Guide } from './reading/guide.rules.ts';

interface NamedProduct {
  id: number;
  name: string;
}

/** Products without a guide that are named; more are of no use on one page. */
const MAX_PRODUCTS = 250;

/** The guides that products of the Admin's range use, by name, and its products with sizes that have none. */
export async function listRangeGuides(
  db: Db,
  scope: Scope,
): Promise<{ guides: (Guide & { id: number; name: string; products: NamedProduct[] })[]; withoutGuide: NamedProduct[] }> {
  const { rows } = await sql<Awaited<ReturnType<typeof listRangeGuides>>>`
    with listed as materialized (
      select l.product_id as id, l.name, l.size_guide_id from product_listing l
      where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)}),
    used as (
      select g.id, g.name, g.columns, g.rows, coalesce(c.gender, 2) as gender, coalesce(c.size_columns, g.columns[1:1]) as "sizeColumns",
        coalesce(c.points, '{}') as points, coalesce(c.legs, '{}') as legs,
        (select json_agg(json_build_object('id', l.id, 'name', l.name) order by l.name, l.id) from listed l where l.size_guide_id = g.id) as products
      from size_guide g left join size_chart c on c.size_guide_id = g.id where g.id in (select size_guide_id from listed))
    select (select coalesce(json_agg(u order by lower(u.name), u.id), '[]') from used u) as guides,
      (select coalesce(json_agg(w order by w.name, w.id), '[]') from (
        select l.id, l.name from listed l where l.size_guide_id is null and exists (
          select from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size' where pa.product_id = l.id)
        order by l.name, l.id limit ${MAX_PRODUCTS}) w) as "withoutGuide"`.execute(db);
  return rows[0] as Awaited<ReturnType<typeof listRangeGuides>>;
}
