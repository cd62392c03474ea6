import { recordDeed } from '../audit/audit.queries.ts';
import { inTransaction } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { HttpError, notFound } from '../http/errors.ts';
import { queueMail } from '../mail/mail.queries.ts';
import type { Portal } from '../portal.ts';
import { insertPerson } from './registering.queries.ts';
import { mailActivation } from './registration.actions.ts';
import { decideRequest, findRequest, noteBecame, type Request } from './requests.queries.ts';

const conflict = (sentence: string) => new HttpError(409, { registrationRequest: [sentence] });

/** The request as it was decided before, when it was decided the same way. Throws 404 or 409 otherwise. */
async function alreadyDecided(
  portal: Portal,
  visit: Visit,
  requestId: number,
  wanted: 'approved' | 'rejected',
): Promise<Request> {
  const request = await findRequest(portal.db, visit.caller, requestId);
  if (!request) throw notFound('registrationRequest');
  if (request.state === wanted) return request;
  throw conflict(
    request.state === 'registered' ? 'This person did not need an approval.' : `This request has been ${request.state} already.`,
  );
}

/**
 * Lets a waiting person in: makes the person and mails the link by which they set a password. Approving again answers the
 * same. Throws 404, 409 when it was rejected or the address is somebody's by now.
 */
export async function approve(portal: Portal, visit: Visit, requestId: number, httpRequestId: string): Promise<Request> {
  const approved = await inTransaction(portal.db, async (tx) => {
    const decided = await decideRequest(tx, visit.caller, requestId, { state: 'approved' });
    if (!decided) return undefined;
    const { joining, registrant } = decided;
    const customerId = await insertPerson(tx, joining, registrant, { active: true });
    if (customerId === undefined)
      throw conflict('Somebody with this e-mail address has an account by now. Reject the request, or change that account.');
    await noteBecame(tx, visit.caller, requestId, customerId);
    const { firstName, email } = registrant;
    await mailActivation(tx, portal, joining, { customerId, firstName, email }, 'registration-approved');
    await recordDeed(tx, visit, {
      action: 'registration.approved',
      subjectId: String(requestId),
      after: { customerId },
      requestId: httpRequestId,
    });
    return findRequest(tx, visit.caller, requestId);
  });
  return approved ?? alreadyDecided(portal, visit, requestId, 'approved');
}

/** Turns a waiting person away and tells them why. Rejecting again answers the same. Throws 404, 409 when it was approved. */
export async function reject(
  portal: Portal,
  visit: Visit,
  requestId: number,
  reason: string,
  httpRequestId: string,
): Promise<Request> {
  const rejected = await inTransaction(portal.db, async (tx) => {
    const decided = await decideRequest(tx, visit.caller, requestId, { state: 'rejected', reason });
    if (!decided) return undefined;
    const { joining, registrant } = decided;
    await queueMail(tx, portal, {
      organisationId: joining.organisationId,
      brandId: joining.brandId,
      recipient: registrant.email,
      template: 'registration-rejected',
      data: { firstName: registrant.firstName, organisationName: joining.organisationName, reason },
      dedupeKey: `registration-rejected:${requestId}`,
    });
    await recordDeed(tx, visit, { action: 'registration.rejected', subjectId: String(requestId), requestId: httpRequestId });
    return findRequest(tx, visit.caller, requestId);
  });
  return rejected ?? alreadyDecided(portal, visit, requestId, 'rejected');
}
