import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** A budget, with what is left in it; null without a limit. */
interface Budget {
  id: number;
  label: string;
  left: number | null;
}

/** Locks budget accounts until the transaction ends, sorted by id. */
export async function lockBudgets(tx: Tx, organisationId: number, ids: readonly number[]): Promise<Budget[]> {
  const { rows } = await sql<Budget>`
    select id, label, case when is_limited then granted - reserved - used end as left from entitlement_account
    where organisation_id = ${organisationId} and id = any (${[...ids]}::bigint[]) order by id for update`.execute(tx);
  return rows;
}
