import { invalid } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import { applyPriceChange, type OwnPrice, type RangeSkipReason } from '../range/range.rules.ts';
import { doDaysOverlap, isImmediate, type PriceDays, type ScheduledPrice } from './price-days.rules.ts';

/** A client of the operator's brands, with what decides about its prices. */
export interface PriceClient {
  organisationId: number;
  brandId: number;
  name: string;
  currencyCode: string;
  catalogueCurrencyCode: string;
  timeZone: string;
  keepsOwnPrices: boolean;
}

/** What a client pays for a product of its range today: its own price or percentage. */
export interface OwnPriceRow {
  id: number;
  productId: number;
  overriddenPriceMinor: number | null;
  pricePercent: number | null;
}

type Price = BodyOf<'POST /api/operator/organisations/:id/prices'>['price'];

/** Why operators cannot change the prices of a client; null when they can. */
export const explainClientRefusal = ({ name, keepsOwnPrices }: PriceClient): string | null =>
  keepsOwnPrices ? `${name} sets its own prices. Its administrators change them in their range.` : null;

/** What becomes of the products that a change is about. Those in neither list have the price already. */
export interface ClientPricePlan {
  prices: { row: OwnPriceRow; priceMinor: number | null; percent: number | null }[];
  /** Why products are left alone. */
  reasons: RangeSkipReason[];
}

/** Throws 422 unless exactly one kind of price is given, one that makes sense in the client's currency. */
function assertValidPrice({ amount, percent, raise, catalogue }: Price, client: PriceClient): void {
  if ([amount !== undefined, percent !== undefined, raise !== undefined, catalogue === true].filter(Boolean).length !== 1)
    throw invalid('price', 'Choose one way to set the price.');
  if (percent !== undefined && client.currencyCode !== client.catalogueCurrencyCode)
    throw invalid(
      'price.percent',
      `The catalogue’s prices are in ${client.catalogueCurrencyCode}, those of ${client.name} in ${client.currencyCode}. Enter an amount.`,
    );
}

function toOwnPrice(row: OwnPriceRow, { amount, percent, raise, catalogue }: Price): OwnPrice | { skip: RangeSkipReason } {
  if (percent !== undefined)
    return { overriddenPriceMinor: null, pricePercent: percent === 0 ? null : Math.round(percent * 100) / 100 };
  return applyPriceChange(
    row,
    raise === undefined ? { ...(amount === undefined ? { catalogue: catalogue === true } : { amount }) } : { percent: raise },
  );
}

/**
 * Plans a change of prices: what each product would cost, and which products are left alone. A price that replaces today's at once and for good takes
 * the place of one that would end on a day; any other must not apply on the days of another. Throws 422.
 */
export function planClientPrices(
  rows: readonly OwnPriceRow[],
  price: Price,
  {
    client,
    days,
    today,
    scheduled,
  }: { client: PriceClient; days: PriceDays; today: string; scheduled: readonly ScheduledPrice[] },
): ClientPricePlan {
  assertValidPrice(price, client);
  const byProduct = Map.groupBy(scheduled, ({ productId }) => productId);
  const plan: ClientPricePlan = { prices: [], reasons: [] };
  for (const row of rows) {
    const own = toOwnPrice(row, price);
    if ('skip' in own) {
      plan.reasons.push(own.skip);
      continue;
    }
    const others = byProduct.get(row.productId) ?? [];
    const isSame = own.overriddenPriceMinor === row.overriddenPriceMinor && own.pricePercent === row.pricePercent;
    if (isSame && others.length === 0) continue;
    const isInTheWay = (other: ScheduledPrice) =>
      doDaysOverlap(days, other) && !(other.state === 'active' && isImmediate(days, today));
    if (others.some(isInTheWay)) plan.reasons.push({ kind: 'other_price_on_these_days' });
    else plan.prices.push({ row, priceMinor: own.overriddenPriceMinor, percent: own.pricePercent });
  }
  return plan;
}
