import { type CellPosition, findCell, type Grid } from './grid-model.ts';

const steps = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] } as const;

export type Direction = keyof typeof steps;

/** The next field in a direction, over gaps where a garment is not made; undefined at the edge. */
export function findNextPosition(grid: Grid, from: CellPosition, direction: Direction): CellPosition | undefined {
  const [down, right] = steps[direction];
  for (
    let place = { row: from.row + down, column: from.column + right };
    place.row >= 0 && place.row < grid.rows.length && place.column >= 0 && place.column < grid.columns.length;
    place = { row: place.row + down, column: place.column + right }
  ) {
    if (findCell(grid, place)) return place;
  }
  return undefined;
}

/**
 * Where a key leads from a field, as in a spreadsheet. Left and right move within what is being typed first:
 * `start` and `end` say whether the caret is at that edge of the text.
 */
export function findDirection(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  caret: { start: boolean; end: boolean },
): Direction | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (shiftKey) return undefined;
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key === 'ArrowLeft' && caret.start) return 'left';
  if (key === 'ArrowRight' && caret.end) return 'right';
  return undefined;
}
