import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { describeProduct, type SheetProduct, type StoredChoices } from './choose-combination.rules.ts';

/** What a garment's text names: a product, or a combination of it by SKU or GTIN. */
export interface NamedGarment {
  productId: number;
  combinationId: number | null;
}

/** What texts name, and the products among it. */
export interface FoundGarments {
  byText: Map<string, NamedGarment[]>;
  products: Map<number, SheetProduct>;
}

interface FoundRow {
  text: string;
  productId: number;
  combinationId: number | null;
}

/**
 * The products of the person's range that they may see and that texts name: by name, SKU or own SKU of the product, or SKU or GTIN of a combination, with
 * all their choices, in one statement.
 */
export async function findSheetGarments(db: Db, scope: Scope, texts: readonly string[]): Promise<FoundGarments> {
  if (texts.length === 0) return { byText: new Map(), products: new Map() };
  const wanted = [...new Set(texts.map((text) => text.toLowerCase()))];
  const { rows } = await sql<{ found: FoundRow[] | null; products: StoredChoices[] | null }>`
    with wanted as materialized (select w.text from unnest(${wanted}::text[]) as w (text)),
    codes as materialized (select w.text from wanted w where w.text ~ '^[0-9]{8,14}$'),
    offered as materialized (
      select pl.product_id, pl.name, pl.sku, p.sku as product_sku, p.gtin
      from product_listing pl join product p on p.id = pl.product_id
      where pl.organisation_id = ${scope.organisationId} and ${visibleTo(scope, 'pl')}),
    found as materialized (
      select w.text, o.product_id, null::bigint as combination_id from wanted w join offered o on lower(o.name) = w.text
      union
      select w.text, o.product_id, null from wanted w join offered o on lower(o.sku) = w.text
      union
      select w.text, o.product_id, null from wanted w join offered o on lower(o.product_sku) = w.text
      union
      select w.text, o.product_id, null from codes w join offered o on o.gtin = w.text
      union
      select w.text, o.product_id, c.id from wanted w join combination c on lower(c.sku) = w.text and not c.discontinued join offered o on o.product_id = c.product_id
      union
      select w.text, o.product_id, c.id from codes w join combination c on c.gtin = w.text and not c.discontinued join offered o on o.product_id = c.product_id)
    select
      (select json_agg(json_build_object('text', f.text, 'productId', f.product_id, 'combinationId', f.combination_id)) from found f) as found,
      (select json_agg(json_build_object('id', o.product_id, 'name', o.name,
          'isDecorated', exists (select from product_position pp where pp.product_id = o.product_id),
          'collectionIds', (
            select coalesce(json_agg(distinct g.collection_id), '[]')
            from collection_group_product gp join collection_group g on g.organisation_id = gp.organisation_id and g.id = gp.collection_group_id
            where gp.organisation_id = ${scope.organisationId} and gp.product_id = o.product_id),
          'attributes', (
            select coalesce(json_agg(json_build_object('role', a.role, 'values', (
                select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by v.display_order, v.id), '[]')
                from product_attribute_value v where v.product_attribute_id = pa.id)) order by pa.display_order, pa.id), '[]')
            from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = o.product_id),
          'combinations', (
            select coalesce(json_agg(json_build_object('id', c.id, 'sku', c.sku, 'valueIds', c.value_ids) order by c.display_order, c.id), '[]')
            from combination c where c.product_id = o.product_id and not c.discontinued)))
        from offered o where o.product_id in (select f.product_id from found f)) as products`.execute(db);
  const { found, products } = rows[0] ?? { found: null, products: null };
  return {
    byText: Map.groupBy(found ?? [], ({ text }) => text) as Map<string, NamedGarment[]>,
    products: new Map((products ?? []).map((product) => [product.id, describeProduct(product)])),
  };
}

/** A person and a product. */
export interface WearerProduct {
  wearerId: number;
  productId: number;
}

/** By person and product. */
export const keyOfPair = ({ wearerId, productId }: WearerProduct): string => `${wearerId} ${productId}`;
