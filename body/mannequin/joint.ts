/** Sews hands to arms: both are cut off near the wrist, and the strip between the two rims is filled with triangles. */
import type { Point } from './solids.ts';
import type { Surface } from './surface-nets.ts';

/** What is left of a surface after a cut. */
export interface Stump extends Surface {
  /** Of every point the point of the old surface that it was, or lies beside. */
  from: Int32Array;
  /** The edges of the holes, each as a ring of points in the direction of the triangles that end there. */
  rims: number[][];
}

/** The part of a surface where `depth` (by point) is positive, cut off cleanly where it is 0. */
export function stumpOf({ positions, indices }: Surface, depth: Float64Array): Stump {
  const n = depth.length;
  const renamed = new Int32Array(n).fill(-1);
  const from: number[] = [];
  const points: number[] = [];
  const triangles: number[] = [];
  const crossings = new Map<number, number>();
  const next = new Map<number, number>();
  const keep = (p: number) => {
    if ((renamed[p] as number) < 0) {
      renamed[p] = from.push(p) - 1;
      points.push(positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number);
    }
    return renamed[p] as number;
  };
  const cross = (inside: number, outside: number) => {
    const key = inside * n + outside;
    const known = crossings.get(key);
    if (known !== undefined) return known;
    const [a, b] = [depth[inside] as number, depth[outside] as number];
    // Not so near to the old point that a triangle would vanish.
    const share = Math.min(Math.max(a / (a - b), 0.02), 0.98);
    for (let axis = 0; axis < 3; axis++) {
      const start = positions[3 * inside + axis] as number;
      points.push(start + share * ((positions[3 * outside + axis] as number) - start));
    }
    const point = from.push(inside) - 1;
    crossings.set(key, point);
    return point;
  };
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number] as const;
    const kept = corners.map((p) => (depth[p] as number) > 0);
    const count = kept.filter(Boolean).length;
    if (count === 0) continue;
    if (count === 3) {
      triangles.push(keep(corners[0]), keep(corners[1]), keep(corners[2]));
      continue;
    }
    // The odd corner first: the one that stays, or the one that goes.
    const odd = kept.indexOf(count === 1);
    const [a, b, c] = [corners[odd] as number, corners[(odd + 1) % 3] as number, corners[(odd + 2) % 3] as number];
    if (count === 1) {
      const [ab, ac] = [cross(a, b), cross(a, c)];
      triangles.push(keep(a), ab, ac);
      next.set(ab, ac);
    } else {
      const [ba, ca] = [cross(b, a), cross(c, a)];
      triangles.push(ba, keep(b), keep(c), ba, keep(c), ca);
      next.set(ca, ba);
    }
  }
  return {
    positions: Float64Array.from(points),
    indices: Uint32Array.from(triangles),
    from: Int32Array.from(from),
    rims: ringsOf(next),
  };
}

function ringsOf(next: Map<number, number>): number[][] {
  const rings: number[][] = [];
  for (const start of next.keys()) {
    const ring: number[] = [];
    for (let point: number | undefined = start; point !== undefined && next.has(point); ) {
      ring.push(point);
      const following = next.get(point);
      next.delete(point);
      point = following;
    }
    if (ring.length > 2) rings.push(ring);
  }
  return rings;
}

/** Triangles between two rims that face one another. */
export function seam(one: readonly number[], other: readonly number[], at: (point: number) => Point): number[] {
  const across = (p: number, q: number) => {
    const [a, b] = [at(p), at(q)];
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  };
  const [n, m] = [one.length, other.length];
  // The other rim runs the other way around.
  const backwards = other.toReversed();
  const first = one[0] as number;
  let start = 0;
  for (let j = 1; j < m; j++) if (across(first, backwards[j] as number) < across(first, backwards[start] as number)) start = j;
  const a = (i: number) => one[i % n] as number;
  const b = (j: number) => backwards[(start + j) % m] as number;
  const triangles: number[] = [];
  for (let i = 0, j = 0; i < n || j < m; ) {
    const isNext = i < n && (j === m || across(a(i + 1), b(j)) <= across(a(i), b(j + 1)));
    if (isNext) triangles.push(a(i + 1), a(i++), b(j));
    else triangles.push(b(j), b(++j), a(i));
  }
  return triangles;
}
