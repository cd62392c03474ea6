import { describeReason } from '#api/platform/reasons.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toMajorUnits } from '../pricing/pricing.rules.ts';
import { RANGE_SKIP_WORDING, type RangeSkipReason } from './range.rules.ts';

export type PricePreview = ReplyOf<'POST /api/productsorganisation/bulk/preview'>['pricePreview'];

/** The own price or percentage that an edit would give a product. Minor units. */
export interface PlannedPrice {
  id: number;
  priceMinor: number | null;
  percent: number | null;
}

/** Prices of a product of the range before and after an edit, in minor units. */
export interface PricePreviewRow {
  id: number;
  name: string;
  /** Whether the price is on request now, and would be. */
  isOnRequest: boolean;
  willBeOnRequest: boolean;
  lowestBefore: number;
  highestBefore: number;
  lowestAfter: number;
  highestAfter: number;
  /** Null where the catalogue has another currency. */
  catalogueLowest: number | null;
  /** Whether a percentage of the catalogue's price of a combination is not a whole number of minor units. */
  isRounded: boolean;
}

const MAX_PREVIEWED = 20;

const toRange = (lowest: number, highest: number, callForPrice: boolean) => ({
  from: callForPrice ? null : toMajorUnits(lowest),
  to: callForPrice || lowest === highest ? null : toMajorUnits(highest),
});

/** The preview of the products whose price an edit changes. `roundedIds` are own prices that it rounds. */
export function summarisePrices(
  rows: readonly PricePreviewRow[],
  {
    total,
    reasons,
    roundedIds,
    currencyCode,
  }: { total: number; reasons: readonly RangeSkipReason[]; roundedIds: ReadonlySet<number>; currencyCode: string },
): PricePreview {
  const changed = rows.filter(
    ({ lowestBefore, highestBefore, lowestAfter, highestAfter, isOnRequest, willBeOnRequest }) =>
      lowestBefore !== lowestAfter || highestBefore !== highestAfter || isOnRequest !== willBeOnRequest,
  );
  // A price on request is not shown, so it is not part of what prices come to.
  const priced = changed.filter(({ willBeOnRequest }) => !willBeOnRequest);
  const minor = (values: readonly number[], pick: (...numbers: number[]) => number) =>
    values.length === 0 ? null : toMajorUnits(values.reduce((one, other) => pick(one, other)));
  const counts = Map.groupBy(reasons, (reason) => describeReason(RANGE_SKIP_WORDING, reason));
  return {
    total,
    changed: changed.length,
    unchanged: total - changed.length - reasons.length,
    sourceChanged: rows.length - changed.length,
    refusals: [...counts].map(([reason, each]) => ({ reason, count: each.length })),
    lowest: minor(
      priced.map(({ lowestAfter }) => lowestAfter),
      Math.min,
    ),
    highest: minor(
      priced.map(({ highestAfter }) => highestAfter),
      Math.max,
    ),
    rounded: changed.filter(({ id, isRounded }) => isRounded || roundedIds.has(id)).length,
    belowHalf: priced.filter(({ lowestAfter, catalogueLowest }) => catalogueLowest !== null && lowestAfter * 2 < catalogueLowest)
      .length,
    products: changed.slice(0, MAX_PREVIEWED).map((row) => ({
      id: row.id,
      name: row.name,
      before: toRange(row.lowestBefore, row.highestBefore, row.isOnRequest),
      after: toRange(row.lowestAfter, row.highestAfter, row.willBeOnRequest),
    })),
    currencyCode,
  };
}
