import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { TAX_CLASSES } from '#contract/catalogue/tax/tax-classes.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type AppliedTaxClass, getTaxRate, type TaxRates } from '../pricing/pricing.rules.ts';
import type { RangeLimits } from '../range/audience.rules.ts';
import { type LimitsRow, limitColumns, toRangeLimits, visibleTo } from '../range/product-visibility.queries.ts';
import type { ProductStock } from '../stock/stock.rules.ts';
import {
  type ListedStockRow,
  listedStock,
  listedStockColumns,
  type StockStamp,
  stampColumns,
  toProductStock,
} from './listed-stock.queries.ts';
import type { FacetNames, ListingOrder, OptionGroup } from './listing.rules.ts';

type ListItem = ReplyOf<'GET /api/products'>['products'][number];

/** One product in an organisation's listing. Money in minor units, excluding tax. */
export interface Listing {
  id: number;
  name: string;
  sku: string | null;
  shortDescription: string | null;
  handle: string;
  priceMinor: number;
  /** Set when its combinations' prices differ. */
  priceFromMinor: number | null;
  oldPriceMinor: number | null;
  callForPrice: boolean;
  isMadeToOrder: boolean;
  isMadeToMeasure: boolean;
  taxClass: AppliedTaxClass;
  disableBuyButton: boolean;
  /** Working days to make it; null unless it is made to order. */
  leadTimeDays: number | null;
  sizeGuideId: number | null;
  /** The only combination; null when there is something to choose. */
  combinationId: number | null;
  /** The first few; `colourCount` counts all. */
  colours: ListItem['colours'];
  colourCount: number;
  images: ListItem['images'];
  specifications: ListItem['specifications'];
}

export interface ListingRow {
  product_id: number;
  name: string;
  sku: string | null;
  short_description: string | null;
  handle: string;
  price_minor: number;
  price_from_minor: number | null;
  old_price_minor: number | null;
  call_for_price: boolean;
  is_made_to_order: boolean;
  is_made_to_measure: boolean;
  tax_class: AppliedTaxClass;
  disable_buy_button: boolean;
  lead_time_days: number | null;
  size_guide_id: number | null;
  combination_id: number | null;
  colours: ListItem['colours'];
  colour_count: number;
  images: ListItem['images'];
  specifications: ListItem['specifications'];
}

/** Columns of `product_listing l`. */
export const listingColumns = sql`
  l.product_id, l.name, l.sku, l.short_description, l.handle, l.price_minor, l.price_from_minor, l.old_price_minor, l.call_for_price,
  l.is_made_to_order, l.is_made_to_measure, l.tax_class, l.disable_buy_button, l.lead_time_days, l.size_guide_id, l.combination_id, l.colours, l.colour_count,
  l.images, l.specifications`;

export const toListing = (row: ListingRow): Listing => ({
  id: row.product_id,
  name: row.name,
  sku: row.sku,
  shortDescription: row.short_description,
  handle: row.handle,
  priceMinor: row.price_minor,
  priceFromMinor: row.price_from_minor,
  oldPriceMinor: row.old_price_minor,
  callForPrice: row.call_for_price,
  isMadeToOrder: row.is_made_to_order,
  isMadeToMeasure: row.is_made_to_measure,
  taxClass: row.tax_class,
  disableBuyButton: row.disable_buy_button,
  leadTimeDays: row.lead_time_days,
  sizeGuideId: row.size_guide_id,
  combinationId: row.combination_id,
  colours: row.colours,
  colourCount: row.colour_count,
  images: row.images,
  specifications: row.specifications,
});

/** The version of an organisation's range, which every change increments. Every request for a list reads it, so it is plain SQL. */
export async function getListingVersion(db: Db, organisationId: number): Promise<number> {
  const found = await db.executeQuery<{ version: number }>(
    CompiledQuery.raw('select version from listing_version where organisation_id = $1', [organisationId]),
  );
  return found.rows[0]?.version ?? 0;
}

/** One product in an organisation's listing, with its stock. */
export interface StockedListing extends Listing {
  stock: ProductStock;
  /** Identify the state of the product: the version of its listing, and the sum of the versions of its stock levels. */
  versions: { version: number; stockVersion: number };
}

/** A row of `listingColumns` and `listedStockColumns`. */
export type StockedListingRow = ListingRow & ListedStockRow & { product_version: number };

