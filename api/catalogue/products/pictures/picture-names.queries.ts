import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isSharedBeyond, isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import { readPictureName, type SkuOwner } from './picture-names.rules.ts';

/** The products and combinations that the operator sees whose SKUs file names may begin with, in one statement. */
export async function findSkuOwners(db: Db | Tx, operator: OperatorScope, fileNames: readonly string[]): Promise<SkuOwner[]> {
  const skus = [...new Set(fileNames.flatMap((name) => readPictureName(name).map(({ sku }) => sku)))].filter(Boolean);
  const { rows } = await sql<SkuOwner>`
    with found as (
      select lower(c.sku) as sku, c.product_id, c.value_ids from combination c where lower(c.sku) = any (${skus}::text[])
      union all
      select lower(p.sku), p.id, null from product p where p.sku is not null and lower(p.sku) = any (${skus}::text[]))
    select f.sku, p.id as "productId", p.name as "productName", f.value_ids is not null as "isCombination", ${isSharedBeyond(operator)} as "isShared",
      (select v.id from ${colourValues} and v.id = any (f.value_ids) limit 1) as "valueId",
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by pa.display_order, v.display_order, v.id), '[]')
       from ${colourValues}) as colours
    from found f join product p on p.id = f.product_id where ${isVisibleTo(operator)} order by f.sku, p.id`.execute(db);
  return rows;
}

/** The colours of product `p`. */
const colourValues = sql`
  product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'colour'
  join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id`;
