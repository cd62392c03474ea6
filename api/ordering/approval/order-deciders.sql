-- Who can decide on an order.

create or replace trigger increment_version before update on approval_rule for each row execute function increment_version();

-- The groups whose people's orders each approver decides on, one row for each; null: those of the whole organisation. An administrator's are the groups
-- that they administer, with the orders placed in them; anyone else's are their own.
create or replace view approver_reach as
select c.organisation_id, c.id as customer_id, held.is_admin, reach.organisation_group_id
from customer c
cross join lateral (
  select exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33) as is_admin) held
cross join lateral (
  select g.organisation_group_id from customer_group g where not held.is_admin and g.organisation_id = c.organisation_id and g.customer_id = c.id
  union all
  select a.organisation_group_id from customer_adminable_group a where held.is_admin and a.organisation_id = c.organisation_id and a.customer_id = c.id
  union all
  select null where held.is_admin and not exists (
    select from customer_adminable_group a where a.organisation_id = c.organisation_id and a.customer_id = c.id)) reach
where c.allow_order_approval and c.active and c.deleted_at is null;

-- Those who can decide on an order of this person that was placed by `placed_by` in the group: approvers in scope, each with their delegate of the
-- day in their place. A delegate may have a delegate; the last one who can decide does, which is the approver if no delegate can. If no one is left, or
-- the request was escalated, every administrator of the whole organisation. Never the person of the order or who placed it.
create or replace function order_deciders(organisation bigint, person bigint, placed_by bigint, in_group bigint, is_escalated boolean, today date) returns setof bigint
language sql stable as $$
  with recursive approver as (
    select distinct r.customer_id from approver_reach r
    where r.organisation_id = organisation and r.customer_id not in (person, placed_by)
      and (r.organisation_group_id is null or r.is_admin and r.organisation_group_id = in_group or exists (
        select from customer_group g
        where g.organisation_id = organisation and g.customer_id = person and g.organisation_group_id = r.organisation_group_id))),
  substitute as (
    select a.customer_id as approver_id, a.customer_id, array[a.customer_id] as path from approver a
    union all
    select s.approver_id, d.delegate_id, s.path || d.delegate_id
    from substitute s
    join delegation d on d.organisation_id = organisation and d.approver_id = s.customer_id and today between d.starts_on and d.ends_on
    join customer c on c.organisation_id = d.organisation_id and c.id = d.delegate_id and c.active and c.deleted_at is null
    where d.delegate_id <> all (s.path)),
  decider as (
    select distinct on (s.approver_id) s.customer_id from substitute s
    where s.customer_id not in (person, placed_by) order by s.approver_id, cardinality(s.path) desc, s.customer_id)
  select d.customer_id from decider d
  union
  select c.id from customer c
  join customer_role r on r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id = 33
  where c.organisation_id = organisation and c.active and c.deleted_at is null and c.id not in (person, placed_by)
    and not exists (select from customer_adminable_group a where a.organisation_id = c.organisation_id and a.customer_id = c.id)
    and (is_escalated or not exists (select from decider))
$$;
