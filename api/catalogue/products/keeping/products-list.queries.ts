import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ProductState } from '#contract/catalogue/products/product-states.ts';
import type { QueryOf } from '#contract/index.ts';
import {
  brandsOf,
  countForeignOrganisations,
  isInNobodysRange,
  isVisibleTo,
  nameOfOnlyClient,
} from '../../kept-products/kept-products.queries.ts';

type Query = NonNullable<QueryOf<'GET /api/operator/products'>>;

/** A product in the list of operators. */
export interface ListedProductRow {
  id: number;
  name: string;
  sku: string | null;
  imageSrc: string | null;
  state: ProductState;
  categories: string[];
  combinations: number;
  onHand: number;
  priceMinor: number;
  callForPrice: boolean;
  ownClients: number;
  otherClients: number;
  madeFor: string | null;
  photographs: number;
  sizeGuideName: string | null;
  /** ISO 8601. */
  updatedAt: string;
}

/** The state of product `p`. */
export const stateOfProduct = sql`case when p.published then 'published' when p.discontinued then 'discontinued' else 'draft' end`;

/** Products in whose names a folding changes more than capitals: the condition of the index `product_to_be_folded`. */
const isToBeFolded = sql`name ~ '[^ -&(-_a-~]'`;

/**
 * The products that a search term finds: by words of name and SKU, by the beginning of the SKU of a combination, or by a GTIN. Each of these is read from
 * an index of its own. Names with accents, special letters or apostrophes are folded when they are read.
 */
function matches(searchTerm: string): RawBuilder<unknown> {
  const term = searchTerm.trim().toLowerCase();
  const named = sql`name || ' ' || coalesce(sku, '')`;
  return sql`p.id in (
    select id from product where ${matchesWords(sql`lower(${named})`, searchTerm)}
    union all select id from product where ${isToBeFolded} and ${matchesWords(sql`searchable_text(${named})`, searchTerm)}
    union all select product_id from combination where lower(sku) like ${`${escapeLike(term)}%`}
    union all select product_id from combination where gtin = ${term}
    union all select id from product where gtin = ${term})`;
}

const STATES: Readonly<Record<ProductState, RawBuilder<unknown>>> = {
  draft: sql`not p.published and not p.discontinued`,
  published: sql`p.published`,
  discontinued: sql`not p.published and p.discontinued`,
};

const isInCategory = (categoryId: number) => sql`exists (
  select from product_category pc where pc.product_id = p.id and pc.category_id in (
    with recursive below as (
      select ${categoryId}::bigint as id
      union select c.id from category c join below on c.parent_id = below.id)
    select id from below))`;

const isInRangeOf = (operator: OperatorScope, organisationId: number) => sql`exists (
  select from product_organisation po join organisation o on o.id = po.organisation_id
  where po.product_id = p.id and po.organisation_id = ${organisationId} and o.brand_id = any (${brandsOf(operator)}))`;

const hasPhotograph = sql`exists (select from product_image i where i.product_id = p.id and i.side is null)`;
const hasSizes = sql`exists (
  select from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size' where pa.product_id = p.id)`;

/** What products to list; `ids`: of these alone. */
type Filters = Query & { ids?: readonly number[] };

function toConditions(operator: OperatorScope, query: Filters): RawBuilder<unknown>[] {
  return [
    isVisibleTo(operator),
    ...(query.ids ? [sql`p.id = any (${[...query.ids]}::bigint[])`] : []),
    ...(query.searchTerm?.trim() ? [matches(query.searchTerm)] : []),
    ...(query.state ? [STATES[query.state]] : []),
    ...(query.categoryId === undefined ? [] : [isInCategory(query.categoryId)]),
    ...(query.organisationId === undefined ? [] : [isInRangeOf(operator, query.organisationId)]),
    ...(query.inNobodysRange ? [isInNobodysRange] : []),
    ...(query.madeForOneClient ? [sql`p.exclusive_organisation_id is not null`] : []),
    ...(query.withoutPictures ? [sql`not ${hasPhotograph}`] : []),
    ...(query.withoutSizeGuide ? [sql`p.size_guide_id is null and ${hasSizes}`] : []),
  ];
}

const SORT_KEYS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`lower(p.name)`,
  sku: sql`lower(p.sku)`,
  updated: sql`p.updated_at`,
};

function toOrder(sort = 'name'): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-');
  const key = SORT_KEYS[isDescending ? sort.slice(1) : sort] ?? sql`lower(p.name)`;
  return isDescending ? sql`${key} desc nulls last, p.id desc` : sql`${key} nulls last, p.id`;
}

/** The first photograph of product `p`; otherwise its drawing in its first colour. */
const firstPicture = sql`coalesce(
  (select i.src from product_image i where i.product_id = p.id and i.src is not null order by i.position, i.id limit 1),
  (select drawing_url(p.garment_type, p.drawing_features, c.colour_rgb, c.accent_rgb, 'front') from (values (1)) one
   left join lateral (
     select v.colour_rgb, v.accent_rgb from product_attribute pa join product_attribute_value v on v.product_attribute_id = pa.id
     where pa.product_id = p.id and v.colour_rgb is not null order by pa.display_order, v.display_order, v.id limit 1) c on true))`;

/** A page of the products that the operator sees, with their number, in one statement. Details are read of the page alone. */
export async function listKeptProducts(
  db: Db,
  operator: OperatorScope,
  query: Filters,
): Promise<{ products: ListedProductRow[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const { rows } = await sql<{ products: ListedProductRow[]; totalCount: number }>`
    with found as materialized (select p.id, row_number() over (order by ${toOrder(query.sort)}) as place from product p
      where ${sql.join(toConditions(operator, query), sql` and `)}),
    page as (
      select f.place, p.id, p.name, p.sku, ${firstPicture} as "imageSrc", ${stateOfProduct} as state,
        array(select c.name from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id order by c.display_order, c.name) as categories,
        k.combinations, coalesce(k."onHand", 0) as "onHand", coalesce(k."priceMinor", p.price_minor) as "priceMinor", p.call_for_price as "callForPrice",
        (select count(*)::int from product_organisation po join organisation o on o.id = po.organisation_id
          where po.product_id = p.id and o.brand_id = any (${brandsOf(operator)})) as "ownClients",
        ${countForeignOrganisations(operator)} as "otherClients", ${nameOfOnlyClient(operator)} as "madeFor",
        (select count(*)::int from product_image i where i.product_id = p.id and i.side is null) as photographs,
        g.name as "sizeGuideName", p.updated_at as "updatedAt"
      from (select id, place from found order by place limit ${limit} offset ${offset}) f
      join product p on p.id = f.id
      left join size_guide g on g.id = p.size_guide_id
      cross join lateral (
        select count(*) filter (where not c.discontinued)::int as combinations, sum(s.on_hand)::int as "onHand",
          min(unit_price(null, null, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor)) filter (where not c.discontinued) as "priceMinor"
        from combination c left join stock_level s on s.combination_id = c.id where c.product_id = p.id) k)
    select (select count(*)::int from found) as "totalCount", (select coalesce(json_agg(page order by place), '[]') from page) as products`.execute(
    db,
  );
  return rows[0] as { products: ListedProductRow[]; totalCount: number };
}

/** The ids of all products that match, in the order of the list. */
export async function listKeptProductIds(
  db: Db,
  operator: OperatorScope,
  query: Omit<Query, 'page' | 'limit'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from product p where ${sql.join(toConditions(operator, query), sql` and `)} order by ${toOrder(query.sort)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
