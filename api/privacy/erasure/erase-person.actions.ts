import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { findColleague } from '#api/people/person/colleagues.queries.ts';
import { lockWithCaller } from '#api/people/person/lock-with-caller.queries.ts';
import { canSetAccess } from '#api/people/person/memberships.rules.ts';
import { canSee } from '#api/people/person/person-fields.rules.ts';
import { readPeople } from '#api/people/person/person-updates.queries.ts';
import { assertAdministratorRemains } from '#api/people/person/remaining-administrators.actions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { erasePerson, lockPersonToErase, lockQuotesAndCartOf } from './erase-person.queries.ts';

/**
 * Erases a person for good, with or without their request. The administrator confirms it by typing the person's email address.
 * Throws 404 when the person is not visible or already erased, 403 when visible but not managed, 409 for oneself, 422 for
 * another address.
 */
export async function executeErasure(
  tx: Tx,
  context: RequestContext,
  customerId: number,
  confirmation: string,
  requestId: string,
): Promise<void> {
  const { caller } = context;
  await lockQuotesAndCartOf(tx, caller, customerId);
  await lockWithCaller(tx, caller, [customerId]);
  const [existing] = await readPeople(tx, caller, [customerId]);
  const colleague = await findColleague(tx, caller, customerId);
  if (!colleague || !canSee(caller, colleague.actor)) throw notFound('customer');
  if (customerId === caller.customerId)
    throw new HttpError(409, { customer: ['You cannot erase your own data. Ask another administrator.'] });
  if (!canSetAccess(caller, colleague.actor)) throw forbidden('You are not allowed to erase this person’s data.');
  const person = await lockPersonToErase(tx, caller, customerId);
  if (!person) throw notFound('customer');
  if (confirmation.trim().toLowerCase() !== person.email.toLowerCase())
    throw invalid('confirmation', 'This is not the person’s email address.');
  if (existing) await assertAdministratorRemains(tx, caller, existing);
  await erasePerson(tx, caller, person);
  await syncEntitlement(tx, caller, [customerId]);
  await recordAuditEvent(tx, context, { action: 'customer.erased', subjectId: String(customerId), requestId });
}
