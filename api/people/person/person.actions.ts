import { canAdminister } from '#api/identity/sessions/access.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { changePerson } from './change-person.actions.ts';
import { findColleague } from './colleagues.queries.ts';
import { parseAvailableEmail } from './email.actions.ts';
import { checkOrganisationMemberships, setMembership } from './memberships.queries.ts';
import { canSetAccess, getNewPersonMemberships } from './memberships.rules.ts';
import {
  insertPersonRecord,
  isEmailTaken,
  markPersonDeleted,
  markPersonRestored,
  revokePersonSessions,
} from './person.queries.ts';
import { canSee, checkRequiredFields } from './person-fields.rules.ts';
import { findEncryptedMeasurements, saveEncryptedMeasurements } from './special-measurements.queries.ts';

type Sent = BodyOf<'POST /api/customers'>;

/** Adds a person with everything that was sent of them; answers the id. Throws 403, 404, 422. */
export async function addPerson(tx: Tx, context: RequestContext, sent: Sent, requestId: string): Promise<number> {
  const { caller } = context;
  checkRequiredFields(sent);
  await checkOrganisationMemberships(tx, caller, sent);
  const { groupIds, roleIds } = getNewPersonMemberships(caller, sent);
  const email = await parseAvailableEmail(tx, caller.brandId, sent.email);
  const id = await insertPersonRecord(tx, caller, {
    email,
    firstName: sent.firstName?.trim() ?? '',
    lastName: sent.lastName?.trim() ?? '',
  });
  await setMembership(tx, caller, id, 'organisationGroupIds', groupIds);
  await setMembership(tx, caller, id, 'roleIds', roleIds);
  await recordAuditEvent(tx, context, {
    action: 'customer.added',
    subjectId: String(id),
    after: { email, organisationGroupIds: groupIds, roleIds },
    requestId,
  });
  // The rest is what a change could write.
  const { version: _, email: __, roleIds: ___, organisationGroupIds: ____, ...rest } = sent;
  await changePerson(tx, context, id, rest, requestId);
  return id;
}

/** Somebody the caller may remove or bring back. Throws 404 out of reach, 403 where seen and not managed, 409 for oneself. */
async function getManaged(tx: Tx, caller: Scope, customerId: number, isDeleted: boolean) {
  const person = await findColleague(tx, caller, customerId);
  if (!person || person.isDeleted !== isDeleted || !canSee(caller, person.actor)) throw notFound('customer');
  if (customerId === caller.customerId)
    throw new HttpError(409, { customer: ['You cannot remove your own account. Another administrator can.'] });
  if (!canSetAccess(caller, person.actor)) throw forbidden('You may not remove this person’s account.');
  return person;
}

/** Removes a person: logged out, and in no list. Throws 403, 404, 409. */
export async function removePerson(tx: Tx, context: RequestContext, customerId: number, requestId: string): Promise<void> {
  await getManaged(tx, context.caller, customerId, false);
  await markPersonDeleted(tx, context.caller, customerId);
  await revokePersonSessions(tx, context.caller, customerId);
  await recordAuditEvent(tx, context, { action: 'customer.removed', subjectId: String(customerId), requestId });
}

/** Brings back a person who was removed less than 30 days ago. Throws 403, 404, and 422 when the e-mail was given away. */
export async function restorePerson(tx: Tx, context: RequestContext, customerId: number, requestId: string): Promise<void> {
  const { actor } = await getManaged(tx, context.caller, customerId, true);
  if (await isEmailTaken(tx, actor.brandId, actor.email, customerId))
    throw new HttpError(409, { customer: ['Somebody else has this email address by now, so the person cannot come back.'] });
  if (!(await markPersonRestored(tx, context.caller, customerId))) throw notFound('customer');
  await recordAuditEvent(tx, context, { action: 'customer.restored', subjectId: String(customerId), requestId });
}

type Measurements = NonNullable<ReplyOf<'GET /api/customers/getSpecialMeasurements'>['specialMeasurements']>;
type StoredMeasurements = Pick<Measurements, 'measurements' | 'comments'>;

const purposeOf = (customerId: number) => `special-measurements:${customerId}`;

/**
 * Whose measurements are meant: nobody named is the person the request is about. Beside the wearer only an Admin who
 * reaches them may know them, also while acting for them. Throws 404.
 */
async function wearerOf(tx: Tx, context: RequestContext, customerId: number | null | undefined): Promise<number> {
  const id = customerId || context.effective.customerId;
  if (id === context.caller.customerId) return id;
  const person = await findColleague(tx, context.caller, id);
  const reached = person && !person.isDeleted && isAdmin(context.caller) && canAdminister(context.caller, person.actor);
  if (!reached) throw notFound('customer');
  return id;
}

/** Measurements that were taken of a person; null when there are none. Throws 404. */
export async function readSpecialMeasurements(
  tx: Tx,
  { vault }: { vault: Vault },
  context: RequestContext,
  customerId: number | null | undefined,
): Promise<Measurements | null> {
  const id = await wearerOf(tx, context, customerId);
  const found = await findEncryptedMeasurements(tx, context.caller, id);
  if (!found) return null;
  const kept = JSON.parse(vault.open(purposeOf(id), found.sealed)) as StoredMeasurements;
  return { customerId: id, ...kept, updatedOnUtc: found.updatedAt.toISOString() };
}

/** Keeps measurements of a person in place of the earlier ones. The trail says that, and no figure. Throws 404, 422. */
export async function saveSpecialMeasurements(
  tx: Tx,
  { vault }: { vault: Vault },
  context: RequestContext,
  sent: BodyOf<'POST /api/customers/saveSpecialMeasurements'>,
  requestId: string,
): Promise<Measurements> {
  const id = await wearerOf(tx, context, sent.customerId);
  const measurements = sent.measurements.map(({ name, value, unit }) => ({ name: name.trim(), value, unit }));
  if (measurements.some(({ name }) => name === '')) throw invalid('measurements', 'Each measurement needs a name.');
  const kept: StoredMeasurements = { measurements, comments: sent.comments?.trim() || null };
  const updatedAt = await saveEncryptedMeasurements(tx, context.caller, id, vault.seal(purposeOf(id), JSON.stringify(kept)));
  await recordAuditEvent(tx, context, { action: 'customer.measured', subjectId: String(id), requestId });
  return { customerId: id, ...kept, updatedOnUtc: updatedAt.toISOString() };
}
