import type { ClientBase } from 'pg';
import { syncOrganisationEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { asTransaction } from './connection.ts';

/**
 * Writes what people are owed in each season that has begun, and attributes past orders to it: each line of a wearer to the open group of
 * their wardrobe that lists its product, as far as that still grants pieces. Call it after orders and wardrobes are there.
 */
export async function insertEntitlement(client: ClientBase, organisationIds: readonly number[]): Promise<void> {
  for (const organisationId of organisationIds) {
    const seasons = await client.query<{ day: string }>(
      'select distinct least(ends_on, current_date) as day from season where organisation_id = $1 and starts_on <= current_date order by 1',
      [organisationId],
    );
    for (const { day } of seasons.rows)
      await syncOrganisationEntitlement(asTransaction(client), { organisationId }, { today: day });
  }
  // The entries of past orders are written with the dates of what happened, not by the triggers of today.
  for (const table of ['order_line', 'entitlement_entry']) await client.query(`alter table ${table} disable trigger user`);
  for (const statement of [ATTRIBUTE_LINES_SQL, INSERT_ENTRIES_SQL, SUM_ENTRIES_SQL, DATE_GRANTS_SQL])
    await client.query(statement, [organisationIds]);
  for (const table of ['order_line', 'entitlement_entry']) await client.query(`alter table ${table} enable trigger user`);
  await client.query('select rebuild_uniform_status(id) from unnest($1::bigint[]) id', [organisationIds]);
}

// Lines that share an account are covered in the order of their dates. Budgets are spent by what their groups cover.
const ATTRIBUTE_LINES_SQL = `
  with line as (
    select l.organisation_id, l.id, o.created_at, l.quantity, l.quantity - l.cancelled_quantity - l.returned_quantity as pieces, l.unit_price_minor,
      a.id as account_id, a.collection_id, a.collection_group_id, a.super_group_id, a.super_group_option_id, a.is_limited, a.granted,
      b.id as budget_id, b.unit as budget_unit, b.is_limited as has_budget, b.granted as budget, gp.points,
      case b.unit when 'points' then gp.points else l.unit_price_minor end as unit_cost
    from order_line l
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    cross join lateral (
      select account.* from collection_group_product listed
      join collection_group g on g.organisation_id = listed.organisation_id and g.id = listed.collection_group_id
      join entitlement_account account on account.organisation_id = g.organisation_id and account.customer_id = l.wearer_id and account.collection_group_id = g.id
        and account.status = 'open' and account.season_id = o.season_id and (account.kind = 'group' or account.product_id = l.product_id)
      where listed.organisation_id = l.organisation_id and listed.product_id = l.product_id
      order by (g.id = l.collection_group_id) is true desc, g.display_order, g.id limit 1) a
    join collection_group_product gp on gp.organisation_id = a.organisation_id and gp.collection_group_id = a.collection_group_id and gp.product_id = l.product_id
    left join entitlement_account b on b.organisation_id = a.organisation_id and b.customer_id = a.customer_id and b.collection_id = a.collection_id
      and b.season_id = a.season_id and b.kind = 'budget' and b.status = 'open'
    where l.organisation_id = any ($1)),
  in_group as (
    select *, case when is_limited then greatest(0, least(quantity, granted - coalesce(sum(pieces) over before, 0))) else quantity end as in_group
    from line window before as (partition by organisation_id, account_id order by created_at, id rows between unbounded preceding and 1 preceding)),
  covered as (
    select *, case when has_budget and unit_cost > 0
      then greatest(0, least(in_group, (budget - coalesce(sum(in_group * unit_cost) over before, 0)) / unit_cost)) else in_group end as covered
    from in_group window before as (partition by organisation_id, budget_id order by created_at, id rows between unbounded preceding and 1 preceding))
  update order_line l
  set collection_id = c.collection_id, collection_group_id = c.collection_group_id, super_group_id = c.super_group_id,
    super_group_option_id = c.super_group_option_id, group_account_id = c.account_id, budget_account_id = c.budget_id, unit_points = c.points,
    covered_quantity = c.covered
  from covered c where l.organisation_id = c.organisation_id and l.id = c.id`;

// A line was reserved when it was ordered; some of it was then cancelled, sent or sent back.
const INSERT_ENTRIES_SQL = `
  with line as (
    select l.*, o.created_at, coalesce(o.shipped_at, o.created_at + interval '2 days') as shipped_at, counted.reserved as left_reserved, counted.used as left_used,
      least(l.covered_quantity, l.quantity - l.cancelled_quantity) as kept
    from order_line l
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    cross join lateral counted_pieces(l.covered_quantity, l.quantity, l.shipped_quantity, l.cancelled_quantity, l.returned_quantity) counted
    where l.organisation_id = any ($1) and l.covered_quantity > 0),
  step as (
    select line.*, least(kept, shipped_quantity) as sent from line)
  insert into entitlement_entry (organisation_id, account_id, kind, reserved_delta, used_delta, order_line_id, created_at)
  select step.organisation_id, account.id, entry.kind, entry.reserved * account.unit_cost, entry.used * account.unit_cost, step.id, least(entry.at, now())
  from step
  cross join lateral (
    select group_account_id as id, 1::bigint as unit_cost
    union all
    select b.id, case b.unit when 'points' then step.unit_points else step.unit_price_minor end
    from entitlement_account b where b.organisation_id = step.organisation_id and b.id = step.budget_account_id) account
  cross join lateral (values
    (1, 'reserve', covered_quantity, 0, step.created_at),
    (2, 'release', kept - covered_quantity, 0, step.created_at + interval '1 hour'),
    (3, 'use', -sent, sent, step.shipped_at),
    (4, 'return', 0, left_used - sent, step.shipped_at + interval '8 days'),
    (5, 'release', left_reserved - (kept - sent), 0, step.shipped_at + interval '9 days')) as entry (place, kind, reserved, used, at)
  where (entry.reserved <> 0 or entry.used <> 0) and account.unit_cost > 0
  order by least(entry.at, now()), step.id, entry.place`;

const SUM_ENTRIES_SQL = `
  update entitlement_account a set reserved = e.reserved, used = e.used
  from (
    select organisation_id, account_id, sum(reserved_delta) as reserved, sum(used_delta) as used
    from entitlement_entry where organisation_id = any ($1) and order_line_id is not null group by 1, 2) e
  where a.organisation_id = e.organisation_id and a.id = e.account_id`;

const DATE_GRANTS_SQL = `
  update entitlement_entry e set created_at = least(a.starts_on, now())
  from entitlement_account a
  where a.organisation_id = e.organisation_id and a.id = e.account_id and e.organisation_id = any ($1) and e.kind = 'grant' and a.starts_on is not null`;
