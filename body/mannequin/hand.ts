import { type ArmLine, buildWrist } from './arm.ts';
import { type Frame, girthToRadius } from './frame.ts';
import { joinSolids, normalise, type Point, roundedCone, type Solid } from './solids.ts';

/** Rotation of a relaxed hanging hand, which turns its back to the front, radians. */
const ROTATION = (24 * Math.PI) / 180;

/**
 * The hanging left hand: palm to the thigh, thumb to the front, fingers slightly bent. `growth` is the scale factor at the wrist.
 */
export function buildHand(frame: Frame, line: ArmLine, growth: number): Solid {
  const { measures: m } = frame;
  const { elbow, wrist, fore } = line;
  const length = m.handLength;
  const girth = girthToRadius(m.handGirth);
  // Axes of the hand: along the forearm, towards the thumb, and out of the palm.
  const down: Point = [(wrist[0] - elbow[0]) / fore, (wrist[1] - elbow[1]) / fore, (wrist[2] - elbow[2]) / fore];
  const ahead = normalise([0 - down[2] * down[0], 0 - down[2] * down[1], 1 - down[2] * down[2]]);
  const aside: Point = [
    down[1] * ahead[2] - down[2] * ahead[1],
    down[2] * ahead[0] - down[0] * ahead[2],
    down[0] * ahead[1] - down[1] * ahead[0],
  ];
  const combine = (one: Point, share: number, other: Point, rest: number): Point => [
    one[0] * share + other[0] * rest,
    one[1] * share + other[1] * rest,
    one[2] * share + other[2] * rest,
  ];
  const [cos, sin] = [Math.cos(ROTATION), Math.sin(ROTATION)];
  const forward = combine(ahead, cos, aside, sin);
  const inward = combine(aside, cos, ahead, -sin);
  const at = (along: number, front: number, palm: number): Point => [
    wrist[0] + along * down[0] + front * forward[0] + palm * inward[0],
    wrist[1] + along * down[1] + front * forward[1] + palm * inward[1],
    wrist[2] + along * down[2] + front * forward[2] + palm * inward[2],
  ];
  const r = girthToRadius(m.wrist);
  const width = girth * 1.26;
  const palmEnd = 0.53 * length;
  const parts: [Solid, number][] = [[buildWrist(frame, line, growth), 0.1]];
  for (const { reach, thickness, set, bend } of FINGERS) {
    const across = set * 0.64 * width;
    const thick = thickness * girth;
    const knuckle = palmEnd - (1 - reach) * 0.18 * length;
    const free = reach * 0.47 * length;
    const joint = (share: number) =>
      at(
        knuckle + free * share * (1 - 0.5 * bend * share),
        across * (1 - 0.1 * share),
        0.05 * girth + bend * free * share * share,
      );
    // The bones of the palm fan out from the wrist.
    parts.push([roundedCone(at(0.4 * r, set * 0.46 * r, 0.02 * girth), 0.43 * girth, joint(0), thick * 1.08), 0.8]);
    const bones = [0, 0.42, 0.74].map((from, i): [Solid, number] => {
      const to = [0.42, 0.74, 0.96][i] as number;
      return [roundedCone(joint(from), thick * (1.04 - 0.24 * from), joint(to), thick * (1.04 - 0.24 * to)), 0.25];
    });
    parts.push([joinSolids(bones), 0.7]);
  }
  // The thumb with its ball, next to the index finger and slightly in front of the palm.
  const root = at(0.09 * length, 0.4 * width, 0.14 * girth);
  const ball = at(0.27 * length, 0.82 * width, 0.32 * girth);
  const knuckle = at(0.45 * length, 1.12 * width, 0.44 * girth);
  const tip = at(0.63 * length, 1.17 * width, 0.46 * girth);
  parts.push([roundedCone(root, 0.38 * girth, ball, 0.33 * girth), 1.8]);
  parts.push([
    joinSolids([
      [roundedCone(ball, 0.31 * girth, knuckle, 0.25 * girth), 0.1],
      [roundedCone(knuckle, 0.25 * girth, tip, 0.19 * girth), 0.3],
    ]),
    1.1,
  ]);
  return joinSolids(parts);
}

/** The fingers from index to little finger: relative length, thickness in hand radii, position across the hand, and bend. */
const FINGERS = [
  { reach: 0.94, thickness: 0.265, set: 1, bend: 0.16 },
  { reach: 1, thickness: 0.27, set: 0.34, bend: 0.2 },
  { reach: 0.95, thickness: 0.26, set: -0.33, bend: 0.24 },
  { reach: 0.8, thickness: 0.235, set: -0.96, bend: 0.27 },
] as const;
