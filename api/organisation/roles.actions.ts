import type { BodyOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import { listRoles, setPermissions } from './roles.queries.ts';
import type { Desk } from './structure.actions.ts';
import { takeTurn } from './structure.queries.ts';
import { checkMayManage } from './structure.rules.ts';

type Sent = BodyOf<'PUT /api/customerroles/:id/permissions'>;

/**
 * Grants and withdraws permissions of a role in the caller's organisation. Two who change different ones keep each other's;
 * nothing has to be compared, because a permission is there or not. Throws 403, 404, 422.
 */
export async function changePermissions({ tx, visit, requestId }: Desk, roleId: number, sent: Sent): Promise<void> {
  const { caller } = visit;
  checkMayManage(caller);
  await takeTurn(tx, caller);
  const role = (await listRoles(tx, caller)).find(({ id }) => id === roleId);
  if (!role) throw notFound('customerRole');
  const granted = (sent.granted ?? []).filter((name) => !role.permissions.includes(name));
  const withdrawn = (sent.withdrawn ?? []).filter((name) => role.permissions.includes(name));
  if (granted.some((name) => sent.withdrawn?.includes(name)))
    throw invalid('granted', 'A permission cannot be granted and withdrawn at once.');
  if (granted.length + withdrawn.length === 0) return;
  const after = [...role.permissions.filter((name) => !(withdrawn as string[]).includes(name)), ...granted].toSorted();
  // Without any, people of this role could log in and see no page.
  if (role.isSystemRole && after.length === 0)
    throw new HttpError(409, {
      customerRole: ['At least one permission is needed: without any, these people could not get in.'],
    });
  await setPermissions(tx, caller, roleId, { granted, withdrawn });
  await recordDeed(tx, visit, {
    action: 'role.permissionsChanged',
    subjectId: String(roleId),
    before: { permissions: role.permissions },
    after: { permissions: after },
    requestId,
  });
}
