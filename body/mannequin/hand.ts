import type { ArmLine } from './arm.ts';
import { type Frame, radiusOf } from './frame.ts';
import { joined, type Point, roundedCone, type Solid } from './solids.ts';

/**
 * The left hand, hanging: palm to the thigh, thumb to the front, fingers lightly bent. It begins inside the wrist, so that it can be a closed
 * solid of its own, as the hands of shop-window mannequins are.
 */
export function hand({ measures: m }: Frame, { elbow, wrist, fore }: ArmLine): Solid {
  const length = m.handLength;
  const girth = radiusOf(m.handGirth);
  // Axes of the hand: down the forearm, to the front, and towards the body.
  const down: Point = [(wrist[0] - elbow[0]) / fore, (wrist[1] - elbow[1]) / fore, (wrist[2] - elbow[2]) / fore];
  const forward = normal([0 - down[2] * down[0], 0 - down[2] * down[1], 1 - down[2] * down[2]]);
  const inward: Point = [
    down[1] * forward[2] - down[2] * forward[1],
    down[2] * forward[0] - down[0] * forward[2],
    down[0] * forward[1] - down[1] * forward[0],
  ];
  const at = (along: number, front: number, palm: number): Point => [
    wrist[0] + along * down[0] + front * forward[0] + palm * inward[0],
    wrist[1] + along * down[1] + front * forward[1] + palm * inward[1],
    wrist[2] + along * down[2] + front * forward[2] + palm * inward[2],
  ];
  const r = radiusOf(m.wrist);
  const width = girth * 1.12;
  const palmEnd = 0.53 * length;
  // The wrist, broad from front to back, runs out into the palm.
  const parts: [Solid, number][] = [0.38, -0.38].map((side) => [
    roundedCone(at(0.5 * r, side * r, 0), r * 0.8, at(1.5 * r, side * 1.1 * r, 0), r * 0.52),
    0.8,
  ]);
  for (const { reach, thickness, set } of FINGERS) {
    const across = set * 0.62 * width;
    const thick = thickness * girth;
    const knuckle = palmEnd - (1 - reach) * 0.16 * length;
    const free = reach * 0.47 * length;
    const joint = (share: number) =>
      at(knuckle + free * share * (1 - 0.05 * share), across * (1 - 0.07 * share), 0.1 + 0.16 * free * share * share);
    parts.push([roundedCone(at(0.8 * r, across * 0.7, 0), thick * 1.15, joint(0), thick * 1.08), 1]);
    const bones = [0, 0.45, 0.75].map((from, i): [Solid, number] => {
      const to = [0.45, 0.75, 0.97][i] as number;
      return [roundedCone(joint(from), thick * (1.04 - 0.2 * from), joint(to), thick * (1.04 - 0.2 * to)), 0.02];
    });
    parts.push([joined(bones), 0.4]);
  }
  const ball = at(0.2 * length, 0.8 * width, 0.2 * girth);
  const knuckle = at(0.4 * length, 1.1 * width, 0.3 * girth);
  const tip = at(0.57 * length, 1.2 * width, 0.46 * girth);
  parts.push([roundedCone(at(0.07 * length, 0.42 * width, 0.1), 0.36 * girth, ball, 0.36 * girth), 1.2]);
  parts.push([
    joined([
      [roundedCone(ball, 0.35 * girth, knuckle, 0.28 * girth), 0.02],
      [roundedCone(knuckle, 0.28 * girth, tip, 0.22 * girth), 0.02],
    ]),
    0.8,
  ]);
  return joined(parts);
}

/** From the index to the little finger: length, thickness in radii of the hand, and place across the hand. They lie side by side. */
const FINGERS = [
  { reach: 0.94, thickness: 0.25, set: 1 },
  { reach: 1, thickness: 0.255, set: 0.34 },
  { reach: 0.95, thickness: 0.245, set: -0.33 },
  { reach: 0.8, thickness: 0.215, set: -0.96 },
] as const;

function normal([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
