import { type RawBuilder, sql } from 'kysely';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';

/** Someone of whom it is asked whether a proof is theirs. Values of a session, or columns. */
interface Decider {
  customerId: RawBuilder<number>;
  isAdmin: RawBuilder<boolean>;
  /** The groups that they administer; empty for the whole organisation. */
  adminableGroupIds: RawBuilder<number[]>;
}

/** The orders `o` with a design of a request `q`. */
const itsOrders = sql`
  order_line_customisation d
  join order_line l on l.organisation_id = d.organisation_id and l.id = d.order_line_id
  join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
  where d.organisation_id = q.organisation_id and d.proof_request_id = q.id`;

/**
 * Condition that someone sees the proofs of a request `q` of their organisation, and decides on them: Admins, those of groups where an order was placed in
 * one of these or for a person in them; and of a text alone, which is neither a logo nor a design of the organisation, also those who ordered it.
 */
const decides = ({ customerId, isAdmin: admin, adminableGroupIds }: Decider): RawBuilder<boolean> => sql<boolean>`(
  ${admin} and (cardinality(${adminableGroupIds}) = 0 or exists (
    select from ${itsOrders} and (o.organisation_group_id = any (${adminableGroupIds}) or o.customer_id in (
      select g.customer_id from customer_group g where g.organisation_id = q.organisation_id and g.organisation_group_id = any (${adminableGroupIds})))))
  or q.logo_id is null and q.garment_design_id is null and (q.requested_by_id = ${customerId} or exists (
    select from ${itsOrders} and ${customerId} in (o.customer_id, o.placed_by_id))))`;

/** Condition that a request `q` is of the person's organisation, and that they see its proofs. */
export const visibleRequests = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(q.organisation_id = ${scope.organisationId} and ${decides({
    customerId: sql<number>`${scope.customerId}::bigint`,
    isAdmin: sql<boolean>`${isAdmin(scope)}::boolean`,
    adminableGroupIds: sql<number[]>`${[...scope.adminableGroupIds]}::bigint[]`,
  })})`;

/** Whether the person may decide on the proofs that they see: not while someone else acts for them. */
export const mayDecide = ({ isImpersonated }: Pick<Scope, 'isImpersonated'>): boolean => !isImpersonated;

/** At most this many people are mailed about a proof. */
const MAX_RECIPIENTS = 50;

/** A query for the ids of those who decide on the proofs of a request `q`, at most 50; first the Admins of the whole organisation. */
export const deciderIds = sql`
  select coalesce(array_agg(each.id order by each.place), '{}') from (
    select c.id, row_number() over (order by held.is_admin desc, cardinality(held.groups), c.id) as place
    from customer c
    cross join lateral (
      select exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33) as is_admin,
        array(select a.organisation_group_id from customer_adminable_group a where a.organisation_id = c.organisation_id and a.customer_id = c.id) as groups
      offset 0) held
    where c.organisation_id = q.organisation_id and c.active and c.deleted_at is null and (held.is_admin or q.logo_id is null and q.garment_design_id is null)
      and ${decides({ customerId: sql<number>`c.id`, isAdmin: sql<boolean>`held.is_admin`, adminableGroupIds: sql<number[]>`held.groups` })}
    order by place limit ${sql.lit(MAX_RECIPIENTS)}) each`;
