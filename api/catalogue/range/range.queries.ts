import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import {
  AUDIENCE_LISTS,
  type AudienceList,
  changedFields,
  type RangeOwner,
  type RangeRow,
  type RangeState,
} from './range.rules.ts';
import type { AudienceItemNames } from './range-export.rules.ts';
import { matchesRangeFilter, offerable, offerableTo, type RangeFilter } from './range-list.queries.ts';

const TABLES: Readonly<Record<AudienceList, readonly [table: string, column: string]>> = {
  businessAreaIds: ['product_organisation_area', 'business_area_id'],
  jobRoleIds: ['product_organisation_job_role', 'job_role_id'],
  collectionIds: ['product_organisation_collection', 'collection_id'],
  customerRoleIds: ['product_organisation_role', 'role_id'],
};

const held = (list: AudienceList) => {
  const [table, column] = TABLES[list];
  return sql`array(select x.${sql.ref(column)} from ${sql.table(table)} x
    where x.organisation_id = po.organisation_id and x.product_organisation_id = po.id order by 1)`;
};

const named = (scope: RangeOwner, ids: readonly number[]) =>
  sql`po.organisation_id = ${scope.organisationId} and po.id = any (${[...ids]}::bigint[])`;

/** Whether the organisation's administrators set the prices of its range; otherwise the supplier does. */
export async function keepsOwnPrices(db: Db, scope: RangeOwner): Promise<boolean> {
  const found = await sql<{ keeps: boolean }>`
    select keeps_own_prices as keeps from organisation where id = ${scope.organisationId}`.execute(db);
  return found.rows[0]?.keeps ?? false;
}

interface FoundRow {
  id: number;
  productId: number;
  version: number;
  /** Null if it has not changed since it was created. */
  changedAt: Date | null;
}

/** Ids and versions of products of the range: the given ids, or all that match a filter. */
export async function findRangeRows(db: Db, scope: RangeOwner, requested: readonly number[] | RangeFilter): Promise<FoundRow[]> {
  const found = await sql<FoundRow>`
    select po.id, po.product_id as "productId", po.version, po.changed_at as "changedAt" from product_organisation po join product p on p.id = po.product_id
    where ${'length' in requested ? named(scope, requested) : matchesRangeFilter(scope, requested)} order by po.id`.execute(db);
  return found.rows;
}

async function selectRangeRows(
  db: Db,
  scope: RangeOwner,
  ids: readonly number[],
  suffix: RawBuilder<unknown>,
): Promise<RangeRow[]> {
  const found = await sql<RangeState & Omit<RangeRow, 'state'>>`
    select po.id, po.product_id as "productId", po.version, po.field_versions as "fieldVersions", po.name, po.organisation_sku as "organisationSku",
      po.overridden_price_minor as "overriddenPriceMinor", po.price_percent::float8 as "pricePercent", po.published, po.featured, po.display_order as "displayOrder",
      ${held('businessAreaIds')} as "businessAreaIds", ${held('jobRoleIds')} as "jobRoleIds", ${held('collectionIds')} as "collectionIds",
      ${held('customerRoleIds')} as "customerRoleIds"
    from product_organisation po where ${named(scope, ids)} order by po.id ${suffix}`.execute(db);
  return found.rows.map(
    ({ id, productId, version, fieldVersions, ...state }): RangeRow => ({ id, productId, version, fieldVersions, state }),
  );
}

/** Products of the range as they are stored, by id. */
export const readRangeRows = (db: Db, scope: RangeOwner, ids: readonly number[]): Promise<RangeRow[]> =>
  selectRangeRows(db, scope, ids, sql``);

/** Products of the range, locked until the transaction ends. */
export const lockRangeRows = (tx: Tx, scope: RangeOwner, ids: readonly number[]): Promise<RangeRow[]> =>
  selectRangeRows(tx, scope, ids, sql`for update`);

