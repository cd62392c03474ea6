import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OrderRecipient } from './approval-deadlines.queries.ts';

/** At most this many people are asked to decide about an order. */
const MAX_DECIDERS = 50;

/**
 * Those who can decide about each of the orders on the day of `at`, at most 50 for an order: approvers in scope, never the order's person nor who
 * placed it, each with their delegate in their place; every administrator of the whole organisation where no one is left, or once the request was
 * escalated. A delegate may have a delegate; the last who can decide about the order does, which is the approver if no delegate can.
 */
export async function listDeciders(
  db: Db,
  { organisationId, orderIds, at }: { organisationId: number; orderIds: readonly number[]; at: Date },
): Promise<OrderRecipient[]> {
  const { rows } = await sql<OrderRecipient>`
    with recursive subject as (
      select r.id, r.customer_id, r.placed_by_id,
        exists (select from approval a where a.organisation_id = r.organisation_id and a.order_id = r.id and a.status = 'requested' and a.escalated_at is not null) as escalated,
        array(select g.organisation_group_id from customer_group g where g.organisation_id = r.organisation_id and g.customer_id = r.customer_id) as groups
      from orders r where r.organisation_id = ${organisationId} and r.id = any (${[...orderIds]}::bigint[])),
    person as (
      select c.id, c.allow_order_approval,
        exists (select from customer_role m where m.organisation_id = c.organisation_id and m.customer_id = c.id and m.role_id = 33) as is_admin,
        array(select g.organisation_group_id from customer_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id) as groups,
        array(select g.organisation_group_id from customer_adminable_group g where g.organisation_id = c.organisation_id and g.customer_id = c.id) as administered
      from customer c where c.organisation_id = ${organisationId} and c.active and c.deleted_at is null),
    handed as (
      select s.id as order_id, p.id as customer_id, array[p.id] as path
      from subject s join person p on p.allow_order_approval and p.id not in (s.customer_id, s.placed_by_id)
        and case when p.is_admin then p.administered = '{}' or p.administered && s.groups else p.groups && s.groups end
      union all
      select h.order_id, d.delegate_id, h.path || d.delegate_id
      from handed h
      join delegation d on d.organisation_id = ${organisationId} and d.approver_id = h.customer_id
      join organisation o on o.id = d.organisation_id
      join person p on p.id = d.delegate_id
      where (${at}::timestamptz at time zone o.time_zone)::date between d.starts_on and d.ends_on and d.delegate_id <> all (h.path)),
    chosen as (
      select distinct on (h.order_id, h.path[1]) h.order_id, h.customer_id
      from handed h join subject s on s.id = h.order_id and h.customer_id not in (s.customer_id, s.placed_by_id)
      order by h.order_id, h.path[1], cardinality(h.path) desc),
    deciding as (
      select order_id, customer_id from chosen
      union
      select s.id, p.id from subject s join person p on p.is_admin and p.administered = '{}' and p.id not in (s.customer_id, s.placed_by_id)
      where s.escalated or not exists (select from chosen where chosen.order_id = s.id))
    select d."orderId", c.id, c.organisation_id as "organisationId", c.brand_id as "brandId", c.email, c.first_name as "firstName"
    from (select order_id as "orderId", customer_id, row_number() over (partition by order_id order by customer_id) as n from deciding) d
    join customer c on c.organisation_id = ${organisationId} and c.id = d.customer_id
    where d.n <= ${MAX_DECIDERS}
    order by c.id, d."orderId"`.execute(db);
  return rows;
}
