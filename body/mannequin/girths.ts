import type { Measure } from '../measures.ts';
import { type ArmLine, lerpPoint, positionAlongArm } from './arm.ts';
import type { DistanceField } from './distance-field.ts';
import type { Frame } from './frame.ts';
import { intersectPlane, measureGirth, type Plane } from './girth-measurement.ts';
import { type Knot, pchip } from './profile.ts';
import type { Point, Solid } from './solids.ts';
import type { Surface } from './surface-nets.ts';

export const BODY_PARTS = ['trunk', 'head', 'leg', 'arm', 'hand'] as const;
export type BodyPart = (typeof BODY_PARTS)[number];

/** The parts that are scaled separately: the trunk with head and neck, the legs, and the arms. */
type Limb = 'trunk' | 'leg' | 'arm';

/** A girth of the mannequin: where it is measured and its required length. */
export interface Landmark {
  measure: Measure;
  limb: Limb;
  /** cm */
  targetGirth: number;
  plane: Plane;
  /** Height, or position along the arm. */
  along: number;
}

/** Girth of a relaxed forearm relative to the measured one, which is taken with a clenched fist. */
const RELAXED_FOREARM = 0.97;
const LEVEL: Point = [0, 1, 0];

/** The girths that the mannequin must match. */
export function createLandmarks(frame: Frame, { line, neckAxis }: DistanceField): Landmark[] {
  const { measures: m, scale } = frame;
  const level = (measure: Measure, limb: Limb, height: number): Landmark => ({
    measure,
    limb,
    targetGirth: m[measure],
    plane: { through: [0, height, 0], normal: LEVEL },
    along: height,
  });
  const across = (measure: Measure, position: number, targetGirth: number): Landmark => {
    const [from, to, share] = position <= 1 ? [line.shoulder, line.elbow, position] : [line.elbow, line.wrist, position - 1];
    const length = position <= 1 ? line.upper : line.fore;
    const normal: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length];
    return { measure, limb: 'arm', targetGirth, plane: { through: lerpPoint(from, to, share), normal }, along: position };
  };
  return [
    // At right angles to the leaning neck, so lower in front than behind.
    {
      measure: 'neck',
      limb: 'trunk',
      targetGirth: m.neck,
      plane: { through: neckAxis.tape, normal: neckAxis.tapeNormal },
      along: neckAxis.tape[1],
    },
    level('chest', 'trunk', frame.chest),
    level('waistNatural', 'trunk', frame.naturalWaist),
    level('waist', 'trunk', frame.navel),
    level('hip', 'trunk', frame.hip),
    level('thigh', 'leg', frame.thigh),
    level('lowerThigh', 'leg', frame.knee + 5.5 * scale),
    level('calf', 'leg', 0.71 * frame.knee),
    level('ankle', 'leg', frame.ankle + 5 * scale),
    across('upperArm', 0.5, m.upperArm),
    across('forearmFlexed', 1.22, m.forearmFlexed * RELAXED_FOREARM),
    across('wrist', 1.96, m.wrist),
  ];
}

/** Selects the triangles that a landmark's tape encloses: the trunk without the arms, or the left limb. */
function triangleFilter(
  { limb }: Landmark,
  positions: ArrayLike<number>,
  indices: Uint32Array,
  parts: Uint8Array,
): (triangle: number) => boolean {
  const [arm, hand] = [BODY_PARTS.indexOf('arm'), BODY_PARTS.indexOf('hand')];
  return (triangle) => {
    const points = [indices[3 * triangle] as number, indices[3 * triangle + 1] as number, indices[3 * triangle + 2] as number];
    const arms = points.filter((p) => parts[p] === arm || parts[p] === hand).length;
    if (limb === 'arm') return arms === 3 && points.every((p) => parts[p] === arm && (positions[3 * p] as number) > 0);
    if (arms >= 2) return false;
    return limb === 'trunk' || points.every((p) => (positions[3 * p] as number) > 0);
  };
}