/** Ids of the products of the range with these SKUs of the supplier, in lower case, by SKU. Several products can have the same. */
export async function findRangeIdsBySku(db: Db, scope: RangeOwner, skus: readonly string[]): Promise<Map<string, number[]>> {
  const found = await sql<{ sku: string; ids: number[] }>`
    select lower(p.sku) as sku, array_agg(po.id order by po.id) as ids
    from product_organisation po join product p on p.id = po.product_id
    where po.organisation_id = ${scope.organisationId} and lower(p.sku) = any (${[...skus]}::text[]) group by 1`.execute(db);
  return new Map(found.rows.map(({ sku, ids }) => [sku, ids]));
}

/** A change of one product from one state to another. */
export interface RangeStateUpdate {
  id: number;
  before: RangeState;
  after: RangeState;
}

const setOf = (values: readonly object[]) => JSON.stringify(values);

/** Writes the differences of all products in a few statements. Returns their new versions by id. */
export async function updateRangeStates(
  tx: Tx,
  scope: RangeOwner,
  changes: readonly RangeStateUpdate[],
): Promise<Map<number, number>> {
  const { organisationId } = scope;
  await sql`
    update product_organisation po
    set name = c.name, organisation_sku = c."organisationSku", overridden_price_minor = c."overriddenPriceMinor",
      price_percent = c."pricePercent", published = c.published,
      featured = c.featured, display_order = c."displayOrder"
    from jsonb_to_recordset(${setOf(changes.map(({ id, after }) => ({ id, ...after })))}::jsonb) as c
      (id bigint, name text, "organisationSku" text, "overriddenPriceMinor" bigint, "pricePercent" numeric, published boolean, featured boolean, "displayOrder" int)
    where po.organisation_id = ${organisationId} and po.id = c.id
      and row (po.name, po.organisation_sku, po.overridden_price_minor, po.price_percent, po.published, po.featured, po.display_order)
        is distinct from row (c.name, c."organisationSku", c."overriddenPriceMinor", c."pricePercent", c.published, c.featured, c."displayOrder")`.execute(
    tx,
  );
  for (const list of AUDIENCE_LISTS) {
    const [table, column] = TABLES[list];
    const differing = changes.filter(({ before, after }) => changedFields(before, after).includes(list));
    if (differing.length === 0) continue;
    const audience = setOf(differing.map(({ id, after }) => ({ id, part_ids: after[list] })));
    await sql`
      delete from ${sql.table(table)} x using jsonb_to_recordset(${audience}::jsonb) as c (id bigint, part_ids bigint[])
      where x.organisation_id = ${organisationId} and x.product_organisation_id = c.id and x.${sql.ref(column)} <> all (c.part_ids)`.execute(
      tx,
    );
    await sql`
      insert into ${sql.table(table)} (organisation_id, product_organisation_id, ${sql.ref(column)})
      select ${organisationId}, c.id, part from jsonb_to_recordset(${audience}::jsonb) as c (id bigint, part_ids bigint[]), unnest(c.part_ids) part
      on conflict do nothing`.execute(tx);
    await sql`
      update product_organisation set version = version + 1, field_versions = field_versions || jsonb_build_object(${list}::text, version + 1)
      where organisation_id = ${organisationId} and id = any (${differing.map(({ id }) => id)}::bigint[])`.execute(tx);
  }
  const found = await sql<{ id: number; version: number }>`
    select id, version from product_organisation
    where organisation_id = ${organisationId} and id = any (${changes.map(({ id }) => id)}::bigint[])`.execute(tx);
  return new Map(found.rows.map(({ id, version }) => [id, version]));
}

/** Rebuilds the listing rows of these products and increments the version of the range. */
export const refreshRangeListing = (tx: Tx, owner: RangeOwner, productIds: readonly number[]): Promise<void> =>
  refreshRangeListings(tx, [owner], productIds);

/** As `refreshRangeListing`, for the ranges of several organisations. */
export async function refreshRangeListings(tx: Tx, owners: readonly RangeOwner[], productIds: readonly number[]): Promise<void> {
  await sql`select refresh_listing(${owners.map(({ organisationId }) => organisationId)}::bigint[], ${[...productIds]}::bigint[])`.execute(
    tx,
  );
}

const PARTS: Readonly<Record<AudienceList, readonly [table: string, entity: string]>> = {
  businessAreaIds: ['business_area', 'organisationBusinessArea'],
  jobRoleIds: ['job_role', 'organisationJobRole'],
  collectionIds: ['collection', 'organisationCollection'],
  customerRoleIds: ['role', 'customerRole'],
};