/** Columns of `product_listing l` with `listedStock`. */
export const stockedListingColumns = sql`${listingColumns}, l.version as product_version, ${listedStockColumns}`;

export const toStockedListing = (row: StockedListingRow): StockedListing => ({
  ...toListing(row),
  stock: toProductStock(row),
  versions: { version: row.product_version, stockVersion: row.stock_version },
});

/** Rows of an organisation's range at one version of it, with the state of their stock. */
export interface ListingRows {
  version: number;
  listings: StockedListing[];
  stock: StockStamp;
  /** When the database read them, in milliseconds since 1970. */
  readAt: number;
}

/** Products of the person's range in the order of the given ids; ids that are not, or no longer, in it are left out. */
export async function listListings(db: Db, scope: Scope, productIds: readonly number[]): Promise<ListingRows> {
  type State = { version: number; snapshot: string; fresh_until: number; read_at: number };
  const found = await sql<State & (StockedListingRow | { product_id: null })>`
    select v.version, ${stampColumns}, extract(epoch from now())::float8 * 1000 as read_at, shown.*
    from listing_version v
    left join lateral (
      select ${stockedListingColumns} from product_listing l ${listedStock}
      where l.organisation_id = v.organisation_id and l.product_id = any (${[...productIds]}::bigint[]) and ${visibleTo(scope)}) shown on true
    where v.organisation_id = ${scope.organisationId}`.execute(db);
  const rows = found.rows.flatMap((row) => (row.product_id === null ? [] : (row as StockedListingRow)));
  const byId = new Map(rows.map((row) => [row.product_id, toStockedListing(row)]));
  const [state] = found.rows;
  return {
    version: state?.version ?? 0,
    listings: productIds.flatMap((id) => byId.get(id) ?? []),
    stock: {
      productIds: rows.map(({ product_id }) => product_id),
      stockVersion: rows.reduce((sum, { stock_version }) => sum + stock_version, 0),
      snapshot: state?.snapshot ?? '',
      freshUntil: state?.fresh_until ?? 0,
    },
    readAt: state?.read_at ?? 0,
  };
}

/** Filters and order of a product list; null means no filter. */
export interface ListingFilter {
  keyword: string | null;
  categoryId: number | null;
  businessAreaId: number | null;
  jobRoleId: number | null;
  /** Products that groups of these wardrobes list, ascending. */
  collectionIds: readonly number[] | null;
  /** Without repetition, ascending. */
  optionIds: readonly number[];
  order: ListingOrder;
}

/** Everything about a filtered list except its rows, at one version of the organisation's range. */
export interface ListingMatches {
  version: number;
  /** The limits of the organisation's range. */
  limits: RangeLimits;
  /** Ids of all matching products, in the order of the list. */
  productIds: Int32Array;
  /** Products that match all but the specification filter, counted by their options. */
  groups: OptionGroup[];
  specifications: FacetNames[];
}

interface MatchesRow extends LimitsRow {
  version: number;
  product_ids: string | null;
  groups: OptionGroup[];
  specifications: FacetNames[];
}

/** Source of the products, and what "position" means for it: the whole range, an exact keyword match, or a match by similarity. */
function sourceOf(organisationId: number, keyword: string | null, alike: boolean) {
  if (keyword === null)
    return { from: sql`product_listing l`, matches: sql`true`, position: sql`l.display_order, l.name, l.product_id` };
  if (alike) {
    return {
      from: sql`similar_products(${organisationId}, ${keyword}) a join product_listing l on l.product_id = a.product_id`,
      matches: sql`true`,
      position: sql`a.similarity desc, l.name, l.product_id`,
    };
  }
  return {
    from: sql`keyword_query(${keyword}) q, product_listing l`,
    matches: sql`l.search @@ q`,
    position: sql`ts_rank(l.search, q) desc, l.name, l.product_id`,
  };
}

const RATED: readonly AppliedTaxClass[] = [...TAX_CLASSES, 'exempt'];

/** The price as it is shown: with the tax of its class. */
const shownPrice = (tax: TaxRates | null) =>
  tax === null
    ? sql`l.price_minor`
    : sql`round(l.price_minor * (1 + (${JSON.stringify(Object.fromEntries(RATED.map((taxClass) => [taxClass, getTaxRate(tax, taxClass)])))}::jsonb ->> l.tax_class)::numeric))`;

