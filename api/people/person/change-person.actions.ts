import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { parseAvailableEmail } from './email.actions.ts';
import { checkOrganisationMemberships, setMembership } from './memberships.queries.ts';
import type { Membership } from './memberships.rules.ts';
import { completeOptOutChanges } from './opt-out-change.actions.ts';
import { assertPersonNotStale, type CustomerInput, canSee, writableFields } from './person-fields.rules.ts';
import {
  checkOrganisationDepartments,
  checkOrganisationIds,
  lockPerson,
  readDepartments,
  setDepartments,
  updatePerson,
} from './person-updates.queries.ts';
import { auditDiff, planPersonChange, versionedFieldNames } from './planned-change.rules.ts';

/**
 * Changes the fields of a person that were sent and that the caller may write. Other fields are ignored without an error,
 * because clients post whole objects back. Writes one audit event. Throws 404 for people out of reach, 403 for people whom
 * the caller may see but not change, 422 for invalid values, and 409 when someone else has changed the same field since the
 * client loaded the person.
 */
export async function changePerson(
  tx: Tx,
  mailDependencies: MailDependencies,
  context: RequestContext,
  customerId: number,
  input: CustomerInput,
  requestId: string,
): Promise<void> {
  const { caller } = context;
  const person = await lockPerson(tx, caller, customerId);
  if (!person) throw notFound('customer');
  const writable = writableFields(caller, person.actor);
  if (!writable)
    throw canSee(caller, person.actor) ? forbidden('You may not change this person’s account.') : notFound('customer');
  await checkOrganisationIds(tx, caller, input);
  await checkOrganisationDepartments(tx, caller, input.departments ?? []);
  await checkOrganisationMemberships(tx, caller, input);

  const planned = planPersonChange(caller, person, input, writable, await readDepartments(tx, caller));
  const { columns, departmentIds, memberships } = planned;
  if (columns.email !== undefined) columns.email = await parseAvailableEmail(tx, caller.brandId, columns.email, customerId);

  const changed = versionedFieldNames(planned);
  if (changed.length === 0) return;
  assertPersonNotStale(changed, person.fieldVersions, input.version);
  if (Object.keys(columns).length > 0) await updatePerson(tx, caller, customerId, columns);
  if (departmentIds) await setDepartments(tx, caller, customerId, departmentIds);
  for (const [name, ids] of Object.entries(memberships)) await setMembership(tx, caller, customerId, name as Membership, ids);
  await completeOptOutChanges(tx, mailDependencies, caller, [{ customerId, planned }]);
  await recordAuditEvent(tx, context, {
    action: 'customer.changed',
    subjectId: String(customerId),
    ...auditDiff(person, planned),
    requestId,
  });
}
