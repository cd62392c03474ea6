import { type RawBuilder, sql } from 'kysely';
import { lastOrderingDay } from './ordering-eligibility.queries.ts';

/** The seasons of an organisation with the ordering windows of a person, of everyone for null, as the JSON of `OrderingSeason[]`. */
export const orderingSeasonsOf = (organisationId: number, customerId: number | null): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'startsOn', s.starts_on, 'endsOn', s.ends_on, 'isCurrent', s.is_current,
     'orderingOpensOn', s.ordering_opens_on, 'orderingClosesOn', ${lastOrderingDay(sql`${customerId}`)})), '[]')
   from season s where s.organisation_id = ${organisationId})`;

/** What a person is owed from `collection w` in all of its seasons, as the JSON of `Balance[]`. Empty for null. */
export const balancesOf = (customerId: number | null): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('id', a.id, 'collectionId', a.collection_id, 'seasonId', a.season_id, 'kind', a.kind, 'unit', a.unit, 'groupId', a.collection_group_id,
     'productId', a.product_id, 'label', a.label, 'startsOn', a.starts_on, 'endsOn', a.ends_on, 'status', a.status, 'isLimited', a.is_limited,
     'superGroupId', a.super_group_id, 'superGroupOptionId', a.super_group_option_id, 'isWithdrawn', a.is_withdrawn, 'minimum', a.minimum,
     'base', a.base, 'adjusted', a.adjusted, 'granted', a.granted, 'reserved', a.reserved, 'used', a.used) order by a.id), '[]')
   from entitlement_account a
   where a.organisation_id = w.organisation_id and a.customer_id = ${customerId}::bigint and a.collection_id = w.id and a.status <> 'closed')`;
