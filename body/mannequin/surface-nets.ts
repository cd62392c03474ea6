import { CELL_SHEETS, type CellSheets, edgeNumber, getEdgeCorners } from './cell-sheets.ts';
import type { Point, Solid } from './solids.ts';

/** A triangle mesh; each point is three coordinates, cm. */
export interface Surface {
  positions: Float64Array;
  indices: Uint32Array;
}

/** The grid on which a surface is sampled. */
export interface SamplingGrid {
  /** Distance between its lines, cm. */
  step: number;
  /** Relative step at a position on an axis, for a finer grid around small shapes. */
  spacing?: (axis: 0 | 1 | 2, at: number) => number;
  /** Samples the solid at x ≥ 0 only, and joins it with its mirror image at x = 0. */
  isMirrored: boolean;
  /** A point inside the solid. The search for the surface starts above it. */
  inside: Point;
  /** Shifts the grid by this share of the step. */
  shift?: number;
}

/** The lines of a grid along its three axes. */
type Lines = readonly [Float64Array, Float64Array, Float64Array];

/**
 * Extracts the surface of a solid with surface nets (Gibson 1998): one point per sheet in every grid cell that the surface
 * crosses, moved onto the surface, and one quad (two triangles) for every grid edge that it crosses. The surface is followed
 * from cell to cell, so distances are computed only near it; parts that are not connected to the rest are not found.
 */
export function extractSurface(solid: Solid, net: SamplingGrid): Surface {
  const lines = linesOf(solid, net);
  const cells = cellsAlong(solid, lines, net.inside);
  return connect(cells, lines, pointsOf(solid, cells, lines), net.isMirrored);
}

function linesOf({ low, high }: Solid, { step, spacing, isMirrored, shift = 0 }: SamplingGrid): Lines {
  const along = (axis: 0 | 1 | 2) => {
    const gap = (at: number) => step * (spacing?.(axis, at) ?? 1);
    const coordinates = [axis === 0 && isMirrored ? 0 : low[axis] - (1.5 + shift) * gap(low[axis])];
    while ((coordinates.at(-1) as number) < high[axis] + 1.5 * step) {
      const last = coordinates.at(-1) as number;
      coordinates.push(last + gap(last));
    }
    return Float64Array.from(coordinates);
  };
  return [along(0), along(1), along(2)];
}

/** The cells that a surface crosses. */
interface Cells {
  /** Indexes of the cells, in the order in which they were found. */
  crossed: readonly number[];
  /** By cell of the grid: a bit mask of its corners that are inside. */
  corners: Uint8Array;
  /** Distances at the grid's nodes, cm; NaN where not computed. */
  values: Float32Array;
}

/** The faces of a cell: axis, direction, and a bit mask of their corners. */
const FACES = [0, 1, 2].flatMap((axis) =>
  [0, 1].map((side) => ({
    axis,
    side,
    mask: [0, 1, 2, 3, 4, 5, 6, 7].reduce((mask, c) => (((c >> axis) & 1) === side ? mask | (1 << c) : mask), 0),
  })),
);

/** Finds all cells that the surface crosses, starting above a point inside the solid. */
function cellsAlong(solid: Solid, [xs, ys, zs]: Lines, inside: Point): Cells {
  const [sx, sy, sz] = [xs.length, ys.length, zs.length];
  const [nx, ny, nz] = [sx - 1, sy - 1, sz - 1];
  const values = new Float32Array(sx * sy * sz).fill(Number.NaN);
  const valueAt = (i: number, j: number, k: number) => {
    const node = i + sx * (j + sy * k);
    const known = values[node] as number;
    if (!Number.isNaN(known)) return known;
    const value = solid.distance(xs[i] as number, ys[j] as number, zs[k] as number);
    values[node] = value;
    return value;
  };
  const before = (lines: Float64Array, at: number) => Math.max(lines.findIndex((line) => line > at) - 1, 0);
  const [i0, k0] = [before(xs, inside[0]), before(zs, inside[2])];
  let j0 = before(ys, inside[1]);
  while (j0 < ny && valueAt(i0, j0 + 1, k0) < 0) j0++;
  const corners = new Uint8Array(nx * ny * nz);
  const isKnown = new Uint8Array(nx * ny * nz);
  const crossed = [i0 + nx * (j0 + ny * k0)];
  isKnown[crossed[0] as number] = 1;
  const strides = [1, nx, nx * ny];
  const counts = [nx, ny, nz];
  for (let next = 0; next < crossed.length; next++) {
    const cell = crossed[next] as number;
    const indexes = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))] as const;
    const [i, j, k] = indexes;
    let mask = 0;
    for (let c = 0; c < 8; c++) if (valueAt(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)) < 0) mask |= 1 << c;
    corners[cell] = mask;
    for (const face of FACES) {
      const within = mask & face.mask;
      if (within === 0 || within === face.mask) continue;
      const there = (indexes[face.axis] as number) + (face.side === 0 ? -1 : 1);
      if (there < 0 || there >= (counts[face.axis] as number)) continue;
      const neighbour = cell + (face.side === 0 ? -1 : 1) * (strides[face.axis] as number);
      if (isKnown[neighbour]) continue;
      isKnown[neighbour] = 1;
      crossed.push(neighbour);
    }
  }
  return { crossed, corners, values };
}

