import type { ReplyOf } from '#contract/index.ts';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';

type Cost = NonNullable<ReplyOf<'GET /api/madetomeasure'>['requests'][number]['cost']>;

interface Pieces {
  quantity: number;
  currencyCode: string;
  /** Whose entitlement it is, where that is someone else's. */
  person: string | undefined;
}

/** What pieces made to measure take from an entitlement, as sentences; undefined where that is not known. */
export function describeCost(cost: Cost, { quantity, currencyCode, person }: Pieces): string | undefined {
  const { unit, unitCost, left } = cost;
  const whose = person === undefined ? 'your' : `${person}’s`;
  const format = (amount: number) => (unit === 'money' ? formatMoney(amount, currencyCode) : formatNumber(amount));
  const total = unitCost === null ? null : unitCost * quantity;
  const isBeyond = total !== null && left !== null && total > left;
  const end = isBeyond ? ` ${BEYOND[cost.beyond]}` : '';
  if (unit === 'pieces') {
    const counts = `It counts as ${plural(quantity, 'piece')} of ${whose} ${cost.label}`;
    return left === null ? `${counts}.` : `${counts}, of which ${format(left)} ${left === 1 ? 'is' : 'are'} left.${end}`;
  }
  if (unit === 'points') {
    if (total === null) return 'It is not available for points.';
    const takes = `It uses ${format(total)} of ${whose} points`;
    return left === null ? `${takes}.` : `${takes}, of which ${format(left)} ${left === 1 ? 'is' : 'are'} left.${end}`;
  }
  const rest = left === null ? '' : `, of which ${format(left)} is left`;
  // The supplier has not named a price yet, or prices are hidden.
  if (total === null) return `Its price is taken from ${whose} budget${rest}.`;
  return `It uses ${format(total)} of ${whose} budget${rest}.${end}`;
}

const BEYOND: Readonly<Record<Cost['beyond'], string>> = {
  block: 'That is not enough, so it cannot be ordered.',
  approval: 'That is not enough: the order needs a reason and approval.',
  ownPayment: 'That is not enough: what is beyond it is paid by card.',
};
