interface Product {
  allocatedQuantity: number | null;
  price: number | null;
  priceHighest: number | null;
}

interface Group {
  superGroupOptionId: number | null;
  allocatedQuantity: number | null;
  products: readonly Product[];
}

interface Contents {
  collectionGroups: readonly Group[];
  superGroups: readonly { minSelect: number; maxSelect: number; options: readonly { id: number }[] }[];
}

/** Fewest and most pieces of a wearer, and the lowest and highest price of these, excluding tax. */
export interface WardrobeTotals {
  pieces: readonly [lowest: number, highest: number];
  price: readonly [lowest: number, highest: number];
  /** Groups without a number of pieces, or with a product without a price: they are not part of the totals. */
  incomplete: number;
}

type Span = readonly [lowest: number, highest: number];
const ZERO: Span = [0, 0];
const add = (a: Span, b: Span): Span => [a[0] + b[0], a[1] + b[1]];
const sum = (spans: readonly Span[]) => spans.reduce(add, ZERO);

/** Products with numbers of their own cost these; otherwise any products of the group make up its number. Prices are in whole cents. */
function groupTotals({ allocatedQuantity, products }: Group): { pieces: Span; price: Span } | undefined {
  const prices = products.map(({ allocatedQuantity: own, price, priceHighest }) => ({
    own,
    price: price === null ? undefined : ([Math.round(price * 100), Math.round((priceHighest ?? price) * 100)] as const),
  }));
  const known = prices.flatMap(({ own, price }) => (price ? [{ own, price }] : []));
  if (known.length < prices.length || known.length === 0) return undefined;
  if (known.every(({ own }) => own !== null)) {
    const pieces = known.reduce((total, { own }) => total + (own ?? 0), 0);
    return {
      pieces: [pieces, pieces],
      price: sum(known.map(({ own, price }) => [price[0] * (own ?? 0), price[1] * (own ?? 0)])),
    };
  }
  if (allocatedQuantity === null) return undefined;
  return {
    pieces: [allocatedQuantity, allocatedQuantity],
    price: [
      allocatedQuantity * Math.min(...known.map(({ price }) => price[0])),
      allocatedQuantity * Math.max(...known.map(({ price }) => price[1])),
    ],
  };
}

/** The span of an either/or: the fewest options with the lowest values, and the most options with the highest. */
const chooseSpan = (spans: readonly Span[], fewest: number, most: number): Span => [
  spans
    .map(([lowest]) => lowest)
    .toSorted((a, b) => a - b)
    .slice(0, fewest)
    .reduce((total, value) => total + value, 0),
  spans
    .map(([, highest]) => highest)
    .toSorted((a, b) => b - a)
    .slice(0, most)
    .reduce((total, value) => total + value, 0),
];

/** What a wearer gets from a wardrobe, and what it costs. */
export function calculateTotals({ collectionGroups, superGroups }: Contents): WardrobeTotals {
  const groups = collectionGroups.map((group) => ({ option: group.superGroupOptionId, totals: groupTotals(group) }));
  const totalsOf = (option: number | null) => {
    const found = groups.flatMap((group) => (group.option === option && group.totals ? [group.totals] : []));
    return { pieces: sum(found.map(({ pieces }) => pieces)), price: sum(found.map(({ price }) => price)) };
  };
  const chosen = superGroups.map(({ minSelect, maxSelect, options }) => {
    const each = options.map(({ id }) => totalsOf(id));
    return {
      pieces: chooseSpan(
        each.map(({ pieces }) => pieces),
        minSelect,
        maxSelect,
      ),
      price: chooseSpan(
        each.map(({ price }) => price),
        minSelect,
        maxSelect,
      ),
    };
  });
  const all = [totalsOf(null), ...chosen];
  const price = sum(all.map((part) => part.price));
  return {
    pieces: sum(all.map((part) => part.pieces)),
    price: [price[0] / 100, price[1] / 100],
    incomplete: groups.filter(({ totals }) => totals === undefined).length,
  };
}
