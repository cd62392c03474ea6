import type { ReplyOf } from '#contract/index.ts';
import { formatDay, formatMoney } from '#web/ui/format/format.ts';
import { formatSignedPercent } from './range-labels.ts';

/** A price of a client that is to come, or ends on a day. */
export type ScheduledClientPrice =
  ReplyOf<'GET /api/productsorganisation'>['productOrganisations'][number]['scheduledPrices'][number];

/** The days of a price: "from 1 Apr 2027", "1 Apr to 30 Apr 2027", or "until 30 Apr 2027" for one that has begun. */
export function formatPriceDays({
  state,
  startsOn,
  lastOn,
}: Pick<ScheduledClientPrice, 'state' | 'startsOn' | 'lastOn'>): string {
  if (state === 'active') return lastOn === null ? 'now' : `until ${formatDay(lastOn)}`;
  if (lastOn === null) return `from ${formatDay(startsOn)}`;
  return lastOn === startsOn ? `on ${formatDay(startsOn)}` : `${formatDay(startsOn)} to ${formatDay(lastOn)}`;
}

/** What a client will pay, or pays until a day: "£27.75", "+7.5% on the catalogue", "catalogue price". */
export function formatScheduledPrice(
  { price, percent }: Pick<ScheduledClientPrice, 'price' | 'percent'>,
  currencyCode: string,
): string {
  if (price !== null) return formatMoney(price, currencyCode);
  return percent === null ? 'Catalogue price' : `${formatSignedPercent(percent)}% on the catalogue`;
}
