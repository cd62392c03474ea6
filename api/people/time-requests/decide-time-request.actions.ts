import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { enqueueMail } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { entitlementRequestDeclinedMail } from '../entitlement-requests/entitlement-request-mails.ts';
import type { RequestCommand } from '../entitlement-requests/entitlement-requests.actions.ts';
import { closeRequest, type RequestClosure } from '../entitlement-requests/entitlement-requests.queries.ts';
import {
  CANNOT_CHANGE,
  explainClosed,
  getMoment,
  MORE_TIME,
  type Moment,
  OWN_REQUEST,
  requestConflict,
} from '../entitlement-requests/entitlement-requests.rules.ts';
import { canAdjustEntitlement } from '../person/person-fields.rules.ts';
import { timeGrantedMail } from './time-request-mails.ts';
import { toTimeRequest, type WireTimeRequest } from './time-requests.mapper.ts';
import { findTimeRequest, listChosen, type TimeRequest } from './time-requests.queries.ts';
import { explainExtension } from './time-requests.rules.ts';

/** A request for more time on which the caller decides. Throws 404 out of reach, and 403 for one's own and people whom the caller may not change. */
async function getRequestToDecide(tx: Tx, caller: Scope, id: number, { today }: Moment): Promise<TimeRequest> {
  const request = await findTimeRequest(tx, caller, id, today);
  if (!request) throw notFound('entitlementRequest');
  const { customer } = request;
  if (customer.id === caller.customerId) throw forbidden(OWN_REQUEST);
  if (!canAdjustEntitlement(caller, { ...customer, customerId: customer.id })) throw forbidden(CANNOT_CHANGE);
  return request;
}

/** Closes a request by the caller's decision. Throws 409 when it is no longer open. */
async function decide(
  tx: Tx,
  caller: Scope,
  id: number,
  action: 'grant' | 'decline',
  moment: Moment,
  closure: RequestClosure,
): Promise<TimeRequest> {
  const isClosed = await closeRequest(tx, caller, id, action, moment, { ...closure, decidedById: caller.customerId });
  const after = (await findTimeRequest(tx, caller, id, moment.today)) as TimeRequest;
  if (!isClosed) throw requestConflict(explainClosed(after.status));
  return after;
}

const toReply = async (tx: Tx, caller: Scope, request: TimeRequest): Promise<WireTimeRequest> =>
  toTimeRequest(request, caller, (await listChosen(tx, caller, [request.customer.id])).get(request.customer.id) ?? []);

const getWearerMail = ({ id, customer }: TimeRequest, { organisationId, brandId }: Scope) => ({
  organisationId,
  brandId,
  recipient: customer.email,
  dedupeKey: `entitlement-request-closed:${id}`,
});

/**
 * Lets the person who asks order in the season until a day, and mails them. Throws 403 and 404 out of reach, 409 when the request is no longer open,
 * and 422 for a day that has passed or is more than 90 days away.
 */
export async function grantTimeRequest(
  tx: Tx,
  context: RequestContext,
  id: number,
  { orderingClosesOn, reason }: BodyOf<'POST /api/entitlement/timerequests/:id/grant'>,
  command: RequestCommand,
): Promise<WireTimeRequest> {
  const { caller } = context;
  const moment = getMoment(command.clock, caller);
  const request = await getRequestToDecide(tx, caller, id, moment);
  const refusal = explainExtension(orderingClosesOn, moment.today);
  if (refusal) throw invalid('orderingClosesOn', refusal);
  const decisionReason = reason?.trim() || null;
  const after = await decide(tx, caller, id, 'grant', moment, { decisionReason, orderingClosesOn });
  await recordAuditEvent(tx, context, {
    action: 'customer.time-granted',
    subjectId: String(request.customer.id),
    after: { season: request.seasonName, orderingClosesOn, decisionReason },
    requestId: command.requestId,
  });
  if (after.customer.isActive)
    await enqueueMail(tx, command, timeGrantedMail, {
      ...getWearerMail(after, caller),
      data: {
        firstName: after.customer.firstName,
        until: formatDay(orderingClosesOn),
        decidedBy: formatPersonName(caller),
        reason: decisionReason,
      },
    });
  return toReply(tx, caller, after);
}

/** Declines a request for more time and mails the reason. Throws 403, 404, and 409 when it is no longer open. */
export async function declineTimeRequest(
  tx: Tx,
  context: RequestContext,
  id: number,
  { reason }: BodyOf<'POST /api/entitlement/timerequests/:id/decline'>,
  command: RequestCommand,
): Promise<WireTimeRequest> {
  const { caller } = context;
  const moment = getMoment(command.clock, caller);
  const request = await getRequestToDecide(tx, caller, id, moment);
  const decisionReason = reason.trim();
  const after = await decide(tx, caller, id, 'decline', moment, { decisionReason });
  await recordAuditEvent(tx, context, {
    action: 'customer.time-request-declined',
    subjectId: String(request.customer.id),
    after: { season: request.seasonName, decisionReason },
    requestId: command.requestId,
  });
  if (after.customer.isActive)
    await enqueueMail(tx, command, entitlementRequestDeclinedMail, {
      ...getWearerMail(after, caller),
      data: {
        firstName: after.customer.firstName,
        request: MORE_TIME,
        reason: decisionReason,
        decidedBy: formatPersonName(caller),
      },
    });
  return toReply(tx, caller, after);
}
