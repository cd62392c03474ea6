import { type RawBuilder, sql } from 'kysely';
import { isOfWaitingRequest, livePerson, type Reference } from '#api/organisation/structure/usage.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { PartUse } from './wardrobes.rules.ts';

/**
 * Everything that refers to a wardrobe; a test finds new references. What it owns is deleted with it, copies forget where they
 * come from, and references without labels are cleared by `clearUnusedReferences`.
 */
export const WARDROBE_REFERENCES: readonly Reference[] = [
  {
    table: 'customer_collection',
    column: 'collection_id',
    labels: ['person', 'people'],
    ownerColumn: 'customer_id',
    condition: livePerson,
  },
  { table: 'collection', column: 'parent_collection_id', labels: ['cut', 'cuts'] },
  { table: 'orders', column: 'collection_id', labels: ['order', 'orders'] },
  { table: 'order_line', column: 'collection_id', labels: ['ordered line', 'ordered lines'] },
  { table: 'cart_line', column: 'collection_id', labels: ['line in a cart', 'lines in carts'] },
  {
    table: 'registration_link_collection',
    column: 'collection_id',
    labels: ['registration link', 'registration links'],
    ownerColumn: 'link_id',
  },
  {
    table: 'registration_collection',
    column: 'collection_id',
    labels: ['waiting request', 'waiting requests'],
    ownerColumn: 'registration_id',
    condition: isOfWaitingRequest,
  },
  {
    table: 'product_organisation_collection',
    column: 'collection_id',
    labels: ['product limited to it', 'products limited to it'],
    ownerColumn: 'product_organisation_id',
  },
  // Deleted before, unless people have ordered from it: then the wardrobe stays.
  { table: 'entitlement_account', column: 'collection_id' },
  { table: 'customer', column: 'adhoc_collection_id' },
  { table: 'customer', column: 'builder_collection_id' },
];

/** Removes a wardrobe without usage from the screens where people last used it, and from deleted people and decided requests. */
export async function clearUnusedReferences(tx: Tx, scope: Scope, wardrobeId: number): Promise<void> {
  for (const column of ['adhoc_collection_id', 'builder_collection_id'])
    await sql`
      update customer set ${sql.ref(column)} = null
      where organisation_id = ${scope.organisationId} and ${sql.ref(column)} = ${wardrobeId}`.execute(tx);
  for (const table of ['customer_collection', 'registration_collection'])
    await sql`
      delete from ${sql.table(table)} where organisation_id = ${scope.organisationId} and collection_id = ${wardrobeId}`.execute(
      tx,
    );
}

/** A group, an option or an either/or of a wardrobe. */
export type Part = { groupId: number } | { optionId: number } | { superGroupId: number };

const optionsOf = (scope: Scope, part: Part): RawBuilder<unknown> =>
  'optionId' in part
    ? sql`select ${part.optionId}::bigint`
    : 'superGroupId' in part
      ? sql`select id from super_group_option where organisation_id = ${scope.organisationId} and super_group_id = ${part.superGroupId}`
      : sql`select null::bigint where false`;

/** Deletes the groups under an option, or under the options of an either/or. */
export async function deleteGroupsOfOptions(tx: Tx, scope: Scope, part: Part): Promise<void> {
  await sql`
    delete from collection_group
    where organisation_id = ${scope.organisationId} and super_group_option_id in (${optionsOf(scope, part)})`.execute(tx);
}

/** The people and ordered pieces that deleting a part concerns. Pieces of cancelled and rejected orders do not count. */
export async function readPartUse(db: Db, scope: Scope, part: Part): Promise<PartUse> {
  const found = await sql<PartUse>`
    with option_ids (id) as (${optionsOf(scope, part)}),
    deleted_group as (
      select g.id, g.name, g.display_order from collection_group g
      where g.organisation_id = ${scope.organisationId} and (${'groupId' in part ? sql`g.id = ${part.groupId}` : sql`g.super_group_option_id in (select id from option_ids)`})),
    ordered as (
      select coalesce(l.wearer_id, o.customer_id) as person_id, l.quantity - l.cancelled_quantity - l.returned_quantity as pieces
      from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      where l.organisation_id = ${scope.organisationId} and o.order_state_id not in (40, 60)
        and (l.collection_group_id in (select id from deleted_group) or l.super_group_option_id in (select id from option_ids)))
    select (select count(distinct person_id)::int from ordered where pieces > 0) as buyers,
      (select coalesce(sum(pieces), 0)::int from ordered) as pieces,
      (select count(distinct customer_id)::int from customer_super_group_option c join customer p on p.organisation_id = c.organisation_id and p.id = c.customer_id
       where c.organisation_id = ${scope.organisationId} and c.super_group_option_id in (select id from option_ids) and p.deleted_at is null) as choosers,
      ${
        'groupId' in part
          ? sql`array[]::text[]`
          : sql`(select coalesce(array_agg(name order by display_order, id), '{}') from deleted_group)`
      } as "groupNames"`.execute(db);
  return found.rows[0] ?? { buyers: 0, pieces: 0, choosers: 0, groupNames: [] };
}
