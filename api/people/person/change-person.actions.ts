import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { lockAccounts } from '#api/entitlement/entitlement.queries.ts';
import { requestEmailChange } from '#api/identity/emails/email-change.actions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { readCorrections } from './cut-correction.actions.ts';
import { parseAvailableEmail } from './email.actions.ts';
import { checkOrganisationMemberships, setMembership } from './memberships.queries.ts';
import { type Membership, widensAccess } from './memberships.rules.ts';
import { completeOptOutChanges } from './opt-out-change.actions.ts';
import { assertPersonNotStale, type CustomerInput, canSee, writableFields } from './person-fields.rules.ts';
import { refusePerson } from './person-reasons.rules.ts';
import {
  checkOrganisationDepartments,
  checkOrganisationIds,
  lockPerson,
  readChangeReferences,
  setDepartments,
  updatePerson,
} from './person-updates.queries.ts';
import {
  affectsEntitlement,
  auditDiff,
  type LockedPerson,
  type PlannedChange,
  planPersonChange,
  versionedFieldNames,
} from './planned-change.rules.ts';
import { keepAnAdministrator } from './remaining-administrators.actions.ts';

/** Why an administrator's address is not changed together with other fields. */
export const EMAIL_OF_ADMINISTRATOR =
  'This person is an administrator. Please use “Change email address” on their page, with your own password.';

/** The request that changes a person, beside what it changes. */
export interface ChangeRequest {
  requestId: string;
  /** Whether the caller has entered their own password, and a code where they have a second factor. */
  isIdentityConfirmed: boolean;
}

/** Throws 422 unless the caller's identity is confirmed, where a change widens what the person may do for others. */
export function assertIdentityConfirmed(isIdentityConfirmed: boolean): void {
  if (isIdentityConfirmed) return;
  throw invalid(
    'callerPassword',
    'Please enter your own password: this change lets the person administer others or approve orders.',
  );
}

const toAccess = ({ columns, memberships }: Pick<LockedPerson, 'columns' | 'memberships'>) => ({
  roleIds: memberships.roleIds,
  adminableOrganisationGroupIds: memberships.adminableOrganisationGroupIds,
  allowOrderApproval: columns.allow_order_approval,
});

const isAccessWidened = ({ columns, memberships }: LockedPerson, planned: PlannedChange) =>
  widensAccess(
    toAccess({ columns, memberships }),
    toAccess({ columns: { ...columns, ...planned.columns }, memberships: { ...memberships, ...planned.memberships } }),
  );

/**
 * Changes the fields of a person that were sent and that the caller may write. Other fields are ignored without an error,
 * because clients post whole objects back. A new email address of someone with a password has to confirm first. Writes one audit
 * event. Throws 404 for people out of reach, 403 for people whom the caller may see but not change, 422 for invalid values and where
 * the caller's identity has to be confirmed, and 409 when someone else has changed the same field since the client loaded the person.
 */
export async function changePerson(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  customerId: number,
  input: CustomerInput,
  { requestId, isIdentityConfirmed }: ChangeRequest,
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

  const planned = planPersonChange(caller, person, input, writable, await readChangeReferences(tx, caller));
  const { columns, departmentIds, memberships } = planned;
  if (columns.email !== undefined) {
    if (isAdmin(person.actor)) throw invalid('email', EMAIL_OF_ADMINISTRATOR);
    columns.email = await parseAvailableEmail(tx, caller.brandId, columns.email, customerId);
  }
  if (isAccessWidened(person, planned)) assertIdentityConfirmed(isIdentityConfirmed);
  const blocker = (await keepAnAdministrator(tx, caller, [person], { lock: true }))(person, planned);
  if (blocker) throw refusePerson(422, { customer: [blocker] });

  assertPersonNotStale(versionedFieldNames(planned), person.fieldVersions, input.version, person.columns);
  if (columns.email !== undefined && person.hasPassword) {
    // Checked with the other fields, but written only when the new address confirms.
    await requestEmailChange(tx, dependencies, context, person.actor, columns.email, requestId);
    delete columns.email;
  }
  if (versionedFieldNames(planned).length === 0) return;
  if (affectsEntitlement(planned)) await lockAccounts(tx, caller, [customerId]);
  if (Object.keys(columns).length > 0) await updatePerson(tx, caller, customerId, columns);
  if (departmentIds) await setDepartments(tx, caller, customerId, departmentIds);
  for (const [name, ids] of Object.entries(memberships)) await setMembership(tx, caller, customerId, name as Membership, ids);
  await completeOptOutChanges(tx, dependencies, caller, [{ customerId, planned }]);
  if (affectsEntitlement(planned)) {
    const corrections = input.moveOrdered ? await readCorrections(tx, caller, [{ person, planned }], true) : undefined;
    await syncEntitlement(tx, caller, [customerId], { corrections });
  }
  await recordAuditEvent(tx, context, {
    action: 'customer.changed',
    subjectId: String(customerId),
    ...auditDiff(person, planned),
    requestId,
  });
}
