import { sql } from 'kysely';
import { isOnRequest } from '#api/catalogue/pricing/price-on-request.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { AllocationType } from '../entitlement.rules.ts';

/**
 * Why someone can order nothing in a group. `empty`: it lists no products. `notSold`: none of its products is in the range and
 * still sold by the supplier. `roles`: those that are, are limited to roles that these people do not have. `points`: those that
 * they may see have no points, which allocation by points needs. `unavailable`: the others cannot be bought, because every combination
 * is discontinued or out of stock without backorder, because buying is disabled, or because the price is on request.
 */
export type UnorderableReason = 'empty' | 'notSold' | 'roles' | 'points' | 'unavailable';

/** A group in which some or all of its wearers can order nothing, once for each reason. */
export interface UnorderableGroup {
  collectionId: number;
  collectionGroupId: number;
  name: string;
  reason: UnorderableReason;
  /** The people to whom the group is open and this applies: the first 50 by last name. */
  people: { id: number; name: string }[];
  /** How many people there are in all; 0 for a group that is open to no one at present. */
  peopleCount: number;
}

const MAX_PEOPLE = 50;

/** The role that everyone has, for products without a limit to roles. */
const EVERYONE = 0;

const TYPE_CLASSES = sql`(values ('fixed'), ('points'), ('other'))`;
const typeClass = sql`case c.allocation_type_id when ${AllocationType.FIXED} then 'fixed' when ${AllocationType.POINTS} then 'points' else 'other' end`;

/**
 * The groups in which nothing can be ordered, with the wearers concerned, in the order of wardrobes and groups: those of one
 * wardrobe, or of all wardrobes when it is null. An Admin of some groups gets their wardrobes and people. People who have left,
 * opted out or may not log in are not counted. A group that is open to no one is included when it contains nothing for anyone.
 *
 * What can be ordered depends on the allocation type: fixed allocation is limited to the products with numbers, if the group has any,
 * and allocation by points to those with points.
 */
