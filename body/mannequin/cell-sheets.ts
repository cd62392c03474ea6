/** The ways in which a surface can pass through a grid cell, by which of its eight corners are inside. */

/** Number of a cell's edge: its axis (0 to 2) × 4 + its positions (0 or 1) on the other two axes, the earlier axis first. */
export const edgeNumber = (axis: number, first: number, second: number) => 4 * axis + first + 2 * second;

export interface CellSheets {
  count: number;
  /** By edge: the sheet that crosses it, or -1. */
  ofEdge: Int8Array;
}

/**
 * The sheets of the surface for each of the 256 combinations of inside corners. A sheet separates inside corners that are
 * connected by edges from outside corners that are connected by edges or across faces, so that neighbouring cells always
 * agree (dual marching cubes, Nielson 2004).
 */
export const CELL_SHEETS: readonly CellSheets[] = Array.from({ length: 256 }, (_, inside) => {
  const isInside = (c: number) => ((inside >> c) & 1) === 1;
  const group = Array.from({ length: 8 }, (_, c) => c);
  for (let round = 0; round < 8; round++) {
    for (let one = 0; one < 8; one++) {
      for (let other = 0; other < 8; other++) {
        const differing = [1, 2, 4].filter((bit) => (one ^ other) & bit).length;
        const isJoined = isInside(one) === isInside(other) && (differing === 1 || (differing === 2 && !isInside(one)));
        if (isJoined) group[one] = Math.min(group[one] as number, group[other] as number);
      }
    }
  }
  const names: string[] = [];
  const ofEdge = new Int8Array(12).fill(-1);
  for (let axis = 0; axis < 3; axis++) {
    for (let rest = 0; rest < 4; rest++) {
      const [from, to] = getEdgeCorners(axis, rest);
      if (isInside(from) === isInside(to)) continue;
      const name = [group[isInside(from) ? from : to], group[isInside(from) ? to : from]].join();
      if (!names.includes(name)) names.push(name);
      ofEdge[4 * axis + rest] = names.indexOf(name);
    }
  }
  return { count: names.length, ofEdge };
});

/** The two corners of an edge. */
export function getEdgeCorners(axis: number, rest: number): [number, number] {
  const [first, second] = [rest & 1, rest >> 1];
  const from = axis === 0 ? 2 * first + 4 * second : axis === 1 ? first + 4 * second : first + 2 * second;
  return [from, from | (1 << axis)];
}
