import { sql } from 'kysely';
import { balancesOf, orderingSeasonsOf } from '#api/entitlement/balance.queries.ts';
import type { Balance, OrderingSeason } from '#api/entitlement/balance.rules.ts';
import { wardrobeGroups } from '#api/entitlement/entitlement.queries.ts';
import type { GroupFacts, WardrobeFacts } from '#api/entitlement/entitlement.rules.ts';
import { allowedAllocationTypes, isManagedBy, superGroupsIf } from '#api/organisation/wardrobes/wardrobe.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Necessity } from '#contract/catalogue/products/necessity.ts';
import type { ReplyOf } from '#contract/index.ts';

type Collection = ReplyOf<'GET /api/organisation/uniformbuilder/:id'>['uniformBuilder']['collection'];

/** A person who opens the uniform builder. Days such as `2026-03-29`. */
export interface BuilderWearer {
  allocationTypeId: number | null;
  endsOn: string | null;
  optedOut: boolean;
  /** The wardrobe that they chose last; it may no longer be one of theirs. */
  builderCollectionId: number | null;
  /** Their wardrobes, in display order. */
  wardrobes: { id: number; name: string; seasonName: string | null }[];
  optionIds: number[];
  /** Whether the organisation shows prices to wearers. */
  wearersSeePrices: boolean;
  /** Version of the organisation's range. */
  listingVersion: number;
}

/** A person as the uniform builder needs them; undefined when there is none. */
export async function findBuilderWearer(db: Db, scope: Scope, customerId: number): Promise<BuilderWearer | undefined> {
  const found = await sql<BuilderWearer>`
    select c.allocation_type_id as "allocationTypeId", c.ends_on as "endsOn", c.wardrobe_opt_out_at is not null as "optedOut",
      c.builder_collection_id as "builderCollectionId", o.wearers_see_prices as "wearersSeePrices", v.version as "listingVersion",
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'seasonName', s.name) order by l.display_order, l.name, l.id), '[]')
       from customer_collection cc
       join collection l on l.organisation_id = cc.organisation_id and l.id = cc.collection_id
       left join season s on s.organisation_id = l.organisation_id and s.id = l.season_id
       where cc.organisation_id = c.organisation_id and cc.customer_id = c.id) as wardrobes,
      array(select o.id from customer_super_group_option g join super_group_option o on o.organisation_id = g.organisation_id and o.id = g.super_group_option_id
        where g.organisation_id = c.organisation_id and g.customer_id = c.id order by 1) as "optionIds"
    from customer c
    join organisation o on o.id = c.organisation_id
    join listing_version v on v.organisation_id = c.organisation_id
    where c.organisation_id = ${scope.organisationId} and c.id = ${customerId} and c.deleted_at is null`.execute(db);
  return found.rows[0];
}

/** A group whose products have points: what a piece costs under allocation by points. */
interface BuilderGroup extends GroupFacts {
  products: readonly (GroupFacts['products'][number] & { points: number | null })[];
}

/** A wardrobe as the uniform builder shows it, with what one person is owed from it. */
export interface BuilderWardrobe extends WardrobeFacts {
  groups: readonly BuilderGroup[];
  description: string | null;
  imageSrc: string | null;
  organisationGroupId: number | null;
  parentCollectionId: number | null;
  displayOrder: number;
  beyond: 'block' | 'approval' | 'own_payment';
  /** Why an employer has to provide its garments; null for no reason. */
  necessity: Necessity | null;
  /** The same of its products that have a reason of their own, by id. */
  necessityByProduct: Readonly<Record<number, Necessity>>;
  allowedAllocationTypes: Collection['allowedAllocationTypes'];
  superGroups: Collection['superGroups'];
  /** Fewest pieces by group, of a wearer who is still owed what an earlier version of the wardrobe says; null for those of the groups. */
  earlierMinimums: Record<string, number | null> | null;
  /** Empty in a preview. */
  balances: Balance[];
  /** Of the organisation. */
  seasons: OrderingSeason[];
}

/**
 * A wardrobe with its variants. For a wearer, it must be known to be theirs; variants that are not are left out. Without a wearer it is
 * one that an Admin manages, with no one's balances. Undefined when there is none.
 */
export async function findBuilderWardrobe(
  db: Db,
  scope: Scope,
  collectionId: number,
  wearerId: number | null,
): Promise<{ wardrobe: BuilderWardrobe; children: BuilderWardrobe[] } | undefined> {
  const isShown =
    wearerId === null
      ? isManagedBy(scope)
      : sql`exists (select from customer_collection own
          where own.organisation_id = l.organisation_id and own.customer_id = ${wearerId} and own.collection_id = l.id)`;
  const found = await sql<BuilderWardrobe>`
    select l.id, l.name, l.description, l.image_src as "imageSrc", l.organisation_group_id as "organisationGroupId",
      l.parent_collection_id as "parentCollectionId", l.season_id as "seasonId", l.display_order as "displayOrder",
      l.budget_points as "budgetPoints", l.budget_minor as "budgetMinor", l.beyond, l.necessity, coalesce(content.necessities, '{}') as "necessityByProduct", ${allowedAllocationTypes} as "allowedAllocationTypes",
      ${superGroupsIf(sql`l.id = ${collectionId}`)} as "superGroups", coalesce(content.groups, '[]') as groups, coalesce(content.balances, '[]') as balances,
      coalesce(content.seasons, '[]') as seasons, (
        select json_object_agg(g ->> 'id', (g ->> 'minQuantity')::int)
        from customer_collection own
        join wardrobe_version v on v.organisation_id = own.organisation_id and v.collection_id = own.collection_id and v.version = own.wardrobe_version
        cross join lateral jsonb_array_elements(v.contents -> 'groups') g
        where own.organisation_id = l.organisation_id and own.customer_id = ${wearerId}::bigint and own.collection_id = l.id
          and own.wardrobe_version <> l.published_version) as "earlierMinimums"
    from collection l
    left join lateral (
      select (select json_object_agg(distinct p.id, p.necessity)
        from collection_group g
        join collection_group_product gp on gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id
        join product p on p.id = gp.product_id and p.necessity is not null
        where g.organisation_id = w.organisation_id and g.collection_id = w.id) as necessities,
        ${wardrobeGroups} as groups, ${balancesOf(wearerId)} as balances, ${orderingSeasonsOf(scope.organisationId, wearerId)} as seasons
      from collection w where w.organisation_id = l.organisation_id and w.id = l.id and w.id = ${collectionId}) content on true
    where l.organisation_id = ${scope.organisationId} and (l.id = ${collectionId} or l.parent_collection_id = ${collectionId}) and ${isShown}
    order by l.display_order, l.name, l.id`.execute(db);
  const wardrobe = found.rows.find(({ id }) => id === collectionId);
  return wardrobe && { wardrobe, children: found.rows.filter((row) => row !== wardrobe) };
}

/** Sets the wardrobe that a person's uniform builder opens with. False when it is that one already. */
export async function setBuilderWardrobe(tx: Tx, scope: Scope, customerId: number, collectionId: number): Promise<boolean> {
  const changed = await sql`
    update customer set builder_collection_id = ${collectionId}
    where organisation_id = ${scope.organisationId} and id = ${customerId} and builder_collection_id is distinct from ${collectionId}`.execute(
    tx,
  );
  return Number(changed.numAffectedRows ?? 0) > 0;
}
