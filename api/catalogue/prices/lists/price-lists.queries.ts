import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { countForeignOrganisations, isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import { cataloguePrice } from '../../pricing/catalogue-price.queries.ts';
import type { PriceClient } from '../client-prices.rules.ts';
import type { ListedItem } from './price-list-plan.rules.ts';

/** The products of a client's range with one of these SKUs, in the catalogue or of the client, in lower case. The organisation is locked. */
export async function listClientItems(tx: Tx, client: PriceClient, skus: readonly string[]): Promise<ListedItem[]> {
  const { rows } = await sql<ListedItem>`
    select po.product_id as "productId", null as "combinationId", s.sku, array_remove(array[p.name, po.name], null) as names, true as "canInherit",
      null as refusal, po.overridden_price_minor as "priceMinor", po.price_percent::float8 as percent
    from product_organisation po join product p on p.id = po.product_id
    cross join lateral (select distinct lower(sku) as sku from unnest(array[p.sku, po.organisation_sku]) as sku where sku is not null) s
    where po.organisation_id = ${client.organisationId} and s.sku = any (${[...skus]}::text[])
    order by po.product_id, s.sku`.execute(tx);
  return rows;
}

/** Products of the catalogue with one of these SKUs, in lower case, that the operator sees, and their combinations that are sold with one of them. */
export async function listCatalogueItems(
  tx: Tx,
  operator: OperatorScope,
  skus: readonly string[],
  refusal: string,
): Promise<ListedItem[]> {
  const wanted = sql`${[...skus]}::text[]`;
  const columns = sql`p.name, case when ${countForeignOrganisations(operator)} > 0 then ${refusal}::text end as refusal`;
  const { rows } = await sql<Omit<ListedItem, 'names'> & { name: string }>`
    select p.id as "productId", null::bigint as "combinationId", lower(p.sku) as sku, false as "canInherit", p.price_minor as "priceMinor",
      null as percent, ${columns}
    from product p where lower(p.sku) = any (${wanted}) and ${isVisibleTo(operator)}
    union all
    select p.id, c.id, lower(c.sku), true, c.overridden_price_minor, null, ${columns}
    from combination c join product p on p.id = c.product_id
    where lower(c.sku) = any (${wanted}) and not c.discontinued and ${isVisibleTo(operator)}
    order by 1, 2 nulls first`.execute(tx);
  return rows.map(({ name, ...item }) => ({ ...item, names: [name] }));
}

/** Locks products in one order, so that their catalogue prices are read and written by one at a time. */
export async function lockListedProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select from product where id = any (${[...ids]}::bigint[]) order by id for no key update`.execute(tx);
}

/** A row of the list of catalogue prices: a product, or one of its combinations that are sold. Minor units. */
export interface CatalogueListRow {
  productId: number;
  combinationId: number | null;
  sku: string | null;
  name: string;
  /** Colour, size and fit; empty for the product. */
  description: string;
  /** Its own; null for a combination that costs what its product does. */
  priceMinor: number | null;
  /** What it costs today. */
  costsMinor: number;
}

/** How many products of the catalogue the operator sees, and combinations of them. */
export async function countCataloguePrices(db: Db, operator: OperatorScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct p.id)::int + count(c.id)::int as count
    from product p left join combination c on c.product_id = p.id and not c.discontinued where ${isVisibleTo(operator)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Some products of the catalogue that the operator sees, each followed by its combinations. `after`: id of the last product before them. */
export async function listCataloguePrices(
  db: Db,
  operator: OperatorScope,
  after: number,
  limit: number,
): Promise<CatalogueListRow[]> {
  const { rows } = await sql<CatalogueListRow & { place: number }>`
    with listed as materialized (
      select p.* from product p where p.id > ${after} and ${isVisibleTo(operator)} order by p.id limit ${limit})
    select p.id as "productId", null::bigint as "combinationId", p.sku, p.name, '' as description, p.price_minor as "priceMinor", p.price_minor as "costsMinor",
      -1 as place
    from listed p
    union all
    select p.id, c.id, c.sku, p.name, c.description, c.overridden_price_minor, ${cataloguePrice}, c.display_order
    from listed p join combination c on c.product_id = p.id and not c.discontinued
    order by "productId", place, "combinationId" nulls first`.execute(db);
  return rows;
}