/** Points of the surface; `first` is the index of each cell's first point, or -1. */
interface Points {
  first: Int32Array;
  coordinates: Float64Array;
}

/** One point for every sheet of the surface in every cell that it crosses. */
function pointsOf(solid: Solid, { crossed, corners, values }: Cells, [xs, ys, zs]: Lines): Points {
  const [sx, sy] = [xs.length, ys.length];
  const [nx, ny] = [sx - 1, sy - 1];
  const first = new Int32Array(corners.length).fill(-1);
  const coordinates: number[] = [];
  const corner = new Float64Array(8);
  for (const cell of crossed) {
    const sheets = CELL_SHEETS[corners[cell] as number] as CellSheets;
    if (sheets.count === 0) continue;
    const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
    const low = [xs[i] as number, ys[j] as number, zs[k] as number] as const;
    const size = [(xs[i + 1] as number) - low[0], (ys[j + 1] as number) - low[1], (zs[k + 1] as number) - low[2]] as const;
    for (let c = 0; c < 8; c++) corner[c] = values[i + (c & 1) + sx * (j + ((c >> 1) & 1) + sy * (k + (c >> 2)))] as number;
    first[cell] = coordinates.length / 3;
    for (let sheet = 0; sheet < sheets.count; sheet++)
      coordinates.push(...moveToSurface(solid, corner, crossingMean(corner, sheets, sheet), low, size));
  }
  return { first, coordinates: Float64Array.from(coordinates) };
}

/** The two corners of each edge of a cell. */
const ENDS = Array.from({ length: 12 }, (_, edge) => getEdgeCorners(Math.floor(edge / 4), edge % 4));

/** The mean of the points where a sheet crosses the edges of a cell, in units of the cell. */
function crossingMean(corner: Float64Array, { ofEdge }: CellSheets, sheet: number): Point {
  let [x, y, z, crossings] = [0, 0, 0, 0];
  for (let edge = 0; edge < 12; edge++) {
    if (ofEdge[edge] !== sheet) continue;
    const [from, to] = ENDS[edge] as readonly [number, number];
    const t = (corner[from] as number) / ((corner[from] as number) - (corner[to] as number));
    x += (from & 1) + (edge < 4 ? t : 0);
    y += ((from >> 1) & 1) + (edge >= 4 && edge < 8 ? t : 0);
    z += (from >> 2) + (edge >= 8 ? t : 0);
    crossings++;
  }
  return [x / crossings, y / crossings, z / crossings];
}

/** Moves a point of a cell (in units of the cell) onto the surface along the gradient, but not far out of the cell. */
function moveToSurface(solid: Solid, corner: Float64Array, [u, v, w]: Point, low: Point, size: Point): Point {
  const at = (c: number) => corner[c] as number;
  const mean = (a: number, b: number, c: number, d: number, s: number, t: number) =>
    (a * (1 - s) + b * s) * (1 - t) + (c * (1 - s) + d * s) * t;
  const gx = mean(at(1) - at(0), at(3) - at(2), at(5) - at(4), at(7) - at(6), v, w) / size[0];
  const gy = mean(at(2) - at(0), at(3) - at(1), at(6) - at(4), at(7) - at(5), u, w) / size[1];
  const gz = mean(at(4) - at(0), at(5) - at(1), at(6) - at(2), at(7) - at(3), u, v) / size[2];
  let [x, y, z] = [low[0] + u * size[0], low[1] + v * size[1], low[2] + w * size[2]];
  const square = gx * gx + gy * gy + gz * gz;
  if (square < 1e-12) return [x, y, z];
  const [length, maxMove] = [Math.sqrt(square), 0.5 * Math.min(...size)];
  for (let round = 0; round < 2; round++) {
    const move = Math.max(-maxMove, Math.min(maxMove, solid.distance(x, y, z) / length)) / length;
    [x, y, z] = [x - move * gx, y - move * gy, z - move * gz];
  }
  return [x, y, z];
}

