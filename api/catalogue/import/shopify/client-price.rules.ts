import type { ClientPrice } from './existing.ts';

/** Unit prices of one size, in minor units. */
export interface PricePair {
  /** In the catalogue. */
  catalogue: number;
  /** In the client's file. */
  file: number;
}

/**
 * How the range states what the client pays: the catalogue's prices, one price for all sizes, or one percentage of the catalogue's prices (to two
 * decimals, rounded half up as `unit_price` does). Undefined where none of these gives the prices of the file.
 */
export function findClientPrice(pairs: readonly PricePair[]): ClientPrice | undefined {
  if (pairs.every(({ catalogue, file }) => catalogue === file)) return { price: null, percent: null };
  const prices = new Set(pairs.map(({ file }) => file));
  const [price] = prices;
  if (prices.size === 1 && price !== undefined) return { price, percent: null };
  const dearest = pairs.reduce((one, other) => (other.catalogue > one.catalogue ? other : one));
  // The roundest percentage of those that give the prices is what was agreed.
  for (const parts of [1, 10, 100]) {
    const percent = Math.round((dearest.file / dearest.catalogue - 1) * 100 * parts) / parts;
    const isStorable = percent !== 0 && percent >= -100 && percent <= 1000;
    if (isStorable && pairs.every(({ catalogue, file }) => applyPercent(catalogue, percent) === file))
      return { price: null, percent };
  }
  return undefined;
}

/** In whole hundredths of a percent, so that no binary fraction changes how a half is rounded. */
const applyPercent = (price: number, percent: number) =>
  Math.floor((price * (10_000 + Math.round(percent * 100)) + 5000) / 10_000);