export async function listUnorderableGroups(db: Db, scope: Scope, collectionId: number | null): Promise<UnorderableGroup[]> {
  const groups = sql`${[...scope.adminableGroupIds]}::bigint[]`;
  const everyGroup = scope.adminableGroupIds.length === 0;
  const found = await sql<UnorderableGroup>`
    with managed_group as (
      select l.display_order as collection_order, g.collection_id, g.display_order, g.id, g.name, numbers.has_products, numbers.has_numbers
      from collection_group g
      join collection l on l.organisation_id = g.organisation_id and l.id = g.collection_id
      cross join lateral (
        select count(*) > 0 as has_products, coalesce(bool_or(gp.quantity is not null), false) as has_numbers from collection_group_product gp
        where gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id) numbers
      where g.organisation_id = ${scope.organisationId} and (${collectionId}::bigint is null or g.collection_id = ${collectionId}::bigint)
        and (${everyGroup} or l.organisation_group_id is null or l.organisation_group_id = any (${groups}))),
    -- Once for each role that may see the product.
    sold_product as (
      select g.id as group_id, gp.quantity is not null or not g.has_numbers as is_fixed, gp.points is not null as has_points,
        coalesce(r.role_id, ${EVERYONE}) as role_id, not p.disable_buy_button and not ${isOnRequest(scope)} and exists (
          select from combination b left join stock_level s on s.combination_id = b.id
          where b.product_id = p.id and not b.discontinued
            and (not p.manages_stock or p.backorder_mode <> 0 or s.on_hand - s.reserved >= greatest(p.order_minimum_quantity, 1))) as is_available
      from managed_group g
      join collection_group_product gp on gp.organisation_id = ${scope.organisationId} and gp.collection_group_id = g.id
      join product_organisation po on po.organisation_id = gp.organisation_id and po.product_id = gp.product_id and po.published
      join product p on p.id = gp.product_id and p.published
      left join product_organisation_role r on r.organisation_id = po.organisation_id and r.product_organisation_id = po.id),
    -- The roles to which a group offers something, for each class of allocation types.
    group_state as materialized (
      select g.id, g.collection_id, g.has_products, k.type_class,
        coalesce(array_agg(p.role_id) filter (where p.group_id is not null), '{}') as sold_to,
        coalesce(array_agg(p.role_id) filter (where p.has_points or k.type_class <> 'points'), '{}') as offered_to,
        coalesce(array_agg(p.role_id) filter (where p.is_available and (p.has_points or k.type_class <> 'points')), '{}') as available_to
      from managed_group g
      cross join ${TYPE_CLASSES} k (type_class)
      left join sold_product p on p.group_id = g.id and (p.is_fixed or k.type_class <> 'fixed')
      group by g.id, g.collection_id, g.has_products, k.type_class),
    wearer as materialized (
      select c.id, c.first_name, c.last_name, cc.collection_id, ${typeClass} as type_class
      from customer_collection cc
      join customer c on c.organisation_id = cc.organisation_id and c.id = cc.customer_id
      join organisation t on t.id = c.organisation_id
      where cc.organisation_id = ${scope.organisationId} and (${collectionId}::bigint is null or cc.collection_id = ${collectionId}::bigint)
        and c.active and c.deleted_at is null and c.wardrobe_opt_out_at is null
        and (c.ends_on is null or c.ends_on >= (now() at time zone t.time_zone)::date)
        and (${everyGroup} or exists (
          select from customer_group m
          where m.organisation_id = c.organisation_id and m.customer_id = c.id and m.organisation_group_id = any (${groups})))),
    incomplete as materialized (
      select * from group_state where not ${EVERYONE} = any (available_to)),
    -- Compared as a hash table: PostgreSQL would look up each wearer and group.
    concerned as (
      select g.id as group_id, w.id, w.first_name, w.last_name, case
          when not g.has_products then 'empty'
          when g.sold_to = '{}' then 'notSold'
          when not g.sold_to && held.role_ids then 'roles'
          when not g.offered_to && held.role_ids then 'points'
          when not g.available_to && held.role_ids then 'unavailable' end as reason
      from incomplete g
      join wearer w on w.collection_id = g.collection_id and w.type_class = g.type_class
      cross join lateral (
        select ${EVERYONE}::bigint || array(
          select cr.role_id from customer_role cr join role r on r.id = cr.role_id and r.active
          where cr.organisation_id = ${scope.organisationId} and cr.customer_id = w.id) as role_ids) held
      where ((w.id, g.id) in (
        select o.customer_id, o.collection_group_id
        from (select distinct i.id from incomplete i join wearer using (collection_id, type_class)) used
        join open_collection_group o on o.organisation_id = ${scope.organisationId} and o.collection_group_id = used.id)) is true),
    ranked as (
      select group_id, reason, id, first_name || ' ' || last_name as name,
        row_number() over (partition by group_id, reason order by last_name, first_name, id) as position
      from concerned where reason is not null),
    counted as (
      select group_id, reason, count(*)::int as people_count,
        json_agg(json_build_object('id', id, 'name', name) order by position) filter (where position <= ${MAX_PEOPLE}) as people
      from ranked group by group_id, reason),
    reported as (
      select * from counted
      union all
      select id, case when not has_products then 'empty' when sold_to = '{}' then 'notSold' else 'unavailable' end, 0, '[]'
      from incomplete
      where type_class = 'other' and available_to = '{}' and not exists (select from counted where counted.group_id = incomplete.id))
    select g.collection_id as "collectionId", g.id as "collectionGroupId", g.name, r.reason, r.people_count as "peopleCount", r.people
    from reported r join managed_group g on g.id = r.group_id
    order by g.collection_order, g.collection_id, g.display_order, g.id, r.people_count desc, r.reason`.execute(db);
  return found.rows;
}
