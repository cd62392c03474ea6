import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isSharedBeyond, isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import { readPictureName, type SkuOwner } from './picture-names.rules.ts';

/** The products and combinations that the operator sees whose SKUs file names may begin with, in one statement. */
export async function findSkuOwners(db: Db | Tx, operator: OperatorScope, fileNames: readonly string[]): Promise<SkuOwner[]> {
  const skus = [...new Set(fileNames.flatMap((name) => readPictureName(name).map(({ sku }) => sku)))].filter(Boolean);
  const { rows } = await sql<SkuOwner>`
    with said (sku, as_file_name) as materialized (
      select sku, translate(sku, '_ ', '--') from unnest(${skus}::text[]) as name (sku)),
    found as (
      select s.sku, c.product_id, c.value_ids from said s join combination c on lower(c.sku) = s.sku
      union all
      select s.sku, c.product_id, c.value_ids from said s join combination c on ${asFileName('c')} = s.as_file_name and ${isNoFileName('c')}
      union all
      select s.sku, p.id, null from said s join product p on lower(p.sku) = s.sku and p.sku is not null
      union all
      select s.sku, p.id, null from said s join product p on ${asFileName('p')} = s.as_file_name and ${isNoFileName('p')})
    select f.sku, p.id as "productId", p.name as "productName", f.value_ids is not null as "isCombination", ${isSharedBeyond(operator)} as "isShared",
      (select v.id from ${colourValues} and v.id = any (f.value_ids) limit 1) as "valueId",
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by pa.display_order, v.display_order, v.id), '[]')
       from ${colourValues}) as colours
    from found f join product p on p.id = f.product_id where ${isVisibleTo(operator)} order by f.sku, p.id`.execute(db);
  return rows;
}

/** A SKU as files are named by it, and whether it has signs that those cannot have; in the words of the indexes. */
const asFileName = (table: 'c' | 'p') => sql`translate(lower(${sql.ref(`${table}.sku`)}), '/\\:*?"<>|_ ', '-----------')`;
const isNoFileName = (table: 'c' | 'p') => sql`${sql.ref(`${table}.sku`)} ~ '[/\\\\:*?"<>|]'`;

/** The colours of product `p`. */
const colourValues = sql`
  product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'colour'
  join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id`;
