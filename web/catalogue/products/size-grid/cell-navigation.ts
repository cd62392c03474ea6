import { type CellPosition, findCell, type Grid } from './grid-model.ts';

const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] } as const;

export type Direction = keyof typeof STEPS;

/** The next field in a direction, skipping combinations that are not made; undefined at the edge. */
export function findNextPosition(grid: Grid, from: CellPosition, direction: Direction): CellPosition | undefined {
  const [down, right] = STEPS[direction];
  for (
    let position = { row: from.row + down, column: from.column + right };
    position.row >= 0 && position.row < grid.rows.length && position.column >= 0 && position.column < grid.columns.length;
    position = { row: position.row + down, column: position.column + right }
  ) {
    if (findCell(grid, position)) return position;
  }
  return undefined;
}

/**
 * The direction in which a key moves, as in a spreadsheet; undefined if it does not. Left and right first move the caret within
 * the text: `start` and `end` tell whether it is at that end of the text.
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
