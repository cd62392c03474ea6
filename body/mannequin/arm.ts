import { type Frame, girthToRadius, lerp, slimness } from './frame.ts';
import { createProfile, type Profile } from './profile.ts';
import { type Point, type Solid, smoothIntersection } from './solids.ts';

/** The bent line through a hanging arm, from the middle of the shoulder to the wrist; x > 0. */
export interface ArmLine {
  shoulder: Point;
  elbow: Point;
  wrist: Point;
  upper: number;
  fore: number;
}

/** Directions of upper arm and forearm for this angle away from the body (radians). */
function lineAt(frame: Frame, angle: number, shoulder: Point): ArmLine {
  const { measures: m } = frame;
  const upper = m.upperArmLength - 0.9 * (frame.acromion - shoulder[1]);
  const fore = m.forearmLength;
  // The forearm hangs closer to the vertical.
  const bent = angle * 0.6;
  const [back, forth] = [-0.05, 0.16];
  const elbow: Point = [shoulder[0] + upper * Math.sin(angle), shoulder[1] - upper * Math.cos(angle), shoulder[2] + back * upper];
  const wrist: Point = [elbow[0] + fore * Math.sin(bent), elbow[1] - fore * Math.cos(bent), elbow[2] + forth * fore];
  return { shoulder, elbow, wrist, upper: distanceOf(shoulder, elbow), fore: distanceOf(elbow, wrist) };
}

const distanceOf = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
export const lerpPoint = (from: Point, to: Point, share: number): Point => [
  lerp(from[0], to[0], share),
  lerp(from[1], to[1], share),
  lerp(from[2], to[2], share),
];

/** The shoulder's top is so much rounder than its muscle is lower down: shoulders slope. */
const CAP = 0.8;
/** Radius of the shoulder's muscle. */
const deltoidOf = ({ measures: m }: Frame) => girthToRadius(m.upperArm) * 1.1 + 0.35;

/** The arm's line, as close to the body as an arm hangs that touches neither chest nor hips. */
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
    const isClear = Array.from({ length: 18 }, (_, i) => 0.3 + (i / 17) * 1.9).every((place) => {
      const isUpper = place < 1;
      const [x, y] = isUpper ? lerpPoint(line.shoulder, line.elbow, place) : lerpPoint(line.elbow, line.wrist, place - 1);
      const radius = place <= 2 ? radii.at(Math.min(place, 2)) : 4;
      // Above, the arm is pressed to the chest, the more the softer both are; further down it hangs free, and has room for a sleeve.
      const wanted =
        y > frame.naturalWaist
          ? lerp(free, -pressed * radius, (y - frame.naturalWaist) / (frame.axilla - frame.naturalWaist))
          : lerp(free + 2 * scale, free, Math.max((y - frame.hip) / (frame.naturalWaist - frame.hip), 0));
      const beside = Math.max(breadthAt(y), y < frame.hip + 2 * scale ? m.hipBreadth / 2 : 0);
      return y > frame.axilla || x - radius - beside > wanted;
    });
    if (isClear || degrees >= 48) return line;
  }
}

/** Radius by place: 0 the shoulder, 1 the elbow, 2 the wrist. */
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
  // The table of a profile has steps of a quarter; the places are spread so that it is fine enough.
  const spread = createProfile(knots.map(([place, radius]) => [place * 40, radius]));
  return { at: (place) => spread.at(place * 40), slope: (place) => spread.slope(place * 40) * 40 };
}

/** The arm goes on beyond the wrist, so that the hand can be sewn to it: this many forearms from the elbow. */
const STUB = 1.16;

/** Nearest point of the arm's line: its position (0 shoulder, 1 elbow, 2 wrist, a little more beyond it), its coordinates, and the distance, cm. */
interface Beside {
  place: number;
  x: number;
  y: number;
  z: number;
  distance: number;
}

/** Reused by every call, because there are very many. */
const beside: Beside = { place: 0, x: 0, y: 0, z: 0, distance: 0 };

function nearestOn({ shoulder, elbow, wrist, upper, fore }: ArmLine, x: number, y: number, z: number): Readonly<Beside> {
  beside.distance = Number.POSITIVE_INFINITY;
  approach(shoulder, elbow, upper, 0, 1, x, y, z);
  approach(elbow, wrist, fore, 1, STUB, x, y, z);
  return beside;
}

