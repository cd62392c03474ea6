import type { Mannequin } from '../mannequin/mannequin.ts';

/** The part of a mannequin's surface where `depth` is positive, cut exactly where it is 0. */
export interface SurfacePiece {
  indices: number[];
  /** By point: the two points of the mannequin that it is between, and its share of the way from the first to the second. */
  from: number[];
  to: number[];
  share: number[];
}

/** Cuts the covered part out of a mannequin's surface. */
export function cutSurfacePiece({ indices }: Pick<Mannequin, 'indices'>, depth: ArrayLike<number>): SurfacePiece {
  const piece: SurfacePiece = { indices: [], from: [], to: [], share: [] };
  const known = new Map<number, number>();
  const count = depth.length;
  const add = (from: number, to: number, share: number) => {
    const key = from * count + to;
    const old = known.get(key);
    if (old !== undefined) return old;
    const point = piece.from.length;
    piece.from.push(from);
    piece.to.push(to);
    piece.share.push(share);
    known.set(key, point);
    return point;
  };
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number] as const;
    const outline: number[] = [];
    for (let c = 0; c < 3; c++) {
      const [here, next] = [corners[c] as number, corners[(c + 1) % 3] as number];
      const [a, b] = [depth[here] as number, depth[next] as number];
      if (a > 0) outline.push(add(here, here, 0));
      // Both triangles of an edge must get the same point.
      if (a > 0 !== b > 0) outline.push(here < next ? add(here, next, a / (a - b)) : add(next, here, b / (b - a)));
    }
    for (let k = 2; k < outline.length; k++)
      piece.indices.push(outline[0] as number, outline[k - 1] as number, outline[k] as number);
  }
  return piece;
}

/** Creates a lookup of the mannequin's nearest point, based on a grid with cells of this size (cm). */
export function createNearestPointLookup(positions: ArrayLike<number>, cell: number) {
  const cells = new Map<number, number[]>();
  const keyOf = (i: number, j: number, k: number) => (i + 512) * 1048576 + (j + 512) * 1024 + (k + 512);
  const at = (value: number) => Math.floor(value / cell);
  for (let p = 0; p < positions.length; p += 3) {
    const key = keyOf(at(positions[p] as number), at(positions[p + 1] as number), at(positions[p + 2] as number));
    const there = cells.get(key);
    if (there) there.push(p / 3);
    else cells.set(key, [p / 3]);
  }
  /** The nearest point in the same or an adjacent cell; undefined if there is none. */
  return (x: number, y: number, z: number): number | undefined => {
    let [nearest, minimum]: [number | undefined, number] = [undefined, Infinity];
    const [i, j, k] = [at(x), at(y), at(z)];
    for (let di = -1; di <= 1; di++) {
      for (let dj = -1; dj <= 1; dj++) {
        for (let dk = -1; dk <= 1; dk++) {
          for (const p of cells.get(keyOf(i + di, j + dj, k + dk)) ?? []) {
            const away =
              ((positions[3 * p] as number) - x) ** 2 +
              ((positions[3 * p + 1] as number) - y) ** 2 +
              ((positions[3 * p + 2] as number) - z) ** 2;
            if (away < minimum) [nearest, minimum] = [p, away];
          }
        }
      }
    }
    return nearest;
  };
}
