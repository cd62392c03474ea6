import { invalid } from '#api/platform/http/errors.ts';
import { addDaysTo } from '#api/platform/local-day.ts';

/** A price to be set: of a client's product, of a product of the catalogue, or of one combination. Neither price nor percentage: see `scheduled_price`. */
export interface PlannedScheduledPrice {
  productId: number;
  combinationId: number | null;
  priceMinor: number | null;
  percent: number | null;
}

/** The days of a price: from a day, and until the day before another one; null: no end. */
export interface PriceDays {
  startsOn: string;
  endsOn: string | null;
}

/** A price with its days as it is stored. */
export interface ScheduledPrice extends PlannedScheduledPrice, PriceDays {
  id: number;
  state: 'coming' | 'active';
}

/** The days of a request. Throws 422 `startsOn` for a day that has passed, and `lastOn` for one before the first. */
export function parseDays(
  { startsOn, lastOn }: { startsOn?: string | null | undefined; lastOn?: string | null | undefined },
  today: string,
  noun = 'price',
): PriceDays {
  const first = startsOn ?? today;
  if (first < today) throw invalid('startsOn', `Choose today or a later day. A ${noun} can’t begin in the past.`);
  if (lastOn != null && lastOn < first) throw invalid('lastOn', 'The last day must not be before the first.');
  return { startsOn: first, endsOn: lastOn == null ? null : addDaysTo(lastOn, 1) };
}

/** The last day of a price, as it is shown; null: no end. */
export const getLastDay = ({ endsOn }: Pick<PriceDays, 'endsOn'>): string | null =>
  endsOn === null ? null : addDaysTo(endsOn, -1);

/** Whether a price replaces today's at once and for good, as one that is set without days. */
export const isImmediate = ({ startsOn, endsOn }: PriceDays, today: string): boolean => startsOn === today && endsOn === null;

// A price without an end is a change on its first day: from then on it is today's price like any other.
const endOf = ({ startsOn, endsOn }: PriceDays) => endsOn ?? addDaysTo(startsOn, 1);

/** Whether two prices would apply on one day. A price without an end takes up its first day alone: the next one follows it. Texts compare as days. */
export const doDaysOverlap = (one: PriceDays, other: PriceDays): boolean =>
  one.startsOn < endOf(other) && other.startsOn < endOf(one);
