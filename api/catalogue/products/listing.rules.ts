import type { ReplyOf } from '#contract/index.ts';

/** A specification with those of its options that occur in a list. */
export interface FacetNames {
  id: number;
  name: string;
  values: { id: number; name: string; colorSquaresRgb: string | null }[];
}

/** How many products of a list have exactly these options. */
export type OptionGroup = readonly [optionIds: readonly number[], count: number];

export type Facet = ReplyOf<'GET /api/products'>['specifications'][number];

/**
 * The facets of a list. Options of one specification are alternatives, while all specifications must be met. So each facet
 * counts the products that would be listed if its own options were not selected: those that fail no specification, or only it.
 */
export function countFacets(
  specifications: readonly FacetNames[],
  groups: readonly OptionGroup[],
  selectedIds: readonly number[],
): Facet[] {
  const specificationOf = new Map<number, number>();
  for (const { id, values } of specifications) for (const value of values) specificationOf.set(value.id, id);
  const selected = new Set(selectedIds);
  // An unknown option counts as a specification of its own that no product meets.
  const required = new Set(selectedIds.map((id) => specificationOf.get(id) ?? -id));
  const counts = new Map<number, number>();
  for (const [optionIds, count] of groups) {
    const met = new Set<number>();
    for (const id of optionIds) {
      const specification = specificationOf.get(id);
      if (specification !== undefined && selected.has(id)) met.add(specification);
    }
    const failed = required.difference(met);
    if (failed.size > 1) continue;
    const [only] = failed;
    for (const id of optionIds) {
      if (only === undefined || specificationOf.get(id) === only) counts.set(id, (counts.get(id) ?? 0) + count);
    }
  }
  return specifications.map(({ id, name, values }) => ({
    id,
    name,
    values: values.map((value) => ({ ...value, selected: selected.has(value.id), count: counts.get(value.id) ?? 0 })),
  }));
}
