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

/** How long an impersonation lasts before it has to be started again. */
export const IMPERSONATION_MINUTES = 60;

const conflict = (message: string) => new HttpError(409, { customer: [message] });

/** Records an audit event for both people: the one who impersonates, and the one who is impersonated. */
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

/** Mails the person that someone has started to impersonate them. */
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
 * Lets the session of the context impersonate a person of the organisation. A repeated request for the same person changes
 * nothing, including the end time. Throws 404 for people out of reach, 409 for oneself, for closed accounts and during another
 * impersonation and in a trip of PunchOut, and 403 for people who administer more than the caller.
 */
export async function startImpersonation(
  tx: Tx,
  dependencies: MailDependencies,
  context: RequestContext,
  customerId: number,
  requestId: string,
): Promise<RequestContext> {
  const { caller } = context;
  if (caller.trip)
    throw conflict(
      'In a visit from a purchasing system you shop for that system alone. To order for someone else, please log in to the portal.',
    );
  const colleague = await findColleague(tx, caller, customerId);
  if (isImpersonating(context)) {
    if (colleague && customerId === context.effective.customerId) return context;
    // The error must not reveal whether the second person exists.
    if (!colleague || !isInImpersonationReach(caller, colleague.actor)) throw notFound('customer');
    throw conflict(`You are already ordering for ${formatPersonName(context.effective)}. Stop ordering for them first.`);
  }
  if (!colleague) throw notFound('customer');
  if (customerId === caller.customerId) throw conflict('You cannot use this for your own account.');
  if (caller.impersonationReach === 'none') throw forbidden('You are not allowed to order for other people.');
  if (!isInImpersonationReach(caller, colleague.actor)) throw notFound('customer');
  const name = formatPersonName(colleague.actor);
  if (colleague.isDeleted || !colleague.isActive) throw conflict(`The account of ${name} is closed.`);
  if (hasWiderAdminReach(caller, colleague.actor))
    throw forbidden(`${name} administers more than you do, so you cannot order for this person.`);
  const until = await startSessionImpersonation(tx, caller, context.sessionId, customerId, IMPERSONATION_MINUTES);
  if (!until) throw conflict('You have started ordering for someone in another tab. Reload the page.');
  const impersonating: RequestContext = {
    ...context,
    effective: createImpersonationScope(caller, colleague.actor),
    impersonationEndsAt: until,
  };
  await recordForBoth(tx, impersonating, 'impersonation.started', requestId, until);
  if (colleague.receivesImpersonationNotice) await sendNotice(tx, dependencies, impersonating);
  return impersonating;
}

/** Ends the session's impersonation. Does nothing when there is none. */
export async function stopImpersonation(tx: Tx, context: RequestContext, requestId: string): Promise<void> {
  const ended = await endSessionImpersonation(tx, context.caller, context.sessionId);
  if (isImpersonating(context)) await deleteOneTimeAddress(tx, context.effective);
  if (ended !== undefined && ended === context.effective.customerId)
    await recordForBoth(tx, context, 'impersonation.ended', requestId);
}

/** Where to deliver: exactly one of the three is given. */
export interface DeliveryInput {
  addressId?: number | null;
  address?: AddressInput | null;
  organisationResortAddressId?: number | null;
}

/**
 * Sets where the next order of the impersonated person is delivered, and returns that address; a new address is used for this
 * order only. Throws 409 without an impersonation, 422 unless exactly one choice is given, and 404 for addresses to which the
 * person's orders cannot be delivered.
 */
export async function setImpersonatedDelivery(tx: Tx, context: RequestContext, input: DeliveryInput, requestId: string) {
  if (!isImpersonating(context)) throw conflict('You are not ordering for anyone.');
  const { effective } = context;
  const choices = [input.addressId, input.address, input.organisationResortAddressId].filter((choice) => choice != null);
  if (choices.length !== 1) throw invalid('address', 'Choose one address, or enter a new one.');
  const addressId = input.addressId ?? input.organisationResortAddressId;
  const address = input.address
    ? await saveOneTimeAddress(tx, effective, input.address)
    : await findAddress(tx, effective, 'shipping', addressId ?? 0);
  if (!address || (input.organisationResortAddressId != null && address.source !== 'resort')) throw notFound('address');
  await setDeliveryAddress(tx, effective, address.id);
  await recordAuditEvent(tx, context, { action: 'delivery.chosen', subjectId: String(address.id), requestId });
  return address;
}
