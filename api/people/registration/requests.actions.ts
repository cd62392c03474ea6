import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { keepWardrobes } from '#api/entitlement/entitlement.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMail } from '#api/platform/mail/outbox.queries.ts';
import { enqueueActivationMail, type RegistrationDependencies } from './registration.actions.ts';
import { insertRegisteredPerson } from './registration.queries.ts';
import { assertRegistrationAsSeen } from './registration.rules.ts';
import { registrationApprovedMail, registrationRejectedMail } from './registration-mails.ts';
import {
  decideRegistrationRequest,
  findRegistrationRequest,
  linkRequestToPerson,
  type RegistrationRequest,
} from './requests.queries.ts';

const conflict = (message: string) => new HttpError(409, { registrationRequest: [message] });

/** Returns the request when it has already been decided in the same way. Throws 404 or 409 otherwise. */
async function getAlreadyDecided(
  db: Db,
  context: RequestContext,
  requestId: number,
  decision: 'approved' | 'rejected',
): Promise<RegistrationRequest> {
  const request = await findRegistrationRequest(db, context.caller, requestId);
  if (!request) throw notFound('registrationRequest');
  if (request.state === decision) return request;
  throw conflict(
    request.state === 'registered' ? 'This person did not need approval.' : `This request has already been ${request.state}.`,
  );
}

/** Throws 409 when a request that was just decided, and is therefore locked, is not what the person who decided has seen; the transaction is then rolled back. */
async function assertAsSeen(
  tx: Tx,
  { caller }: RequestContext,
  requestId: number,
  fingerprint: string | null | undefined,
): Promise<void> {
  const request = fingerprint ? await findRegistrationRequest(tx, caller, requestId) : undefined;
  if (request) assertRegistrationAsSeen(fingerprint, request);
}

/**
 * Approves a pending request: adds the person and mails the link to set a password. Approving again returns the same result.
 * Throws 404, and 409 when the request was rejected, is not what was seen, or an account with the address now exists.
 */
export async function approveRegistration(
  dependencies: RegistrationDependencies,
  context: RequestContext,
  requestId: number,
  fingerprint: string | null | undefined,
  httpRequestId: string,
): Promise<RegistrationRequest> {
  const approved = await runInTransaction(dependencies.db, async (tx) => {
    await keepWardrobes(tx, context.caller);
    const decided = await decideRegistrationRequest(tx, context.caller, requestId, { state: 'approved' });
    if (!decided) return undefined;
    await assertAsSeen(tx, context, requestId, fingerprint);
    const { target, registrant } = decided;
    const customerId = await insertRegisteredPerson(tx, target, registrant, { active: true });
    if (customerId === undefined)
      throw conflict('An account with this email address now exists. Reject the request, or change that account.');
    await syncEntitlement(tx, context.caller, [customerId]);
    await linkRequestToPerson(tx, context.caller, requestId, customerId);
    const { firstName, email } = registrant;
    await enqueueActivationMail(tx, dependencies, target, { customerId, firstName, email }, registrationApprovedMail);
    await recordAuditEvent(tx, context, {
      action: 'registration.approved',
      subjectId: String(requestId),
      after: { customerId },
      requestId: httpRequestId,
    });
    return findRegistrationRequest(tx, context.caller, requestId);
  });
  return approved ?? getAlreadyDecided(dependencies.db, context, requestId, 'approved');
}

/**
 * Rejects a pending request and mails the reason. Rejecting again returns the same result. Throws 404, 409 when it was
 * approved.
 */
export async function rejectRegistration(
  dependencies: RegistrationDependencies,
  context: RequestContext,
  requestId: number,
  { reason, fingerprint }: { reason: string; fingerprint: string | null | undefined },
  httpRequestId: string,
): Promise<RegistrationRequest> {
  const rejected = await runInTransaction(dependencies.db, async (tx) => {
    const decided = await decideRegistrationRequest(tx, context.caller, requestId, { state: 'rejected', reason });
    if (!decided) return undefined;
    await assertAsSeen(tx, context, requestId, fingerprint);
    const { target, registrant } = decided;
    await enqueueMail(tx, dependencies, registrationRejectedMail, {
      organisationId: target.organisationId,
      brandId: target.brandId,
      recipient: registrant.email,
      data: { firstName: registrant.firstName, organisationName: target.organisationName, reason },
      dedupeKey: `registration-rejected:${requestId}`,
    });
    await recordAuditEvent(tx, context, {
      action: 'registration.rejected',
      subjectId: String(requestId),
      requestId: httpRequestId,
    });
    return findRegistrationRequest(tx, context.caller, requestId);
  });
  return rejected ?? getAlreadyDecided(dependencies.db, context, requestId, 'rejected');
}
