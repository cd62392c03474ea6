import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isInCatalogueCurrency, isOnRequest } from '../pricing/price-on-request.queries.ts';
import { cataloguePrices, matchesRangeFilter, ownPrices, rangeOrder } from '../range/range-list.queries.ts';
import type { OwnPriceRow, PriceClient } from './client-prices.rules.ts';

/** An organisation of the operator's brands; undefined for any other. */
export async function findPriceClient(db: Db | Tx, { brandIds }: OperatorScope, id: number): Promise<PriceClient | undefined> {
  const { rows } = await sql<PriceClient>`
    select o.id as "organisationId", o.brand_id as "brandId", o.name, o.currency_code as "currencyCode", c.currency_code as "catalogueCurrencyCode",
      o.time_zone as "timeZone", o.keeps_own_prices as "keepsOwnPrices"
    from organisation o cross join catalogue_setting c where o.id = ${id} and o.brand_id = any (${[...brandIds]}::bigint[])`.execute(
    db,
  );
  return rows[0];
}

/** A product of a client's range with its prices today, in minor units. */
export interface ClientPriceRow {
  id: number;
  productId: number;
  name: string;
  ownName: string | null;
  sku: string | null;
  published: boolean;
  overriddenPriceMinor: number | null;
  pricePercent: number | null;
  ownLowest: number;
  ownHighest: number;
  lowest: number;
  highest: number;
  isOnRequest: boolean;
  isCatalogueOnRequest: boolean;
}

const hasScheduled = sql`exists (
  select from scheduled_price s where s.organisation_id = po.organisation_id and s.product_id = po.product_id and s.state in ('coming', 'active'))`;

/** Filters of a client's prices. */
export interface PriceFilter {
  keyword?: string | undefined;
  /** Only products with a price that is to come, or ends on a day. */
  coming?: boolean | undefined;
}

const matchesPriceFilter = (client: PriceClient, { keyword, coming = false }: PriceFilter) =>
  sql`${matchesRangeFilter(client, { keyword })} and (not ${coming}::boolean or ${hasScheduled})`;

/** A page of the products of a client's range with their prices, in the order of the range, and the number of all. */
export async function listClientPrices(
  db: Db,
  client: PriceClient,
  filter: PriceFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ClientPriceRow[]; totalCount: number }> {
  const { rows } = await sql<{ total: number } & ((ClientPriceRow & { place: number }) | { id: null })>`
    with found as materialized (
      select po.id, row_number() over (order by ${rangeOrder}) as place
      from product_organisation po join product p on p.id = po.product_id
      where ${matchesPriceFilter(client, filter)})
    select total.n as total, listed.* from (select count(*)::int as n from found) total left join (
      select found.place, po.id, po.product_id as "productId", p.name, po.name as "ownName", p.sku, po.published,
        po.overridden_price_minor as "overriddenPriceMinor", po.price_percent::float8 as "pricePercent", own.lowest as "ownLowest", own.highest as "ownHighest",
        price.lowest, price.highest, ${isOnRequest(client)} as "isOnRequest", p.call_for_price or not ${isInCatalogueCurrency(client)} as "isCatalogueOnRequest"
      from (select * from found order by place limit ${limit} offset ${offset}) found
      join product_organisation po on po.organisation_id = ${client.organisationId} and po.id = found.id
      join product p on p.id = po.product_id
      join lateral ${cataloguePrices} price on true join lateral ${ownPrices} own on true) listed on true
    order by listed.place`.execute(db);
  return { rows: rows.flatMap((row) => (row.id === null ? [] : [row])), totalCount: rows[0]?.total ?? 0 };
}

/** What a client pays for products of its range: those with these ids, or all that match the filters, at most `limit`. */
export async function listOwnPrices(
  db: Db | Tx,
  client: PriceClient,
  which: { ids: readonly number[] } | PriceFilter,
  limit: number,
): Promise<OwnPriceRow[]> {
  const condition =
    'ids' in which
      ? sql`po.organisation_id = ${client.organisationId} and po.id = any (${[...which.ids]}::bigint[])`
      : matchesPriceFilter(client, which);
  const { rows } = await sql<OwnPriceRow>`
    select po.id, po.product_id as "productId", po.overridden_price_minor as "overriddenPriceMinor", po.price_percent::float8 as "pricePercent"
    from product_organisation po join product p on p.id = po.product_id where ${condition} order by po.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * The prices of a change of a client's prices, of the catalogue price of one product alone, or of catalogue prices, which is marked as undone; undefined where there is none, or it was
 * undone already.
 */
export async function undoPriceChange(
  tx: Tx,
  owner: { organisationId: number } | { productId: number } | 'catalogue',
  changeId: number,
  now: number,
): Promise<number[] | undefined> {
  const condition =
    owner === 'catalogue'
      ? sql`organisation_id is null`
      : 'organisationId' in owner
        ? sql`organisation_id = ${owner.organisationId}`
        : sql`organisation_id is null and (
            select bool_and(s.product_id = ${owner.productId}) from scheduled_price s where s.price_change_id = price_change.id)`;
  const { rows } = await sql<{ ids: number[] }>`
    with change as (
      update price_change set undone_at = ${new Date(now)}
      where id = ${changeId} and ${condition} and undone_at is null returning id)
    select array(select s.id from scheduled_price s where s.price_change_id = change.id order by s.id) as ids from change`.execute(
    tx,
  );
  return rows[0]?.ids;
}

/** Whether this is a price of the client, or of this product of the catalogue, that is to come or has begun. */
export async function hasScheduledPrice(
  tx: Tx,
  owner: { organisationId: number } | { productId: number },
  id: number,
): Promise<boolean> {
  const condition =
    'organisationId' in owner
      ? sql`s.organisation_id = ${owner.organisationId}`
      : sql`s.organisation_id is null and s.product_id = ${owner.productId}`;
  const { rows } =
    await sql`select from scheduled_price s where s.id = ${id} and s.state in ('coming', 'active') and ${condition}`.execute(tx);
  return rows.length > 0;
}
