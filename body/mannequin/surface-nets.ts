import { edgeNumber, endsOf, SHEETS, type Sheets } from './sheets.ts';
import type { Point, Solid } from './solids.ts';

/** Triangles over points; each point is three numbers, cm. */
export interface Surface {
  positions: Float64Array;
  indices: Uint32Array;
}

/** Cells of a block that is skipped when the surface cannot pass through it. */
const BLOCK = 4;
/** How much less than the true distance a field may say, so that no block is skipped that has a surface. */
const TRUST = 1.35;

interface Grid {
  size: readonly [number, number, number];
  step: number;
  origin: Point;
}

/**
 * The surface of a solid by surface nets (Gibson 1998) on a grid of this step: one point in every cell that the surface crosses, moved onto it, and one quad, as two triangles, around every grid edge that it crosses.
 * With `mirrored` the solid is taken at x ≥ 0 only, and joined with its mirror image at x = 0.
 */
export function surfaceOf(solid: Solid, step: number, mirrored: boolean, shift = 0): Surface {
  const margin = 1.5 * step;
  const low: Point = [
    mirrored ? 0 : solid.low[0] - margin,
    solid.low[1] - margin - shift * step,
    solid.low[2] - margin - shift * step,
  ];
  const count = (i: 0 | 1 | 2) => BLOCK * Math.ceil((solid.high[i] + margin - low[i]) / step / BLOCK);
  const grid: Grid = { size: [count(0), count(1), count(2)], step, origin: low };
  const values = sample(solid, grid);
  return connect(values, grid, netPoints(solid, values, grid), mirrored);
}

/** Distances at the grid's nodes; NaN where the surface is too far to matter. */
function sample(solid: Solid, { size: [nx, ny, nz], step, origin }: Grid): Float32Array {
  const [sx, sy] = [nx + 1, ny + 1];
  const values = new Float32Array(sx * sy * (nz + 1)).fill(Number.NaN);
  const half = (BLOCK * step) / 2;
  const reach = half * Math.sqrt(3) * TRUST;
  for (let bz = 0; bz < nz; bz += BLOCK) {
    for (let by = 0; by < ny; by += BLOCK) {
      for (let bx = 0; bx < nx; bx += BLOCK) {
        const middle = solid.distance(origin[0] + bx * step + half, origin[1] + by * step + half, origin[2] + bz * step + half);
        if (Math.abs(middle) > reach) continue;
        for (let k = bz; k <= bz + BLOCK; k++) {
          for (let j = by; j <= by + BLOCK; j++) {
            for (let i = bx; i <= bx + BLOCK; i++) {
              const node = i + sx * (j + sy * k);
              if (Number.isNaN(values[node]))
                values[node] = solid.distance(origin[0] + i * step, origin[1] + j * step, origin[2] + k * step);
            }
          }
        }
      }
    }
  }
  return values;
}

/** Points of cells: of each cell its first point's number, or -1, and which of its corners are inside, bit by bit. */
interface Net {
  cells: Int32Array;
  corners: Uint8Array;
  points: number[];
}

/** One point for every sheet of the surface in every cell that it crosses. */
function netPoints(solid: Solid, values: Float32Array, { size: [nx, ny, nz], step, origin }: Grid): Net {
  const [sx, sy] = [nx + 1, ny + 1];
  const cells = new Int32Array(nx * ny * nz).fill(-1);
  const corners = new Uint8Array(nx * ny * nz);
  const points: number[] = [];
  const corner = new Float64Array(8);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const node = i + sx * (j + sy * k);
        if (Number.isNaN(values[node])) continue;
        let inside = 0;
        let isKnown = true;
        for (let c = 0; c < 8; c++) {
          const value = values[node + (c & 1) + sx * ((c >> 1) & 1) + sx * sy * (c >> 2)] as number;
          corner[c] = value;
          if (value < 0) inside |= 1 << c;
          if (Number.isNaN(value)) isKnown = false;
        }
        if (!isKnown || inside === 0 || inside === 255) continue;
        const cell = i + nx * (j + ny * k);
        cells[cell] = points.length / 3;
        corners[cell] = inside;
        for (const at of crossingMeans(corner, SHEETS[inside] as Sheets)) {
          points.push(
            ...ontoSurface(
              solid,
              [origin[0] + (i + at[0]) * step, origin[1] + (j + at[1]) * step, origin[2] + (k + at[2]) * step],
              step,
            ),
          );
        }
      }
    }
  }
  return { cells, corners, points };
}

/** Of each sheet the mean of where it crosses the edges of a cell, in units of the cell. */
function crossingMeans(corner: Float64Array, { count, ofEdge }: Sheets): [number, number, number][] {
  const sums = Array.from({ length: count }, () => [0, 0, 0, 0] as [number, number, number, number]);
  for (let axis = 0; axis < 3; axis++) {
    for (let rest = 0; rest < 4; rest++) {
      const sum = sums[ofEdge[4 * axis + rest] as number];
      if (!sum) continue;
      const [from, to] = endsOf(axis, rest);
      const [one, other] = [corner[from] as number, corner[to] as number];
      const t = one / (one - other);
      sum[0] += (from & 1) + (axis === 0 ? t : 0);
      sum[1] += ((from >> 1) & 1) + (axis === 1 ? t : 0);
      sum[2] += (from >> 2) + (axis === 2 ? t : 0);
      sum[3]++;
    }
  }
  return sums.map(([x, y, z, crossings]) => [x / crossings, y / crossings, z / crossings]);
}

