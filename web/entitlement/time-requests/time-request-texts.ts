import type { ReplyOf } from '#contract/index.ts';
import { formatRequestDay } from '../entitlement-requests/request-texts.ts';
import { formatLongDay } from '../reasoning.ts';

type OwnTimeRequests = ReplyOf<'GET /api/entitlement/timerequests/own'>;
export type OwnTimeRequest = OwnTimeRequests['requests'][number];
export type ClosedSeason = OwnTimeRequests['seasons'][number];

/** The closed season that a page is about: that with the id, otherwise the first one. */
export const findClosedSeason = (
  seasons: readonly ClosedSeason[],
  seasonId: number | null | undefined,
): ClosedSeason | undefined => seasons.find((season) => season.seasonId === seasonId) ?? seasons[0];

/** The latest request about a season, unless it was withdrawn. */
export function findLatestTimeRequest(requests: readonly OwnTimeRequest[], seasonId: number): OwnTimeRequest | undefined {
  const latest = requests.find((request) => request.seasonId === seasonId);
  return latest?.status === 'withdrawn' ? undefined : latest;
}

/** What became of a request for more time, for its wearer. */
export function describeOwnTimeRequest(request: OwnTimeRequest): string {
  const { status, createdOnUtc, closedOnUtc, expiresOn, decisionReason, orderingClosesOn } = request;
  if (status === 'open')
    return `You asked for more time on ${formatRequestDay(createdOnUtc)}. Your administrator can decide until ${formatLongDay(expiresOn)}.`;
  if (status === 'declined')
    return `Your request for more time was declined on ${formatRequestDay(closedOnUtc ?? createdOnUtc)}: “${decisionReason ?? ''}”`;
  if (status === 'expired')
    return `No one decided on your request for more time by ${formatLongDay(expiresOn)}, so it has expired.`;
  return orderingClosesOn === null ? '' : `You had more time to order until ${formatLongDay(orderingClosesOn)}.`;
}
