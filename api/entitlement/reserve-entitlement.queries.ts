import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { EntitlementDemand } from './coverage.rules.ts';
import type { Tenant } from './entitlement.queries.ts';

/**
 * Reserves what lines take from accounts by one conditional update over the sorted rows. Returns the ids of the accounts that have too little
 * left, or are no longer open; when there are any, the caller must roll back. The caller writes the entries with its order lines.
 */
export async function reserveEntitlement(
  tx: Tx,
  { organisationId }: Tenant,
  demand: readonly EntitlementDemand[],
): Promise<number[]> {
  if (demand.length === 0) return [];
  const ids = demand.map(({ accountId }) => accountId);
  const amounts = demand.map(({ amount }) => amount);
  const found = await sql<{ id: number }>`
    with demand as (select * from unnest(${ids}::bigint[], ${amounts}::bigint[]) as d (account_id, amount)),
    locked as materialized (
      select a.id from entitlement_account a join demand d on d.account_id = a.id
      where a.organisation_id = ${organisationId} order by a.id for update of a)
    update entitlement_account a set reserved = a.reserved + d.amount
    from demand d join locked on locked.id = d.account_id
    where a.organisation_id = ${organisationId} and a.id = d.account_id and a.status = 'open' and not a.is_withdrawn
      and (not a.is_limited or a.granted - a.reserved - a.used >= d.amount)
    returning a.id`.execute(tx);
  const reserved = new Set(found.rows.map(({ id }) => id));
  return ids.filter((id) => !reserved.has(id));
}
