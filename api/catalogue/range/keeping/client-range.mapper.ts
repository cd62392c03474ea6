import type { ReplyOf } from '#contract/index.ts';
import { toMajorUnits } from '../../pricing/pricing.rules.ts';
import type { RangeClientRow } from './client-range.queries.ts';

const toAmount = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

/** A client that has a product in its range. */
export const toRangeClient = ({
  overriddenPriceMinor,
  lowest,
  highest,
  isOnRequest,
  ...client
}: RangeClientRow): ReplyOf<'GET /api/operator/products/:id/clients'>['clients'][number] => ({
  ...client,
  overriddenPrice: toAmount(overriddenPriceMinor),
  price: isOnRequest ? null : toMajorUnits(lowest),
  priceHighest: isOnRequest || lowest === highest ? null : toMajorUnits(highest),
});
