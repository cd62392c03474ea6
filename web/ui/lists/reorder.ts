/** A list with one of its items moved to another index. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items];
  const [item] = moved.splice(from, 1);
  if (item !== undefined) moved.splice(to, 0, item);
  return moved;
}

/** A point of the page. */
interface Point {
  x: number;
  y: number;
}

/** The index to which an item of a grid moves when it is dropped at a point: that of the item whose middle is nearest. */
export function findDropIndexInGrid(middles: readonly Point[], { x, y }: Point): number {
  const distances = middles.map((middle) => Math.hypot(middle.x - x, middle.y - y));
  return distances.indexOf(Math.min(...distances));
}

/**
 * The index to which an item moves when it is dropped at `y`: before the first item whose middle is below. `middles` are those of
 * all items, in their order, and `from` is the index of the item that moves.
 */
export function findDropIndex(middles: readonly number[], from: number, y: number): number {
  const before = middles.findIndex((middle) => y < middle);
  const gap = before < 0 ? middles.length : before;
  return gap > from ? gap - 1 : gap;
}
