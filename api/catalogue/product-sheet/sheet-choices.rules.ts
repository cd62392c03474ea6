import type { ReplyOf } from '#contract/index.ts';

/** A product as its page shows it to a person. */
export type PrintedProduct = ReplyOf<'GET /api/products/:id'>['products'][number];

/** A value that combinations have. */
export interface SheetValue {
  name: string;
  rgb: string | null;
}

/** Something that can be chosen, with the values that there are, in their order. */
export interface SheetAttribute {
  name: string;
  isColour: boolean;
  /** Whether its values go from small to large, so that "XS–XL" names those between. */
  isScale: boolean;
  values: SheetValue[];
}

/** A combination by the places of its values among those of the attributes; -1 for an attribute that it does not have. */
export interface SheetCombination {
  places: number[];
  /** As the person sees it; null where it is not shown. */
  price: number | null;
}

/** What can be chosen of a product. */
export interface Choices {
  attributes: SheetAttribute[];
  combinations: SheetCombination[];
}

const inOrder = <T extends { displayOrder: number }>(list: readonly T[]) =>
  list.toSorted((one, other) => one.displayOrder - other.displayOrder);

/** What can be chosen of a product: attributes with the values that its combinations have, the colour first and the size last. */
export function listChoices(product: Pick<PrintedProduct, 'attributes' | 'productAttributeCombinations'>): Choices {
  const { productAttributeCombinations: combinations } = product;
  const sold = new Set(combinations.flatMap(({ attributes }) => attributes.map(({ valueId }) => valueId)));
  const rank = { colour: 0, fit: 1, length: 3, size: 4 };
  const attributes = inOrder(product.attributes)
    .map((attribute) => ({ ...attribute, values: inOrder(attribute.attributeValues).filter(({ id }) => sold.has(id)) }))
    .filter(({ values }) => values.length > 0)
    .toSorted((one, other) => rank[one.role ?? 'fit'] - rank[other.role ?? 'fit']);
  const placeOf = new Map(attributes.flatMap(({ values }) => values.map(({ id }, place) => [id, place] as const)));
  return {
    attributes: attributes.map(({ productAttributeName, role, attributeControlTypeId, values }) => ({
      name: productAttributeName,
      isColour: role === 'colour' || attributeControlTypeId === 40,
      isScale: role === 'size' || role === 'length',
      values: values.map(({ name, colorSquaresRgb }) => ({ name, rgb: colorSquaresRgb })),
    })),
    combinations: combinations.map((combination) => {
      const own = new Map(combination.attributes.map(({ id, valueId }) => [id, placeOf.get(valueId)]));
      return { places: attributes.map(({ id }) => own.get(id) ?? -1), price: combination.price };
    }),
  };
}

/** At least this many values in a row are named by their ends. */
const MIN_RANGE = 3;

/** The names of values: "Navy, Black", of sizes in a row "XS–XL". */
export function formatValues(attribute: SheetAttribute | undefined, places: readonly number[]): string {
  if (!attribute) return '';
  const name = (place: number | undefined) => attribute.values[place ?? -1]?.name ?? '–';
  const sorted = places.toSorted((one, other) => one - other);
  if (!attribute.isScale) return sorted.map(name).join(', ');
  const runs: number[][] = [];
  for (const place of sorted) {
    if (runs.at(-1)?.at(-1) === place - 1) runs.at(-1)?.push(place);
    else runs.push([place]);
  }
  return runs
    .map((run) => (run.length >= MIN_RANGE ? `${name(run[0])}–${name(run.at(-1))}` : run.map(name).join(', ')))
    .join(', ');
}

/** Which sizes there are of which colours and fits. */
export interface OfferedSizes {
  attributes: string[];
  rows: string[][];
}

/** Which values of the last attribute there are of which others; undefined where there are all of all, so that lists of them say it. */
export function createSizeTable({ attributes, combinations }: Choices): OfferedSizes | undefined {
  const last = attributes.length - 1;
  if (last < 1) return undefined;
  const all = attributes.reduce((count, { values }) => count * values.length, 1);
  if (new Set(combinations.map(({ places }) => places.join())).size === all) return undefined;
  const leading = attributes.slice(0, last);
  const groups = Map.groupBy(combinations, ({ places }) => places.slice(0, last).join());
  const rows = [...groups.values()]
    .map((members) => ({
      leading: members[0]?.places.slice(0, last) ?? [],
      sizes: formatValues(attributes[last], [...new Set(members.map(({ places }) => places[last] ?? -1))]),
    }))
    .toSorted((one, other) => compare(one.leading, other.leading));
  // Colours in the same sizes share a row.
  const shared = last === 1 ? [...Map.groupBy(rows, ({ sizes }) => sizes).values()] : rows.map((row) => [row]);
  return {
    attributes: attributes.map(({ name }) => name),
    rows: shared.map((same) => [
      ...leading.map((attribute, at) =>
        formatValues(attribute, [...new Set(same.map(({ leading: places }) => places[at] ?? -1))]),
      ),
      same[0]?.sizes ?? '',
    ]),
  };
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((place, index) => place !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
