import { computeAmbientOcclusion } from './ambient-occlusion.ts';
import { distanceBeyondWrist, positionAlongArm } from './arm.ts';
import { createDistanceField, type DistanceField } from './distance-field.ts';
import { createFrame, type Figure } from './frame.ts';
import { BODY_PARTS, createLandmarks, type Landmark, solveGirths } from './girths.ts';
import { buildHand } from './hand.ts';
import { cutLimb, JOINT_RINGS, type LitSurface, type MeshBuffer, stitchRims } from './joint.ts';
import { smoothSurface, smoothValues } from './smooth.ts';
import { boxDistance, type Point, type Solid } from './solids.ts';
import { extractSurface, isClosed, type Surface } from './surface-nets.ts';

/** A mannequin ready to be drawn: a closed mesh in cm, y up, facing +z, standing on y = 0. */
export interface Mannequin {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer>;
  indices: Uint32Array<ArrayBuffer>;
  /** By point: ambient light, from 0 (deepest fold) to 255 (open). */
  shades: Uint8Array<ArrayBuffer>;
  /** By point: an index into BODY_PARTS. */
  parts: Uint8Array<ArrayBuffer>;
  /** By point: its height, cm; for arms and hands, its position along the arm (0 shoulder, 1 elbow, 2 wrist). */
  along: Float32Array<ArrayBuffer>;
  /** The girths that the mesh was fitted to. */
  landmarks: readonly Landmark[];
}

export interface MannequinOptions {
  /** Distance between points, cm; smaller on the hands. */
  step?: number;
}

/** Relative spacing of levels at the head, which has finer shapes. */
const HEAD_SPACING = 0.65;

/** Builds the mannequin of a figure. Deterministic. Takes some tenths of a second, so run it in a worker. */
export function buildMannequin(figure: Figure, { step = 1.25 }: MannequinOptions = {}): Mannequin {
  const frame = createFrame(figure);
  const field = createDistanceField(frame);
  const spacing = (axis: 0 | 1 | 2, at: number) => (axis === 1 && at > frame.chin - 3 * frame.scale ? HEAD_SPACING : 1);
  const body = closedSurface((shift) =>
    extractSurface(field.whole, { step, spacing, isMirrored: true, inside: [0, frame.navel, 0], shift }),
  );
  smoothSurface(body, 3);
  smoothSurface(body, 3, computeFolds(body, field));
  fitHeight(body, frame.measures.stature);
  const landmarks = createLandmarks(frame, field);
  const { parts, wrist } = solveGirths(body, frame, field, landmarks);
  const handSolid = buildHand(frame, field.line, wrist);
  const palm = closedSurface((shift) =>
    extractSurface(handSolid, { step: step * 0.33, isMirrored: false, inside: field.line.wrist, shift }),
  );
  smoothSurface(palm, 2);
  // The hand replaces the arm beyond the wrist, so the arm must not shade it.
  const beside = { ...field.trunk, distance: nearest(field.trunk, field.leg) };
  return assemble(
    addLighting(body, nearest(field.whole, handSolid), true),
    parts,
    addLighting(palm, nearest(handSolid, beside), false),
    field,
    landmarks,
  );
}

/** Extracts a closed surface. If two sheets of the surface share an edge of the grid, the grid is shifted and tried again. */
function closedSurface(make: (shift: number) => Surface): Surface {
  for (const shift of [0, 0.37, 0.61, 0.23, 0.83]) {
    const surface = make(shift);
    if (isClosed(surface)) return surface;
  }
  throw new Error('The surface could not be closed.');
}

/** The distance to the nearer of two solids. */
function nearest(one: Solid, other: Solid): Solid['distance'] {
  return (x, y, z) => {
    const distance = one.distance(x, y, z);
    return boxDistance(other, x, y, z) < distance ? Math.min(distance, other.distance(x, y, z)) : distance;
  };
}

/** Rounds of smoothing of the normals: light would otherwise reveal the grid. */
const NORMAL_SMOOTHING = 2;

/** Adds normals and ambient light to a surface. */
function addLighting(surface: Surface, distance: Solid['distance'], isMirrored: boolean): LitSurface {
  const { positions, indices } = surface;
  const count = positions.length / (isMirrored ? 6 : 3);
  const normals = smoothValues(computeNormals(positions, indices), 3, indices, NORMAL_SMOOTHING);
  const shades = new Float64Array(positions.length / 3);
  shades.set(computeAmbientOcclusion(positions, normals, count, distance));
  if (isMirrored) shades.copyWithin(count, 0, count);
  return { ...surface, normals, shades };
}

/** Distance from a fold within which points belong to it, cm. */
const FOLD = 3.2;

/** By point, how much it belongs to a fold between trunk and limb, 0 to 1. Folds are too narrow for the grid and need smoothing. */
function computeFolds({ positions }: Surface, { trunk, arm, leg }: DistanceField): Float64Array {
  const half = positions.length / 6;
  const folds = new Float64Array(2 * half);
  for (let p = 0; p < half; p++) {
    const [x, y, z] = leftPoint(positions, p);
    const own = trunk.distance(x, y, z);
    if (own > FOLD) continue;
    const limb = Math.min(arm.distance(x, y, z), leg.distance(x, y, z));
    const share = Math.min(Math.max(1.5 * (1 - Math.max(own, limb) / FOLD), 0), 1);
    folds[p] = share;
    folds[half + p] = share;
  }
  return folds;
}

