import { type Choices, formatValues, type SheetCombination } from './sheet-choices.rules.ts';

/** What the prices of a product depend on, and the price of each. Prices are as the person sees them. */
export interface PriceTable {
  /** The names of the attributes that decide the price, such as `Size`. */
  attributes: string[];
  /** For each attribute the values of the row, such as `XS–XL`; and the price. */
  rows: { values: string[]; price: number }[];
}

/** Sets of positions, the small ones first. */
function* subsets(count: number): Generator<number[]> {
  const all = Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => bits & (2 ** index)),
  );
  yield* all.sort((one, other) => one.length - other.length);
}

/** More attributes than any garment has: then the price is given for each combination. */
const MAX_TRIED_ATTRIBUTES = 6;

/** The prices of the combinations, where they differ; undefined where all cost the same, or nothing is known of their prices. */
export function createPriceTable({ attributes, combinations }: Choices): PriceTable | undefined {
  const priced = combinations.filter((one): one is SheetCombination & { price: number } => one.price !== null);
  if (new Set(priced.map(({ price }) => price)).size < 2) return undefined;
  const deciding = findDecidingAttributes(attributes.length, priced);
  const [last, ...others] = deciding.toReversed();
  if (last === undefined) return undefined;
  const leading = others.toReversed();
  const groups = Map.groupBy(priced, ({ places }) => leading.map((at) => places[at]).join());
  // Colours whose sizes have the same prices share their rows.
  const profiles = Map.groupBy(groups.values(), (members) => JSON.stringify(listPrices(members, last)));
  return {
    attributes: [...leading, last].map((at) => attributes[at]?.name ?? ''),
    rows: [...profiles.values()].flatMap((sharing) => shareRows(sharing, { leading, last, attributes })),
  };
}

/** The fewest attributes that the price follows from: positions in the list of attributes. */
function findDecidingAttributes(count: number, priced: readonly SheetCombination[]): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count > MAX_TRIED_ATTRIBUTES) return all;
  for (const chosen of subsets(count)) {
    const prices = new Map<string, number | null>();
    const isDecided = priced.every(({ places, price }) => {
      const key = chosen.map((at) => places[at]).join();
      if (!prices.has(key)) prices.set(key, price);
      return prices.get(key) === price;
    });
    if (isDecided) return chosen;
  }
  return all;
}

/** Places of one attribute by price: the prices in the order of the first place of each. */
function listPrices(members: readonly SheetCombination[], at: number): [price: number, places: number[]][] {
  const sorted = members.toSorted((one, other) => (one.places[at] ?? 0) - (other.places[at] ?? 0));
  const byPrice = Map.groupBy(sorted, ({ price }) => price ?? 0);
  return [...byPrice].map(([price, same]) => [price, [...new Set(same.map(({ places }) => places[at] ?? 0))]]);
}

/** Rows of groups of combinations with the same prices. With one attribute before the last they are named together, with several each has rows of its own. */
function shareRows(
  sharing: readonly SheetCombination[][],
  { leading, last, attributes }: { leading: readonly number[]; last: number; attributes: Choices['attributes'] },
): PriceTable['rows'] {
  const [first = []] = sharing;
  const prices = listPrices(first, last);
  const toRows = (names: string[]) =>
    prices.map(([price, places]) => ({ values: [...names, formatValues(attributes[last], places)], price }));
  const [only, ...more] = leading;
  if (only !== undefined && more.length === 0)
    return toRows([
      formatValues(
        attributes[only],
        sharing.map(([one]) => one?.places[only] ?? 0),
      ),
    ]);
  return sharing.flatMap(([one]) => toRows(leading.map((at) => formatValues(attributes[at], [one?.places[at] ?? 0]))));
}

/** What a piece costs when this many are ordered of one size. */
export interface PriceBand {
  /** "1–24", "25–99", "100 and more". */
  quantities: string;
  /** Null: what the size costs, where sizes cost differently. */
  price: number | null;
}

const format = new Intl.NumberFormat('en-GB');

/** Prices by quantity, beginning with the fewest pieces that can be ordered; none without tiers. `price` is null where sizes cost differently. */
export function listPriceBands(
  price: number | null,
  tiers: readonly { quantity: number; price: number }[],
  least: number,
): PriceBand[] {
  if (tiers.length === 0) return [];
  const atLeast = tiers.findLast(({ quantity }) => quantity <= least);
  const steps = [{ quantity: least, price: atLeast?.price ?? price }, ...tiers.filter(({ quantity }) => quantity > least)];
  return steps.map((step, index) => {
    const next = steps[index + 1]?.quantity;
    const from = format.format(step.quantity);
    if (next === undefined) return { quantities: `${from} and more`, price: step.price };
    return { quantities: next - 1 === step.quantity ? from : `${from}–${format.format(next - 1)}`, price: step.price };
  });
}
