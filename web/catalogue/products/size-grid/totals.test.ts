import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aGarment, anAttribute, colours, fits, sizes } from '../builders.ts';
import { createGrid } from './grid-model.ts';
import { calculateGridTotals, listGridEntries, listGridProblems } from './totals.ts';

test('puts colours and fits in rows and sizes in columns, in the order of their values', () => {
  const grid = createGrid(aGarment([sizes(), fits(), colours()]));
  expect(grid.columns.map(({ name }) => name)).toEqual(['S', 'M', 'L']);
  expect(grid.rows.map((row) => `${row.colour?.name} ${row.otherValues}`)).toEqual([
    'Navy Regular',
    'Navy Long',
    'White Regular',
    'White Long',
  ]);
});

test('puts another attribute across when there are no sizes, and has a single field when there are no attributes', () => {
  expect(createGrid(aGarment([colours(), fits()])).columns.map(({ name }) => name)).toEqual(['Regular', 'Long']);
  const single = createGrid(aGarment([]));
  expect(single.columns).toHaveLength(1);
  expect(single.positions.size).toBe(1);
});

test('has exactly one field for every combination', () => {
  const shapes = fc.array(fc.constantFrom('colour', 'size', 'fit', null), { maxLength: 3 });
  fc.assert(
    fc.property(shapes, (roles) => {
      const garment = aGarment(roles.map((role, index) => anAttribute(index + 1, role, ['One', 'Two', 'Three'])));
      const grid = createGrid(garment);
      const fields = grid.rows.flatMap(({ cells }) => cells).filter((cell) => cell !== undefined);
      expect(new Set(fields.map(({ combination }) => combination.id)).size).toBe(garment.combinations.length);
      expect(fields).toHaveLength(garment.combinations.length);
      expect(grid.positions.size).toBe(garment.combinations.length);
    }),
  );
});

test('adds up whole pence, with the quantity discount of each size', () => {
  const garment = { ...aGarment([colours(), sizes()], () => ({ price: 0.1 })), tierPrices: [{ quantity: 10, price: 0.07 }] };
  const entries = listGridEntries(
    createGrid(garment),
    new Map([
      [1000, 3],
      [1001, 10],
      [1002, 9],
    ]),
  );
  expect(calculateGridTotals(garment, entries)).toEqual({ pieces: 22, lines: 3, price: 1.9 });
});

test('avoids rounding errors of decimal fractions', () => {
  const garment = aGarment([colours(), sizes()], ({ id }) => ({ price: id === 1000 ? 0.1 : 0.2 }));
  const entries = listGridEntries(
    createGrid(garment),
    new Map([
      [1000, 1],
      [1001, 1],
    ]),
  );
  expect(calculateGridTotals(garment, entries).price).toBe(0.3);
});

test('calculates the same total in any order of entry', () => {
  const garment = {
    ...aGarment([colours(), sizes(), fits()], ({ id }) => ({ price: (id % 7) + 0.15 })),
    tierPrices: [{ quantity: 5, price: 0.95 }],
  };
  const grid = createGrid(garment);
  const typed = fc.uniqueArray(fc.tuple(fc.integer({ min: 1000, max: 1011 }), fc.integer({ min: 1, max: 99 })), {
    selector: ([id]) => id,
  });
  fc.assert(
    fc.property(typed, (pairs) => {
      const one = calculateGridTotals(garment, listGridEntries(grid, new Map(pairs)));
      const other = calculateGridTotals(garment, listGridEntries(grid, new Map([...pairs].reverse())));
      expect(one).toEqual(other);
      expect(one.pieces).toBe(pairs.reduce((sum, [, quantity]) => sum + quantity, 0));
    }),
  );
});

test('lists quantities that are too high, too low, not allowed or rejected by the server', () => {
  const garment = {
    ...aGarment([colours(), sizes()], ({ id }) => (id === 1002 ? { stockStatus: 'OutOfStock' as const, stockQuantity: 0 } : {})),
    limits: { orderMinimumQuantity: 5, orderMaximumQuantity: 8, allowedQuantities: [] },
  };
  const entries = listGridEntries(
    createGrid(garment),
    new Map([
      [1000, 11],
      [1001, 2],
      [1002, 5],
      [1003, 9],
      [1004, 6],
      [1005, 7],
    ]),
  );
  expect(
    listGridProblems(garment, entries, (id) => (id === 1005 ? 'Not today.' : undefined)).map(({ entry, reason }) => [
      entry.cell.label,
      reason,
    ]),
  ).toEqual([
    ['Navy, S', 'Only 10 in stock'],
    ['Navy, M', 'At least 5'],
    ['Navy, L', 'Out of stock'],
    ['White, S', 'At most 8'],
    ['White, L', 'Not today.'],
  ]);
});
