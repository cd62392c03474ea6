import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import { catalogueCurrency } from '../../pricing/catalogue-price.queries.ts';
import { stateOfProduct } from './products-list.queries.ts';
import type { WorkbookProductRow } from './products-workbook.rules.ts';

/** The products with these ids that the operator sees, in the order of the ids. */
export async function readWorkbookProducts(
  db: Db,
  operator: OperatorScope,
  ids: readonly number[],
): Promise<WorkbookProductRow[]> {
  const { rows } = await sql<WorkbookProductRow>`
    select p.id, p.handle, p.version, p.name, p.sku, ${stateOfProduct} as state, p.short_description as "shortDescription",
      p.full_description as "fullDescription", array(select category_id from product_category where product_id = p.id order by 1) as "categoryIds",
      p.vendor, p.manufacturer_part_number as "partNumber", p.price_minor as "priceMinor", p.call_for_price as "callForPrice",
      p.is_tax_exempt as "isTaxExempt", p.order_minimum_quantity as minimum, p.order_maximum_quantity as maximum,
      p.allowed_quantities as "allowedQuantities", p.manages_stock as "managesStock", p.backorder_mode as "backorderMode",
      p.lead_time_days as "leadTimeDays", p.is_made_to_order as "isMadeToOrder", p.wear_life_months as "wearLifeMonths", p.necessity, g.name as "sizeGuideName",
      p.unspsc_code as unspsc, p.unit_of_measure as "unitCode", p.weight_grams as "weightGrams",
      (select coalesce(json_agg(json_build_object('name', a.name, 'values',
          (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name)), '[]') from product_attribute_value v where v.product_attribute_id = pa.id))
          order by pa.display_order, pa.id), '[]')
        from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = p.id) as attributes,
      (select coalesce(json_agg(json_build_object('id', c.id, 'version', c.version, 'valueIds', c.value_ids, 'sku', c.sku, 'gtin', c.gtin,
          'ownPriceMinor', c.overridden_price_minor, 'discontinued', c.discontinued) order by c.display_order, c.id), '[]')
        from combination c where c.product_id = p.id) as combinations
    from unnest(${[...ids]}::bigint[]) with ordinality wanted (id, place) join product p on p.id = wanted.id
    left join size_guide g on g.id = p.size_guide_id
    where ${isVisibleTo(operator)} order by wanted.place`.execute(db);
  return rows;
}

/** How many rows these products have in the workbook: one for each variant, and at least one. */
export async function countProductRows(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(greatest(variant.count, 1)), 0)::int as count
    from unnest(${[...ids]}::bigint[]) as listed (id)
    cross join lateral (select count(*)::int as count from combination c where c.product_id = listed.id) variant`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What the workbook needs to know before its first row: the categories, the currency, and the most attributes that one of the products has. */
export async function readWorkbookFacts(
  db: Db,
  ids: readonly number[],
): Promise<{ categories: { id: number; parentId: number | null; name: string }[]; currencyCode: string; attributes: number }> {
  const { rows } = await sql<Awaited<ReturnType<typeof readWorkbookFacts>>>`
    select (select coalesce(json_agg(json_build_object('id', id, 'parentId', parent_id, 'name', name)), '[]') from category) as categories,
      ${catalogueCurrency} as "currencyCode",
      (select coalesce(max(n), 0)::int from (select count(*) as n from product_attribute where product_id = any (${[...ids]}::bigint[]) group by product_id) counts)
        as attributes`.execute(db);
  return rows[0] as Awaited<ReturnType<typeof readWorkbookFacts>>;
}