/** The triangles near a landmark's tape. Scaling hardly changes their height, so the tape stays within this band. */
function bandAt(landmark: Landmark, positions: Float64Array, indices: Uint32Array, parts: Uint8Array): Uint32Array {
  const { through, normal } = landmark.plane;
  const accepts = triangleFilter(landmark, positions, indices, parts);
  const offset = through[0] * normal[0] + through[1] * normal[1] + through[2] * normal[2];
  const found: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const p = 3 * (indices[t] as number);
    const height =
      (positions[p] as number) * normal[0] +
      (positions[p + 1] as number) * normal[1] +
      (positions[p + 2] as number) * normal[2] -
      offset;
    if (height < BAND && height > -BAND && accepts(t / 3))
      found.push(indices[t] as number, indices[t + 1] as number, indices[t + 2] as number);
  }
  return Uint32Array.from(found);
}

const ROUNDS = 12;
/** Relative error at which the solver stops. */
const TOLERANCE = 2e-4;
/** Half the height of the band of triangles around a tape, cm. */
const BAND = 6;
/** Width of the transition between limbs, cm. */
const BLEND = 1.6;

/** Scales trunk, legs and arms around their axes, smoothly along each axis, until every girth matches. Changes the surface. */
export function solveGirths(
  surface: Surface,
  frame: Frame,
  field: DistanceField,
  landmarks: readonly Landmark[],
): { parts: Uint8Array /** Scale factor at the wrist. */; wrist: number } {
  const half = surface.positions.length / 6;
  const base = surface.positions.slice();
  const { parts, weights, armPositions } = assignParts(base, half, field);
  const logs = new Map(landmarks.map((landmark) => [landmark, 0]));
  const bands = new Map(landmarks.map((landmark) => [landmark, bandAt(landmark, base, surface.indices, parts)]));
  const axes = computeAxes(base, bands);
  for (let round = 0; round < ROUNDS; round++) {
    const scales = interpolateScales(landmarks, logs, frame, field);
    applyScales(surface.positions, base, half, weights, armPositions, scales, axes, field.line);
    let worst = 0;
    for (const landmark of landmarks) {
      const points = intersectPlane(surface.positions, bands.get(landmark) as Uint32Array, landmark.plane);
      const gap = Math.log(landmark.targetGirth / measureGirth(points).girth);
      if (!Number.isFinite(gap)) throw new Error(`The girth "${landmark.measure}" cannot be measured on this surface.`);
      worst = Math.max(worst, Math.abs(gap));
      logs.set(landmark, (logs.get(landmark) ?? 0) + gap);
    }
    if (worst < TOLERANCE) break;
  }
  const wrist = [...logs].find(([{ measure }]) => measure === 'wrist')?.[1] ?? 0;
  return { parts, wrist: Math.exp(wrist) };
}

interface PartAssignment {
  parts: Uint8Array;
  /** By point of the left half: its weights for trunk, leg and arm. */
  weights: Float64Array;
  /** By point of the left half: its position along the arm. */
  armPositions: Float64Array;
}

function assignParts(positions: Float64Array, half: number, field: DistanceField): PartAssignment {
  const parts = new Uint8Array(2 * half);
  const weights = new Float64Array(3 * half);
  const armPositions = new Float64Array(half);
  for (let p = 0; p < half; p++) {
    const [x, y, z] = [positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number];
    const distanceTo = (solid: Solid) => solid.distance(x, y, z);
    const trunk = Math.min(distanceTo(field.trunk), distanceTo(field.neck));
    const [head, leg, arm] = [distanceTo(field.head), distanceTo(field.leg), distanceTo(field.arm)];
    const nearest = Math.min(trunk, head, leg, arm);
    // The head is not scaled, so that it keeps its shape.
    const shares = [trunk, leg, arm, head].map((distance) => Math.exp((nearest - distance) / BLEND));
    const total = shares.reduce((sum, share) => sum + share, 0);
    weights.set(
      shares.slice(0, 3).map((share) => share / total),
      3 * p,
    );
    const part: BodyPart = nearest === arm ? 'arm' : nearest === leg ? 'leg' : trunk <= head ? 'trunk' : 'head';
    parts[p] = BODY_PARTS.indexOf(part);
    parts[half + p] = BODY_PARTS.indexOf(part);
    armPositions[p] = positionAlongArm(field.line, x, y, z);
  }
  return { parts, weights, armPositions };
}

