import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { ParsedSizeGuide } from '#api/catalogue/size-guides/reading/charts.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A product with the data needed to advise on its sizes. */
export interface SizingGarment {
  id: number;
  name: string;
  garmentType: string | null;
  sizes: { id: number; name: string; displayOrder: number }[];
  /** The values of each fit or length attribute, which may be leg lengths. */
  lengths: { id: number; name: string }[][];
  /** Its size guide; undefined when it has none. */
  guide: (ParsedSizeGuide & { id: number; name: string; hasChart: boolean }) | undefined;
}

interface GarmentRow {
  id: number;
  name: string;
  garment_type: string | null;
  sizes: { id: number; name: string; displayOrder: number }[];
  lengths: { id: number; name: string }[][];
  guide_id: number | null;
  guide_name: string | null;
  gender: number | null;
  columns: string[] | null;
  rows: string[][] | null;
  size_columns: string[] | null;
  points: Record<string, string> | null;
  legs: Record<string, string[]> | null;
}

/** Which garments to list. */
interface GarmentFilter {
  productIds?: readonly number[] | undefined;
  hasSizeGuide?: boolean | undefined;
  searchTerm?: string | undefined;
  /** Rows to skip and to return; all of them where it is absent. */
  offset?: number;
  limit?: number;
}

/** The garments of the person's range that they may see and that match, by name. */
export async function listSizingGarments(db: Db, scope: Scope, filter: GarmentFilter = {}): Promise<SizingGarment[]> {
  const found = await sql<GarmentRow>`
    select l.product_id as id, l.name, p.garment_type, g.id as guide_id, g.name as guide_name, c.gender, g.columns, g.rows, c.size_columns, c.points, c.legs,
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
    where ${matches(scope, filter)}
    order by l.name, l.product_id limit ${filter.limit ?? null}::int offset ${filter.offset ?? 0}::int`.execute(db);
  return found.rows.map(toGarment);
}

/** The number of garments that match, on all pages. */
export async function countSizingGarments(db: Db, scope: Scope, filter: GarmentFilter): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from product_listing l where ${matches(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The condition on `product_listing l`. Every word of the search term is in the name or the SKU. */
function matches(scope: Scope, { productIds, hasSizeGuide = false, searchTerm }: GarmentFilter) {
  return sql`l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)}
    and (${productIds === undefined} or l.product_id = any (${[...(productIds ?? [])]}::bigint[]))
    and (not ${hasSizeGuide}::boolean or l.size_guide_id is not null)
    and ${matchesWords(sql`searchable_text(l.name || ' ' || coalesce(l.sku, ''))`, searchTerm)}`;
}

function toGarment({
  guide_id,
  guide_name,
  gender,
  columns,
  rows,
  size_columns,
  points,
  legs,
  ...row
}: GarmentRow): SizingGarment {
  return {
    id: row.id,
    name: row.name,
    garmentType: row.garment_type,
    sizes: row.sizes,
    lengths: row.lengths,
    guide:
      guide_id === null || guide_name === null || !columns || !rows
        ? undefined
        : {
            id: guide_id,
            name: guide_name,
            hasChart: gender !== null,
            gender: gender ?? 2,
            columns,
            rows,
            sizeColumns: size_columns ?? columns.slice(0, 1),
            points: points ?? {},
            legs: legs ?? {},
          },
  };
}
