import { formatNumber } from '#web/ui/format/format.ts';
import { type ComparedMonth, compareMonthWithDay, measureOf, nameMonth } from './months.ts';

/** From here on, a figure is so many times another one: "310% more" says little. */
const TIMES_FROM = 2;
const TIMES = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/**
 * How a figure compares with another one, in words: "12% above", or "3.1 times" from twice as much on; undefined where they are the same but for less than
 * half a percent.
 */
function describeRatio(now: number, before: number, [more, less]: readonly [string, string]): string | undefined {
  if (now >= before * TIMES_FROM) return `${TIMES.format(now / before)} times`;
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return percent === 0 ? undefined : `${percent}% ${now > before ? more : less}`;
}

interface Comparison {
  now: number;
  /** Undefined where there is no season to compare with. */
  before: number | undefined;
  /** Whether things are counted, and not amounts added. */
  isCount?: boolean;
  /** Whether this season is over, so that whole seasons are compared. */
  isOver: boolean;
}

/** A figure compared with the season before: "9% more than by this time last season". Empty where there is nothing to compare with. */
export function describeChange({ now, before, isCount = false, isOver }: Comparison): string {
  if (before === undefined || (now === 0 && before === 0)) return '';
  const then = isOver ? 'the season before' : 'by this time last season';
  if (before === 0) return isOver ? 'None in the season before' : 'None by this time last season';
  const ratio = describeRatio(now, before, ['more', isCount ? 'fewer' : 'less']);
  if (!ratio) return `The same as ${then}`;
  return ratio.endsWith('times') ? `${ratio} as ${isCount ? 'many' : 'much'} as ${then}` : `${ratio} than ${then}`;
}

/** What the purchases by month show: "November is the highest so far, 12% above last year." */
export function describePurchases(months: readonly ComparedMonth[], today: string): string {
  const highest = months.reduce<ComparedMonth | undefined>(
    (best, month) => (measureOf(month) > (best ? measureOf(best) : 0) ? month : best),
    undefined,
  );
  if (!highest) return 'Nothing has been ordered in these months.';
  const last = months.at(-1);
  const isGoingOn = last !== undefined && compareMonthWithDay(last, today) >= 0;
  const isThisMonth = compareMonthWithDay(highest, today) === 0;
  const before = highest.before && measureOf(highest.before);
  // A month that is not over is compared with all of the month a year earlier.
  const year = isThisMonth ? `all of ${nameMonth(highest)} last year` : 'the year before';
  const ratio = before ? describeRatio(measureOf(highest), before, ['above', 'below']) : undefined;
  const compared = ratio?.endsWith('times') ? `${ratio} as much as ${year}` : ratio ? `${ratio} ${year}` : `the same as ${year}`;
  return `${nameMonth(highest)} ${isGoingOn ? 'is the highest so far' : 'was the highest'}${before ? `, ${compared}` : ''}.`;
}

interface UniformCounts {
  notStarted: number;
  partlyOrdered: number;
  complete: number;
  optedOut: number;
}

/** Whole percent of a part, so that only all is 100 and only none is 0. */
export function percentOfAll(part: number, all: number): number {
  if (part === 0 || all === 0) return 0;
  return part === all ? 100 : Math.min(99, Math.max(1, Math.round((part / all) * 100)));
}

/** Who has a uniform: "70% are complete. 31 have not started." Empty where no one is owed one. */
export function describeUniforms({ notStarted, partlyOrdered, complete, optedOut }: UniformCounts): string {
  const all = notStarted + partlyOrdered + complete + optedOut;
  if (all === 0) return '';
  const share = complete === all ? 'Everyone’s uniform is complete.' : `${percentOfAll(complete, all)}% are complete.`;
  if (notStarted === 0) return complete === all ? share : `${share} Everyone has started.`;
  return `${share} ${formatNumber(notStarted)} ${notStarted === 1 ? 'has' : 'have'} not started.`;
}

/** What has been shipped: "85% of the orders of Winter 2026/27 have been shipped." */
export function describeShipped(season: { name: string; shipped: number; all: number }, by: 'orders' | 'value'): string {
  const { name, shipped, all } = season;
  const what = by === 'orders' ? 'orders' : 'goods';
  if (all === 0) return `Nothing has been ordered in ${name}.`;
  if (shipped === all) return `All ${what} of ${name} have been shipped.`;
  return `${percentOfAll(shipped, all)}% of the ${what} of ${name} have been shipped.`;
}

/** How long ago something was, in days: "The oldest has waited 2 days". */
export function describeOldest(oldestOnUtc: string | null, now: Date): string {
  if (oldestOnUtc === null) return '';
  const days = Math.floor((now.getTime() - Date.parse(oldestOnUtc)) / 86_400_000);
  if (days < 1) return 'The oldest came today';
  return days === 1 ? 'The oldest has waited 1 day' : `The oldest has waited ${formatNumber(days)} days`;
}