interface Axes {
  trunkZ: (y: number) => number;
  legX: (y: number) => number;
  legZ: (y: number) => number;
}

/** The axes of trunk and legs: curves through the centres of the landmarks' sections. */
function computeAxes(positions: Float64Array, bands: ReadonlyMap<Landmark, Uint32Array>): Axes {
  const middles = (limb: Limb) =>
    [...bands]
      .filter(([landmark]) => landmark.limb === limb)
      .map(([{ along, plane }, band]) => ({ y: along, middle: measureGirth(intersectPlane(positions, band, plane)).middle }))
      .sort((one, other) => one.y - other.y);
  const curve = (limb: Limb, which: 0 | 1) => pchip(middles(limb).map(({ y, middle }): Knot => [y, middle[which]]));
  return { trunkZ: curve('trunk', 1), legX: curve('leg', 0), legZ: curve('leg', 1) };
}

type Scales = Record<Limb, (along: number) => number>;

/** Interpolates the logarithms of the scales between the landmarks; 0 at the crown and the soles. */
function interpolateScales(
  landmarks: readonly Landmark[],
  logs: ReadonlyMap<Landmark, number>,
  frame: Frame,
  field: DistanceField,
): Scales {
  const neck = [...logs].find(([{ measure }]) => measure === 'neck')?.[1] ?? 0;
  const knots = (limb: Limb, ...ends: Knot[]) =>
    pchip(
      [
        ...landmarks
          .filter((landmark) => landmark.limb === limb)
          .map((landmark): Knot => [landmark.along, logs.get(landmark) ?? 0]),
        ...ends,
      ].sort(([one], [other]) => one - other),
    );
  return {
    trunk: knots(
      'trunk',
      [field.neckAxis.tape[1] - 3 * frame.scale, neck],
      [field.neckAxis.tape[1] + 3 * frame.scale, neck],
      [frame.acromion - 2, 0],
    ),
    leg: knots('leg', [0, 0]),
    arm: knots('arm', [0, 0]),
  };
}

function applyScales(
  to: Float64Array,
  base: Float64Array,
  half: number,
  weights: Float64Array,
  armPositions: Float64Array,
  scales: Scales,
  { trunkZ, legX, legZ }: Axes,
  line: ArmLine,
): void {
  for (let p = 0; p < half; p++) {
    const [x, y, z] = [base[3 * p] as number, base[3 * p + 1] as number, base[3 * p + 2] as number];
    const [trunk, leg, arm] = [weights[3 * p] as number, weights[3 * p + 1] as number, weights[3 * p + 2] as number];
    let [dx, dy, dz] = [0, 0, 0];
    if (trunk > 1e-4) {
      const grow = trunk * (Math.exp(scales.trunk(y)) - 1);
      dx += grow * x;
      dz += grow * (z - trunkZ(y));
    }
    if (leg > 1e-4) {
      const grow = leg * (Math.exp(scales.leg(y)) - 1);
      dx += grow * (x - legX(y));
      dz += grow * (z - legZ(y));
    }
    if (arm > 1e-4) {
      const position = armPositions[p] as number;
      const on = position <= 1 ? lerpPoint(line.shoulder, line.elbow, position) : lerpPoint(line.elbow, line.wrist, position - 1);
      const grow = arm * (Math.exp(scales.arm(position)) - 1);
      dx += grow * (x - on[0]);
      dy += grow * (y - on[1]);
      dz += grow * (z - on[2]);
    }
    const moved: Point = [Math.max(x + dx, 0.02), y + dy, z + dz];
    to.set(moved, 3 * p);
    to.set([-moved[0], moved[1], moved[2]], 3 * (half + p));
  }
}
