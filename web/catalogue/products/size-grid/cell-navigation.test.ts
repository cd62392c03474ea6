import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aGarment, colours, fits, sizes } from '../builders.ts';
import { type Direction, findDirection, findNextPosition } from './cell-navigation.ts';
import { createGrid, findCell } from './grid-model.ts';

const back: Record<Direction, Direction> = { up: 'down', down: 'up', left: 'right', right: 'left' };
const anyDirection = fc.constantFrom<Direction>('up', 'down', 'left', 'right');

/** A grid without some combinations. */
const withGaps = (made: readonly boolean[]) => {
  const garment = aGarment([colours(), sizes(), fits()]);
  return createGrid({ ...garment, combinations: garment.combinations.filter((_, index) => made[index] ?? true) });
};

test('ends every step on a field, from which the opposite step leads back', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 12 }), anyDirection, (made, direction) => {
      const grid = withGaps(made);
      for (const from of grid.positions.values()) {
        const to = findNextPosition(grid, from, direction);
        if (!to) continue;
        expect(findCell(grid, to)).toBeDefined();
        expect(findNextPosition(grid, to, back[direction])).toEqual(from);
      }
    }),
  );
});

test('reaches every field of a full grid from the first one with Enter and the arrow keys', () => {
  const grid = withGaps([]);
  const reached = new Set<string>();
  const walk = (row: number, column: number) => {
    if (reached.has(`${row}/${column}`)) return;
    reached.add(`${row}/${column}`);
    for (const direction of ['down', 'right'] as const) {
      const next = findNextPosition(grid, { row, column }, direction);
      if (next) walk(next.row, next.column);
    }
  };
  walk(0, 0);
  expect(reached.size).toBe(grid.positions.size);
});

test.each([
  ['Enter goes down', { key: 'Enter', shiftKey: false }, { start: false, end: false }, 'down'],
  ['Shift and Enter go up', { key: 'Enter', shiftKey: true }, { start: false, end: false }, 'up'],
  ['left moves the caret first', { key: 'ArrowLeft', shiftKey: false }, { start: false, end: true }, undefined],
  ['left leaves the field at its start', { key: 'ArrowLeft', shiftKey: false }, { start: true, end: true }, 'left'],
  ['right leaves the field at its end', { key: 'ArrowRight', shiftKey: false }, { start: false, end: true }, 'right'],
  ['shift and an arrow select', { key: 'ArrowRight', shiftKey: true }, { start: true, end: true }, undefined],
  ['digits are typed', { key: '4', shiftKey: false }, { start: true, end: true }, undefined],
])('%s', (_name, key, caret, expected) => {
  expect(findDirection(key, caret)).toBe(expected);
});