/** Builds a quad for every grid edge that the surface crosses, from the points of the four cells that share it. */
function connect(
  { crossed, corners, values }: Cells,
  [xs, ys]: Lines,
  { first, coordinates }: Points,
  isMirrored: boolean,
): Surface {
  const [sx, sy] = [xs.length, ys.length];
  const [nx, ny] = [sx - 1, sy - 1];
  const count = coordinates.length / 3;
  const triangles: number[] = [];
  const positions = isMirrored ? withMirrorImage(coordinates) : coordinates;
  /** The point of a cell for one of its edges; for cells with negative x, the mirror image of the point on the other side. */
  const point = (i: number, j: number, k: number, axis: number, one: number, other: number): number => {
    const cell = Math.max(i, 0) + nx * (j + ny * k);
    const edge = edgeNumber(axis, i < 0 ? 0 : one, other);
    const sheet = (CELL_SHEETS[corners[cell] as number] as CellSheets).ofEdge[edge] as number;
    return (first[cell] as number) + sheet + (i < 0 ? count : 0);
  };
  const quad = (ring: readonly [number, number, number, number], flip: boolean) => {
    const [a, b, c, d] = ring;
    triangles.push(...splitQuad(positions, flip ? [a, d, c, b] : ring));
    if (!isMirrored || Math.max(a, b, c, d) >= count) return;
    const image = [a + count, b + count, c + count, d + count] as const;
    triangles.push(...splitQuad(positions, flip ? image : [image[0], image[3], image[2], image[1]]));
  };
  const steps = [1, sx, sx * sy] as const;
  for (const cell of crossed) {
    if ((first[cell] as number) < 0) continue;
    const [i, j, k] = [cell % nx, Math.floor(cell / nx) % ny, Math.floor(cell / (nx * ny))];
    const node = i + sx * (j + sy * k);
    const isInside = (values[node] as number) < 0;
    const crosses = (axis: 0 | 1 | 2) => (values[node + steps[axis]] as number) < 0 !== isInside;
    const hasLeft = i > 0 || isMirrored;
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
  return { positions, indices: Uint32Array.from(triangles) };
}

/** The points, moved to x > 0 if necessary, followed by their mirror images. */
function withMirrorImage(points: Float64Array): Float64Array {
  const positions = new Float64Array(2 * points.length);
  for (let p = 0; p < points.length; p += 3) {
    const x = Math.max(points[p] as number, 0.02);
    positions.set([x, points[p + 1] as number, points[p + 2] as number], p);
    positions.set([-x, points[p + 1] as number, points[p + 2] as number], points.length + p);
  }
  return positions;
}

/** Splits a quad into two triangles along the shorter diagonal. */
function splitQuad(positions: Float64Array, [a, b, c, d]: readonly [number, number, number, number]): number[] {
  const apart = (p: number, q: number) =>
    Math.hypot(
      (positions[3 * p] as number) - (positions[3 * q] as number),
      (positions[3 * p + 1] as number) - (positions[3 * q + 1] as number),
      (positions[3 * p + 2] as number) - (positions[3 * q + 2] as number),
    );
  return apart(a, c) <= apart(b, d) ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
}

/** Whether every edge belongs to exactly two triangles with opposite directions, so that there are no holes or fins. */
export function isClosed({ positions, indices }: Pick<Surface, 'positions' | 'indices'>): boolean {
  // A linked list of the edges that leave each point: the last one, and for every edge the one before it.
  const last = new Int32Array(positions.length / 3).fill(-1);
  const before = new Int32Array(indices.length);
  const end = (edge: number) => indices[edge % 3 === 2 ? edge - 2 : edge + 1] as number;
  const hasEdge = (from: number, to: number) => {
    for (let edge = last[from] as number; edge >= 0; edge = before[edge] as number) if (end(edge) === to) return true;
    return false;
  };
  for (let edge = 0; edge < indices.length; edge++) {
    const [from, to] = [indices[edge] as number, end(edge)];
    if (from === to || hasEdge(from, to)) return false;
    before[edge] = last[from] as number;
    last[from] = edge;
  }
  for (let edge = 0; edge < indices.length; edge++) if (!hasEdge(end(edge), indices[edge] as number)) return false;
  return true;
}