/** The order of a list as SQL. Every order ends with the id, so that no two requests disagree about it. */
function orderOf({ by, tax }: ListingOrder, position: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (by) {
    case 'position':
      return position;
    case 'nameAsc':
      return sql`l.name collate "und-x-icu", l.product_id`;
    case 'nameDesc':
      return sql`l.name collate "und-x-icu" desc, l.product_id desc`;
    // Products without a price to show are last in both directions.
    case 'priceAsc':
      return sql`l.call_for_price, ${shownPrice(tax)}, l.name collate "und-x-icu", l.product_id`;
    case 'priceDesc':
      return sql`l.call_for_price, ${shownPrice(tax)} desc, l.name collate "und-x-icu", l.product_id`;
    case 'newest':
      return sql`l.created_at desc, l.product_id desc`;
  }
}

/** Filters by area or job role: products limited to it, and products without such a limit. No products if it does not exist. */
export const limitedTo = (limit: 'business_area' | 'job_role', organisationId: number, id: number) => sql`
  (l.${sql.ref(`${limit}_ids`)} = '{}' or ${id} = any (l.${sql.ref(`${limit}_ids`)}))
  and exists (select from ${sql.table(limit)} x where x.organisation_id = ${organisationId} and x.id = ${id})`;

/** Filters by wardrobes: products that their groups list, open or not. */
const listedBy = (organisationId: number, collectionIds: readonly number[]) => sql`
  l.product_id in (
    select gp.product_id from collection_group g
    join collection_group_product gp on gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id
    where g.organisation_id = ${organisationId} and g.collection_id = any (${[...collectionIds]}::bigint[]))`;

/**
 * Finds the products that match a filter, in one statement. With `alike`, the keyword only has to be similar to the names.
 * Ids that do not exist, or are not visible to this person, match nothing and are not revealed.
 */
export async function findMatches(db: Db, scope: Scope, filter: ListingFilter, alike = false): Promise<ListingMatches> {
  const { organisationId } = scope;
  const { from, matches, position } = sourceOf(organisationId, filter.keyword, alike);
  const options = sql`${[...filter.optionIds]}::bigint[]`;
  const limits = [sql`l.organisation_id = ${organisationId}`, visibleTo(scope), matches];
  if (filter.categoryId !== null) limits.push(sql`${filter.categoryId} = any (l.category_ids)`);
  if (filter.businessAreaId !== null) limits.push(limitedTo('business_area', organisationId, filter.businessAreaId));
  if (filter.jobRoleId !== null) limits.push(limitedTo('job_role', organisationId, filter.jobRoleId));
  if (filter.collectionIds !== null) limits.push(listedBy(organisationId, filter.collectionIds));
  const found = await sql<MatchesRow>`
    with found as materialized (
      select l.product_id, l.option_ids, row_number() over (order by ${orderOf(filter.order, position)}) as place from ${from} where ${sql.join(limits, sql` and `)}),
    chosen as materialized (
      select o.specification_id, array_agg(o.id) as ids from specification_option o where o.id = any (${options}) group by o.specification_id),
    shown (id) as (
      select unnest(option_ids) from found
      union select o from unnest(${options}) o where exists (
        select from product_listing l where l.organisation_id = ${organisationId} and ${visibleTo(scope)} and o = any (l.option_ids)))
    select v.version, ${limitColumns},
      (select string_agg(f.product_id::text, ',' order by f.place) from found f
       where (select coalesce(sum(cardinality(ids)), 0) from chosen) = ${filter.optionIds.length}
         and not exists (select from chosen c where not f.option_ids && c.ids)) as product_ids,
      (select coalesce(json_agg(json_build_array(g.option_ids, g.count)), '[]')
       from (select option_ids, count(*)::int as count from found group by option_ids) g) as groups,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'values', s.list) order by s.display_order, s.name), '[]')
       from (select a.id, a.name, a.display_order,
               json_agg(json_build_object('id', o.id, 'name', o.name, 'colorSquaresRgb', o.colour_rgb) order by o.display_order, o.name) as list
             from specification_option o join specification a on a.id = o.specification_id
             where o.id in (select id from shown) group by a.id) s) as specifications
    from listing_version v where v.organisation_id = ${organisationId}`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error(`Organisation ${organisationId} has no listing version.`);
  return {
    version: row.version,
    limits: toRangeLimits(row),
    productIds: row.product_ids ? Int32Array.from(row.product_ids.split(','), Number) : new Int32Array(),
    groups: row.groups,
    specifications: row.specifications,
  };
}
