import type { GarmentDesign } from './design-types.ts';

/** What designs cost excluding tax; amounts in the currency of the person. */
export interface DesignPrices {
  /** For each method, with its pieces. */
  rows: { method: string; places: number; amount: number }[];
  /** Once in an order. */
  setup: number;
  total: number;
}

const toMinor = (amount: number) => Math.round(amount * 100);

/** What these designs cost on so many pieces; undefined for people who see no prices, and without designs. */
export function sumDesignPrices(designs: readonly GarmentDesign[], pieces: number): DesignPrices | undefined {
  if (designs.length === 0) return undefined;
  const rows = new Map<string, { places: number; minor: number }>();
  let setup = 0;
  for (const { method, price, setupPrice } of designs) {
    if (price === null || setupPrice === null) return undefined;
    const row = rows.get(method) ?? { places: 0, minor: 0 };
    rows.set(method, { places: row.places + 1, minor: row.minor + toMinor(price) * pieces });
    setup += toMinor(setupPrice);
  }
  const total = [...rows.values()].reduce((sum, { minor }) => sum + minor, setup);
  return {
    rows: [...rows].map(([method, { places, minor }]) => ({ method, places, amount: minor / 100 })),
    setup: setup / 100,
    total: total / 100,
  };
}
