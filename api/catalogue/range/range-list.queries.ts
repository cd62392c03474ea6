import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { isLikeAny, searchWords } from '#api/platform/db/search-words.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { isInCatalogueCurrency, isOnRequest } from '../pricing/price-on-request.queries.ts';
import { toMajorUnits } from '../pricing/pricing.rules.ts';
import type { ProductOrganisation, RangeOwner } from './range.rules.ts';

export type AvailableProduct = ReplyOf<'GET /api/productsorganisation/available'>['products'][number];

/** Filters of the list of an organisation's products; 0 and absent mean no filter. */
export interface RangeFilter {
  keyword?: string | undefined;
  published?: boolean | undefined;
  businessAreaId?: number | undefined;
  jobRoleId?: number | undefined;
  collectionId?: number | undefined;
  customerRoleId?: number | undefined;
}

const MAX_SEARCH_WORDS = 10;
/** The words of a search in lower case; at most ten. */
export const toSearchWords = (keyword: string | undefined) =>
  (keyword ?? '').replaceAll('\0', ' ').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_SEARCH_WORDS);

/** Conditions that every word of the keyword occurs in one of the texts, or starts a SKU of product `p`. */
const found = (keyword: string | undefined, texts: RawBuilder<unknown>): RawBuilder<unknown>[] =>
  searchWords(keyword?.replaceAll('\0', ' ')).map(
    (spellings) => sql`(${isLikeAny(sql`searchable_text(${texts})`, spellings)}
      or exists (select from combination c where c.product_id = p.id and starts_with(lower(c.sku), ${spellings.at(-1) ?? ''})))`,
  );

const names = (table: string, column: string, id: number | undefined): RawBuilder<unknown>[] =>
  id
    ? [
        sql`exists (select from ${sql.table(table)} x
          where x.organisation_id = po.organisation_id and x.product_organisation_id = po.id and x.${sql.ref(column)} = ${id})`,
      ]
    : [];

/** Condition that a product of the organisation (`product_organisation po join product p`) matches the filter. */
export const matchesRangeFilter = (scope: RangeOwner, filter: RangeFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`po.organisation_id = ${scope.organisationId}`,
      ...found(filter.keyword, sql`concat_ws(' ', po.name, p.name, po.organisation_sku, p.sku)`),
      ...(filter.published === undefined ? [] : [sql`po.published = ${filter.published}`]),
      ...names('product_organisation_area', 'business_area_id', filter.businessAreaId),
      ...names('product_organisation_job_role', 'job_role_id', filter.jobRoleId),
      ...names('product_organisation_collection', 'collection_id', filter.collectionId),
      ...names('product_organisation_role', 'role_id', filter.customerRoleId),
    ],
    sql` and `,
  );

/** What a combination of product `p` costs in the catalogue; `alias` is its table. */
export const catalogueCombinationPrice = (alias: string) => sql`
  unit_price(null, null, ${sql.ref(`${alias}.overridden_price_minor`)}, p.price_minor, ${sql.ref(`${alias}.price_adjustment_minor`)})`;

/** Lowest and highest price among the current combinations of product `p`, for the given price and percentage. */
export const pricesOf = (price: RawBuilder<unknown>, percent: RawBuilder<unknown>) => sql`
  (select coalesce(min(price), p.price_minor) as lowest, coalesce(max(price), p.price_minor) as highest
   from (select unit_price(${price}, ${percent}, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor) as price
         from combination c where c.product_id = p.id and not c.discontinued) each)`;
/** Prices in the catalogue. */
export const cataloguePrices = pricesOf(sql`null`, sql`null`);
/** Prices with what is set in the range (`po`). */
export const ownPrices = pricesOf(sql`po.overridden_price_minor`, sql`po.price_percent`);

/** The first image of product `p`, or its drawing. */
const picture = sql`
  coalesce((select i.src from product_image i where i.product_id = p.id and i.src is not null order by i.position, i.id limit 1),
    (select drawing_url(p.garment_type, p.drawing_features, c.colour_rgb, c.accent_rgb, 'front')
     from (select null) one left join lateral (
       select pv.colour_rgb, pv.accent_rgb from product_attribute pa join product_attribute_value pv on pv.product_attribute_id = pa.id
       where pa.product_id = p.id and pv.colour_rgb is not null order by pa.display_order, pv.display_order, pv.id limit 1) c on true))`;

