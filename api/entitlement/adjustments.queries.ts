import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { AdjustmentCause } from './adjustment-causes.rules.ts';
import type { AdjustableAccount, AdjustmentPlan } from './adjustments.rules.ts';
import { accountColumns } from './entitlement.queries.ts';
import { lastOrderingDay } from './ordering-eligibility.queries.ts';

/** An adjustment as it was written. */
export interface StoredAdjustment {
  id: number;
  accountId: number;
  amount: number;
  reversesId: number | null;
  isReversed: boolean;
}

const adjustableAccounts = sql`
  select ${accountColumns}, a.customer_id as "customerId", w.name as "collectionName", s.name as "seasonName", g.name as "groupName"
  from entitlement_account a
  join collection w on w.organisation_id = a.organisation_id and w.id = a.collection_id
  left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
  left join collection_group g on g.organisation_id = a.organisation_id and g.id = a.collection_group_id`;

/** Locks accounts until the transaction ends, in the order of their ids. */
export async function lockAdjustableAccounts(tx: Tx, scope: Scope, accountIds: readonly number[]): Promise<AdjustableAccount[]> {
  const found = await sql<AdjustableAccount>`
    ${adjustableAccounts}
    where a.organisation_id = ${scope.organisationId} and a.id = any (${[...accountIds]}::bigint[])
    order by a.id for update of a`.execute(tx);
  return found.rows;
}

/** All accounts of people, those of ended periods and closed ones included, to choose from before one is locked. */
export async function listAdjustableAccounts(tx: Tx, scope: Scope, customerIds: readonly number[]): Promise<AdjustableAccount[]> {
  const found = await sql<AdjustableAccount>`
    ${adjustableAccounts}
    where a.organisation_id = ${scope.organisationId} and a.customer_id = any (${[...customerIds]}::bigint[])
    order by a.id`.execute(tx);
  return found.rows;
}

/**
 * The account of each person that holds a group, or with the group null the budget, of a wardrobe at present: one that is granted and has not
 * ended where there is one, in the season in which they would order; otherwise the latest.
 */
export async function listPresentAccounts(
  tx: Tx,
  scope: Scope,
  customerIds: readonly number[],
  { collectionId, groupId }: { collectionId: number; groupId: number | null },
): Promise<AdjustableAccount[]> {
  const found = await sql<AdjustableAccount>`
    select present.* from unnest(${[...customerIds]}::bigint[]) c (id)
    cross join lateral (
      ${adjustableAccounts}
      join organisation o on o.id = a.organisation_id
      cross join lateral (select (now() at time zone o.time_zone)::date as today) t
      where a.organisation_id = ${scope.organisationId} and a.customer_id = c.id and a.collection_id = ${collectionId}
        and case when ${groupId}::bigint is null then a.kind = 'budget' else a.collection_group_id = ${groupId}::bigint end
      order by a.status <> 'closed' desc, coalesce(a.ends_on >= t.today, true) desc,
        (coalesce(s.ordering_opens_on, '-infinity') <= t.today and t.today <= coalesce(${lastOrderingDay(sql`c.id`)}, 'infinity')) desc,
        coalesce(s.is_current, false) desc, a.starts_on desc nulls last, a.id
      limit 1) present`.execute(tx);
  return found.rows;
}

/** The adjustments with these ids. Entries of other kinds are not found. */
export async function listAdjustments(tx: Tx, scope: Scope, ids: readonly number[]): Promise<StoredAdjustment[]> {
  const found = await sql<StoredAdjustment>`
    select e.id, e.account_id as "accountId", e.granted_delta as amount, e.reverses_id as "reversesId", exists (
      select from entitlement_entry r where r.organisation_id = e.organisation_id and r.reverses_id = e.id) as "isReversed"
    from entitlement_entry e
    where e.organisation_id = ${scope.organisationId} and e.id = any (${[...ids]}::bigint[]) and e.kind = 'adjust'`.execute(tx);
  return found.rows;
}

/** An adjustment to write, at most one for each account. */
export interface NewAdjustment extends AdjustmentPlan {
  accountId: number;
  /** In the words of the person who adjusts. */
  reason: string | null;
  /** Why the portal adjusts. */
  cause: AdjustmentCause | null;
  reversesId: number | null;
}

/** Adjusts locked accounts and writes the entries, with the caller as their author. Returns the id of each account's adjustment. */
export async function writeAdjustments(
  tx: Tx,
  scope: Scope,
  adjustments: readonly NewAdjustment[],
): Promise<Map<number, number>> {
  if (adjustments.length === 0) return new Map();
  const found = await sql<{ id: number; accountId: number; kind: string }>`
    with change as (
      select * from jsonb_to_recordset(${JSON.stringify(adjustments)}::jsonb)
        as c ("accountId" bigint, amount bigint, "grantedDelta" bigint, correction bigint, reason text, cause jsonb, "reversesId" bigint)),
    account as (
      update entitlement_account a set adjusted = a.adjusted + c.amount, granted = a.granted + c."grantedDelta"
      from change c where a.organisation_id = ${scope.organisationId} and a.id = c."accountId")
    insert into entitlement_entry (organisation_id, account_id, kind, granted_delta, reason, cause, reverses_id, actor_kind, actor_id)
    select ${scope.organisationId}::bigint, c."accountId", n.kind, n.delta, n.reason, n.cause, n.reverses_id, 'customer', ${scope.customerId}::bigint
    from change c
    cross join lateral (values (1, 'adjust', c.amount, c.reason, c.cause, c."reversesId"), (2, 'expire', c.correction, null, null, null))
      as n (position, kind, delta, reason, cause, reverses_id)
    where n.delta <> 0
    order by c."accountId", n.position
    returning id, account_id as "accountId", kind`.execute(tx);
  return new Map(found.rows.filter(({ kind }) => kind === 'adjust').map(({ id, accountId }) => [accountId, id]));
}

/** A balance that people have, by the names that a file can use. */
export interface GrantedBalance {
  wardrobe: string;
  season: string | null;
  target: string;
  unit: string;
}

const MAX_LISTED_BALANCES = 5000;

/** The different balances with a limit that people of the organisation have in periods that have not ended. */
export async function listGrantedBalances(db: Db, scope: Scope): Promise<GrantedBalance[]> {
  const found = await sql<GrantedBalance>`
    select distinct w.name as wardrobe, s.name as season, case when a.kind = 'budget' then 'Budget' else a.label end as target, a.unit
    from entitlement_account a
    join organisation o on o.id = a.organisation_id
    join collection w on w.organisation_id = a.organisation_id and w.id = a.collection_id
    left join season s on s.organisation_id = a.organisation_id and s.id = a.season_id
    where a.organisation_id = ${scope.organisationId} and a.status <> 'closed' and a.is_limited
      and coalesce(a.ends_on >= (now() at time zone o.time_zone)::date, true)
    order by 1, 2, 3, 4 limit ${MAX_LISTED_BALANCES}`.execute(db);
  return found.rows;
}
