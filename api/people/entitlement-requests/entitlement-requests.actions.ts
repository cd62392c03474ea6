import { describeRequest, parseAdjustmentAmount, toDifference } from '#api/entitlement/adjustments.rules.ts';
import { getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import { countAttempt, type RateLimit } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import { listAdministratorsWhoMayChange } from '../person/administrators.queries.ts';
import { entitlementRequestExpiredMail, entitlementRequestedMail } from './entitlement-request-mails.ts';
import { toOwnRequest, toRequest, type WireOwnRequest } from './entitlement-requests.mapper.ts';
import {
  closeRequest,
  type EntitlementRequest,
  expireRequests,
  findRequest,
  insertRequest,
  listOrderedLines,
  listOwnRequests,
  listRequests,
  lockOwnAccount,
  type OwnAccount,
} from './entitlement-requests.queries.ts';
import {
  explainClosed,
  findAskingBlocker,
  getExpiryDay,
  getMoment,
  MORE_TIME,
  NO_DECIDER,
  nameEntitlement,
  requestConflict,
} from './entitlement-requests.rules.ts';

const MAX_OWN_REQUESTS = 100;
const EXPIRY_BATCH_SIZE = 100;
/** More than anyone has balances to ask about; it bounds what asking and withdrawing in turns can store. */
const REQUEST_LIMIT: RateLimit = { name: 'entitlement-requests', max: 50, windowSeconds: 86_400 };

/** What changing a request takes. */
export interface RequestCommand extends MailDependencies {
  clock: Clock;
  requestId: string;
}

/** The caller's own requests, newest first, and why they cannot ask for more of anything. */
export async function getOwnRequests(
  db: Db,
  { clock }: { clock: Clock },
  { caller }: RequestContext,
): Promise<ReplyOf<'GET /api/entitlement/requests/own'>> {
  const [requests, deciders] = await Promise.all([
    listOwnRequests(db, caller, getMoment(clock, caller).today, MAX_OWN_REQUESTS),
    listAdministratorsWhoMayChange(db, caller),
  ]);
  return { requests: requests.map(toOwnRequest), askingBlocker: deciders.length > 0 ? null : NO_DECIDER };
}

/** All requests of a person, for the export of their data. */
export async function listRequestsForExport(db: Db, { clock }: { clock: Clock }, person: Scope): Promise<WireOwnRequest[]> {
  return (await listOwnRequests(db, person, getMoment(clock, person).today, null)).map(toOwnRequest);
}

/** A page of the requests of the people whom the caller manages. */
export async function getRequests(
  db: Db,
  { clock }: { clock: Clock },
  { caller }: RequestContext,
  query: QueryOf<'GET /api/entitlement/requests'>,
): Promise<ReplyOf<'GET /api/entitlement/requests'>> {
  const { today } = getMoment(clock, caller);
  const { requests, totalCount } = await listRequests(db, caller, query, today);
  const ordered = await listOrderedLines(
    db,
    caller,
    requests.map(({ account }) => account.id),
  );
  return {
    requests: requests.map((request) => toRequest(request, caller, ordered.get(request.account.id) ?? [], today)),
    totalCount,
    currencyCode: caller.currencyCode,
  };
}

/** Counts a request of the caller, for more of anything or for more time. Throws 429 after 50 in a day, withdrawn ones included. */
export async function countRequest(tx: Tx, { organisationId, customerId }: Scope): Promise<void> {
  const wait = await countAttempt(tx, [{ limit: REQUEST_LIMIT, subject: `${organisationId}:${customerId}` }]);
  if (wait > 0)
    throw new HttpError(
      429,
      { entitlementRequest: ['You have sent too many requests today. Please try again tomorrow.'] },
      { 'retry-after': String(wait) },
    );
}

function assertCanAsk(own: OwnAccount, caller: Scope, today: string, hasDecider: boolean): void {
  const { account, seasonName, orderingOpensOn, orderingClosesOn, wearerEndsOn, hasOptedOut } = own;
  const window = seasonName === null ? null : { season: seasonName, opensOn: orderingOpensOn, closesOn: orderingClosesOn };
  const blocker = findAskingBlocker(
    { account, wearerEndsOn, hasOptedOut, window, reach: getOrderingReach(caller), hasDecider },
    today,
  );
  if (blocker) throw new HttpError(409, { account: [blocker] });
}

/**
 * Asks for more of one of the caller's own accounts, and mails the administrators who can decide, each at most once a day about an
 * account, however often the request is withdrawn and repeated. Throws 404 for an account of someone else, 422 for the amount, and
 * 409 when nothing could be ordered from the account, a request about it is open, or no one can decide. Throws 429 after 50 requests of a
 * person in a day, withdrawn ones included.
 */
export async function askForMore(
  tx: Tx,
  context: RequestContext,
  { accountId, amount, reason }: BodyOf<'POST /api/entitlement/requests'>,
  command: RequestCommand,
): Promise<WireOwnRequest> {
  const { caller } = context;
  const moment = getMoment(command.clock, caller);
  const own = await lockOwnAccount(tx, caller, accountId);
  if (!own) throw notFound('entitlementAccount');
  const deciders = await listAdministratorsWhoMayChange(tx, caller);
  assertCanAsk(own, caller, moment.today, deciders.length > 0);
  const { account } = own;
  const request = {
    accountId,
    amount: parseAdjustmentAmount(amount, account.unit),
    reason: reason.trim(),
    createdAt: moment.at,
    expiresOn: getExpiryDay(moment.today),
  };
  await countRequest(tx, caller);
  // The job may not have marked an expired request yet.
  await mailExpiredRequests(
    tx,
    command,
    await expireRequests(tx, 1, { organisationId: caller.organisationId, accountId, today: moment.today }),
  );
  const id = await insertRequest(tx, caller, request);
  if (id === undefined)
    throw requestConflict('You have already asked for more. You can ask again once your request has been decided.');
  await recordAuditEvent(tx, context, {
    action: 'customer.entitlement-requested',
    subjectId: String(caller.customerId),
    after: {
      entitlement: nameEntitlement(own),
      request: toDifference(request.amount, account.unit, caller.currencyCode),
      requestReason: request.reason,
    },
    requestId: command.requestId,
  });
  for (const { id: administratorId, email, firstName } of deciders)
    await enqueueMail(tx, command, entitlementRequestedMail, {
      organisationId: caller.organisationId,
      brandId: caller.brandId,
      recipient: email,
      data: {
        firstName,
        personName: formatPersonName(caller),
        request: describeRequest(request.amount, account, caller.currencyCode),
        wardrobe: [own.collectionName, own.seasonName].filter((name) => name !== null).join(', '),
        reason: request.reason,
        expiresOn: formatDay(request.expiresOn),
        requestId: id,
      },
      dedupeKey: `entitlement-requested:${accountId}:${administratorId}:${moment.today}`,
    });
  return toOwnRequest((await findRequest(tx, caller, id, moment.today)) as EntitlementRequest);
}

/** Withdraws the caller's own request. Throws 404 for that of someone else, and 409 when it is no longer open. */
export async function withdrawRequest(
  tx: Tx,
  context: RequestContext,
  id: number,
  command: RequestCommand,
): Promise<WireOwnRequest> {
  const { caller } = context;
  const moment = getMoment(command.clock, caller);
  const request = await findRequest(tx, caller, id, moment.today);
  if (!request || request.customer.id !== caller.customerId) throw notFound('entitlementRequest');
  const closed = await closeRequest(tx, caller, id, 'withdraw', moment);
  const after = (await findRequest(tx, caller, id, moment.today)) as EntitlementRequest;
  if (!closed) throw requestConflict(explainClosed(after.status));
  await recordAuditEvent(tx, context, {
    action: 'customer.entitlement-request-withdrawn',
    subjectId: String(caller.customerId),
    after: { entitlement: nameEntitlement(request) },
    requestId: command.requestId,
  });
  return toOwnRequest(after);
}

/** Tells the wearers whose requests have just expired, except those who can no longer use the portal. */
export async function mailExpiredRequests(
  tx: Tx,
  dependencies: MailDependencies,
  requests: Awaited<ReturnType<typeof expireRequests>>,
): Promise<void> {
  for (const request of requests.filter(({ isActive }) => isActive))
    await enqueueMail(tx, dependencies, entitlementRequestExpiredMail, {
      organisationId: request.organisationId,
      brandId: request.brandId,
      recipient: request.email,
      data: {
        firstName: request.firstName,
        request: request.more ? describeRequest(request.more.amount, request.more, request.currencyCode) : MORE_TIME,
      },
      dedupeKey: `entitlement-request-closed:${request.id}`,
    });
}

/** Marks all requests as expired whose last day is over, and mails their wearers. Returns how many. */
export const expireDueRequests = (db: Db, dependencies: MailDependencies): Promise<number> =>
  repeatInBatches(EXPIRY_BATCH_SIZE, () =>
    runInTransaction(db, async (tx) => {
      const expired = await expireRequests(tx, EXPIRY_BATCH_SIZE);
      await mailExpiredRequests(tx, dependencies, expired);
      return expired.length;
    }),
  );
