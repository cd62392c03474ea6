import { type RawBuilder, sql } from 'kysely';

/** The seasons of an organisation with their ordering windows, as the JSON of `OrderingSeason[]`. */
export const orderingSeasonsOf = (organisationId: number): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'startsOn', s.starts_on, 'endsOn', s.ends_on, 'isCurrent', s.is_current,
     'orderingOpensOn', s.ordering_opens_on, 'orderingClosesOn', s.ordering_closes_on)), '[]')
   from season s where s.organisation_id = ${organisationId})`;

/** What a person is owed from `collection w` in all of its seasons, as the JSON of `Balance[]`. Empty for null. */
export const balancesOf = (customerId: number | null): RawBuilder<unknown> => sql`
  (select coalesce(json_agg(json_build_object('id', a.id, 'seasonId', a.season_id, 'kind', a.kind, 'unit', a.unit, 'groupId', a.collection_group_id,
     'productId', a.product_id, 'label', a.label, 'startsOn', a.starts_on, 'endsOn', a.ends_on, 'status', a.status, 'isLimited', a.is_limited,
     'base', a.base, 'granted', a.granted, 'reserved', a.reserved, 'used', a.used,
     'adjustments', (
       select coalesce(json_agg(json_build_object('amount', e.granted_delta, 'reason', e.reason) order by e.id), '[]') from entitlement_entry e
       where e.organisation_id = a.organisation_id and e.account_id = a.id and e.kind = 'adjust' and e.reverses_id is null
         and not exists (select from entitlement_entry r where r.organisation_id = e.organisation_id and r.reverses_id = e.id)),
     'returned', (
       select coalesce(-sum(e.used_delta), 0) from entitlement_entry e
       where e.organisation_id = a.organisation_id and e.account_id = a.id and e.kind = 'return')) order by a.id), '[]')
   from entitlement_account a
   where a.organisation_id = w.organisation_id and a.customer_id = ${customerId}::bigint and a.collection_id = w.id and a.status <> 'closed')`;
