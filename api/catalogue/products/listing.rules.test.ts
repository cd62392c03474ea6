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

/** Word for word what the wire contract says: options of one specification OR, specifications AND, not counting its own. */
function countSlowly(all: number[][], chosen: number[], counted: number): number {
  const others = chosen.filter((id) => specificationOf(id) !== specificationOf(counted));
  const asked = new Set(others.map(specificationOf));
  return all.filter(
    (own) =>
      own.includes(counted) &&
      [...asked].every((specification) => others.some((id) => specificationOf(id) === specification && own.includes(id))),
  ).length;
}

test('every facet counts what would be listed if nothing of it were chosen', () => {
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

test('equal products may be counted together', () => {
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

test('no product meets an unknown option', () => {
  const counts = countFacets(specifications, [[[11, 21], 5]], [999]).flatMap(({ values }) => values.map(({ count }) => count));

  expect(counts.every((count) => count === 0)).toBe(true);
});
