import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { OfferedOption } from './wardrobe.rules.ts';

type Collection = ReplyOf<'GET /api/organisationcollection'>['organisationCollections'][number];

/** A wardrobe without its children. */
export type CollectionWithoutChildren = Omit<Collection, 'childCollections' | 'parentCollectionId'> & { parentId: number | null };

interface CollectionListOptions {
  /** Only the wardrobes of this person, with the numbers that they are owed; `withParents` also those of which these are variants. Null for all. */
  wearer: { id: number; withParents: boolean } | null;
  withGroups: boolean;
}

/** The allocation types that `collection l` permits, as JSON. */
export const allowedAllocationTypes = sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id), '[]') from allocation_type t
   where exists (select from collection_allocation_type a where a.organisation_id = l.organisation_id and a.collection_id = l.id and a.allocation_type_id = t.id)
     or not exists (select from collection_allocation_type a where a.organisation_id = l.organisation_id and a.collection_id = l.id))`;

/** The either/or questions of `collection l` with their options, as JSON. */
export const superGroupsIf = (condition: RawBuilder<boolean>) => sql`
  (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'minSelect', s.min_select, 'maxSelect', s.max_select,
      'options', (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'imageSrc', o.image_src, 'displayOrder', o.display_order)
          order by o.display_order, o.id), '[]')
        from super_group_option o where o.organisation_id = s.organisation_id and o.super_group_id = s.id)) order by s.display_order, s.id), '[]')
   from super_group s where ${condition} and s.organisation_id = l.organisation_id and s.collection_id = l.id)`;

/** Whether an Admin manages `collection l`: it belongs to no group, or to one that they administer. */
export const isManagedBy = (scope: Scope): RawBuilder<boolean> =>
  sql`(${scope.adminableGroupIds.length === 0} or l.organisation_group_id is null or l.organisation_group_id = any (${[...scope.adminableGroupIds]}::bigint[]))`;

/** A number of group `g` in the version of the wardrobe that its wearer is still owed; 0 for a group that this version does not have. */
const inEarlier = (name: 'quantity' | 'minQuantity') => sql`
  coalesce((select (one.value ->> ${name}::text)::int from jsonb_array_elements(earlier.groups) one where (one.value ->> 'id')::bigint = g.id),
    case when not exists (select from jsonb_array_elements(earlier.groups) one where (one.value ->> 'id')::bigint = g.id) then 0 end)`;

/** The ids of the wardrobes that a person of the scope's organisation has, and of those of which they are variants. */
const withParentsOf = ({ organisationId }: Scope, wearerId: number): RawBuilder<unknown> => sql`
  with recursive above (id) as (
    select collection_id from customer_collection where organisation_id = ${organisationId} and customer_id = ${wearerId}
    union
    select w.parent_collection_id from above join collection w on w.organisation_id = ${organisationId} and w.id = above.id)
  select id from above where id is not null`;

const idsOf = ({ organisationId }: Scope, wearerId: number): RawBuilder<unknown> =>
  sql`select collection_id from customer_collection where organisation_id = ${organisationId} and customer_id = ${wearerId}`;

/**
 * The wardrobes that the scope's person can see: their own, those without a group, and those of groups that they belong to or administer. The caller of this function checks
 * that the scope may see the wearer.
 */
export async function listCollections(
  db: Db,
  scope: Scope,
  { wearer, withGroups }: CollectionListOptions,
): Promise<CollectionWithoutChildren[]> {
  const everyGroup = isOrganisationAdmin(scope);
  const groups = isAdmin(scope) ? scope.adminableGroupIds : scope.groupIds;
  const isOwn = wearer?.id === scope.customerId;
  const listed = wearer && (wearer.withParents ? withParentsOf(scope, wearer.id) : idsOf(scope, wearer.id));
  const found = await sql<CollectionWithoutChildren>`
    select l.id, l.name, l.description, l.image_src as "imageSrc", l.organisation_group_id as "organisationGroupId", l.parent_collection_id as "parentId",
      l.season_id as "seasonId", l.display_order as "displayOrder",
      ${allowedAllocationTypes} as "allowedAllocationTypes",
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'superGroupOptionId', g.super_group_option_id,
          'minQuantity', case when earlier.groups is null then g.min_quantity else ${inEarlier('minQuantity')} end,
          'allocatedQuantity', case when earlier.groups is null then g.quantity else ${inEarlier('quantity')} end, 'usedQuantity', null, 'remainingQuantity', null,
          'productIds', (select coalesce(json_agg(p.product_id order by p.display_order, p.product_id), '[]') from collection_group_product p
            where p.organisation_id = g.organisation_id and p.collection_group_id = g.id)) order by g.display_order, g.id), '[]')
       from collection_group g where ${withGroups} and g.organisation_id = l.organisation_id and g.collection_id = l.id) as "collectionGroups",
      ${superGroupsIf(sql`${withGroups}`)} as "superGroups"
    from collection l
    left join lateral (
      select v.contents -> 'groups' as groups
      from customer_collection own
      join wardrobe_version v on v.organisation_id = own.organisation_id and v.collection_id = own.collection_id and v.version = own.wardrobe_version
      where own.organisation_id = l.organisation_id and own.customer_id = ${wearer?.id ?? null}::bigint and own.collection_id = l.id
        and own.wardrobe_version <> l.published_version) earlier on true
    where l.organisation_id = ${scope.organisationId} ${listed ? sql`and l.id in (${listed})` : sql``}
      and (${everyGroup} or ${isOwn} or l.organisation_group_id is null or l.organisation_group_id = any (${[...groups]}::bigint[]))
    order by l.display_order, l.name, l.id`.execute(db);
  return found.rows;
}

/** The options that a person of the scope's organisation has chosen. */
export async function listChosenOptions(db: Db, scope: Scope, customerId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select o.id from customer_super_group_option c
    join super_group_option o on o.organisation_id = c.organisation_id and o.id = c.super_group_option_id
    where c.organisation_id = ${scope.organisationId} and c.customer_id = ${customerId} order by 1`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The options that a person's wardrobes offer. */
export async function listOfferedOptions(db: Db, scope: Scope, customerId: number): Promise<OfferedOption[]> {
  const found = await sql<OfferedOption>`
    select o.id, s.id as "superGroupId", s.name as "superGroupName", s.max_select as "maxSelect"
    from customer_collection c
    join super_group s on s.organisation_id = c.organisation_id and s.collection_id = c.collection_id
    join super_group_option o on o.organisation_id = s.organisation_id and o.super_group_id = s.id
    where c.organisation_id = ${scope.organisationId} and c.customer_id = ${customerId}`.execute(db);
  return found.rows;
}

/** Replaces a person's chosen options, except those of deleted options, which have no effect unless the deletion is undone; options that remain keep their creation time. Locks the person, so that concurrent calls do not mix. */
export async function replaceChosenOptions(
  tx: Tx,
  scope: Scope,
  customerId: number,
  optionIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...optionIds]}::bigint[]`;
  await sql`
    select from customer where organisation_id = ${scope.organisationId} and id = ${customerId} for no key update`.execute(tx);
  await sql`
    delete from customer_super_group_option c using super_group_option o
    where c.organisation_id = ${scope.organisationId} and c.customer_id = ${customerId} and c.super_group_option_id <> all (${ids})
      and o.organisation_id = c.organisation_id and o.id = c.super_group_option_id`.execute(tx);
  await sql`
    insert into customer_super_group_option (organisation_id, customer_id, super_group_option_id)
    select ${scope.organisationId}, ${customerId}, id from unnest(${ids}) id on conflict do nothing`.execute(tx);
}
