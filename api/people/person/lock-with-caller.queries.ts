import { sql } from 'kysely';
import { keepWardrobes } from '#api/entitlement/entitlement.queries.ts';
import { assertSameRights } from '#api/identity/sessions/own-rights.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * Locks people of the organisation together with the caller, all in the order of their ids, and reads the caller's rights again. They are locked against
 * changes, but not against rows that refer to them, such as their orders: whoever places one has locked their accounts already. Of two
 * administrators who take away each other's rights, the second one no longer has those with which they began. Throws 403 when the caller's rights
 * are not those of the scope any more. No one changes the organisation's wardrobes until the transaction ends.
 */
export async function lockWithCaller(tx: Tx, caller: Scope, customerIds: readonly number[]): Promise<void> {
  const lock = (ids: readonly number[]) =>
    sql`
      select from customer where organisation_id = ${caller.organisationId} and id = any (${[...ids]}::bigint[]) order by id for no key update`.execute(
      tx,
    );
  await keepWardrobes(tx, caller);
  const lower = customerIds.filter((id) => id < caller.customerId);
  const higher = customerIds.filter((id) => id > caller.customerId);
  if (lower.length > 0) await lock(lower);
  if (customerIds.includes(caller.customerId)) await lock([caller.customerId]);
  else await lockCaller(tx, caller);
  if (higher.length > 0) await lock(higher);
  await assertSameRights(tx, caller);
}

/** Locks the caller's row in the same way. */
const lockCaller = (tx: Tx, { organisationId, customerId }: Scope) =>
  sql`select from customer where organisation_id = ${organisationId} and id = ${customerId} for no key update`.execute(tx);
