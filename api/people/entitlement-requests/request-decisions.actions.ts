import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { describeRequest, parseAdjustmentAmount, toDifference } from '#api/entitlement/adjustments.rules.ts';
import { formatAmount } from '#api/entitlement/coverage.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { enqueueMail } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { adjustEntitlement } from '../adjustments/adjustments.actions.ts';
import { canAdjustEntitlement } from '../person/person-fields.rules.ts';
import { entitlementRequestDeclinedMail, entitlementRequestGrantedMail } from './entitlement-request-mails.ts';
import type { RequestCommand } from './entitlement-requests.actions.ts';
import { assertRequestAsSeen, toRequest, type WireRequest } from './entitlement-requests.mapper.ts';
import {
  closeRequest,
  type EntitlementRequest,
  findRequest,
  listOrderedLines,
  lockRequestedAccount,
} from './entitlement-requests.queries.ts';
import {
  CANNOT_CHANGE,
  explainClosed,
  getMoment,
  type Moment,
  nameEntitlement,
  OWN_REQUEST,
  requestConflict,
} from './entitlement-requests.rules.ts';

/**
 * A request on which the caller decides. Throws 404 out of reach, 403 for one's own and people whom the caller may not change, and 409 when it is no longer
 * open, or not what they have seen.
 */
async function getRequestToDecide(
  tx: Tx,
  { caller }: RequestContext,
  id: number,
  moment: Moment,
  fingerprint: string | null | undefined,
): Promise<EntitlementRequest> {
  if (fingerprint) await lockRequestedAccount(tx, caller, id);
  const request = await findRequest(tx, caller, id, moment.today);
  if (!request) throw notFound('entitlementRequest');
  const { customer } = request;
  if (customer.id === caller.customerId) throw forbidden(OWN_REQUEST);
  if (!canAdjustEntitlement(caller, { ...customer, customerId: customer.id })) throw forbidden(CANNOT_CHANGE);
  if (request.status !== 'open') throw requestConflict(explainClosed(request.status));
  assertRequestAsSeen(fingerprint, request, caller.currencyCode);
  return request;
}

/** The request after the caller's decision. Throws 409 when someone else was faster. */
async function getDecidedRequest(
  tx: Tx,
  caller: Scope,
  id: number,
  moment: Moment,
  isClosed: boolean,
): Promise<[EntitlementRequest, WireRequest]> {
  const after = (await findRequest(tx, caller, id, moment.today)) as EntitlementRequest;
  if (!isClosed) throw requestConflict(explainClosed(after.status));
  const { account } = after;
  const ordered = await listOrderedLines(tx, caller, [account.id]);
  return [after, toRequest(after, caller, ordered.get(account.id) ?? [], moment.today)];
}

/**
 * Grants a request, in full or in part, by an adjustment that can be undone like any other, and mails the wearer. Throws 403 and 404 as
 * adjusting does, 409 when it is no longer open or the account cannot be adjusted any more, and 422 for the amount.
 */
export async function grantRequest(
  tx: Tx,
  context: RequestContext,
  id: number,
  { amount, reason, fingerprint }: BodyOf<'POST /api/entitlement/requests/:id/grant'>,
  command: RequestCommand,
): Promise<WireRequest> {
  const { caller } = context;
  const moment = getMoment(command.clock, caller);
  const request = await getRequestToDecide(tx, context, id, moment, fingerprint);
  const { account, createdAt } = request;
  const granted = amount === undefined ? request.amount : parseAdjustmentAmount(amount, account.unit);
  if (granted > request.amount)
    throw invalid('amount', `At most ${formatAmount(request.amount, account.unit, caller.currencyCode)} was asked for.`);
  const adjustment = await adjustEntitlement(
    tx,
    context,
    {
      accountId: account.id,
      amount: account.unit === 'money' ? toMajorUnits(granted) : granted,
      cause: {
        kind: 'request_granted',
        requestedOn: getLocalDay(createdAt.getTime(), caller.timeZone),
        amount: request.amount,
        unit: request.account.unit,
        label: request.account.label,
        currency: caller.currencyCode,
      },
    },
    command,
  );
  const message = reason?.trim() || null;
  const isClosed = await closeRequest(tx, caller, id, 'grant', moment, {
    decidedById: caller.customerId,
    decisionReason: message,
    grantedAmount: granted,
    adjustmentId: adjustment.id,
  });
  const [after, reply] = await getDecidedRequest(tx, caller, id, moment, isClosed);
  if (after.customer.isActive)
    await enqueueMail(tx, command, entitlementRequestGrantedMail, {
      ...getWearerMail(after, caller),
      data: {
        ...getDecision(after, caller),
        granted: granted < request.amount ? describeRequest(granted, account, caller.currencyCode) : null,
      },
    });
  return reply;
}

/** Declines a request and mails the reason. Throws 403, 404, and 409 when it is no longer open. */
export async function declineRequest(
  tx: Tx,
  context: RequestContext,
  id: number,
  { reason, fingerprint }: BodyOf<'POST /api/entitlement/requests/:id/decline'>,
  command: RequestCommand,
): Promise<WireRequest> {
  const { caller } = context;
  const moment = getMoment(command.clock, caller);
  const request = await getRequestToDecide(tx, context, id, moment, fingerprint);
  const closure = { decidedById: caller.customerId, decisionReason: reason.trim() };
  const isClosed = await closeRequest(tx, caller, id, 'decline', moment, closure);
  const [after, reply] = await getDecidedRequest(tx, caller, id, moment, isClosed);
  await recordAuditEvent(tx, context, {
    action: 'customer.entitlement-request-declined',
    subjectId: String(request.customer.id),
    after: {
      entitlement: nameEntitlement(request),
      request: toDifference(request.amount, request.account.unit, caller.currencyCode),
      decisionReason: closure.decisionReason,
    },
    requestId: command.requestId,
  });
  if (after.customer.isActive)
    await enqueueMail(tx, command, entitlementRequestDeclinedMail, {
      ...getWearerMail(after, caller),
      data: getDecision(after, caller),
    });
  return reply;
}

const getWearerMail = ({ id, customer }: EntitlementRequest, { organisationId, brandId }: Scope) => ({
  organisationId,
  brandId,
  recipient: customer.email,
  dedupeKey: `entitlement-request-closed:${id}`,
});

const getDecision = (request: EntitlementRequest, caller: Scope) => ({
  firstName: request.customer.firstName,
  request: describeRequest(request.amount, request.account, caller.currencyCode),
  reason: request.decisionReason,
  decidedBy: formatPersonName(caller),
});
