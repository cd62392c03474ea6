import type { ReplyOf } from '#contract/index.ts';
import { toMajorUnits } from '../pricing/pricing.rules.ts';
import type { ClientPriceRow } from './client-prices.queries.ts';
import { getLastDay, type ScheduledPrice } from './price-days.rules.ts';

type ClientPrice = ReplyOf<'GET /api/operator/organisations/:id/prices'>['prices'][number];

const toAmount = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

/** The days of a scheduled price and its state. */
export const toScheduledDays = (scheduled: ScheduledPrice) => ({
  id: scheduled.id,
  state: scheduled.state,
  startsOn: scheduled.startsOn,
  lastOn: getLastDay(scheduled),
});

/** A scheduled price of a client. */
export const toScheduledClientPrice = (scheduled: ScheduledPrice): ClientPrice['scheduled'][number] => ({
  ...toScheduledDays(scheduled),
  price: toAmount(scheduled.priceMinor),
  percent: scheduled.percent,
});

/** A product of a client's range with its prices. */
export const toClientPrice = (row: ClientPriceRow, scheduled: readonly ScheduledPrice[]): ClientPrice => ({
  id: row.id,
  productId: row.productId,
  name: row.name,
  ownName: row.ownName,
  sku: row.sku,
  published: row.published,
  cataloguePrice: row.isCatalogueOnRequest ? null : toMajorUnits(row.lowest),
  cataloguePriceHighest: row.isCatalogueOnRequest || row.lowest === row.highest ? null : toMajorUnits(row.highest),
  overriddenPrice: toAmount(row.overriddenPriceMinor),
  pricePercent: row.pricePercent,
  price: row.isOnRequest ? null : toMajorUnits(row.ownLowest),
  priceHighest: row.isOnRequest || row.ownLowest === row.ownHighest ? null : toMajorUnits(row.ownHighest),
  scheduled: scheduled.map(toScheduledClientPrice),
});
