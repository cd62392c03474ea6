import { type RawBuilder, sql } from 'kysely';
import { isOwnCart } from '#api/identity/sessions/cart-key.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getAudience } from '../range/audience.rules.ts';
import { visibleTo } from '../range/product-visibility.queries.ts';
import { listedStock } from './listed-stock.queries.ts';
import { type StockedListing, type StockedListingRow, stockedListingColumns, toStockedListing } from './listing.queries.ts';

const MAX_CROSS_SELLS = 4;
/** Bounds the list: more products than an organisation is likely to feature. */
const MAX_FEATURED = 60;

/** The gender of the garments of products `source` that are cut for men (0) or women (1); no row when there are none, or both. */
const onlyCutOf = (source: RawBuilder<unknown>) => sql`
  select min(chart.gender) as gender from ${source} join product on product.id = source.product_id
  join size_chart chart on chart.size_guide_id = product.size_guide_id and chart.gender in (0, 1)
  having count(distinct chart.gender) = 1`;

/**
 * Whether the garment of `product_listing l` is for the person: not a men's garment for a wearer whose wardrobe has the women's cut, and vice versa.
 * Where the wardrobe has no cut or both, and for people who order for others, the garments `basis` decide: those that the suggestions are for.
 */
const fitsCut = (scope: Scope, basis: RawBuilder<unknown>) => sql`
  not exists (
    select from size_chart chart, (
      select coalesce(
        (${onlyCutOf(sql`(select distinct gp.product_id from collection_group_product gp
          where gp.organisation_id = ${scope.organisationId} and gp.collection_group_id = any (${[...getAudience(scope).openGroupIds]}::bigint[])) source`)}),
        (${onlyCutOf(sql`(${basis}) source`)})) as gender) own
    where chart.size_guide_id = l.size_guide_id and chart.gender in (0, 1) and chart.gender <> own.gender)`;

/** Related products that the person can buy, of their own cut; undefined if the product itself is not in their range. */
export async function listRelated(db: Db, scope: Scope, productId: number): Promise<StockedListing[] | undefined> {
  const found = await sql<StockedListingRow | { product_id: null }>`
    select related.* from product_listing l
    left join lateral (
      select ${stockedListingColumns} from related_product r
      join product_listing l on l.organisation_id = ${scope.organisationId} and l.product_id = r.related_product_id and ${visibleTo(scope)}
      ${listedStock}
      where r.product_id = ${productId} and r.kind = 'related' and r.related_product_id <> r.product_id
        and ${fitsCut(scope, sql`select ${productId}::bigint as product_id`)}
      order by r.display_order, l.name, l.product_id) related on true
    where l.organisation_id = ${scope.organisationId} and l.product_id = ${productId} and ${visibleTo(scope)}`.execute(db);
  if (found.rows.length === 0) return undefined;
  return found.rows.flatMap((row) => (row.product_id === null ? [] : toStockedListing(row)));
}

/** Up to four products of the person's cut that go with those in their cart and are not in it yet. */
export async function listCrossSells(db: Db, scope: Scope): Promise<StockedListing[]> {
  const found = await sql<StockedListingRow>`
    with in_cart as materialized (
      select distinct line.product_id from cart join cart_line line on line.organisation_id = cart.organisation_id and line.cart_id = cart.id
      where ${isOwnCart(scope, 'cart')})
    select ${stockedListingColumns}
    from (select r.related_product_id, min(r.display_order) as display_order, count(*) as times
          from in_cart join related_product r on r.product_id = in_cart.product_id and r.kind = 'cross_sell' group by r.related_product_id) r
    join product_listing l on l.organisation_id = ${scope.organisationId} and l.product_id = r.related_product_id and ${visibleTo(scope)}
      ${listedStock}
    where l.product_id not in (select product_id from in_cart) and ${fitsCut(scope, sql`select product_id from in_cart`)}
    order by r.times desc, r.display_order, l.name, l.product_id limit ${MAX_CROSS_SELLS}`.execute(db);
  return found.rows.map(toStockedListing);
}

/** The organisation's featured products. */
export async function listFeatured(db: Db, scope: Scope): Promise<StockedListing[]> {
  const found = await sql<StockedListingRow>`
    select ${stockedListingColumns} from product_listing l
    ${listedStock}
    where l.organisation_id = ${scope.organisationId} and l.featured and ${visibleTo(scope)}
    order by l.display_order, l.name, l.product_id limit ${MAX_FEATURED}`.execute(db);
  return found.rows.map(toStockedListing);
}