/** Follows the gradient onto the surface, but not far out of the cell. */
function ontoSurface(solid: Solid, start: Point, step: number): Point {
  let [x, y, z] = start;
  const e = step * 0.08;
  for (let round = 0; round < 2; round++) {
    const value = solid.distance(x, y, z);
    const gx = solid.distance(x + e, y, z) - solid.distance(Math.abs(x - e), y, z);
    const gy = solid.distance(x, y + e, z) - solid.distance(x, y - e, z);
    const gz = solid.distance(x, y, z + e) - solid.distance(x, y, z - e);
    const square = gx * gx + gy * gy + gz * gz;
    if (square < 1e-12) break;
    const move = Math.max(-0.5 * step, Math.min(0.5 * step, (value * 2 * e) / Math.sqrt(square))) / Math.sqrt(square);
    [x, y, z] = [x - move * gx, y - move * gy, z - move * gz];
  }
  return [x, y, z];
}

/** A quad around every grid edge that the surface crosses, from the points of the four cells that share it. */
function connect(
  values: Float32Array,
  { size: [nx, ny, nz] }: Grid,
  { cells, corners, points }: Net,
  mirrored: boolean,
): Surface {
  const [sx, sy] = [nx + 1, ny + 1];
  const count = points.length / 3;
  const triangles: number[] = [];
  const positions = mirrored ? withMirrorImage(points) : Float64Array.from(points);
  /** The point of a cell for one of its edges; to the left of the mirror it is the image of the point on the right. */
  const point = (i: number, j: number, k: number, axis: number, first: number, second: number): number => {
    const cell = Math.max(i, 0) + nx * (j + ny * k);
    const edge = edgeNumber(axis, i < 0 ? 0 : first, second);
    const sheet = (SHEETS[corners[cell] as number] as Sheets).ofEdge[edge] as number;
    return (cells[cell] as number) + sheet + (i < 0 ? count : 0);
  };
  const quad = (ring: readonly [number, number, number, number], flip: boolean) => {
    const [a, b, c, d] = ring;
    triangles.push(...halves(positions, flip ? [a, d, c, b] : ring));
    if (!mirrored || Math.max(a, b, c, d) >= count) return;
    const image = [a + count, b + count, c + count, d + count] as const;
    triangles.push(...halves(positions, flip ? image : [image[0], image[3], image[2], image[1]]));
  };
  const steps = [1, sx, sx * sy] as const;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        if ((cells[i + nx * (j + ny * k)] as number) < 0) continue;
        const node = i + sx * (j + sy * k);
        const isInside = (values[node] as number) < 0;
        const crosses = (axis: 0 | 1 | 2) => (values[node + steps[axis]] as number) < 0 !== isInside;
        const hasLeft = i > 0 || mirrored;
        if (j > 0 && k > 0 && crosses(0)) {
          quad(
            [point(i, j - 1, k - 1, 0, 1, 1), point(i, j, k - 1, 0, 0, 1), point(i, j, k, 0, 0, 0), point(i, j - 1, k, 0, 1, 0)],
            !isInside,
          );
        }
        if (hasLeft && k > 0 && crosses(1)) {
          quad(
            [point(i - 1, j, k - 1, 1, 1, 1), point(i - 1, j, k, 1, 1, 0), point(i, j, k, 1, 0, 0), point(i, j, k - 1, 1, 0, 1)],
            !isInside,
          );
        }
        if (hasLeft && j > 0 && crosses(2)) {
          quad(
            [point(i - 1, j - 1, k, 2, 1, 1), point(i, j - 1, k, 2, 0, 1), point(i, j, k, 2, 0, 0), point(i - 1, j, k, 2, 1, 0)],
            !isInside,
          );
        }
      }
    }
  }
  return { positions, indices: Uint32Array.from(triangles) };
}

/** The points, none beyond the mirror, and after them their images. */
function withMirrorImage(points: readonly number[]): Float64Array {
  const positions = new Float64Array(2 * points.length);
  for (let p = 0; p < points.length; p += 3) {
    const x = Math.max(points[p] as number, 0.02);
    positions.set([x, points[p + 1] as number, points[p + 2] as number], p);
    positions.set([-x, points[p + 1] as number, points[p + 2] as number], points.length + p);
  }
  return positions;
}

/** Two triangles along the shorter diagonal. */
function halves(positions: Float64Array, [a, b, c, d]: readonly [number, number, number, number]): number[] {
  const apart = (p: number, q: number) =>
    Math.hypot(
      (positions[3 * p] as number) - (positions[3 * q] as number),
      (positions[3 * p + 1] as number) - (positions[3 * q + 1] as number),
      (positions[3 * p + 2] as number) - (positions[3 * q + 2] as number),
    );
  return apart(a, c) <= apart(b, d) ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
}

/** Whether every edge belongs to two triangles that run along it in opposite directions: no hole, no fin. */
export function isClosed({ positions, indices }: Pick<Surface, 'positions' | 'indices'>): boolean {
  const points = positions.length / 3;
  const seen = new Set<number>();
  for (let i = 0; i < indices.length; i++) {
    const from = indices[i] as number;
    const to = indices[i % 3 === 2 ? i - 2 : i + 1] as number;
    const key = from * points + to;
    if (from === to || seen.has(key)) return false;
    seen.add(key);
  }
  for (const key of seen) if (!seen.has((key % points) * points + Math.floor(key / points))) return false;
  return true;
}
