import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { brandsOf, countForeignOrganisations, isVisibleTo } from '../kept-products/kept-products.queries.ts';
import { cataloguePrice } from '../pricing/catalogue-price.queries.ts';

/** What holds for the catalogue as a whole. */
export interface CatalogueSettings {
  currencyCode: string;
  timeZone: string;
}

/** The currency of the catalogue's prices, and the time zone of its days. */
export async function readCatalogueSettings(db: Db | Tx): Promise<CatalogueSettings> {
  const { rows } = await sql<CatalogueSettings>`
    select currency_code as "currencyCode", time_zone as "timeZone" from catalogue_setting`.execute(db);
  return rows[0] as CatalogueSettings;
}

/** A product of the catalogue with its prices today, in minor units. */
export interface PricedProduct {
  id: number;
  name: string;
  sku: string | null;
  priceMinor: number;
  /** The day on which today's price began; null where it was not set with a day. */
  priceSince: string | null;
  callForPrice: boolean;
  /** Number of organisations of other brands that buy it. */
  foreignOrganisations: number;
  combinations: { id: number; sku: string; description: string; overriddenPriceMinor: number | null; priceMinor: number }[];
}

/**
 * A product that organisations of the operator's brands have in their range, or that no one has; undefined for any other. `lock`: until the
 * transaction ends.
 */
export async function findPricedProduct(
  db: Db | Tx,
  operator: OperatorScope,
  id: number,
  { lock = false } = {},
): Promise<PricedProduct | undefined> {
  if (lock) await sql`select from product where id = ${id} for no key update`.execute(db);
  const { rows } = await sql<PricedProduct>`
    select p.id, p.name, p.sku, p.price_minor as "priceMinor", p.call_for_price as "callForPrice",
      (select max(s.starts_on)::text from scheduled_price s where s.product_id = p.id and s.organisation_id is null and s.combination_id is null
        and s.state in ('active', 'applied') and s.price_minor = p.price_minor) as "priceSince",
      ${countForeignOrganisations(operator)} as "foreignOrganisations",
      (select coalesce(json_agg(json_build_object('id', c.id, 'sku', c.sku, 'description', c.description, 'overriddenPriceMinor', c.overridden_price_minor,
          'priceMinor', ${cataloguePrice}) order by c.display_order, c.id), '[]')
        from combination c where c.product_id = p.id and not c.discontinued) as combinations
    from product p
    where p.id = ${id} and ${isVisibleTo(operator)}`.execute(db);
  return rows[0];
}

/** The products of a change of catalogue prices, with what decides whether the operator may undo it. */
export async function listProductsOfChange(
  tx: Tx,
  operator: OperatorScope,
  changeId: number,
): Promise<{ id: number; isVisible: boolean; foreignOrganisations: number }[]> {
  const { rows } = await sql<{ id: number; isVisible: boolean; foreignOrganisations: number }>`
    select p.id, ${isVisibleTo(operator)} as "isVisible", ${countForeignOrganisations(operator)} as "foreignOrganisations"
    from product p where p.id in (select product_id from scheduled_price where price_change_id = ${changeId}) order by p.id`.execute(
    tx,
  );
  return rows;
}

/** A quantity tier of a product. Days in the time zone of its client, or of the catalogue. */
export interface TierRow {
  id: number;
  quantity: number;
  priceMinor: number;
  organisationId: number | null;
  organisationName: string | null;
  roleId: number | null;
  roleName: string | null;
  startsOn: string | null;
  endsOn: string | null;
}

/** The tiers of a product for everyone and for clients of the operator's brands that have not ended, by quantity. */
export async function listTiers(db: Db | Tx, operator: OperatorScope, productId: number, now: number): Promise<TierRow[]> {
  const { rows } = await sql<TierRow>`
    select t.id, t.quantity, t.price_minor as "priceMinor", t.organisation_id as "organisationId", o.name as "organisationName",
      t.role_id as "roleId", r.name as "roleName",
      (t.starts_at at time zone coalesce(o.time_zone, c.time_zone))::date::text as "startsOn",
      (t.ends_at at time zone coalesce(o.time_zone, c.time_zone))::date::text as "endsOn"
    from tier_price t cross join catalogue_setting c
    left join organisation o on o.id = t.organisation_id
    left join role r on r.id = t.role_id
    where t.product_id = ${productId} and (t.organisation_id is null or o.brand_id = any (${brandsOf(operator)}))
      and (t.ends_at is null or t.ends_at > ${new Date(now)})
    order by t.quantity, o.name nulls first, r.name nulls first, t.starts_at nulls first, t.id`.execute(db);
  return rows;
}

/** A tier to add. Its days begin at midnight in `timeZone`. */
export interface NewTier {
  productId: number;
  organisationId: number | null;
  roleId: number | null;
  quantity: number;
  priceMinor: number;
  startsOn: string | null;
  endsOn: string | null;
  timeZone: string;
}

/** Adds a tier unless there is one for the same quantity, client and role at the same time; undefined then. The product is locked. */
export async function insertTier(tx: Tx, tier: NewTier): Promise<number | undefined> {
  const startsAt = sql`(${tier.startsOn}::date::timestamp at time zone ${tier.timeZone})`;
  const endsAt = sql`(${tier.endsOn}::date::timestamp at time zone ${tier.timeZone})`;
  const { rows } = await sql<{ id: number }>`
    insert into tier_price (product_id, organisation_id, role_id, quantity, price_minor, starts_at, ends_at)
    select ${tier.productId}::bigint, ${tier.organisationId}::bigint, ${tier.roleId}::bigint, ${tier.quantity}::int, ${tier.priceMinor}::bigint, ${startsAt}, ${endsAt}
    where not exists (
      select from tier_price t where t.product_id = ${tier.productId} and t.organisation_id is not distinct from ${tier.organisationId}::bigint
        and t.role_id is not distinct from ${tier.roleId}::bigint and t.quantity = ${tier.quantity}
        and tstzrange(t.starts_at, t.ends_at) && tstzrange(${startsAt}, ${endsAt}))
    returning id`.execute(tx);
  return rows[0]?.id;
}

/** Deletes a tier of a product; returns what it was. */
export async function deleteTier(tx: Tx, productId: number, id: number): Promise<void> {
  await sql`delete from tier_price where id = ${id} and product_id = ${productId}`.execute(tx);
}

/** Rewrites the listings of a product everywhere, so that a change is seen at once. */
export async function refreshProductListings(tx: Tx, productId: number): Promise<void> {
  await sql`
    select refresh_listing(array(select organisation_id from product_organisation where product_id = ${productId} order by 1), array[${productId}]::bigint[])`.execute(
    tx,
  );
}

/** The roles that every organisation has, in their order. */
export async function listCommonRoles(db: Db | Tx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from role where organisation_id is null and id between 33 and 36 order by id`.execute(db);
  return rows;
}

/** Whether a role is one that every organisation has, or one of this organisation. */
export async function isRoleOf(db: Db | Tx, organisationId: number | null, roleId: number): Promise<boolean> {
  const { rows } = await sql`
    select from role where id = ${roleId} and ((organisation_id is null and id between 33 and 36) or organisation_id = ${organisationId}::bigint)`.execute(
    db,
  );
  return rows.length > 0;
}
