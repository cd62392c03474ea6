import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { findActor } from './access.queries.ts';

const describeRights = ({
  roleIds,
  adminableGroupIds,
  permissions,
  allowOrderApproval,
}: Pick<Scope, 'roleIds' | 'adminableGroupIds' | 'permissions' | 'allowOrderApproval'>) =>
  JSON.stringify([roleIds, adminableGroupIds, permissions.toSorted(), allowOrderApproval]);

/** Throws 403 when the caller's rights are not those of the scope any more. Their row must be locked. */
export async function assertSameRights(db: Db, caller: Scope): Promise<void> {
  // The rights of someone for whom another person acts are narrowed; those of that person have been checked.
  if (caller.isImpersonated) return;
  const now = await findActor(db, caller.organisationId, caller.customerId);
  if (!now || describeRights(now) !== describeRights(caller))
    throw forbidden('Your permissions have just changed. Please reload the page.');
}

/**
 * Reads the caller's rights again and keeps them until the transaction ends: someone who withdraws one waits, or was first and is noticed. Throws 403 when they are not
 * those of the scope any more.
 */
export async function lockOwnRights(tx: Tx, caller: Scope): Promise<void> {
  await sql`
    select from customer where organisation_id = ${caller.organisationId} and id = ${caller.customerId} for share`.execute(tx);
  await assertSameRights(tx, caller);
}
