/** A list with one of its items moved to another index. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items];
  const [item] = moved.splice(from, 1);
  if (item !== undefined) moved.splice(to, 0, item);
  return moved;
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
