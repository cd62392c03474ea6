import { findAddress } from '#api/identity/addresses/addresses.queries.ts';
import type { AddressInput } from '#api/identity/addresses/addresses.rules.ts';
import { saveOneTimeAddress } from '#api/identity/addresses/own-addresses.actions.ts';
import { deleteOneTimeAddress } from '#api/identity/addresses/own-addresses.queries.ts';
import { hasWiderAdminReach, isInImpersonationReach } from '#api/identity/sessions/access.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName, isImpersonating } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { createImpersonationScope } from '#api/platform/http/scope.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { findColleague } from '../person/colleagues.queries.ts';
import { endSessionImpersonation, setDeliveryAddress, startSessionImpersonation } from './impersonation.queries.ts';
import { impersonationNoticeMail } from './impersonation-mails.ts';

/** How long somebody may act for another before saying so again. */
export const IMPERSONATION_MINUTES = 60;

const conflict = (message: string) => new HttpError(409, { customer: [message] });

/** Says in both people's trail what happened: to the one who acts, and to the one acted for. */
async function recordForBoth(
  tx: Tx,
  { caller, effective }: Pick<RequestContext, 'caller' | 'effective'>,
  action: string,
  requestId: string,
  until?: Date,
): Promise<void> {
  for (const subject of [caller, effective]) {
    await recordAuditEvent(
      tx,
      { caller, effective },
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
async function sendNotice(
  tx: Tx,
  dependencies: MailDependencies,
  { sessionId, caller, effective, impersonationEndsAt }: RequestContext,
): Promise<void> {
  await enqueueMail(tx, dependencies, impersonationNoticeMail, {
    organisationId: effective.organisationId,
    brandId: effective.brandId,
    recipient: effective.email,
    data: { firstName: effective.firstName, actorName: formatPersonName(caller), whenUtc: new Date().toISOString() },
    dedupeKey: `impersonation-notice:${sessionId}:${impersonationEndsAt?.toISOString()}`,
  });
}

/**
 * Makes the context's session act for somebody of the organisation. Asking again for the same person changes nothing, also
 * not the end. Throws 404 for people out of reach, 409 for oneself, closed accounts and while acting for another, 403 for
 * people who administer more than the caller.
 */
export async function startImpersonation(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  customerId: number,
  requestId: string,
): Promise<RequestContext> {
  const { caller } = context;
  const colleague = await findColleague(tx, caller, customerId);
  if (isImpersonating(context)) {
    if (colleague && customerId === context.effective.customerId) return context;
    // Whether the other one could be acted for is of no matter, and not told.
    if (!colleague || !isInImpersonationReach(caller, colleague.actor)) throw notFound('customer');
    throw conflict(`You are acting for ${formatPersonName(context.effective)}. Please stop that first.`);
  }
  if (!colleague) throw notFound('customer');
  if (customerId === caller.customerId) throw conflict('You cannot act for yourself.');
  if (caller.impersonationReach === 'nobody') throw forbidden('You may not act for other people.');
  if (!isInImpersonationReach(caller, colleague.actor)) throw notFound('customer');
  const name = formatPersonName(colleague.actor);
  if (colleague.isDeleted || !colleague.isActive) throw conflict(`The account of ${name} is closed.`);
  if (hasWiderAdminReach(caller, colleague.actor))
    throw forbidden(`${name} administers more than you do, so you may not act for this person.`);
  const until = await startSessionImpersonation(tx, caller, context.sessionId, customerId, IMPERSONATION_MINUTES);
  if (!until) throw conflict('Another tab has begun to act for somebody. Please look at the page again.');
  const begun: RequestContext = {
    ...context,
    effective: createImpersonationScope(caller, colleague.actor),
    impersonationEndsAt: until,
  };
  await recordForBoth(tx, begun, 'impersonation.started', requestId, until);
  if (colleague.receivesImpersonationNotice) await sendNotice(tx, dependencies, begun);
  return begun;
}

/** Makes the context's session act for nobody else; nothing to stop is no fault. */
export async function stopImpersonation(tx: Tx, context: RequestContext, requestId: string): Promise<void> {
  const ended = await endSessionImpersonation(tx, context.caller, context.sessionId);
  if (isImpersonating(context)) await deleteOneTimeAddress(tx, context.effective);
  if (ended !== undefined && ended === context.effective.customerId)
    await recordForBoth(tx, context, 'impersonation.ended', requestId);
}

/** Exactly one of the three. */
export interface DeliveryInput {
  addressId?: number | null;
  address?: AddressInput | null;
  organisationResortAddressId?: number | null;
}

/**
 * Sets where the next order of the person acted for is delivered, and answers that address; a new one is for this order
 * alone. Throws 409 when acting for nobody, 422 when not exactly one is given, 404 for addresses that the person
 * cannot be delivered to.
 */
export async function setImpersonatedDelivery(tx: Tx, context: RequestContext, sent: DeliveryInput, requestId: string) {
  if (!isImpersonating(context)) throw conflict('You are not acting for anybody.');
  const { effective } = context;
  const given = [sent.addressId, sent.address, sent.organisationResortAddressId].filter((one) => one != null);
  if (given.length !== 1) throw invalid('address', 'Please choose one address, or give a new one.');
  const known = sent.addressId ?? sent.organisationResortAddressId;
  const address = sent.address
    ? await saveOneTimeAddress(tx, effective, sent.address)
    : await findAddress(tx, effective, 'shipping', known ?? 0);
  if (!address || (sent.organisationResortAddressId != null && address.source !== 'resort')) throw notFound('address');
  await setDeliveryAddress(tx, effective, address.id);
  await recordAuditEvent(tx, context, { action: 'delivery.chosen', subjectId: String(address.id), requestId });
  return address;
}
