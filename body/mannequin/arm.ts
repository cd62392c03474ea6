import { type Frame, girthToRadius, lerp, slimness } from './frame.ts';
import { createProfile, type Profile } from './profile.ts';
import { type Point, type Solid, smoothIntersection } from './solids.ts';

/** The axis of the left arm (x > 0): shoulder, elbow and wrist, and the lengths of upper arm and forearm, cm. */
export interface ArmLine {
  shoulder: Point;
  elbow: Point;
  wrist: Point;
  upper: number;
  fore: number;
}

/** The arm's axis when the upper arm hangs at this angle away from the body (radians). */
function lineAt(frame: Frame, angle: number, shoulder: Point): ArmLine {
  const { measures: m } = frame;
  const upper = m.upperArmLength - 0.9 * (frame.acromion - shoulder[1]);
  const fore = m.forearmLength;
  // The forearm hangs closer to the vertical.
  const forearmAngle = angle * 0.6;
  const [back, forth] = [-0.05, 0.16];
  const elbow: Point = [shoulder[0] + upper * Math.sin(angle), shoulder[1] - upper * Math.cos(angle), shoulder[2] + back * upper];
  const wrist: Point = [
    elbow[0] + fore * Math.sin(forearmAngle),
    elbow[1] - fore * Math.cos(forearmAngle),
    elbow[2] + forth * fore,
  ];
  return { shoulder, elbow, wrist, upper: distanceOf(shoulder, elbow), fore: distanceOf(elbow, wrist) };
}

const distanceOf = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
export const lerpPoint = (from: Point, to: Point, share: number): Point => [
  lerp(from[0], to[0], share),
  lerp(from[1], to[1], share),
  lerp(from[2], to[2], share),
];

/** Radius of the shoulder's top relative to the deltoid below it: shoulders slope. */
const CAP = 0.8;
/** Radius of the deltoid. */
const deltoidOf = ({ measures: m }: Frame) => girthToRadius(m.upperArm) * 1.1 + 0.35;

/** The arm's axis at the smallest angle at which the arm clears chest and hips. */
export function createArmLine(frame: Frame, breadthAt: (y: number) => number): ArmLine {
  const { measures: m, scale } = frame;
  const deltoid = deltoidOf(frame);
  const shoulder: Point = [
    Math.max(m.bideltoidBreadth / 2 - deltoid - 1.3 * scale, m.biacromialBreadth / 2 - 3.8 * scale),
    frame.acromion + lerp(0.4, -0.1, frame.female) * scale - 0.5 * Math.max(deltoid - 5.4 * scale, 0) - CAP * deltoid,
    -1.6 * scale,
  ];
  const radii = armRadii(frame);
  const lean = slimness(frame);
  const [pressed, free] = [lerp(0.85, 0.55, lean), lerp(0.4, 1.2, lean) * scale];
  for (let degrees = 13; ; degrees++) {
    const line = lineAt(frame, (degrees * Math.PI) / 180, shoulder);
    const isClear = Array.from({ length: 18 }, (_, i) => 0.3 + (i / 17) * 1.9).every((position) => {
      const isUpper = position < 1;
      const [x, y] = isUpper ? lerpPoint(line.shoulder, line.elbow, position) : lerpPoint(line.elbow, line.wrist, position - 1);
      const radius = position <= 2 ? radii.at(Math.min(position, 2)) : 4;
      // The upper part is pressed to the chest, more so on a heavier body; the lower part hangs free, with room for a sleeve.
      const requiredGap =
        y > frame.naturalWaist
          ? lerp(free, -pressed * radius, (y - frame.naturalWaist) / (frame.axilla - frame.naturalWaist))
          : lerp(free + 2 * scale, free, Math.max((y - frame.hip) / (frame.naturalWaist - frame.hip), 0));
      const bodyBreadth = Math.max(breadthAt(y), y < frame.hip + 2 * scale ? m.hipBreadth / 2 : 0);
      return y > frame.axilla || x - radius - bodyBreadth > requiredGap;
    });
    if (isClear || degrees >= 48) return line;
  }
}

/** Radius by position along the arm: 0 shoulder, 1 elbow, 2 wrist. */
function armRadii(frame: Frame): Profile {
  const { measures: m } = frame;
  const upper = girthToRadius(m.upperArm);
  const fore = girthToRadius(m.forearmFlexed * 0.97);
  const wrist = girthToRadius(m.wrist);
  const elbow = lerp(upper * 0.86, fore * 0.95, 0.5);
  const knots = [
    [0, deltoidOf(frame) * CAP],
    [0.13, deltoidOf(frame) * 0.94],
    [0.26, deltoidOf(frame) * 0.99],
    [0.46, upper * 1.005],
    [0.62, upper * 0.985],
    [0.86, lerp(upper, elbow, 0.75)],
    [1, elbow],
    [1.22, fore],
    [1.5, lerp(fore, wrist, 0.32)],
    [1.82, lerp(fore, wrist, 0.86)],
    [2, wrist],
  ] as const;
  // A profile is sampled in steps of a quarter; scaling the positions makes this fine enough.
  const spread = createProfile(knots.map(([position, radius]) => [position * 40, radius]));
  return { at: (position) => spread.at(position * 40), slope: (position) => spread.slope(position * 40) * 40 };
}

