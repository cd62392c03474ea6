import { isHigher, reachesForActing } from '../access/access.rules.ts';
import { findAddress } from '../addresses/addresses.queries.ts';
import type { SentAddress } from '../addresses/addresses.rules.ts';
import { giveForOneOrder } from '../addresses/own-addresses.actions.ts';
import { forgetAddressForOneOrder } from '../addresses/own-addresses.queries.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import { isActing, nameOf } from '../http/acting.ts';
import type { Visit } from '../http/endpoint.ts';
import { forbidden, HttpError, invalid, notFound } from '../http/errors.ts';
import { actFor } from '../http/scope.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { Portal } from '../portal.ts';
import { beginActing, endActing, findColleague, setDeliveryAddress } from './impersonation.queries.ts';

/** How long somebody may act for another before saying so again. */
export const ACTING_MINUTES = 60;

const conflict = (message: string) => new HttpError(409, { customer: [message] });

/** Says in both people's trail what happened: to the one who acts, and to the one acted for. */
async function recordForBoth(
  tx: Tx,
  { caller, scope }: Pick<Visit, 'caller' | 'scope'>,
  action: string,
  requestId: string,
  until?: Date,
): Promise<void> {
  for (const subject of [caller, scope]) {
    await recordDeed(
      tx,
      { caller, scope },
      {
        action,
        subjectId: String(subject.customerId),
        ...(until ? { after: { untilUtc: until.toISOString() } } : {}),
        requestId,
      },
    );
  }
}

/** Tells the person that somebody has begun to act for them. */
async function sendNotice(tx: Tx, portal: Portal, { sessionId, caller, scope, actingUntil }: Visit): Promise<void> {
  await queueMail(tx, portal, {
    organisationId: scope.organisationId,
    brandId: scope.brandId,
    recipient: scope.email,
    template: 'impersonation-notice',
    data: { firstName: scope.firstName, actorName: nameOf(caller), whenUtc: new Date().toISOString() },
    dedupeKey: `impersonation-notice:${sessionId}:${actingUntil?.toISOString()}`,
  });
}

/**
 * Makes the visit's session act for somebody of the organisation. Asking again for the same person changes nothing, also
 * not the end. Throws 404 for people out of reach, 409 for oneself, closed accounts and while acting for another, 403 for
 * people who administer more than the caller.
 */
export async function startActing(tx: Tx, portal: Portal, visit: Visit, customerId: number, requestId: string): Promise<Visit> {
  const { caller } = visit;
  const colleague = await findColleague(tx, caller, customerId);
  if (isActing(visit)) {
    if (colleague && customerId === visit.scope.customerId) return visit;
    // Whether the other one could be acted for is of no matter, and not told.
    if (!colleague || !reachesForActing(caller, colleague.actor)) throw notFound('customer');
    throw conflict(`You are acting for ${nameOf(visit.scope)}. Please stop that first.`);
  }
  if (!colleague) throw notFound('customer');
  if (customerId === caller.customerId) throw conflict('You cannot act for yourself.');
  if (caller.mayImpersonate === 'nobody') throw forbidden('You may not act for other people.');
  if (!reachesForActing(caller, colleague.actor)) throw notFound('customer');
  const name = nameOf(colleague.actor);
  if (colleague.isDeleted || !colleague.isActive) throw conflict(`The account of ${name} is closed.`);
  if (isHigher(caller, colleague.actor))
    throw forbidden(`${name} administers more than you do, so you may not act for this person.`);
  const until = await beginActing(tx, caller, visit.sessionId, customerId, ACTING_MINUTES);
  if (!until) throw conflict('Another tab has begun to act for somebody. Please look at the page again.');
  const begun: Visit = { ...visit, scope: actFor(caller, colleague.actor), actingUntil: until };
  await recordForBoth(tx, begun, 'impersonation.started', requestId, until);
  if (colleague.wantsNotice) await sendNotice(tx, portal, begun);
  return begun;
}

/** Makes the visit's session act for nobody else; nothing to stop is no fault. */
export async function stopActing(tx: Tx, visit: Visit, requestId: string): Promise<void> {
  const ended = await endActing(tx, visit.caller, visit.sessionId);
  if (isActing(visit)) await forgetAddressForOneOrder(tx, visit.scope);
  if (ended !== undefined && ended === visit.scope.customerId) await recordForBoth(tx, visit, 'impersonation.ended', requestId);
}

/** Exactly one of the three. */
export interface SentDelivery {
  addressId?: number | null;
  address?: SentAddress | null;
  organisationResortAddressId?: number | null;
}

/**
 * Sets where the next order of the person acted for is delivered, and answers that address; a new one is for this order
 * alone. Throws 409 when acting for nobody, 422 when not exactly one is given, 404 for addresses that the person
 * cannot be delivered to.
 */
export async function setDelivery(tx: Tx, visit: Visit, sent: SentDelivery, requestId: string) {
  if (!isActing(visit)) throw conflict('You are not acting for anybody.');
  const { scope } = visit;
  const given = [sent.addressId, sent.address, sent.organisationResortAddressId].filter((one) => one != null);
  if (given.length !== 1) throw invalid('address', 'Please choose one address, or give a new one.');
  const known = sent.addressId ?? sent.organisationResortAddressId;
  const address = sent.address
    ? await giveForOneOrder(tx, scope, sent.address)
    : await findAddress(tx, scope, 'shipping', known ?? 0);
  if (!address || (sent.organisationResortAddressId != null && address.source !== 'resort')) throw notFound('address');
  await setDeliveryAddress(tx, scope, address.id);
  await recordDeed(tx, visit, { action: 'delivery.chosen', subjectId: String(address.id), requestId });
  return address;
}