/** Looks whether a straight piece of the line, which begins at this place, is nearer than what was found before it. */
function approach(from: Point, to: Point, length: number, start: number, end: number, x: number, y: number, z: number): void {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy + (z - from[2]) * dz) / (length * length);
  const share = Math.min(Math.max(along, 0), end);
  const [px, py, pz] = [from[0] + share * dx, from[1] + share * dy, from[2] + share * dz];
  const distance = Math.sqrt((x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2);
  if (distance >= beside.distance) return;
  beside.place = start + share;
  beside.x = px;
  beside.y = py;
  beside.z = pz;
  beside.distance = distance;
}

/** The place of a point along the arm, from 0 to a little more than 2. */
export function positionAlongArm(line: ArmLine, x: number, y: number, z: number): number {
  return nearestOn(line, x, y, z).place;
}

/** How far outside the arm's skin a point lies that is so far from the line, and of that so far to the front. */
type Skin = (place: number, distance: number, ahead: number) => number;

/** An arm's skin. Flattened towards the wrist, whose broad side faces the thigh. */
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
  return (place, distance, ahead) => {
    const radius = radii.at(place);
    if (distance < 1e-6) return -radius;
    const e = flat.at(place * 40);
    const along = ahead / distance;
    // Radius of an ellipse in this direction: deeper (z) by 1 + e, narrower by 1 − e.
    const [deep, narrow] = [along / (1 + e), Math.sqrt(Math.max(0, 1 - along * along)) / (1 - e)];
    const slope = radii.slope(place) / (place < 1 ? line.upper : line.fore);
    return (distance - radius / Math.sqrt(deep * deep + narrow * narrow)) / Math.sqrt(1 + slope * slope);
  };
}

/** The left arm to the wrist, and a little beyond. */
export function buildArm(frame: Frame, line: ArmLine): Solid {
  const skin = skinOf(frame, line);
  const { shoulder, elbow, wrist } = line;
  const points = [shoulder, elbow, lerpPoint(elbow, wrist, STUB)];
  const reach = deltoidOf(frame) + 1;
  const least = (i: 0 | 1 | 2) => Math.min(...points.map((p) => p[i])) - reach;
  const most = (i: 0 | 1 | 2) => Math.max(...points.map((p) => p[i])) + reach;
  return {
    low: [least(0), least(1), least(2)],
    high: [most(0), most(1), most(2)],
    distance(x, y, z) {
      const { place, z: middle, distance } = nearestOn(line, x, y, z);
      const surface = skin(place, distance, z - middle);
      return place < 1.9
        ? surface
        : smoothIntersection(surface, distanceBeyondWrist(line, x, y, z) - (STUB - 1) * line.fore, 0.8);
    },
  };
}

/** How far a point lies beyond the wrist, cm. */
export function distanceBeyondWrist({ elbow, wrist, fore }: ArmLine, x: number, y: number, z: number): number {
  return (
    ((x - wrist[0]) * (wrist[0] - elbow[0]) + (y - wrist[1]) * (wrist[1] - elbow[1]) + (z - wrist[2]) * (wrist[2] - elbow[2])) /
    fore
  );
}

/** The arm's end around the wrist, scaled as its girth was: what a hand begins with. */
export function buildWrist(frame: Frame, line: ArmLine, growth: number): Solid {
  const skin = skinOf(frame, line);
  const reach = 1.6 * girthToRadius(frame.measures.wrist);
  const { wrist } = line;
  return {
    low: [wrist[0] - reach, wrist[1] - reach, wrist[2] - reach],
    high: [wrist[0] + reach, wrist[1] + reach, wrist[2] + reach],
    distance(x, y, z) {
      const { place, z: middle, distance } = nearestOn(line, x, y, z);
      const surface = growth * skin(place, distance / growth, (z - middle) / growth);
      const beyond = distanceBeyondWrist(line, x, y, z);
      // It runs out within the palm.
      return smoothIntersection(surface + 0.45 * Math.max(0, beyond - 1), -beyond - 2, 0.3);
    },
  };
}
