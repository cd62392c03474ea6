import { placeAlong } from './arm.ts';
import { type Field, fieldOf } from './field.ts';
import { type Figure, frameOf } from './frame.ts';
import { type Landmark, landmarksOf, PARTS, solveGirths } from './girths.ts';
import { hand } from './hand.ts';
import { smooth } from './smooth.ts';
import { isClosed, type Surface, surfaceOf } from './surface-nets.ts';

/** A mannequin ready to be drawn: closed, y up, facing z, cm, standing on y = 0. */
export interface Mannequin {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  /** Of every point: an index into PARTS. */
  parts: Uint8Array<ArrayBuffer>;
  /** Of every point: its height, cm; on arms and hands its place along the arm instead (0 shoulder, 1 elbow, 2 wrist). */
  along: Float32Array<ArrayBuffer>;
  /** Where girths were solved, and what they are meant to be. */
  landmarks: readonly Landmark[];
}

export interface MannequinOptions {
  /** Distance of points, cm; hands are finer. */
  step?: number;
}

/** Builds the mannequin of a figure. Deterministic; some tenths of a second: meant for a worker. */
export function buildMannequin(figure: Figure, { step = 1.25 }: MannequinOptions = {}): Mannequin {
  const frame = frameOf(figure);
  const field = fieldOf(frame);
  const body = closedSurface((shift) => surfaceOf(field.whole, step, true, shift));
  smooth(body, 3);
  stand(body, frame.measures.stature);
  const landmarks = landmarksOf(frame, field);
  const parts = solveGirths(body, frame, field, landmarks);
  const palm = closedSurface((shift) => surfaceOf(hand(frame, field.line), step * 0.3, false, shift));
  smooth(palm, 1);
  return assemble(body, parts, palm, field, landmarks);
}

/** Grids may meet a surface so that two sheets share an edge: then the grid is moved a little. */
function closedSurface(make: (shift: number) => Surface): Surface {
  for (const shift of [0, 0.37, 0.61, 0.23, 0.83]) {
    const surface = make(shift);
    if (isClosed(surface)) return surface;
  }
  throw new Error('No closed surface was found.');
}

/** Puts the soles on the floor and the crown at the stature. */
function stand({ positions }: Surface, stature: number): void {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i] as number);
    high = Math.max(high, positions[i] as number);
  }
  for (let i = 1; i < positions.length; i += 3) positions[i] = (((positions[i] as number) - low) * stature) / (high - low);
}

/** Body, left hand and right hand in one list of points. */
function assemble(
  body: Surface,
  bodyParts: Uint8Array,
  palm: Surface,
  { line }: Field,
  landmarks: readonly Landmark[],
): Mannequin {
  const [n, h] = [body.positions.length / 3, palm.positions.length / 3];
  const positions = new Float32Array(3 * (n + 2 * h));
  positions.set(body.positions);
  positions.set(palm.positions, 3 * n);
  positions.set(
    palm.positions.map((value, i) => (i % 3 === 0 ? -value : value)),
    3 * (n + h),
  );
  const indices = new Uint32Array(body.indices.length + 2 * palm.indices.length);
  indices.set(body.indices);
  indices.set(
    palm.indices.map((point) => point + n),
    body.indices.length,
  );
  const mirrored = palm.indices.map((point) => point + n + h);
  for (let t = 0; t < mirrored.length; t += 3)
    [mirrored[t + 1], mirrored[t + 2]] = [mirrored[t + 2] as number, mirrored[t + 1] as number];
  indices.set(mirrored, body.indices.length + palm.indices.length);
  const parts = new Uint8Array(n + 2 * h).fill(PARTS.indexOf('hand'));
  parts.set(bodyParts);
  const along = new Float32Array(n + 2 * h);
  for (let p = 0; p < along.length; p++) {
    const [x, y, z] = [Math.abs(positions[3 * p] as number), positions[3 * p + 1] as number, positions[3 * p + 2] as number];
    along[p] = PARTS[parts[p] as number] === 'arm' || PARTS[parts[p] as number] === 'hand' ? placeAlong(line, x, y, z) : y;
  }
  return { positions, normals: normalsOf(positions, indices), indices, parts, along, landmarks };
}

/** Of every point the mean direction of its triangles, the larger ones counting more. */
export function normalsOf(positions: Float32Array, indices: Uint32Array): Float32Array<ArrayBuffer> {
  const normals = new Float32Array(positions.length);
  const at = (i: number) => positions[i] as number;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * (indices[t] as number), 3 * (indices[t + 1] as number), 3 * (indices[t + 2] as number)];
    const [ux, uy, uz] = [at(b) - at(a), at(b + 1) - at(a + 1), at(b + 2) - at(a + 2)];
    const [vx, vy, vz] = [at(c) - at(a), at(c + 1) - at(a + 1), at(c + 2) - at(a + 2)];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const p of [a, b, c]) {
      normals[p] = (normals[p] as number) + x;
      normals[p + 1] = (normals[p + 1] as number) + y;
      normals[p + 2] = (normals[p + 2] as number) + z;
    }
  }
  for (let p = 0; p < normals.length; p += 3) {
    const length = Math.hypot(normals[p] as number, normals[p + 1] as number, normals[p + 2] as number) || 1;
    for (let axis = 0; axis < 3; axis++) normals[p + axis] = (normals[p + axis] as number) / length;
  }
  return normals;
}
