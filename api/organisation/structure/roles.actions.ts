import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import { listRoles, setPermissions } from './roles.queries.ts';
import type { CommandContext } from './structure.actions.ts';
import { lockOrganisation } from './structure.queries.ts';
import { assertCanManageStructure } from './structure.rules.ts';

type PermissionChanges = BodyOf<'PUT /api/customerroles/:id/permissions'>;

/**
 * Grants and withdraws permissions of a role in the caller's organisation. Two administrators who change different permissions
 * at the same time keep each other's changes; no version is compared, because a permission is either there or not. Throws 403,
 * 404, 422, and 409 when a portal role would be left without any.
 */
export async function changePermissions(
  { tx, context, requestId }: CommandContext,
  roleId: number,
  input: PermissionChanges,
): Promise<void> {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
  const role = (await listRoles(tx, caller)).find(({ id }) => id === roleId);
  if (!role) throw notFound('customerRole');
  const granted = (input.granted ?? []).filter((name) => !role.permissions.includes(name));
  const withdrawn = (input.withdrawn ?? []).filter((name) => role.permissions.includes(name));
  if (granted.some((name) => input.withdrawn?.includes(name)))
    throw invalid('granted', 'A permission cannot be granted and withdrawn at the same time.');
  if (granted.length + withdrawn.length === 0) return;
  const after = [...role.permissions.filter((name) => !(withdrawn as string[]).includes(name)), ...granted].toSorted();
  // Without any permission, people with this role could log in but see no page.
  if (role.isSystemRole && after.length === 0)
    throw new HttpError(409, {
      customerRole: ['A role needs at least one permission. Without one, people with this role could not use the portal.'],
    });
  await setPermissions(tx, caller, roleId, { granted, withdrawn });
  await recordAuditEvent(tx, context, {
    action: 'role.permissionsChanged',
    subjectId: String(roleId),
    before: { permissions: role.permissions },
    after: { permissions: after },
    requestId,
  });
}