/** The arm ends beyond the wrist, so that the hand can be joined to it: in forearm lengths from the elbow. */
const ARM_END = 1.16;

/**
 * The nearest point on the arm's axis: its position (0 shoulder, 1 elbow, 2 wrist, slightly more beyond), coordinates and
 * distance, cm.
 */
interface NearestPoint {
  position: number;
  x: number;
  y: number;
  z: number;
  distance: number;
}

/** Reused by every call to avoid allocations: this runs very often. */
const nearest: NearestPoint = { position: 0, x: 0, y: 0, z: 0, distance: 0 };

function nearestOn({ shoulder, elbow, wrist, upper, fore }: ArmLine, x: number, y: number, z: number): Readonly<NearestPoint> {
  nearest.distance = Number.POSITIVE_INFINITY;
  approach(shoulder, elbow, upper, 0, 1, x, y, z);
  approach(elbow, wrist, fore, 1, ARM_END, x, y, z);
  return nearest;
}

/** Updates the nearest point if this segment of the axis, which starts at position `start`, is nearer. */
function approach(from: Point, to: Point, length: number, start: number, end: number, x: number, y: number, z: number): void {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy + (z - from[2]) * dz) / (length * length);
  const share = Math.min(Math.max(along, 0), end);
  const [px, py, pz] = [from[0] + share * dx, from[1] + share * dy, from[2] + share * dz];
  const distance = Math.sqrt((x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2);
  if (distance >= nearest.distance) return;
  nearest.position = start + share;
  nearest.x = px;
  nearest.y = py;
  nearest.z = pz;
  nearest.distance = distance;
}

/** The position of a point along the arm, from 0 to slightly more than 2. */
export function positionAlongArm(line: ArmLine, x: number, y: number, z: number): number {
  return nearestOn(line, x, y, z).position;
}

/** Signed distance to the arm's skin, by position along the arm, distance from the axis, and the forward part of that distance. */
type Skin = (position: number, distance: number, ahead: number) => number;

/** The arm's skin, flattened towards the wrist, whose broad side faces the thigh. */
function skinOf(frame: Frame, line: ArmLine): Skin {
  const radii = armRadii(frame);
  const flat = createProfile([
    [0, 0.02],
    [20, 0.05],
    [36, -0.02],
    [40, -0.03],
    [50, 0.03],
    [64, 0.1],
    [80, 0.2],
  ]);
  return (position, distance, ahead) => {
    const radius = radii.at(position);
    if (distance < 1e-6) return -radius;
    const e = flat.at(position * 40);
    const along = ahead / distance;
    // Radius of an ellipse in this direction: deeper (z) by 1 + e, narrower by 1 − e.
    const [deep, narrow] = [along / (1 + e), Math.sqrt(Math.max(0, 1 - along * along)) / (1 - e)];
    const slope = radii.slope(position) / (position < 1 ? line.upper : line.fore);
    return (distance - radius / Math.sqrt(deep * deep + narrow * narrow)) / Math.sqrt(1 + slope * slope);
  };
}

/** The left arm to slightly beyond the wrist. */
export function buildArm(frame: Frame, line: ArmLine): Solid {
  const skin = skinOf(frame, line);
  const { shoulder, elbow, wrist } = line;
  const points = [shoulder, elbow, lerpPoint(elbow, wrist, ARM_END)];
  const reach = deltoidOf(frame) + 1;
  const lowest = (i: 0 | 1 | 2) => Math.min(...points.map((p) => p[i])) - reach;
  const highest = (i: 0 | 1 | 2) => Math.max(...points.map((p) => p[i])) + reach;
  return {
    low: [lowest(0), lowest(1), lowest(2)],
    high: [highest(0), highest(1), highest(2)],
    distance(x, y, z) {
      const { position, z: middle, distance } = nearestOn(line, x, y, z);
      const surface = skin(position, distance, z - middle);
      return position < 1.9
        ? surface
        : smoothIntersection(surface, distanceBeyondWrist(line, x, y, z) - (ARM_END - 1) * line.fore, 0.8);
    },
  };
}

/** Distance of a point beyond the wrist along the forearm, cm. */
export function distanceBeyondWrist({ elbow, wrist, fore }: ArmLine, x: number, y: number, z: number): number {
  return (
    ((x - wrist[0]) * (wrist[0] - elbow[0]) + (y - wrist[1]) * (wrist[1] - elbow[1]) + (z - wrist[2]) * (wrist[2] - elbow[2])) /
    fore
  );
}

/** The end of the arm around the wrist, scaled by `growth` like the wrist's girth: the base of the hand. */
export function buildWrist(frame: Frame, line: ArmLine, growth: number): Solid {
  const skin = skinOf(frame, line);
  const reach = 1.6 * girthToRadius(frame.measures.wrist);
  const { wrist } = line;
  return {
    low: [wrist[0] - reach, wrist[1] - reach, wrist[2] - reach],
    high: [wrist[0] + reach, wrist[1] + reach, wrist[2] + reach],
    distance(x, y, z) {
      const { position, z: middle, distance } = nearestOn(line, x, y, z);
      const surface = growth * skin(position, distance / growth, (z - middle) / growth);
      const beyond = distanceBeyondWrist(line, x, y, z);
      // Tapers off within the palm.
      return smoothIntersection(surface + 0.45 * Math.max(0, beyond - 1), -beyond - 2, 0.3);
    },
  };
}