/** Audience items of the organisation. Roles include the portal's four built-in ones. */
const partsOf = (scope: RangeOwner, list: AudienceList) => sql`${sql.table(PARTS[list][0])} t
  where (t.organisation_id = ${scope.organisationId}
    ${list === 'customerRoleIds' ? sql`or (t.organisation_id is null and t.id between 33 and 36)` : sql``})`;

/** The ids that are audience items of the organisation. */
export async function findExistingAudienceItems(
  db: Db,
  scope: RangeOwner,
  list: AudienceList,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const found = await sql<{
    id: number;
  }>`select t.id from ${partsOf(scope, list)} and t.id = any (${[...ids]}::bigint[])`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

/** Names of the organisation's audience items, by list and id. */
export async function listAudienceItemNames(db: Db, scope: RangeOwner): Promise<AudienceItemNames> {
  const all = AUDIENCE_LISTS.map(async (list) => {
    const found = await sql<{ id: number; name: string }>`select t.id, t.name from ${partsOf(scope, list)}`.execute(db);
    return [list, new Map(found.rows.map(({ id, name }) => [id, name]))] as const;
  });
  return Object.fromEntries(await Promise.all(all)) as unknown as AudienceItemNames;
}

/** The entity name of an audience item in error responses. */
export const getAudienceEntityName = (list: AudienceList) => PARTS[list][1];

/**
 * Appends products of the supplier's catalogue to the ranges of organisations, which the caller has locked. Products that an organisation may not add, or
 * already has, are missing from the result. A product that is being made for one client is waited for.
 */
export async function insertRangeProducts(
  tx: Tx,
  owners: readonly RangeOwner[],
  productIds: readonly number[],
  published: boolean,
): Promise<{ id: number; organisationId: number; productId: number }[]> {
  const ids = sql`${[...productIds]}::bigint[]`;
  const found = await sql<{ id: number; organisationId: number; productId: number }>`
    insert into product_organisation (organisation_id, product_id, published, display_order)
    select owner.id, p.id, ${published}, least(1000000, coalesce((select max(display_order) from product_organisation
        where organisation_id = owner.id), 0) + row_number() over (partition by owner.id order by array_position(${ids}, p.id)))
    from (select p.id, p.published, p.exclusive_organisation_id from product p where p.id = any (${ids}) order by p.id for key share) p
    cross join unnest(${owners.map(({ organisationId }) => organisationId)}::bigint[]) owner (id)
    where ${offerableTo(sql`owner.id`)}
    on conflict (organisation_id, product_id) do nothing
    returning id, organisation_id as "organisationId", product_id as "productId"`.execute(tx);
  return found.rows;
}

/** The ids of the products that the organisation may add to its range. */
export async function listOfferable(db: Db, scope: RangeOwner, productIds: readonly number[]): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    select p.id from product p where p.id = any (${[...productIds]}::bigint[]) and ${offerable(scope)}`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}

/** Removes products from the range and from all wardrobes. Returns the ids of the wardrobes that listed them. */
export async function deleteRangeProducts(tx: Tx, scope: RangeOwner, ids: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    with removed as (
      delete from product_organisation where organisation_id = ${scope.organisationId} and id = any (${[...ids]}::bigint[]) returning product_id)
    select distinct g.collection_id as id
    from removed r
    join collection_group_product gp on gp.organisation_id = ${scope.organisationId} and gp.product_id = r.product_id
    join collection_group g on g.organisation_id = gp.organisation_id and g.id = gp.collection_group_id
    order by 1`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** A product's limit to a role, by the limit's own id; undefined if the organisation has none with this id. */
export async function findRoleLimit(
  db: Db,
  scope: RangeOwner,
  id: number,
): Promise<{ productOrganisationId: number; roleId: number } | undefined> {
  const found = await sql<{ productOrganisationId: number; roleId: number }>`
    select product_organisation_id as "productOrganisationId", role_id as "roleId" from product_organisation_role
    where organisation_id = ${scope.organisationId} and id = ${id}`.execute(db);
  return found.rows[0];
}
