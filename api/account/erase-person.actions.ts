import { recordDeed } from '../audit/audit.queries.ts';
import { mayKnowOf } from '../customers/customers.rules.ts';
import { findColleague } from '../customers/impersonation.queries.ts';
import { maySetAccess } from '../customers/memberships.rules.ts';
import type { Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { forbidden, HttpError, invalid, notFound } from '../http/errors.ts';
import { erasePerson, lockToErase } from './erase-person.queries.ts';

/**
 * Erases a person for good, whether they asked for it or not. Who erases types the person's e-mail address. Throws 404 out of
 * reach and for whoever is erased already, 403 where seen and not managed, 409 for oneself, 422 for another address.
 */
export async function carryOutErasure(
  tx: Tx,
  visit: Visit,
  customerId: number,
  confirmation: string,
  requestId: string,
): Promise<void> {
  const { caller } = visit;
  const colleague = await findColleague(tx, caller, customerId);
  if (!colleague || !mayKnowOf(caller, colleague.actor)) throw notFound('customer');
  if (customerId === caller.customerId)
    throw new HttpError(409, { customer: ['You cannot erase yourself. Another administrator can.'] });
  if (!maySetAccess(caller, colleague.actor)) throw forbidden('You may not erase this person.');
  const person = await lockToErase(tx, caller, customerId);
  if (!person) throw notFound('customer');
  if (confirmation.trim().toLowerCase() !== person.email.toLowerCase())
    throw invalid('confirmation', 'This is not the email address of the person.');
  await erasePerson(tx, caller, person);
  await recordDeed(tx, visit, { action: 'customer.erased', subjectId: String(customerId), requestId });
}
