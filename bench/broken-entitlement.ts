import { sql } from 'kysely';
import type { ReserveEntitlement } from '#api/entitlement/reserve-entitlement.queries.ts';

/**
 * A deliberate race: reads what is left of an account, decides, and writes the new figure without a lock. Injected to prove that the tests would detect
 * orders beyond the entitlement.
 */
export const reserveEntitlementWithoutLock: ReserveEntitlement = async (tx, { organisationId }, demand) => {
  const exhausted: number[] = [];
  for (const { accountId, amount } of demand) {
    const { rows } = await sql<{ reserved: number; left: number | null }>`
      select reserved, case when is_limited then granted - reserved - used end as left
      from entitlement_account where organisation_id = ${organisationId} and id = ${accountId}`.execute(tx);
    const account = rows[0];
    if (!account || (account.left !== null && account.left < amount)) exhausted.push(accountId);
    else {
      // Long enough for everyone who orders at the same time to have read the same figure.
      await sql`select pg_sleep(0.05)`.execute(tx);
      await sql`update entitlement_account set reserved = ${account.reserved + amount}
        where organisation_id = ${organisationId} and id = ${accountId}`.execute(tx);
    }
  }
  return exhausted;
};