/** Prices of product `p` of the range that are to come or end on a day, as they are sent. */
export const scheduledRangePrices = sql`
  (select coalesce(json_agg(json_build_object('id', s.id, 'state', s.state, 'startsOn', s.starts_on::text, 'lastOn', (s.ends_on - 1)::text,
      'price', s.price_minor / 100.0, 'percent', s.price_percent) order by s.starts_on, s.id), '[]')
   from scheduled_price s where s.product_id = po.product_id and s.organisation_id = po.organisation_id and s.state in ('coming', 'active'))`;

const wirePrice = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

interface Row {
  /** Position in the list. */
  place: number;
  id: number;
  product_id: number;
  product_name: string;
  name: string | null;
  sku: string | null;
  organisation_sku: string | null;
  image_src: string;
  overridden_price_minor: number | null;
  price_percent: number | null;
  own_lowest: number;
  own_highest: number;
  lowest: number;
  highest: number;
  on_request: boolean;
  catalogue_on_request: boolean;
  scheduled_prices: ProductOrganisation['scheduledPrices'];
  published: boolean;
  supplied: boolean;
  featured: boolean;
  display_order: number;
  business_area_ids: number[];
  job_role_ids: number[];
  collection_ids: number[];
  customer_roles: { id: number; customerRoleId: number; name: string }[];
  version: number;
}

const toEntity = (row: Row, { organisationId }: Scope): ProductOrganisation => ({
  id: row.id,
  productId: row.product_id,
  organisationId,
  productName: row.product_name,
  name: row.name,
  sku: row.sku,
  organisationSku: row.organisation_sku,
  imageSrc: row.image_src,
  overriddenPrice: wirePrice(row.overridden_price_minor),
  pricePercent: row.price_percent,
  price: row.on_request ? null : toMajorUnits(row.own_lowest),
  priceHighest: row.on_request || row.own_lowest === row.own_highest ? null : toMajorUnits(row.own_highest),
  cataloguePrice: row.catalogue_on_request ? null : toMajorUnits(row.lowest),
  cataloguePriceHighest: row.catalogue_on_request || row.lowest === row.highest ? null : toMajorUnits(row.highest),
  scheduledPrices: row.scheduled_prices,
  published: row.published,
  supplied: row.supplied,
  featured: row.featured,
  displayOrder: row.display_order,
  businessAreaIds: row.business_area_ids,
  jobRoleIds: row.job_role_ids,
  collectionIds: row.collection_ids,
  customerRoles: row.customer_roles,
  version: row.version,
});

/** The order of the range. */
export const rangeOrder = sql`po.display_order, coalesce(po.name, p.name), po.id`;

/** The rows of the list for the products in `found` (`id`, `place`). */
const listed = (scope: Scope, found: RawBuilder<unknown>) => sql<Row>`
  select found.place, po.id, po.product_id, p.name as product_name, po.name, p.sku, po.organisation_sku, ${picture} as image_src,
    po.overridden_price_minor, po.price_percent::float8 as price_percent, own.lowest as own_lowest, own.highest as own_highest, price.lowest, price.highest,
    ${isOnRequest(scope)} as on_request, p.call_for_price or not ${isInCatalogueCurrency(scope)} as catalogue_on_request, ${scheduledRangePrices} as scheduled_prices, po.published, p.published as supplied, po.featured, po.display_order,
    array(select business_area_id from product_organisation_area a where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id order by 1) as business_area_ids,
    array(select job_role_id from product_organisation_job_role a where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id order by 1) as job_role_ids,
    array(select collection_id from product_organisation_collection a where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id order by 1) as collection_ids,
    (select coalesce(json_agg(json_build_object('id', a.id, 'customerRoleId', a.role_id, 'name', r.name) order by a.role_id), '[]')
     from product_organisation_role a join role r on r.id = a.role_id
     where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id) as customer_roles, po.version
  from ${found} found
  join product_organisation po on po.organisation_id = ${scope.organisationId} and po.id = found.id
  join product p on p.id = po.product_id
  join lateral ${cataloguePrices} price on true join lateral ${ownPrices} own on true`;

