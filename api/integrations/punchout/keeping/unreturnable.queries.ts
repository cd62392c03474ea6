import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';

/** What of a listed product decides whether it can be returned. Of its part numbers only those that may be too long or have forbidden characters are named. */
export interface ListedProduct {
  id: number;
  name: string;
  unitCode: string;
  unspsc: string | null;
  categoryIds: number[];
  callForPrice: boolean;
  manufacturer: { partId: string; name: string } | null;
  isPersonalised: boolean;
  skuCount: number;
  /** The first ten. */
  skus: string[];
  /** Part numbers that the rules have to look at. */
  doubtfulSkus: string[];
  /** Part numbers that cost nothing. */
  freeSkus: string[];
  /** Colour and size of the part number in which they are the longest. */
  longestAttributes: string;
}

/** The products that people of an organisation can see, by name. `maxNumberLength` is how long a part number may be. */
export async function listListedProducts(
  db: Db,
  organisationId: number,
  { searchTerm, maxNumberLength }: { searchTerm: string | undefined; maxNumberLength: number },
): Promise<ListedProduct[]> {
  const words = searchTerm?.trim() ? `%${escapeLike(searchTerm.trim())}%` : null;
  const { rows } = await sql<ListedProduct>`
    with numbers as materialized (
      select f.product_id, count(*)::int as count, (array_agg(c.sku order by c.display_order, c.id))[1:10] as first,
        array_agg(c.sku order by c.display_order, c.id) filter (where octet_length(c.sku) > ${maxNumberLength} or c.sku !~ '^[!->@-z|~]*$') as doubtful,
        array_agg(c.sku order by c.display_order, c.id) filter (where f.price_minor = 0) as free,
        (array_agg(c.description order by length(c.description) desc))[1] as longest
      from offer f join combination c on c.id = f.combination_id
      where f.organisation_id = ${organisationId} group by f.product_id)
    select l.product_id as id, l.name, p.unit_of_measure as "unitCode", p.unspsc_code as unspsc, l.call_for_price as "callForPrice",
      p.customisation_enabled as "isPersonalised",
      array(select category_id from product_category pc where pc.product_id = l.product_id order by 1) as "categoryIds",
      case when p.vendor <> '' and p.manufacturer_part_number <> '' then
        json_build_object('partId', p.manufacturer_part_number, 'name', p.vendor) end as manufacturer,
      n.count as "skuCount", n.first as skus, coalesce(n.doubtful, '{}') as "doubtfulSkus", coalesce(n.free, '{}') as "freeSkus", n.longest as "longestAttributes"
    from product_listing l join product p on p.id = l.product_id join numbers n on n.product_id = l.product_id
    where l.organisation_id = ${organisationId} and (${words}::text is null or l.name ilike ${words})
    order by lower(l.name), l.product_id`.execute(db);
  return rows;
}

/** The categories of the catalogue, as a tree. */
export async function listCategoryTree(db: Db): Promise<{ id: number; parentId: number | null; unspsc: string | null }[]> {
  const { rows } = await sql<{ id: number; parentId: number | null; unspsc: string | null }>`
    select id, parent_id as "parentId", unspsc_code as unspsc from category`.execute(db);
  return rows;
}
