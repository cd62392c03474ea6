import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { brandsOf, countForeignOrganisations, isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import { catalogueCurrency } from '../../pricing/catalogue-price.queries.ts';
import { offerableTo, ownPrices, scheduledRangePrices } from '../range-list.queries.ts';
import type { AdditionCandidate } from './range-addition.rules.ts';

/** A client of the operator's brands, whose range is read or changed. */
export interface RangeClient {
  organisationId: number;
  brandId: number;
  name: string;
  currencyCode: string;
}

const clientColumns = sql`o.id as "organisationId", o.brand_id as "brandId", o.name, o.currency_code as "currencyCode"`;

/** A client of the operator's brands; undefined for any other organisation. */
export async function findRangeClient(db: Db | Tx, operator: OperatorScope, id: number): Promise<RangeClient | undefined> {
  const { rows } = await sql<RangeClient>`
    select ${clientColumns} from organisation o where o.id = ${id} and o.brand_id = any (${brandsOf(operator)})`.execute(db);
  return rows[0];
}

/**
 * Those of the organisations that are of the operator's brands, by id, locked as every change of a range locks its organisation: one of these waits for
 * the other.
 */
export async function lockRangeClients(tx: Tx, operator: OperatorScope, ids: readonly number[]): Promise<RangeClient[]> {
  const { rows } = await sql<RangeClient>`
    select ${clientColumns} from organisation o
    where o.id = any (${[...ids]}::bigint[]) and o.brand_id = any (${brandsOf(operator)}) order by o.id for no key update`.execute(
    tx,
  );
  return rows;
}

/** Those of the products that the operator sees, for each of the clients, with what decides whether they can be added to its range. */
export async function listRangeCandidates(
  db: Db | Tx,
  operator: OperatorScope,
  clients: readonly RangeClient[],
  productIds: readonly number[],
): Promise<AdditionCandidate[]> {
  const { rows } = await sql<AdditionCandidate>`
    select o.id as "organisationId", p.id as "productId", o.name as "clientName", p.name as "productName", p.published as "isOnSale",
      ${offerableTo(sql`o.id`)} as "isOfferable",
      exists (select from product_organisation po where po.organisation_id = o.id and po.product_id = p.id) as "isPresent"
    from product p cross join organisation o
    where p.id = any (${[...productIds]}::bigint[]) and ${isVisibleTo(operator)}
      and o.id = any (${clients.map(({ organisationId }) => organisationId)}::bigint[])
    order by array_position(${[...productIds]}::bigint[], p.id), o.name, o.id`.execute(db);
  return rows;
}

/** A client that has a product in its range, as its row is stored. Money in minor units. */
export interface RangeClientRow {
  rangeId: number;
  organisationId: number;
  organisationName: string;
  ownName: string | null;
  organisationSku: string | null;
  published: boolean;
  overriddenPriceMinor: number | null;
  pricePercent: number | null;
  lowest: number;
  highest: number;
  isOnRequest: boolean;
  currencyCode: string;
  keepsOwnPrices: boolean;
  scheduled: ReplyOf<'GET /api/operator/products/:id/clients'>['clients'][number]['scheduled'];
  limitedTo: string[];
  wardrobes: number;
  carts: number;
  openOrders: number;
  version: number;
}

const limit = (table: string, named: string, column: string) => sql`
  select n.name from ${sql.table(table)} x join ${sql.table(named)} n on n.id = x.${sql.ref(column)}
  where x.organisation_id = po.organisation_id and x.product_organisation_id = po.id`;

/** The clients of the operator's brands that have a product in their range, by name; only one of them with `organisationId`. */
export async function listRangeClients(
  db: Db | Tx,
  operator: OperatorScope,
  productId: number,
  organisationId: number | null = null,
): Promise<RangeClientRow[]> {
  const { rows } = await sql<RangeClientRow>`
    select po.id as "rangeId", o.id as "organisationId", o.name as "organisationName", po.name as "ownName", po.organisation_sku as "organisationSku",
      po.published, po.overridden_price_minor as "overriddenPriceMinor", po.price_percent::float8 as "pricePercent", own.lowest, own.highest,
      is_price_on_request(p.call_for_price, po.overridden_price_minor, o.currency_code, ${catalogueCurrency}) as "isOnRequest",
      o.currency_code as "currencyCode", o.keeps_own_prices as "keepsOwnPrices", ${scheduledRangePrices} as scheduled, po.version,
      array(${limit('product_organisation_area', 'business_area', 'business_area_id')}
        union all ${limit('product_organisation_job_role', 'job_role', 'job_role_id')}
        union all ${limit('product_organisation_collection', 'collection', 'collection_id')}
        union all ${limit('product_organisation_role', 'role', 'role_id')}) as "limitedTo",
      (select count(distinct g.collection_id)::int from collection_group_product gp
        join collection_group g on g.organisation_id = gp.organisation_id and g.id = gp.collection_group_id
        where gp.organisation_id = po.organisation_id and gp.product_id = po.product_id) as wardrobes,
      (select count(distinct l.cart_id)::int from cart_line l where l.organisation_id = po.organisation_id and l.product_id = po.product_id) as carts,
      (select count(distinct l.order_id)::int from order_line l join orders r on r.organisation_id = l.organisation_id and r.id = l.order_id
        where l.organisation_id = po.organisation_id and l.product_id = po.product_id and r.order_state_id in (10, 20, 50)
          and l.quantity > l.shipped_quantity + l.cancelled_quantity) as "openOrders"
    from product_organisation po
    join organisation o on o.id = po.organisation_id
    join product p on p.id = po.product_id
    join lateral ${ownPrices} own on true
    where po.product_id = ${productId} and o.brand_id = any (${brandsOf(operator)})
      and (${organisationId}::bigint is null or o.id = ${organisationId}::bigint)
    order by o.name, o.id`.execute(db);
  return rows;
}

/** The number of organisations of other brands that have a product in their range; undefined for a product that the operator does not see. */
export async function countOtherClients(db: Db | Tx, operator: OperatorScope, productId: number): Promise<number | undefined> {
  const { rows } = await sql<{ others: number }>`
    select ${countForeignOrganisations(operator)} as others from product p where p.id = ${productId} and ${isVisibleTo(operator)}`.execute(
    db,
  );
  return rows[0]?.others;
}

/** The id that a product has in the range of a client; undefined where it is not in it. */
export async function findRangeId(
  tx: Tx,
  { organisationId }: Pick<RangeClient, 'organisationId'>,
  productId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from product_organisation where organisation_id = ${organisationId} and product_id = ${productId}`.execute(tx);
  return rows[0]?.id;
}
