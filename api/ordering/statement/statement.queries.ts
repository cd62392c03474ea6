import { type RawBuilder, sql } from 'kysely';
import { accountColumns } from '#api/entitlement/entitlement.queries.ts';
import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import { lastOrderingDay } from '#api/entitlement/ordering-eligibility.queries.ts';
import { hasAdministratorWhoMayChange } from '#api/people/person/administrators.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { visibleOrders } from '../orders/order-filters.queries.ts';
import type { Movement } from './statement.rules.ts';

/** An account with its latest movements, newest first. */
export interface StatementAccountRow extends StoredAccount {
  collectionName: string;
  seasonName: string | null;
  optionName: string | null;
  /** Days such as `2026-03-29`; null where the season sets none. */
  orderingOpensOn: string | null;
  orderingClosesOn: string | null;
  wearerEndsOn: string | null;
  hasOptedOut: boolean;
  /** Whether an administrator could decide on a request of the person; false for anyone but the viewer. */
  hasDecider: boolean;
  totalMovements: number;
  movements: Movement[];
}

/** A season for which someone has accounts; days such as `2026-03-29`. */
export interface StatementSeason {
  id: number;
  name: string;
  startsOn: string;
  endsOn: string;
}

/** Which part of a person's statement to read. */
export interface StatementSelection {
  customerId: number;
  /** `running`: the periods that have not ended by `today`, or the latest one where all have. */
  periods: { seasonId: number } | { runningOn: string } | 'all';
  /** Movements of each account; null for all. */
  limit: number | null;
}

/** What a statement lists: an account that grants something, and others as far as something was ordered from them or adjusted. */
const isListed = sql`(a.status = 'open' or exists (
  select from entitlement_entry e
  where e.organisation_id = a.organisation_id and e.account_id = a.id and e.kind not in ('grant', 'expire')))`;

/** The seasons in which a person has accounts that their statement lists, the latest first. */
export async function listStatementSeasons(db: Db, scope: Scope, customerId: number): Promise<StatementSeason[]> {
  const found = await sql<StatementSeason>`
    select s.id, s.name, s.starts_on as "startsOn", s.ends_on as "endsOn" from season s
    where s.organisation_id = ${scope.organisationId} and exists (
      select from entitlement_account a
      where a.organisation_id = s.organisation_id and a.customer_id = ${customerId} and a.season_id = s.id and ${isListed})
    order by s.starts_on desc, s.id desc`.execute(db);
  return found.rows;
}

/** The accounts of a statement with their movements: the latest period first, then by wardrobe, its budget before its groups. */
export async function listStatementAccounts(
  db: Db,
  scope: Scope,
  { customerId, periods, limit }: StatementSelection,
): Promise<StatementAccountRow[]> {
  const found = await sql<StatementAccountRow>`
    select ${accountColumns}, w.name as "collectionName", s.name as "seasonName", o.name as "optionName",
      s.ordering_opens_on as "orderingOpensOn", ${lastOrderingDay(sql`c.id`)} as "orderingClosesOn",
      c.ends_on as "wearerEndsOn", c.wardrobe_opt_out_at is not null as "hasOptedOut",
      ${customerId === scope.customerId ? hasAdministratorWhoMayChange(scope) : sql`false`} as "hasDecider",
      ledger.total as "totalMovements", ledger.movements
    from entitlement_account a
    join customer c on c.organisation_id = a.organisation_id and c.id = a.customer_id
    join collection w on w.organisation_id = a.organisation_id and w.id = a.collection_id
    left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
    left join collection_group g on g.organisation_id = a.organisation_id and g.id = a.collection_group_id
    left join super_group_option o on o.organisation_id = a.organisation_id and o.id = a.super_group_option_id
    cross join lateral (
      select coalesce(max(m.position), 0)::int as total, coalesce(json_agg(json_build_object(
        'id', m.id, 'createdAt', m.created_at, 'kind', m.kind, 'amount', m.amount, 'balance', m.balance,
        'productName', l.product_name, 'attributeDescription', l.description, 'quantity', case
          when l.id is null then null
          when a.unit = 'pieces' then m.size
          -- Cancelled pieces had another price, so that entries no longer say how many pieces they are about.
          when a.unit = 'money' and l.price_minor <> l.unit_price_minor * l.quantity and l.exchange_of_line_id is null then null
          else m.size / nullif(case a.unit when 'points' then l.unit_points else budget_price(l.unit_price_minor, l.decoration_outside_budget_minor) end, 0) end,
        'orderId', visible.id, 'by', trim(actor.first_name || ' ' || actor.last_name), 'reason', m.reason, 'cause', m.cause, 'movedLabel', other.label, 'reversesId', m.reverses_id,
        'isReversed', exists (
          select from entitlement_entry r where r.organisation_id = m.organisation_id and r.reverses_id = m.id)) order by m.id desc), '[]') as movements
      from (
        select e.*, e.granted_delta - e.reserved_delta - e.used_delta as amount, greatest(abs(e.reserved_delta), abs(e.used_delta), abs(e.reserved_delta + e.used_delta)) as size,
          sum(e.granted_delta - e.reserved_delta - e.used_delta) over (order by e.id)::bigint as balance,
          row_number() over (order by e.id) as position, row_number() over (order by e.id desc) as age
        from entitlement_entry e where e.organisation_id = a.organisation_id and e.account_id = a.id) m
      left join order_line l on l.organisation_id = m.organisation_id and l.id = m.order_line_id
      left join orders visible on visible.organisation_id = l.organisation_id and visible.id = l.order_id and visible.id in (
        select o.id from orders o where o.id = l.order_id and ${visibleOrders(scope)})
      -- Lines that count in another account since the allocation changed, or the cut was corrected, are the only ones with a cause, or from before there were causes with a reason.
      left join lateral (
        select case when m.cause ->> 'kind' = 'cut_corrected' then (select cut.name from collection cut where cut.organisation_id = oa.organisation_id and cut.id = oa.collection_id)
          else oa.label end as label
        from entitlement_entry oe
        join entitlement_account oa on oa.organisation_id = oe.organisation_id and oa.id = oe.account_id
        where (m.cause is not null or m.reason is not null) and oe.organisation_id = m.organisation_id and oe.order_line_id = m.order_line_id and oe.account_id <> m.account_id and oa.unit = a.unit
          and (oe.cause is not null or oe.reason is not null) and oe.created_at = m.created_at
        limit 1) other on true
      left join customer actor on actor.organisation_id = m.organisation_id and actor.id = m.actor_id and m.kind = 'adjust' and m.actor_kind = 'customer'
      where m.age <= ${limit}::int or ${limit}::int is null) ledger
    where a.organisation_id = ${scope.organisationId} and a.customer_id = ${customerId} and ${isListed} and ${inPeriods(customerId, periods)}
    order by coalesce(a.ends_on, 'infinity') desc, w.name, w.id, a.status = 'closed', a.kind = 'budget' desc, g.display_order, a.collection_group_id, a.label, a.id`.execute(
    db,
  );
  return found.rows;
}

function inPeriods(customerId: number, periods: StatementSelection['periods']): RawBuilder<unknown> {
  if (periods === 'all') return sql`true`;
  if ('seasonId' in periods) return sql`a.season_id = ${periods.seasonId}`;
  return sql`coalesce(a.ends_on, 'infinity') >= least(${periods.runningOn}::date, (
    select max(coalesce(other.ends_on, 'infinity')) from entitlement_account other
    where other.organisation_id = a.organisation_id and other.customer_id = ${customerId}))`;
}
