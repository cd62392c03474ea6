import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import { listRoles, setPermissions } from './roles.queries.ts';
import type { CommandContext } from './structure.actions.ts';
import { lockOrganisation } from './structure.queries.ts';
import { assertCanManageStructure } from './structure.rules.ts';

type Sent = BodyOf<'PUT /api/customerroles/:id/permissions'>;

/**
 * Grants and withdraws permissions of a role in the caller's organisation. Two who change different ones keep each other's;
 * nothing has to be compared, because a permission is there or not. Throws 403, 404, 422.
 */
export async function changePermissions({ tx, context, requestId }: CommandContext, roleId: number, sent: Sent): Promise<void> {
  const { caller } = context;
  assertCanManageStructure(caller);
  await lockOrganisation(tx, caller);
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
  await recordAuditEvent(tx, context, {
    action: 'role.permissionsChanged',
    subjectId: String(roleId),
    before: { permissions: role.permissions },
    after: { permissions: after },
    requestId,
  });
}
