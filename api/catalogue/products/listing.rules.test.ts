import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFacets, type OptionGroup } from './listing.rules.ts';

const specifications = [1, 2, 3].map((id) => ({
  id,
  name: `Specification ${id}`,
  values: [1, 2, 3, 4].map((option) => ({ id: id * 10 + option, name: `Option ${option}`, colorSquaresRgb: null })),
}));
const option = fc.constantFrom(...specifications.flatMap(({ values }) => values.map(({ id }) => id)));
const options = fc.uniqueArray(option, { maxLength: 6 });
const products = fc.array(options, { maxLength: 30 });

const specificationOf = (id: number) => Math.floor(id / 10);

/** A direct implementation of the contract: OR within a specification, AND between specifications, ignoring its own. */
function countSlowly(all: number[][], chosen: number[], counted: number): number {
  const others = chosen.filter((id) => specificationOf(id) !== specificationOf(counted));
  const required = new Set(others.map(specificationOf));
  return all.filter(
    (own) =>
      own.includes(counted) &&
      [...required].every((specification) => others.some((id) => specificationOf(id) === specification && own.includes(id))),
  ).length;
}

test('counts for every facet the products without its own selection', () => {
  fc.assert(
    fc.property(products, options, (all, chosen) => {
      const groups = all.map((own): OptionGroup => [own, 1]);
      for (const facet of countFacets(specifications, groups, chosen)) {
        for (const value of facet.values) {
          expect([value.id, value.count]).toEqual([value.id, countSlowly(all, chosen, value.id)]);
          expect(value.selected).toBe(chosen.includes(value.id));
        }
      }
    }),
  );
});

test('counts the same when equal products are grouped', () => {
  fc.assert(
    fc.property(products, options, (all, chosen) => {
      const together = Map.groupBy(all, (own) => own.toSorted().join());
      const groups = [...together.values()].map((equal): OptionGroup => [equal[0] ?? [], equal.length]);
      expect(countFacets(specifications, groups, chosen)).toEqual(
        countFacets(
          specifications,
          all.map((own): OptionGroup => [own, 1]),
          chosen,
        ),
      );
    }),
  );
});

test('counts no products when an option is unknown', () => {
  const counts = countFacets(specifications, [[[11, 21], 5]], [999]).flatMap(({ values }) => values.map(({ count }) => count));

  expect(counts.every((count) => count === 0)).toBe(true);
});
