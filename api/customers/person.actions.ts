import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { administers } from '../access/access.rules.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { forbidden, HttpError, invalid, notFound } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import { isAdmin } from '../http/scope.ts';
import type { Portal } from '../portal.ts';
import { changePerson } from './change-person.actions.ts';
import { checkNamed, mayKnowOf } from './customers.rules.ts';
import { readEmail } from './email.actions.ts';
import { findColleague } from './impersonation.queries.ts';
import { checkOwnMemberships, setMembership } from './memberships.queries.ts';
import { maySetAccess, newcomerOf } from './memberships.rules.ts';
import { endSessionsOf, insertPerson, isEmailTaken, markDeleted, markRestored } from './person.queries.ts';
import { findSealedMeasurements, keepSealedMeasurements } from './special-measurements.queries.ts';

type Sent = BodyOf<'POST /api/customers'>;

/** Adds a person with everything that was sent of them; answers the id. Throws 403, 404, 422. */
export async function addPerson(tx: Tx, visit: Visit, sent: Sent, requestId: string): Promise<number> {
  const { caller } = visit;
  checkNamed(sent);
  await checkOwnMemberships(tx, caller, sent);
  const { groupIds, roleIds } = newcomerOf(caller, sent);
  const email = await readEmail(tx, caller.brandId, sent.email);
  const id = await insertPerson(tx, caller, {
    email,
    firstName: sent.firstName?.trim() ?? '',
    lastName: sent.lastName?.trim() ?? '',
  });
  await setMembership(tx, caller, id, 'organisationGroupIds', groupIds);
  await setMembership(tx, caller, id, 'roleIds', roleIds);
  await recordDeed(tx, visit, {
    action: 'customer.added',
    subjectId: String(id),
    after: { email, organisationGroupIds: groupIds, roleIds },
    requestId,
  });
  // The rest is what a change could write.
  const { version: _, email: __, roleIds: ___, organisationGroupIds: ____, ...rest } = sent;
  await changePerson(tx, visit, id, rest, requestId);
  return id;
}

/** Somebody the caller may remove or bring back. Throws 404 out of reach, 403 where seen and not managed, 409 for oneself. */
async function getManaged(tx: Tx, caller: Scope, customerId: number, isDeleted: boolean) {
  const person = await findColleague(tx, caller, customerId);
  if (!person || person.isDeleted !== isDeleted || !mayKnowOf(caller, person.actor)) throw notFound('customer');
  if (customerId === caller.customerId)
    throw new HttpError(409, { customer: ['You cannot remove your own account. Another administrator can.'] });
  if (!maySetAccess(caller, person.actor)) throw forbidden('You may not remove this person’s account.');
  return person;
}

/** Removes a person: logged out, and in no list. Throws 403, 404, 409. */
export async function removePerson(tx: Tx, visit: Visit, customerId: number, requestId: string): Promise<void> {
  await getManaged(tx, visit.caller, customerId, false);
  await markDeleted(tx, visit.caller, customerId);
  await endSessionsOf(tx, visit.caller, customerId);
  await recordDeed(tx, visit, { action: 'customer.removed', subjectId: String(customerId), requestId });
}

/** Brings back a person who was removed less than 30 days ago. Throws 403, 404, and 422 when the e-mail was given away. */
export async function restorePerson(tx: Tx, visit: Visit, customerId: number, requestId: string): Promise<void> {
  const { actor } = await getManaged(tx, visit.caller, customerId, true);
  if (await isEmailTaken(tx, actor.brandId, actor.email, customerId))
    throw new HttpError(409, { customer: ['Somebody else has this email address by now, so the person cannot come back.'] });
  if (!(await markRestored(tx, visit.caller, customerId))) throw notFound('customer');
  await recordDeed(tx, visit, { action: 'customer.restored', subjectId: String(customerId), requestId });
}

type Measurements = NonNullable<ReplyOf<'GET /api/customers/getSpecialMeasurements'>['specialMeasurements']>;
type Kept = Pick<Measurements, 'measurements' | 'comments'>;

const purposeOf = (customerId: number) => `special-measurements:${customerId}`;

/**
 * Whose measurements are meant: nobody named is the person the request is about. Beside the wearer only an Admin who
 * reaches them may know them, also while acting for them. Throws 404.
 */
async function wearerOf(tx: Tx, visit: Visit, customerId: number | null | undefined): Promise<number> {
  const id = customerId || visit.scope.customerId;
  if (id === visit.caller.customerId) return id;
  const person = await findColleague(tx, visit.caller, id);
  const reached = person && !person.isDeleted && isAdmin(visit.caller) && administers(visit.caller, person.actor);
  if (!reached) throw notFound('customer');
  return id;
}

/** Measurements that were taken of a person; null when there are none. Throws 404. */
export async function readMeasurements(
  tx: Tx,
  { vault }: Pick<Portal, 'vault'>,
  visit: Visit,
  customerId: number | null | undefined,
): Promise<Measurements | null> {
  const id = await wearerOf(tx, visit, customerId);
  const found = await findSealedMeasurements(tx, visit.caller, id);
  if (!found) return null;
  const kept = JSON.parse(vault.open(purposeOf(id), found.sealed)) as Kept;
  return { customerId: id, ...kept, updatedOnUtc: found.updatedAt.toISOString() };
}

/** Keeps measurements of a person in place of the earlier ones. The trail says that, and no figure. Throws 404, 422. */
export async function keepMeasurements(
  tx: Tx,
  { vault }: Pick<Portal, 'vault'>,
  visit: Visit,
  sent: BodyOf<'POST /api/customers/saveSpecialMeasurements'>,
  requestId: string,
): Promise<Measurements> {
  const id = await wearerOf(tx, visit, sent.customerId);
  const measurements = sent.measurements.map(({ name, value, unit }) => ({ name: name.trim(), value, unit }));
  if (measurements.some(({ name }) => name === '')) throw invalid('measurements', 'Each measurement needs a name.');
  const kept: Kept = { measurements, comments: sent.comments?.trim() || null };
  const updatedAt = await keepSealedMeasurements(tx, visit.caller, id, vault.seal(purposeOf(id), JSON.stringify(kept)));
  await recordDeed(tx, visit, { action: 'customer.measured', subjectId: String(id), requestId });
  return { customerId: id, ...kept, updatedOnUtc: updatedAt.toISOString() };
}
