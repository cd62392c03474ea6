import { canAdminister } from '#api/identity/sessions/access.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { assertIdentityConfirmed, type ChangeRequest, changePerson } from './change-person.actions.ts';
import { findColleague } from './colleagues.queries.ts';
import { parseAvailableEmail } from './email.actions.ts';
import { lockWithCaller } from './lock-with-caller.queries.ts';
import { checkOrganisationMemberships, setMembership } from './memberships.queries.ts';
import { ADMIN_ROLE_ID, canSetAccess, getNewPersonMemberships } from './memberships.rules.ts';
import {
  findCurrentSeasonId,
  insertPersonRecord,
  isEmailTaken,
  markPersonDeleted,
  markPersonRestored,
} from './person.queries.ts';
import { canSee, checkRequiredFields } from './person-fields.rules.ts';
import { lockPerson } from './person-updates.queries.ts';
import { assertAdministratorRemains } from './remaining-administrators.actions.ts';
import { findEncryptedMeasurements, saveEncryptedMeasurements } from './special-measurements.queries.ts';

type AddPersonBody = BodyOf<'POST /api/customers'>;

/** Adds a person with all the fields that were sent, and returns the id. Throws 403, 404 and 422. */
export async function addPerson(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  input: AddPersonBody,
  request: ChangeRequest,
): Promise<number> {
  const { caller } = context;
  checkRequiredFields(input);
  await checkOrganisationMemberships(tx, caller, input);
  const { groupIds, roleIds, seasonIds } = getNewPersonMemberships(caller, input, await findCurrentSeasonId(tx, caller));
  if (roleIds.includes(ADMIN_ROLE_ID)) assertIdentityConfirmed(request.isIdentityConfirmed);
  const email = await parseAvailableEmail(tx, caller.brandId, input.email);
  const id = await insertPersonRecord(tx, caller, {
    email,
    firstName: input.firstName?.trim() ?? '',
    lastName: input.lastName?.trim() ?? '',
  });
  await setMembership(tx, caller, id, 'organisationGroupIds', groupIds);
  await setMembership(tx, caller, id, 'roleIds', roleIds);
  await setMembership(tx, caller, id, 'organisationSeasons', seasonIds);
  await recordAuditEvent(tx, context, {
    action: 'customer.added',
    subjectId: String(id),
    after: { email, organisationGroupIds: groupIds, roleIds, organisationSeasons: seasonIds },
    requestId: request.requestId,
  });
  // The other fields are written by the same rules as a change.
  const { version: _, email: __, roleIds: ___, organisationGroupIds: ____, organisationSeasons: _____, ...rest } = input;
  await changePerson(tx, dependencies, context, id, rest, request);
  return id;
}

/**
 * A person whom the caller may remove or restore. Throws 404 out of reach, 403 when visible but not managed, 409 for oneself.
 */
async function getManagedPerson(tx: Tx, caller: Scope, customerId: number, isDeleted: boolean) {
  const person = await findColleague(tx, caller, customerId);
  if (!person || person.isDeleted !== isDeleted || !canSee(caller, person.actor)) throw notFound('customer');
  if (customerId === caller.customerId)
    throw new HttpError(409, { customer: ['You cannot remove your own account. Another administrator can.'] });
  if (!canSetAccess(caller, person.actor)) throw forbidden('You may not remove this person’s account.');
  return person;
}

/** Removes a person from all lists and ends their sessions. They can be restored for 30 days. Throws 403, 404, 409. */
export async function removePerson(tx: Tx, context: RequestContext, customerId: number, requestId: string): Promise<void> {
  const person = await lockPerson(tx, context.caller, customerId);
  await getManagedPerson(tx, context.caller, customerId, false);
  if (person) await assertAdministratorRemains(tx, context.caller, person);
  await markPersonDeleted(tx, context.caller, customerId);
  await recordAuditEvent(tx, context, { action: 'customer.removed', subjectId: String(customerId), requestId });
}

/** Restores a person who was removed less than 30 days ago. Throws 403, 404, and 409 when the email address is used again. */
export async function restorePerson(tx: Tx, context: RequestContext, customerId: number, requestId: string): Promise<void> {
  await lockWithCaller(tx, context.caller, [customerId]);
  const { actor } = await getManagedPerson(tx, context.caller, customerId, true);
  if (await isEmailTaken(tx, actor.brandId, actor.email, customerId))
    throw new HttpError(409, { customer: ['This email address is now used by someone else, so the person cannot be restored.'] });
  if (!(await markPersonRestored(tx, context.caller, customerId))) throw notFound('customer');
  await recordAuditEvent(tx, context, { action: 'customer.restored', subjectId: String(customerId), requestId });
}

type Measurements = NonNullable<ReplyOf<'GET /api/customers/getSpecialMeasurements'>['specialMeasurements']>;
type StoredMeasurements = Pick<Measurements, 'measurements' | 'comments'>;

const getMeasurementsPurpose = (customerId: number) => `special-measurements:${customerId}`;

/**
 * The wearer whose measurements a request is about; without an id, the person in effect. Apart from the wearer, only an
 * Admin who reaches them may access the measurements, also during impersonation. Throws 404.
 */
async function getMeasuredWearer(tx: Tx, context: RequestContext, customerId: number | null | undefined): Promise<number> {
  const id = customerId || context.effective.customerId;
  if (id === context.caller.customerId) return id;
  const person = await findColleague(tx, context.caller, id);
  const canAccess = person && !person.isDeleted && isAdmin(context.caller) && canAdminister(context.caller, person.actor);
  if (!canAccess) throw notFound('customer');
  return id;
}

/** The special measurements of a person; null when there are none. Throws 404. */
export async function readSpecialMeasurements(
  tx: Tx,
  { vault }: { vault: Vault },
  context: RequestContext,
  customerId: number | null | undefined,
): Promise<Measurements | null> {
  const id = await getMeasuredWearer(tx, context, customerId);
  return openMeasurements(tx, { vault }, context.caller, id);
}

/** The special measurements of a person whose measurements may be read; null when there are none. */
export async function openMeasurements(
  db: Db,
  { vault }: { vault: Vault },
  scope: Scope,
  customerId: number,
): Promise<Measurements | null> {
  const found = await findEncryptedMeasurements(db, scope, customerId);
  if (!found) return null;
  const stored = JSON.parse(vault.open(getMeasurementsPurpose(customerId), found.sealed)) as StoredMeasurements;
  return { customerId, ...stored, updatedOnUtc: found.updatedAt.toISOString() };
}

/** Replaces the special measurements of a person. The audit event contains none of the values. Throws 404, 422. */
export async function saveSpecialMeasurements(
  tx: Tx,
  { vault }: { vault: Vault },
  context: RequestContext,
  input: BodyOf<'POST /api/customers/saveSpecialMeasurements'>,
  requestId: string,
): Promise<Measurements> {
  const id = await getMeasuredWearer(tx, context, input.customerId);
  const measurements = input.measurements.map(({ name, value, unit }) => ({ name: name.trim(), value, unit }));
  if (measurements.some(({ name }) => name === '')) throw invalid('measurements', 'Each measurement needs a name.');
  const stored: StoredMeasurements = { measurements, comments: input.comments?.trim() || null };
  const sealed = vault.seal(getMeasurementsPurpose(id), JSON.stringify(stored));
  const updatedAt = await saveEncryptedMeasurements(tx, context.caller, id, sealed);
  await recordAuditEvent(tx, context, { action: 'customer.measured', subjectId: String(id), requestId });
  return { customerId: id, ...stored, updatedOnUtc: updatedAt.toISOString() };
}
