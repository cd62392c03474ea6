/** Joins hands to arms: both are cut near the wrist, and the gap between the two rims is filled with triangles. */
import { lerp } from './frame.ts';
import type { Surface } from './surface-nets.ts';

/** A surface with normals and ambient light (0 to 1) by point. */
export interface LitSurface extends Surface {
  normals: ArrayLike<number>;
  shades: ArrayLike<number>;
}

/** The part of a surface that remains after a cut. It keeps the lighting of the whole surface, so that the cut is not visible. */
export interface Limb extends Surface {
  normals: Float64Array;
  shades: Float64Array;
  /** By point: the corresponding, or nearest inside, point of the original surface. */
  from: Int32Array;
  /** The rims of the holes: rings of points in the direction of the adjacent triangles. */
  rims: number[][];
}

/** The part of a surface where `depth` (by point) is positive, cut off cleanly where it is 0. */
export function cutLimb({ positions, indices, normals, shades }: LitSurface, depth: Float64Array): Limb {
  const n = depth.length;
  const directions: number[] = [];
  const open: number[] = [];
  const renamed = new Int32Array(n).fill(-1);
  const from: number[] = [];
  const points: number[] = [];
  const triangles: number[] = [];
  const crossings = new Map<number, number>();
  const next = new Map<number, number>();
  const copyPoint = (p: number) => {
    if ((renamed[p] as number) < 0) {
      renamed[p] = from.push(p) - 1;
      open.push(shades[p] as number);
      for (let axis = 0; axis < 3; axis++) {
        points.push(positions[3 * p + axis] as number);
        directions.push(normals[3 * p + axis] as number);
      }
    }
    return renamed[p] as number;
  };
  const addCrossing = (inside: number, outside: number) => {
    const key = inside * n + outside;
    const known = crossings.get(key);
    if (known !== undefined) return known;
    const [a, b] = [depth[inside] as number, depth[outside] as number];
    // Not too close to the existing point, or the triangle would degenerate.
    const share = Math.min(Math.max(a / (a - b), 0.02), 0.98);
    for (let axis = 0; axis < 3; axis++) {
      const [i, o] = [3 * inside + axis, 3 * outside + axis];
      points.push(lerp(positions[i] as number, positions[o] as number, share));
      directions.push(lerp(normals[i] as number, normals[o] as number, share));
    }
    open.push(lerp(shades[inside] as number, shades[outside] as number, share));
    const point = from.push(inside) - 1;
    crossings.set(key, point);
    return point;
  };
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number] as const;
    const isInside = corners.map((p) => (depth[p] as number) > 0);
    const count = isInside.filter(Boolean).length;
    if (count === 0) continue;
    if (count === 3) {
      triangles.push(copyPoint(corners[0]), copyPoint(corners[1]), copyPoint(corners[2]));
      continue;
    }
    // Start at the odd corner: the only one inside, or the only one outside.
    const odd = isInside.indexOf(count === 1);
    const [a, b, c] = [corners[odd] as number, corners[(odd + 1) % 3] as number, corners[(odd + 2) % 3] as number];
    if (count === 1) {
      const [ab, ac] = [addCrossing(a, b), addCrossing(a, c)];
      triangles.push(copyPoint(a), ab, ac);
      next.set(ab, ac);
    } else {
      const [ba, ca] = [addCrossing(b, a), addCrossing(c, a)];
      triangles.push(ba, copyPoint(b), copyPoint(c), ba, copyPoint(c), ca);
      next.set(ca, ba);
    }
  }
  return {
    positions: Float64Array.from(points),
    normals: Float64Array.from(directions),
    shades: Float64Array.from(open),
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

/** Buffers of points, `count` of them used, and the triangles added so far. */
export interface MeshBuffer {
  positions: Float64Array;
  normals: Float64Array;
  shades: Float64Array;
  count: number;
  triangles: number[];
}

/** Number of rings between two rims, enough for a smooth transition of light from the coarse mesh to the fine one. */
export const JOINT_RINGS = 4;

/** Fills the gap between a rim with few points and an opposite rim with many, which runs in the other direction. */
export function stitchRims(to: MeshBuffer, coarse: readonly number[], fine: readonly number[]): void {
  const { positions, normals, shades, triangles } = to;
  const m = fine.length;
  const outer = fine.toReversed();
  const nearestOnRim = outer.map((p) => nearestOn(coarse, positions, p));
  let ring = outer;
  for (let k = JOINT_RINGS; k > 0; k--) {
    const share = k / (JOINT_RINGS + 1);
    const inner = outer.map((p, j) => {
      const { from, until, part } = nearestOnRim[j] as RimPosition;
      for (const values of [positions, normals]) {
        for (let axis = 0; axis < 3; axis++) {
          const near = lerp(values[3 * from + axis] as number, values[3 * until + axis] as number, part);
          values[3 * to.count + axis] = lerp(near, values[3 * p + axis] as number, share);
        }
      }
      const near = lerp(shades[from] as number, shades[until] as number, part);
      shades[to.count] = lerp(near, shades[p] as number, share);
      return to.count++;
    });
    for (let j = 0; j < m; j++) {
      const [a, b] = [inner[j] as number, inner[(j + 1) % m] as number];
      const [c, d] = [ring[j] as number, ring[(j + 1) % m] as number];
      triangles.push(a, c, d, a, d, b);
    }
    ring = inner;
  }
  for (const point of bridgeRings(coarse, ring, positions)) triangles.push(point);
}

/** A position on a rim: between two of its points, `part` of the way from the first to the second. */
interface RimPosition {
  from: number;
  until: number;
  part: number;
}

/** The nearest position on a rim. */
function nearestOn(rim: readonly number[], positions: Float64Array, point: number): RimPosition {
  const at = (p: number, axis: number) => positions[3 * p + axis] as number;
  let [minimum, found]: [number, RimPosition | undefined] = [Infinity, undefined];
  for (const [i, from] of rim.entries()) {
    const until = rim[(i + 1) % rim.length] as number;
    let [dot, square] = [0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const edge = at(until, axis) - at(from, axis);
      dot += edge * (at(point, axis) - at(from, axis));
      square += edge * edge;
    }
    const part = square > 0 ? Math.min(Math.max(dot / square, 0), 1) : 0;
    let away = 0;
    for (let axis = 0; axis < 3; axis++)
      away += (at(from, axis) + part * (at(until, axis) - at(from, axis)) - at(point, axis)) ** 2;
    if (away < minimum) [minimum, found] = [away, { from, until, part }];
  }
  return found ?? { from: point, until: point, part: 0 };
}

/** Triangles between two rings of points that run in the same direction. */
function bridgeRings(one: readonly number[], other: readonly number[], positions: Float64Array): number[] {
  const across = (p: number, q: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => (positions[3 * p + axis] as number) - (positions[3 * q + axis] as number)));
  const [n, m] = [one.length, other.length];
  const first = one[0] as number;
  let start = 0;
  for (let j = 1; j < m; j++) if (across(first, other[j] as number) < across(first, other[start] as number)) start = j;
  const a = (i: number) => one[i % n] as number;
  const b = (j: number) => other[(start + j) % m] as number;
  const triangles: number[] = [];
  for (let i = 0, j = 0; i < n || j < m; ) {
    const isNext = i < n && (j === m || across(a(i + 1), b(j)) <= across(a(i), b(j + 1)));
    if (isNext) triangles.push(a(i + 1), a(i++), b(j));
    else triangles.push(b(j), b(++j), a(i));
  }
  return triangles;
}
