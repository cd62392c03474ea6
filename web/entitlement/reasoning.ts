import type { ReplyOf } from '#contract/index.ts';
import { createDateFormat, formatMoney, formatNumber } from '#web/ui/format/format.ts';

/** Why a wearer has a balance: rule, period, and amounts that add up to what is left. */
export type Reasoning =
  ReplyOf<'GET /api/organisation/uniformbuilder/:id'>['uniformBuilder']['collection']['collectionGroups'][number]['reasoning'][number];

const LINE_LABELS: Readonly<Record<string, string>> = {
  allowance: 'Full allowance',
  adjustment: 'Changed by an administrator',
  withdrawn: 'No longer available',
  reserved: 'Ordered, not sent yet',
  used: 'Sent',
};

export interface ReasoningRow {
  label: string;
  note?: string;
  amount: string;
}

const longDays = createDateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day such as `2027-04-01` as "1 April 2027". */
export const formatLongDay = (day: string) => longDays(new Date(`${day.slice(0, 10)}T00:00:00Z`));

/** "3", "12 points" or "£180.00". A minus sign is a real one. */
export function formatAmount(amount: number, unit: string, currencyCode: string): string {
  const size = Math.abs(amount);
  const text =
    unit === 'money'
      ? formatMoney(size, currencyCode)
      : unit === 'points'
        ? `${formatNumber(size)} ${size === 1 ? 'point' : 'points'}`
        : formatNumber(size);
  return amount < 0 ? `−${text}` : text;
}

/** The rule as a sentence: "Front of house: 3 of Shirts for Winter 2026." */
export function describeRule({ rule, period, unit }: Reasoning, currencyCode: string): string {
  const { kind, collectionName, label, amount } = rule;
  const season = period.seasonName ? ` for ${period.seasonName}` : '';
  if (kind === 'noLimit' || amount === null) return `${collectionName}: no limit on ${label}${season}.`;
  const allowed = formatAmount(amount, unit, currencyCode);
  if (kind === 'budget') return `${collectionName}: ${allowed}${season}.`;
  return `${collectionName}: ${allowed} × ${label}${season}.`;
}

/** The sum behind a balance, line by line. */
export const listReasoningRows = ({ lines, unit }: Reasoning, currencyCode: string): ReasoningRow[] =>
  lines.map(({ kind, amount }) => ({ label: LINE_LABELS[kind] ?? kind, amount: formatAmount(amount, unit, currencyCode) }));

const DAY_MS = 86_400_000;

/** Whether all that changes is that the next period begins, the day after this one has ended. */
export const isRenewedAtTheEnd = ({ period: { endsOn }, changesOn }: Pick<Reasoning, 'period' | 'changesOn'>): boolean =>
  endsOn !== null && changesOn !== null && Date.parse(changesOn.slice(0, 10)) - Date.parse(endsOn.slice(0, 10)) === DAY_MS;

/** The days for which an allowance counts, as a sentence; undefined where it has no limit in time. */
export function describePeriod(reasoning: Pick<Reasoning, 'period' | 'changesOn'>): string | undefined {
  const { startsOn, endsOn } = reasoning.period;
  const renewed = isRenewedAtTheEnd(reasoning) ? ', then renewed' : '';
  if (startsOn && endsOn) return `Valid ${formatLongDay(startsOn)} to ${formatLongDay(endsOn)}${renewed}.`;
  if (endsOn) return `Valid until ${formatLongDay(endsOn)}${renewed}.`;
  return startsOn ? `Valid from ${formatLongDay(startsOn)}.` : undefined;
}
