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
 * The facets of a list. Options of one specification are alternatives, specifications must all be met; so each facet
 * counts what would be listed if its own options were not chosen: products that fail nothing, or fail only it.
 */
export function countFacets(
  specifications: readonly FacetNames[],
  groups: readonly OptionGroup[],
  chosenIds: readonly number[],
): Facet[] {
  const specificationOf = new Map<number, number>();
  for (const { id, values } of specifications) for (const value of values) specificationOf.set(value.id, id);
  const chosen = new Set(chosenIds);
  // An option that nobody knows is a specification of its own, which nothing meets: every product fails it.
  const asked = new Set(chosenIds.map((id) => specificationOf.get(id) ?? -id));
  const counts = new Map<number, number>();
  for (const [optionIds, count] of groups) {
    const met = new Set<number>();
    for (const id of optionIds) {
      const specification = specificationOf.get(id);
      if (specification !== undefined && chosen.has(id)) met.add(specification);
    }
    const failed = asked.difference(met);
    if (failed.size > 1) continue;
    const [only] = failed;
    for (const id of optionIds) {
      if (only === undefined || specificationOf.get(id) === only) counts.set(id, (counts.get(id) ?? 0) + count);
    }
  }
  return specifications.map(({ id, name, values }) => ({
    id,
    name,
    values: values.map((value) => ({ ...value, selected: chosen.has(value.id), count: counts.get(value.id) ?? 0 })),
  }));
}