/** Scales the height so that the soles are on the floor and the crown is at the stature. */
function fitHeight({ positions }: Surface, stature: number): void {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i] as number);
    high = Math.max(high, positions[i] as number);
  }
  for (let i = 1; i < positions.length; i += 3) positions[i] = (((positions[i] as number) - low) * stature) / (high - low);
}

/** Where arm and hand are cut to be joined, cm beyond the wrist. */
const CUTS = { arm: 0.2, hand: 2.2 };

/** Cuts the arms at the wrists and joins both hands to them. */
function assemble(
  body: LitSurface,
  bodyParts: Uint8Array,
  palm: LitSurface,
  { line }: DistanceField,
  landmarks: readonly Landmark[],
): Mannequin {
  const isArm = BODY_PARTS.indexOf('arm');
  const arms = cutLimb(
    body,
    Float64Array.from(bodyParts, (part, p) => {
      const [x, y, z] = leftPoint(body.positions, p);
      return part === isArm && positionAlongArm(line, x, y, z) > 1.5 ? CUTS.arm - distanceBeyondWrist(line, x, y, z) : 1;
    }),
  );
  const left = cutLimb(
    palm,
    Float64Array.from({ length: palm.positions.length / 3 }, (_, p) => {
      const [x, y, z] = leftPoint(palm.positions, p);
      return distanceBeyondWrist(line, x, y, z) - CUTS.hand;
    }),
  );
  if (left.rims.length !== 1 || arms.rims.length !== 2)
    throw new Error('Each arm and hand must have exactly one rim at the wrist.');
  const [n, h] = [arms.positions.length / 3, left.positions.length / 3];
  const rim = left.rims[0] ?? [];
  const count = n + 2 * h + 2 * JOINT_RINGS * rim.length;
  const concatenate = (arm: Float64Array, hand: Float64Array) => {
    const values = new Float64Array(3 * count);
    values.set(arm);
    values.set(hand, 3 * n);
    for (let i = 0; i < hand.length; i++) values[3 * (n + h) + i] = (i % 3 === 0 ? -1 : 1) * (hand[i] as number);
    return values;
  };
  const shades = new Float64Array(count);
  shades.set(arms.shades);
  shades.set(left.shades, n);
  shades.set(left.shades, n + h);
  const whole: MeshBuffer = {
    positions: concatenate(arms.positions, left.positions),
    normals: concatenate(arms.normals, left.normals),
    shades,
    count: n + 2 * h,
    triangles: [],
  };
  for (const own of arms.rims) {
    const isLeft = (whole.positions[3 * (own[0] as number)] as number) > 0;
    stitchRims(whole, own, isLeft ? rim.map((p) => p + n) : rim.map((p) => p + n + h).toReversed());
  }
  const [a, b] = [arms.indices.length, left.indices.length];
  const indices = new Uint32Array(a + 2 * b + whole.triangles.length);
  indices.set(arms.indices);
  for (let t = 0; t < b; t += 3) {
    const corners = [left.indices[t] as number, left.indices[t + 1] as number, left.indices[t + 2] as number] as const;
    indices.set([corners[0] + n, corners[1] + n, corners[2] + n], a + t);
    indices.set([corners[0] + n + h, corners[2] + n + h, corners[1] + n + h], a + b + t);
  }
  indices.set(whole.triangles, a + 2 * b);
  const positions = Float32Array.from(whole.positions);
  const parts = new Uint8Array(count).fill(BODY_PARTS.indexOf('hand'));
  parts.set(arms.from.map((p) => bodyParts[p] as number));
  const along = new Float32Array(count);
  for (let p = 0; p < count; p++) {
    const [x, y, z] = leftPoint(positions, p);
    along[p] =
      BODY_PARTS[parts[p] as number] === 'arm' || BODY_PARTS[parts[p] as number] === 'hand' ? positionAlongArm(line, x, y, z) : y;
  }
  return {
    positions,
    normals: unit(whole.normals),
    indices,
    shades: Uint8Array.from(shades, (shade) => Math.round(255 * shade)),
    parts,
    along,
    landmarks,
  };
}

/** A point, mirrored to the left half if necessary. */
const leftPoint = (positions: ArrayLike<number>, p: number): Point => [
  Math.abs(positions[3 * p] as number),
  positions[3 * p + 1] as number,
  positions[3 * p + 2] as number,
];

/** Normals by point: the area-weighted mean direction of its triangles. */
export function computeNormals(positions: ArrayLike<number>, indices: ArrayLike<number>): Float32Array<ArrayBuffer> {
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
  return unit(normals);
}

/** Normalises vectors to length 1. */
function unit(directions: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const normals = Float32Array.from(directions);
  for (let p = 0; p < normals.length; p += 3) {
    const length = Math.hypot(normals[p] as number, normals[p + 1] as number, normals[p + 2] as number) || 1;
    for (let axis = 0; axis < 3; axis++) normals[p + axis] = (normals[p + axis] as number) / length;
  }
  return normals;
}