/** A page of the organisation's range in display order, with the total number of matches. */
export async function listRange(
  db: Db,
  scope: Scope,
  filter: RangeFilter & { id?: number },
  page: { offset: number; limit: number },
): Promise<{ productOrganisations: ProductOrganisation[]; totalCount: number }> {
  const one = filter.id === undefined ? sql`true` : sql`po.id = ${filter.id}`;
  const rows = await sql<{ total: number } & (Row | { id: null })>`
    with found as materialized (
      select po.id, row_number() over (order by ${rangeOrder}) as place
      from product_organisation po join product p on p.id = po.product_id where ${matchesRangeFilter(scope, filter)} and ${one})
    select total.n as total, listed.* from (select count(*)::int as n from found) total left join (
      ${listed(scope, sql`(select * from found order by place limit ${page.limit} offset ${page.offset})`)}) listed on true
    order by listed.place`.execute(db);
  return {
    productOrganisations: rows.rows.flatMap((row) => (row.id === null ? [] : toEntity(row, scope))),
    totalCount: rows.rows[0]?.total ?? 0,
  };
}

/** The ids of all matching products, in the order of the list. */
export async function listRangeIds(db: Db, scope: Scope, filter: RangeFilter): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select po.id from product_organisation po join product p on p.id = po.product_id where ${matchesRangeFilter(scope, filter)} order by ${rangeOrder}`.execute(
    db,
  );
  return found.rows.map(({ id }) => id);
}

/** Products of the range in the order of the given ids; ids that are no longer in the range are left out. */
export async function listRangeByIds(db: Db, scope: Scope, ids: readonly number[]): Promise<ProductOrganisation[]> {
  const found = sql`(select id, place from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place))`;
  const rows = await sql<Row>`${listed(scope, found)} order by found.place`.execute(db);
  return rows.rows.map((row) => toEntity(row, scope));
}

/**
 * Condition that the organisation may add product `p` of the supplier's catalogue: it is published, and available to
 * everyone or exclusive to this organisation.
 */
export const offerable = ({ organisationId }: RangeOwner) => offerableTo(sql`${organisationId}::bigint`);

/** As `offerable`, where the organisation is an expression. */
export const offerableTo = (organisationId: RawBuilder<unknown>) =>
  sql`(p.published and (p.exclusive_organisation_id is null or p.exclusive_organisation_id = ${organisationId}))`;

/** Products that the organisation can add to its range, by name; with `onlySeen`, those that meet a condition of product `p` as well. */
export async function listAvailable(
  db: Db,
  scope: RangeOwner & Pick<Scope, 'currencyCode'>,
  filter: { keyword?: string | undefined; category?: number | undefined; onlySeen?: RawBuilder<unknown> },
  page: { offset: number; limit: number },
): Promise<{ products: AvailableProduct[]; totalCount: number }> {
  const limits = [
    offerable(scope),
    ...(filter.onlySeen ? [filter.onlySeen] : []),
    sql`not exists (select from product_organisation po where po.organisation_id = ${scope.organisationId} and po.product_id = p.id)`,
    ...found(filter.keyword, sql`concat_ws(' ', p.name, p.sku, p.vendor)`),
    ...(filter.category
      ? [
          sql`exists (
            with recursive down as (
              select id from category where id = ${filter.category} union select c.id from category c join down on c.parent_id = down.id)
            select from product_category pc join down on down.id = pc.category_id where pc.product_id = p.id)`,
        ]
      : []),
  ];
  const rows = await sql<
    { total: number } & (
      | {
          place: number;
          id: number;
          name: string;
          sku: string | null;
          image_src: string;
          short_description: string | null;
          lowest: number;
          highest: number;
          call_for_price: boolean;
        }
      | { id: null }
    )
  >`
    with found as materialized (
      select p.id, row_number() over (order by p.name, p.id) as place from product p where ${sql.join(limits, sql` and `)})
    select total.n as total, listed.* from (select count(*)::int as n from found) total left join (
      select found.place, p.id, p.name, p.sku, ${picture} as image_src, p.short_description, price.lowest, price.highest, p.call_for_price or not ${isInCatalogueCurrency(scope)} as call_for_price
      from (select * from found order by place limit ${page.limit} offset ${page.offset}) found
      join product p on p.id = found.id
      join lateral ${cataloguePrices} price on true) listed on true
    order by listed.place`.execute(db);
  return {
    products: rows.rows.flatMap((row) =>
      row.id === null
        ? []
        : {
            id: row.id,
            name: row.name,
            sku: row.sku,
            imageSrc: row.image_src,
            shortDescription: row.short_description,
            price: row.call_for_price ? null : toMajorUnits(row.lowest),
            priceHighest: row.call_for_price || row.lowest === row.highest ? null : toMajorUnits(row.highest),
          },
    ),
    totalCount: rows.rows[0]?.total ?? 0,
  };
}
