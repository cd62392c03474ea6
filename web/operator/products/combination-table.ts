import type { KeptProduct } from './product-labels.ts';

type Combination = KeptProduct['combinations'][number];

/** The combinations of a product by colour and fit (rows) and size (columns). */
export interface CombinationTable {
  /** What rows are named by, for example "Colour, Fit". */
  heading: string;
  /** The sizes; one column without a name for a product without sizes. */
  columns: { id: number; name: string }[];
  rows: { key: string; name: string; cells: (Combination | undefined)[] }[];
}

/** Lays out combinations: rows and columns in the order of the values, and only those that have a combination. */
export function layOutCombinations({
  attributes,
  combinations,
}: Pick<KeptProduct, 'attributes' | 'combinations'>): CombinationTable {
  const size = attributes.find(({ role }) => role === 'size');
  const others = attributes.filter((attribute) => attribute !== size);
  const places = new Map(attributes.flatMap(({ values }) => values.map(({ id, name }, place) => [id, { name, place }] as const)));
  const placeOf = (id: number) => places.get(id)?.place ?? 0;
  const columns = (size?.values ?? []).filter(({ id }) => combinations.some(({ valueIds }) => valueIds.includes(id)));
  const ids = new Set(columns.map(({ id }) => id));
  const rows = new Map<string, { order: number[]; name: string; found: Combination[] }>();
  for (const combination of combinations) {
    const own = combination.valueIds.filter((id) => !ids.has(id));
    const key = own.join();
    const name = own.map((id) => places.get(id)?.name ?? '').join(', ');
    const row = rows.get(key) ?? { order: own.map(placeOf), name, found: [] };
    row.found.push(combination);
    rows.set(key, row);
  }
  const sorted = [...rows].toSorted(([, a], [, b]) => compare(a.order, b.order));
  return {
    heading: others.map(({ name }) => name).join(', '),
    columns: columns.length > 0 ? columns : [{ id: 0, name: '' }],
    rows: sorted.map(([key, { name, found }]) => ({
      key,
      name,
      cells: columns.length > 0 ? columns.map(({ id }) => found.find(({ valueIds }) => valueIds.includes(id))) : [found[0]],
    })),
  };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, index) => place !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
