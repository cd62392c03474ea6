import { getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { enqueueMail } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import { countRequest, mailExpiredRequests, type RequestCommand } from '../entitlement-requests/entitlement-requests.actions.ts';
import { closeRequest, expireRequests } from '../entitlement-requests/entitlement-requests.queries.ts';
import { explainClosed, getExpiryDay, getMoment, requestConflict } from '../entitlement-requests/entitlement-requests.rules.ts';
import { listAdministratorsWhoMayChange } from '../person/administrators.queries.ts';
import { timeRequestedMail } from './time-request-mails.ts';
import { toOwnTimeRequest, toTimeRequest, type WireOwnTimeRequest } from './time-requests.mapper.ts';
import {
  findTimeRequest,
  insertTimeRequest,
  listChosen,
  listOwnTimeRequests,
  listTimeRequests,
  type OwnSeasons,
  readOwnSeasons,
  type TimeRequest,
} from './time-requests.queries.ts';
import { type ClosedSeason, listClosedSeasons, NO_TIME_DECIDER } from './time-requests.rules.ts';

const MAX_OWN_REQUESTS = 100;

const listAskable = ({ endsOn, optedOut, seasons }: OwnSeasons, caller: Scope, today: string) =>
  listClosedSeasons(seasons, { endsOn, optedOut, reach: getOrderingReach(caller) }, today);

/** The caller's own requests for more time, newest first, the closed seasons for which they can ask, and why they cannot. */
export async function getOwnTimeRequests(
  db: Db,
  { clock }: { clock: Clock },
  { caller }: RequestContext,
): Promise<ReplyOf<'GET /api/entitlement/timerequests/own'>> {
  const { today } = getMoment(clock, caller);
  const [requests, own, deciders] = await Promise.all([
    listOwnTimeRequests(db, caller, today, MAX_OWN_REQUESTS),
    readOwnSeasons(db, caller),
    listAdministratorsWhoMayChange(db, caller),
  ]);
  return {
    requests: requests.map(toOwnTimeRequest),
    seasons: listAskable(own, caller, today).map(({ id, season, closesOn }) => ({
      seasonId: id,
      seasonName: season,
      closedOn: closesOn,
    })),
    askingBlocker: deciders.length > 0 ? null : NO_TIME_DECIDER,
  };
}

/** All requests of a person for more time, for the export of their data. */
export async function listTimeRequestsForExport(
  db: Db,
  { clock }: { clock: Clock },
  person: Scope,
): Promise<WireOwnTimeRequest[]> {
  return (await listOwnTimeRequests(db, person, getMoment(clock, person).today, null)).map(toOwnTimeRequest);
}

/** A page of the requests for more time of the people whom the caller manages. */
export async function getTimeRequests(
  db: Db,
  { clock }: { clock: Clock },
  { caller }: RequestContext,
  query: QueryOf<'GET /api/entitlement/timerequests'>,
): Promise<ReplyOf<'GET /api/entitlement/timerequests'>> {
  const { requests, totalCount } = await listTimeRequests(db, caller, query, getMoment(clock, caller).today);
  const chosen = await listChosen(db, caller, [...new Set(requests.map(({ customer }) => customer.id))]);
  return {
    requests: requests.map((request) => toTimeRequest(request, caller, chosen.get(request.customer.id) ?? [])),
    totalCount,
  };
}

/** One of the caller's seasons for which they can ask. Throws 404 for any other season, and 409 when they can order in it, or could not even with more time. */
function getAskableSeason(own: OwnSeasons, caller: Scope, seasonId: number, today: string): ClosedSeason {
  if (!own.seasons.some(({ season }) => season?.id === seasonId)) throw notFound('season');
  const closed = listAskable(own, caller, today).find(({ id }) => id === seasonId);
  if (!closed) throw new HttpError(409, { season: ['You can only ask for more time once ordering has closed.'] });
  return closed;
}

/**
 * Asks for more time to order in a season that has closed, and mails the administrators who can decide, each at most once a day about a season. Throws 404
 * for a season of others, 409 when more time would change nothing, a request about the season is open, or no one can decide, and 429 after 50 requests of a person in a day.
 */
export async function askForMoreTime(
  tx: Tx,
  context: RequestContext,
  { seasonId, reason }: BodyOf<'POST /api/entitlement/timerequests'>,
  command: RequestCommand,
): Promise<WireOwnTimeRequest> {
  const { caller } = context;
  const { organisationId, customerId, brandId } = caller;
  const moment = getMoment(command.clock, caller);
  const closed = getAskableSeason(await readOwnSeasons(tx, caller), caller, seasonId, moment.today);
  const deciders = await listAdministratorsWhoMayChange(tx, caller);
  if (deciders.length === 0) throw new HttpError(409, { season: [NO_TIME_DECIDER] });
  await countRequest(tx, caller);
  const expired = await expireRequests(tx, 1, { organisationId, customerId, seasonId, today: moment.today });
  await mailExpiredRequests(tx, command, expired);
  const request = {
    seasonId,
    reason: reason?.trim() || null,
    createdAt: moment.at,
    expiresOn: getExpiryDay(moment.today),
  };
  const id = await insertTimeRequest(tx, caller, request);
  if (id === undefined)
    throw requestConflict('You have already asked for more time. You can ask again once your request has been decided.');
  await recordAuditEvent(tx, context, {
    action: 'customer.time-requested',
    subjectId: String(customerId),
    after: { season: closed.season, requestReason: request.reason },
    requestId: command.requestId,
  });
  const chosen = (await listChosen(tx, caller, [customerId])).get(customerId) ?? [];
  for (const { id: administratorId, email, firstName } of deciders)
    await enqueueMail(tx, command, timeRequestedMail, {
      organisationId,
      brandId,
      recipient: email,
      data: {
        firstName,
        personName: formatPersonName(caller),
        season: closed.season,
        closedOn: formatDay(closed.closesOn),
        pieces: chosen.reduce((total, { quantity }) => total + quantity, 0),
        reason: request.reason,
        expiresOn: formatDay(request.expiresOn),
        requestId: id,
      },
      dedupeKey: `time-requested:${customerId}:${seasonId}:${administratorId}:${moment.today}`,
    });
  return toOwnTimeRequest((await findTimeRequest(tx, caller, id, moment.today)) as TimeRequest);
}

/** Withdraws the caller's own request. Throws 404 for that of someone else, and 409 when it is no longer open. */
export async function withdrawTimeRequest(
  tx: Tx,
  context: RequestContext,
  id: number,
  command: RequestCommand,
): Promise<WireOwnTimeRequest> {
  const { caller } = context;
  const moment = getMoment(command.clock, caller);
  const request = await findTimeRequest(tx, caller, id, moment.today);
  if (!request || request.customer.id !== caller.customerId) throw notFound('entitlementRequest');
  const isClosed = await closeRequest(tx, caller, id, 'withdraw', moment);
  const after = (await findTimeRequest(tx, caller, id, moment.today)) as TimeRequest;
  if (!isClosed) throw requestConflict(explainClosed(after.status));
  await recordAuditEvent(tx, context, {
    action: 'customer.time-request-withdrawn',
    subjectId: String(caller.customerId),
    after: { season: request.seasonName },
    requestId: command.requestId,
  });
  return toOwnTimeRequest(after);
}
