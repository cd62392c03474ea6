import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * Why nothing in a group can be ordered. `notSold`: none of its products is in the range and still sold by the supplier.
 * `roles`: those that are, are limited to roles that these people do not have. `unavailable`: those that they may see cannot be
 * bought, because every combination is discontinued or out of stock without backorder, because buying is disabled, or because
 * the price is on request.
 */
export type UnorderableReason = 'notSold' | 'roles' | 'unavailable';

/** A group in which some or all of its wearers can order nothing, once for each reason. */
export interface UnorderableGroup {
  collectionId: number;
  groupId: number;
  groupName: string;
  reason: UnorderableReason;
  /** The people to whom the group is open and this applies: the first 50 by last name. */
  people: { id: number; name: string }[];
  /** How many people there are in all; 0 for a group that is open to no one at present. */
  peopleCount: number;
}

const MAX_PEOPLE = 50;

/**
 * The groups in which nothing can be ordered, with the wearers concerned, in the order of wardrobes and groups: those of one
 * wardrobe, or of all wardrobes when it is null. An Admin of some groups gets their wardrobes and people. People who have left,
 * opted out or may not log in are not counted. A group that is open to no one is included when it contains nothing for anyone.
 */
export async function listUnorderableGroups(db: Db, scope: Scope, collectionId: number | null): Promise<UnorderableGroup[]> {
  const groups = sql`${[...scope.adminableGroupIds]}::bigint[]`;
  const everyGroup = scope.adminableGroupIds.length === 0;
  const found = await sql<UnorderableGroup>`
    with product_state as (
      select gp.collection_group_id, limits.role_ids, not p.disable_buy_button and not p.call_for_price and exists (
          select from combination b left join stock_level s on s.combination_id = b.id
          where b.product_id = p.id and not b.discontinued
            and (not p.manages_stock or p.backorder_mode <> 0 or s.on_hand - s.reserved >= greatest(p.order_minimum_quantity, 1))) as is_available
      from collection_group g
      join collection_group_product gp on gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id
      join product_organisation po on po.organisation_id = gp.organisation_id and po.product_id = gp.product_id and po.published
      join product p on p.id = gp.product_id and p.published
      cross join lateral (
        select array_agg(r.role_id) as role_ids from product_organisation_role r
        where r.organisation_id = po.organisation_id and r.product_organisation_id = po.id) limits
      where g.organisation_id = ${scope.organisationId} and (${collectionId}::bigint is null or g.collection_id = ${collectionId}::bigint)),
    -- A product without a limit to roles has null in place of the list.
    group_state as (
      select l.display_order as collection_order, g.collection_id, g.display_order, g.id, g.name,
        bool_or(p.collection_group_id is not null) as is_sold,
        coalesce(bool_or(p.collection_group_id is not null and p.role_ids is null), false) as is_sold_to_everyone,
        coalesce(bool_or(p.is_available and p.role_ids is null), false) as is_available_to_everyone,
        array(select unnest(q.role_ids) from product_state q where q.collection_group_id = g.id) as sold_to,
        array(select unnest(q.role_ids) from product_state q where q.collection_group_id = g.id and q.is_available) as available_to
      from collection_group g
      join collection l on l.organisation_id = g.organisation_id and l.id = g.collection_id
      left join product_state p on p.collection_group_id = g.id
      where g.organisation_id = ${scope.organisationId} and (${collectionId}::bigint is null or g.collection_id = ${collectionId}::bigint)
        and (${everyGroup} or l.organisation_group_id is null or l.organisation_group_id = any (${groups}))
      group by l.display_order, g.collection_id, g.display_order, g.id, g.name),
    held as (
      select cr.customer_id, array_agg(cr.role_id) as role_ids
      from customer_role cr join role r on r.id = cr.role_id and r.active where cr.organisation_id = ${scope.organisationId} group by cr.customer_id),
    concerned as (
      select distinct g.id as group_id, c.id, c.first_name, c.last_name, case
          when not g.is_sold then 'notSold'
          when not g.is_sold_to_everyone and not coalesce(g.sold_to && held.role_ids, false) then 'roles'
          when not coalesce(g.available_to && held.role_ids, false) then 'unavailable' end as reason
      from group_state g
      join open_collection_group o on o.organisation_id = ${scope.organisationId} and o.collection_group_id = g.id
      join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
      join organisation t on t.id = c.organisation_id
      left join held on held.customer_id = c.id
      where not g.is_available_to_everyone and c.active and c.deleted_at is null and c.wardrobe_opt_out_at is null
        and (c.ends_on is null or c.ends_on >= (now() at time zone t.time_zone)::date)
        and (${everyGroup} or exists (
          select from customer_group m
          where m.organisation_id = c.organisation_id and m.customer_id = c.id and m.organisation_group_id = any (${groups})))),
    ranked as (
      select group_id, reason, id, first_name || ' ' || last_name as name,
        row_number() over (partition by group_id, reason order by last_name, first_name, id) as place
      from concerned where reason is not null)
    select g.collection_id as "collectionId", g.id as "groupId", g.name as "groupName",
      coalesce(r.reason, case when g.is_sold then 'unavailable' else 'notSold' end) as reason, count(r.id)::int as "peopleCount",
      coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.place) filter (where r.place <= ${MAX_PEOPLE}), '[]') as people
    from group_state g left join ranked r on r.group_id = g.id
    where not g.is_available_to_everyone and (r.id is not null or g.available_to = '{}')
    group by g.collection_order, g.collection_id, g.display_order, g.id, g.name, g.is_sold, r.reason
    order by g.collection_order, g.collection_id, g.display_order, g.id, count(r.id) desc, r.reason`.execute(db);
  return found.rows;
}
