import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { ParsedSizeGuide } from '#api/catalogue/size-guides/charts.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A product with the data needed to advise on its sizes. */
export interface SizingGarment {
  id: number;
  name: string;
  garmentType: string | null;
  sizes: { id: number; name: string; displayOrder: number }[];
  /** The values of each fit or length attribute, which may be leg lengths. */
  lengths: { id: number; name: string }[][];
  /** Its size guide; undefined when it has none that advice can use. */
  guide: ParsedSizeGuide | undefined;
}

interface GarmentRow {
  id: number;
  name: string;
  garment_type: string | null;
  sizes: { id: number; name: string; displayOrder: number }[];
  lengths: { id: number; name: string }[][];
  gender: number | null;
  columns: string[] | null;
  rows: string[][] | null;
  size_columns: string[] | null;
  points: Record<string, string> | null;
  legs: Record<string, string[]> | null;
}

/** The garments of the person's range that they may see, or the one with this id. */
export async function listSizingGarments(db: Db, scope: Scope, productId?: number): Promise<SizingGarment[]> {
  const found = await sql<GarmentRow>`
    select l.product_id as id, l.name, p.garment_type, c.gender, g.columns, g.rows, c.size_columns, c.points, c.legs,
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'displayOrder', v.display_order) order by v.display_order, v.id), '[]')
        from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
        join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id) as sizes,
      (select coalesce(json_agg(f.values order by f.id), '[]') from (
        select pa.id, json_agg(json_build_object('id', v.id, 'name', v.name) order by v.display_order, v.id) as values
        from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role in ('fit', 'length')
        join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id group by pa.id) f) as lengths
    from product_listing l join product p on p.id = l.product_id
    left join size_guide g on g.id = l.size_guide_id
    left join size_chart c on c.size_guide_id = g.id
    where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)}
      and (${productId ?? null}::int is null or l.product_id = ${productId ?? null}::int)
    order by l.name, l.product_id`.execute(db);
  return found.rows.map(({ id, name, garment_type, sizes, lengths, gender, columns, rows, size_columns, points, legs }) => ({
    id,
    name,
    garmentType: garment_type,
    sizes,
    lengths,
    guide:
      gender === null || !columns || !rows || !size_columns || !points
        ? undefined
        : { gender, columns, rows, sizeColumns: size_columns, points, legs: legs ?? {} },
  }));
}
