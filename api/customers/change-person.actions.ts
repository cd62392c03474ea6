import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { checkNobodyElseChanged, mayKnowOf, type SentCustomer, writableFields } from './customers.rules.ts';
import { readEmail } from './email.actions.ts';
import { checkOwnMemberships, setMembership } from './memberships.queries.ts';
import type { Membership } from './memberships.rules.ts';
import {
  checkOwnDepartments,
  checkOwnIds,
  lockPerson,
  readDepartments,
  setDepartments,
  updatePerson,
} from './person-changes.queries.ts';
import { countedNames, planChange, toldChange } from './planned-change.rules.ts';

/**
 * Changes the fields of a person that the caller may write and that were sent; everything else is left alone in silence,
 * because clients post whole objects back. Writes one audit row. Throws 404 for people out of reach, 403 for those that
 * may be seen and not changed, 422 for values, 409 when somebody else has changed the same since the sender looked.
 */
export async function changePerson(
  tx: Tx,
  visit: Visit,
  customerId: number,
  sent: SentCustomer,
  requestId: string,
): Promise<void> {
  const { caller } = visit;
  const person = await lockPerson(tx, caller, customerId);
  if (!person) throw notFound('customer');
  const writable = writableFields(caller, person.actor);
  if (!writable)
    throw mayKnowOf(caller, person.actor) ? forbidden('You may not change this person’s account.') : notFound('customer');
  await checkOwnIds(tx, caller, sent);
  await checkOwnDepartments(tx, caller, sent.departments ?? []);
  await checkOwnMemberships(tx, caller, sent);

  const planned = planChange(caller, person, sent, writable, await readDepartments(tx, caller));
  const { columns, departmentIds, memberships } = planned;
  if (columns.email !== undefined) columns.email = await readEmail(tx, caller.brandId, columns.email, customerId);

  const changed = countedNames(planned);
  if (changed.length === 0) return;
  checkNobodyElseChanged(changed, person.fieldVersions, sent.version);
  if (Object.keys(columns).length > 0) await updatePerson(tx, caller, customerId, columns);
  if (departmentIds) await setDepartments(tx, caller, customerId, departmentIds);
  for (const [name, ids] of Object.entries(memberships)) await setMembership(tx, caller, customerId, name as Membership, ids);
  await recordDeed(tx, visit, {
    action: 'customer.changed',
    subjectId: String(customerId),
    ...toldChange(person, planned),
    requestId,
  });
}
