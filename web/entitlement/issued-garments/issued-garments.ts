import type { ReplyOf } from '#contract/index.ts';
import { formatMonth, formatNumber, plural } from '#web/ui/format/format.ts';

export type IssuedGarment = ReplyOf<'GET /api/issuedgarments'>['garments'][number];

const toIsoDay = (date: Date) => date.toISOString().slice(0, 10);

/** Whether garments are due to be replaced now. */
export const isReplacementDue = ({ nextReplacementOn }: Pick<IssuedGarment, 'nextReplacementOn'>, now = new Date()): boolean =>
  nextReplacementOn !== null && nextReplacementOn <= toIsoDay(now);

/** "Next replacement: March 2027", "Replacement due since March 2026"; undefined for garments without a set time. */
export function describeReplacement(
  { nextReplacementOn }: Pick<IssuedGarment, 'nextReplacementOn'>,
  now = new Date(),
): string | undefined {
  if (nextReplacementOn === null) return undefined;
  const month = formatMonth(nextReplacementOn);
  return isReplacementDue({ nextReplacementOn }, now) ? `Replacement due since ${month}` : `Next replacement: ${month}`;
}

/** "You have 3 (Navy, 12). Next replacement: March 2027." With `firstName`, of someone else: "Gemma has 3." */
export function describeHeld(
  garment: Pick<IssuedGarment, 'quantity' | 'sizes' | 'nextReplacementOn'>,
  firstName?: string,
  now = new Date(),
): string {
  const [size, ...others] = garment.sizes;
  const only = size?.attributeDescription && others.length === 0 ? ` (${size.attributeDescription})` : '';
  const replacement = describeReplacement(garment, now);
  const rest = replacement === undefined ? '' : ` ${replacement}.`;
  return `${firstName === undefined ? 'You have' : `${firstName} has`} ${formatNumber(garment.quantity)}${only}.${rest}`;
}

/** "36 months" as people say it: "3 years". */
export const describeWearLife = (months: number): string =>
  months % 12 === 0 ? plural(months / 12, 'year') : plural(months, 'month');
