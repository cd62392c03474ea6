import type { ReplyOf } from '#contract/index.ts';
import { createDateFormat, formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { formatLongDay } from '../reasoning.ts';

export type OwnRequest = ReplyOf<'GET /api/entitlement/requests/own'>['requests'][number];

const days = createDateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** A moment as a day in the reader's time zone: "12 November 2026". */
export const formatRequestDay = (utc: string) => days(new Date(utc));

/** How much more, without naming what: "2 more", "1 more point", "£30.00 more". */
export function formatMore(amount: number, unit: string, currencyCode: string): string {
  if (unit === 'money') return `${formatMoney(amount, currencyCode)} more`;
  if (unit === 'points') return `${formatNumber(amount)} more ${amount === 1 ? 'point' : 'points'}`;
  return `${formatNumber(amount)} more`;
}

/** The same with what it is: "2 more pieces of Shirts". */
export function describeMore({ unit, label }: Pick<OwnRequest, 'unit' | 'label'>, amount: number, currencyCode: string): string {
  const more = formatMore(amount, unit, currencyCode);
  return unit === 'pieces' ? `${more} ${amount === 1 ? 'piece' : 'pieces'} of ${label}` : more;
}

/** What became of a request, for its wearer. */
export function describeOwnRequest(request: OwnRequest, currencyCode: string): string {
  const { status, amount, unit, createdOnUtc, expiresOn, decisionReason, grantedAmount, undoneOnUtc, undoneBy } = request;
  const closedOn = formatRequestDay(request.closedOnUtc ?? createdOnUtc);
  const more = formatMore(amount, unit, currencyCode);
  if (status === 'open')
    return `You asked for ${more} on ${formatRequestDay(createdOnUtc)}. Your administrator can decide until ${formatLongDay(expiresOn)}.`;
  if (status === 'declined') return `Your request for ${more} was declined on ${closedOn}: “${decisionReason ?? ''}”`;
  if (status === 'expired')
    return `No one decided on your request for ${more} by ${formatLongDay(expiresOn)}, so it has expired.`;
  if (undoneOnUtc !== null) {
    const author = undoneBy ? ` by ${undoneBy}` : '';
    return `On ${closedOn}, you were granted ${formatMore(grantedAmount ?? amount, unit, currencyCode)}. This was undone${author} on ${formatRequestDay(undoneOnUtc)}.`;
  }
  return '';
}

/**
 * The latest request about a balance, if its wearer still has to know of it; undefined after one that was withdrawn, or granted without
 * being undone.
 */
export function findCurrentRequest(requests: readonly OwnRequest[], accountId: number): OwnRequest | undefined {
  const latest = requests.find((request) => request.accountId === accountId);
  if (!latest) return undefined;
  const isShown = ['open', 'declined', 'expired'].includes(latest.status) || latest.undoneOnUtc !== null;
  return isShown ? latest : undefined;
}
