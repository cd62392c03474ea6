/** Measures girths as a tailor does: a tape around a plane section of the surface, bridging hollows. */
import { normalise, type Point } from './solids.ts';

export interface Plane {
  through: Point;
  /** Unit vector. */
  normal: Point;
}

/** Intersects a plane with the triangles that `accepts` allows (by default all). Returns pairs of coordinates in the plane. */
export function intersectPlane(
  positions: ArrayLike<number>,
  indices: Uint32Array,
  plane: Plane,
  accepts: (triangle: number) => boolean = () => true,
): number[] {
  const { through, normal } = plane;
  const [u, v] = axesOf(normal);
  const offset = through[0] * normal[0] + through[1] * normal[1] + through[2] * normal[2];
  const height = (p: number) =>
    (positions[p] as number) * normal[0] +
    (positions[p + 1] as number) * normal[1] +
    (positions[p + 2] as number) * normal[2] -
    offset;
  const found: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [3 * (indices[t] as number), 3 * (indices[t + 1] as number), 3 * (indices[t + 2] as number)] as const;
    const heights = [height(corners[0]), height(corners[1]), height(corners[2])] as const;
    if (heights[0] > 0 === heights[1] > 0 && heights[1] > 0 === heights[2] > 0) continue;
    if (!accepts(t / 3)) continue;
    for (let edge = 0; edge < 3; edge++) {
      const [from, to] = [edge as 0 | 1 | 2, ((edge + 1) % 3) as 0 | 1 | 2];
      if (heights[from] > 0 === heights[to] > 0) continue;
      const share = heights[from] / (heights[from] - heights[to]);
      const [p, q] = [corners[from], corners[to]];
      let [a, b] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        const coordinate =
          interpolate(positions[p + axis] as number, positions[q + axis] as number, share) - (through[axis] as number);
        a += coordinate * (u[axis] as number);
        b += coordinate * (v[axis] as number);
      }
      found.push(a, b);
    }
  }
  return found;
}

const interpolate = (one: number, other: number, share: number) => one + (other - one) * share;

/** Two directions that span the plane; x and z for a horizontal plane. */
function axesOf([nx, ny, nz]: Point): [Point, Point] {
  const u: Point = Math.abs(ny) > 0.99 ? [1, 0, 0] : normalise([nz, 0, -nx]);
  const v: Point = [ny * u[2] - nz * u[1], nz * u[0] - nx * u[2], nx * u[1] - ny * u[0]];
  return Math.abs(ny) > 0.99 ? [u, [0, 0, 1]] : [u, v];
}

/** The convex hull of points (pairs of coordinates), counter-clockwise (Andrew's monotone chain). */
export function convexHull(points: readonly number[]): number[] {
  const order = Array.from(
    { length: points.length / 2 },
    (_, i) => [points[2 * i] as number, points[2 * i + 1] as number] as const,
  ).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (sorted: readonly (readonly [number, number])[]) => {
    const chain: (readonly [number, number])[] = [];
    for (const point of sorted) {
      for (;;) {
        const [b, a] = [chain.at(-1), chain.at(-2)];
        if (!a || !b || (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(order), ...half(order.toReversed())].flat();
}

/** The length of a tape around points in a plane, and the centre of their bounding box. */
export function measureGirth(points: readonly number[]): { girth: number; middle: readonly [number, number] } {
  const hull = convexHull(points);
  const n = hull.length / 2;
  let girth = 0;
  let [min0, max0, min1, max1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < n; i++) {
    const [a, b] = [hull[2 * i] as number, hull[2 * i + 1] as number];
    const j = (i + 1) % n;
    girth += Math.hypot((hull[2 * j] as number) - a, (hull[2 * j + 1] as number) - b);
    [min0, max0, min1, max1] = [Math.min(min0, a), Math.max(max0, a), Math.min(min1, b), Math.max(max1, b)];
  }
  return { girth, middle: [(min0 + max0) / 2, (min1 + max1) / 2] };
}
