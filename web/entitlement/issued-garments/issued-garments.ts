import type { ReplyOf } from '#contract/index.ts';
import { formatMonth, formatNumber, plural } from '#web/ui/format/format.ts';

export type IssuedGarment = ReplyOf<'GET /api/issuedgarments'>['garments'][number];

const toIsoDay = (date: Date) => date.toISOString().slice(0, 10);

/** Whether garments are due to be replaced now. */
export const isReplacementDue = ({ nextReplacementOn }: Pick<IssuedGarment, 'nextReplacementOn'>, now = new Date()): boolean =>
  nextReplacementOn !== null && nextReplacementOn <= toIsoDay(now);

/** "Next replacement March 2027", "Replacement due since March 2026"; undefined for garments without a set time. */
export function describeReplacement(
  { nextReplacementOn }: Pick<IssuedGarment, 'nextReplacementOn'>,
  now = new Date(),
): string | undefined {
  if (nextReplacementOn === null) return undefined;
  const month = formatMonth(nextReplacementOn);
  return isReplacementDue({ nextReplacementOn }, now) ? `Replacement due since ${month}` : `Next replacement ${month}`;
}

/** "You hold 3, next replacement March 2027." */
export function describeHeld(garment: Pick<IssuedGarment, 'quantity' | 'nextReplacementOn'>, now = new Date()): string {
  const replacement = describeReplacement(garment, now);
  const rest = replacement === undefined ? '' : `, ${replacement.charAt(0).toLowerCase()}${replacement.slice(1)}`;
  return `You hold ${formatNumber(garment.quantity)}${rest}.`;
}

/** "36 months" as people say it: "3 years". */
export const describeWearLife = (months: number): string =>
  months % 12 === 0 ? plural(months / 12, 'year') : plural(months, 'month');
