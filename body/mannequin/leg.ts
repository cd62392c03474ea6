import { breadthOfGirth, type Frame, girthToRadius, lerp } from './frame.ts';
import { createProfile, type Knot } from './profile.ts';
import { column, ellipsoid, joinSolids, type Point, roundedCone, type Solid, smoothIntersection } from './solids.ts';

/** Half the gap between touching thighs, cm. */
const SLIT = 0.3;
/** Tangent of the angle at which the feet point outwards. */
const TOE_OUT = Math.tan((9 * Math.PI) / 180);
/** Depth (z) of the ankle, behind the body's plumb line, cm at 170 cm. */
const ANKLE_Z = -3.6;

/** The left leg with its foot (x > 0), from the hip joint down. */
export function buildLeg(frame: Frame): Solid {
  const { measures: m, scale, female } = frame;
  const stance = lerp(0.24, 0.22, female) * m.hipBreadth;
  const thighBreadth = Math.min(0.485 * m.hipBreadth - SLIT, girthToRadius(m.thigh) * 0.97);
  const thighDepth = depthOf(m.thigh, thighBreadth);
  const { knee, ankle } = frame;
  const calfHeight = 0.71 * knee;
  const middle = lerp(knee, frame.thigh, 0.52);
  const r = girthToRadius;
  const lower = r(m.lowerThigh);
  const calf = r(m.calf);
  const slim = r(m.ankle);
  const middleGirth = lerp(m.lowerThigh, m.thigh, 0.56);
  const middleBreadth = lerp(r(middleGirth) * 0.95, thighBreadth, 0.35);
  // In front, the thigh continues from the belly.
  const belly = 0.46 * m.hipDepth;
  const below = (share: number, depth: number) => Math.max(share * belly - depth * thighDepth, -0.5 * scale);
  // Height, half breadth, half depth, z of the centre.
  const sections: [y: number, breadth: number, depth: number, z: number][] = [
    [frame.hip + 6 * scale, thighBreadth * 0.6, thighDepth * 0.5, below(0.62, 0.5)],
    [frame.hip, thighBreadth * 0.88, thighDepth * 0.88, below(0.82, 0.88)],
    [frame.crotch + 0.5 * scale, thighBreadth * 0.97, thighDepth * 0.98, below(0.84, 0.98)],
    [frame.thigh, thighBreadth, thighDepth, -0.4 * scale],
    [middle, middleBreadth, depthOf(middleGirth, middleBreadth), 0.7 * scale],
    [knee + 5.5 * scale, lower * 0.97, lower * 1.03, -0.1 * scale],
    [knee, lower * 0.93, lower * 0.99, -0.2 * scale],
    [knee - 5.5 * scale, calf * 0.88, calf * 0.97, -1 * scale],
    [calfHeight, calf * 0.93, calf * 0.98, -2.1 * scale],
    [lerp(calfHeight, ankle, 0.5), lerp(calf, slim, 0.68), lerp(calf, slim, 0.66) * 1.05, -2.9 * scale],
    [ankle + 5 * scale, slim * 0.94, slim * 1.07, (ANKLE_Z + 0.2) * scale],
    [ankle, slim * 1.03, slim * 1.2, (ANKLE_Z - 0.1) * scale],
    [3.2 * scale, slim * 0.95, slim * 1.15, ANKLE_Z * scale],
  ];
  const curve = (which: 1 | 2 | 3) =>
    createProfile(
      sections.map((section): Knot => [section[0], section[which]]),
      1.2 * scale,
    );
  const breadth = curve(1);
  const depth = curve(2);
  const line = createProfile([
    [3 * scale, stance],
    [knee, stance * lerp(1, 0.97, female)],
    [frame.thigh, thighBreadth + SLIT],
    [frame.hip + 6 * scale, m.hipBreadth * 0.24],
  ]);
  // Thighs that would overlap are moved outwards.
  const centreX = createProfile(
    Array.from({ length: 40 }, (_, i) => i / 39).map((share): Knot => {
      const y = lerp(3 * scale, frame.hip + 6 * scale, share);
      return [y, y > frame.crotch ? line.at(y) : Math.max(line.at(y), breadth.at(y) + SLIT * 0.8)];
    }),
  );
  const limb = column(
    { breadth, front: depth, back: depth, centreX, centreZ: curve(3), exponent: { at: () => 2.08 } },
    3.2 * scale,
    frame.hip + 6 * scale,
    m.hipBreadth,
  );
  const x = (height: number) => centreX.at(height);
  const kneecap = ellipsoid([x(knee), knee + 0.5 * scale, lower * 0.62 - 0.2 * scale], [lower * 0.4, 3.1 * scale, lower * 0.4]);
  const shin = roundedCone(
    [x(knee) - 0.1 * calf, knee - 6 * scale, calf * 0.45 - 0.6 * scale],
    0.48 * calf,
    [x(ankle) - 0.1 * slim, ankle + 9 * scale, 0.1 * slim - 2.9 * scale],
    0.75 * slim,
  );
  // Above the knee, the inner thigh muscle reaches lower than the outer one.
  const vastus = ellipsoid(
    [x(knee) - 0.4 * lower, knee + 8 * scale, 0.35 * lower],
    [0.5 * lower, 6 * scale, 0.52 * lower],
    0.1,
    -0.15,
  );
  // The outer head of the calf muscle is higher, the inner one is fuller.
  const inner = ellipsoid(
    [x(calfHeight) - 0.3 * calf, calfHeight - 0.5 * scale, -2.3 * scale - 0.42 * calf],
    [0.62 * calf, 9 * scale, 0.6 * calf],
    0.06,
  );
  const outer = ellipsoid(
    [x(calfHeight) + 0.36 * calf, calfHeight + 2.5 * scale, -2.2 * scale - 0.38 * calf],
    [0.58 * calf, 9 * scale, 0.56 * calf],
    0.06,
  );
  const whole = joinSolids([
    [limb, 0.1],
    [kneecap, 3 * scale],
    [shin, 3 * scale],
    [vastus, 4 * scale],
    [inner, 3 * scale],
    [outer, 3 * scale],
    [foot(frame, x(ankle)), 2 * scale],
  ]);
  return { ...whole, distance: (x, y, z) => smoothIntersection(whole.distance(x, y, z), SLIT - x, 1.4) };
}

/** Half the depth of a section of this girth and half breadth. */
const depthOf = (girth: number, breadth: number) => breadthOfGirth(girth, breadth, breadth, 2.08);

/** A foot flat on the floor: heel, ankle bones, instep and a shape without separate toes. */
function foot({ measures: m, scale, ankle }: Frame, x: number): Solid {
  const heel = ANKLE_Z * scale - 0.215 * m.footLength;
  const half = m.footBreadth / 2;
  const slim = girthToRadius(m.ankle);
  /** A point by share of the foot's length from the heel, share of half its breadth outwards, and height in cm. */
  const at = (along: number, out: number, y: number): Point => [
    x + out * half + TOE_OUT * (heel + along * m.footLength - ANKLE_Z * scale),
    y,
    heel + along * m.footLength,
  ];
  const size = (breadth: number, height: number, length: number): Point => [
    breadth * half,
    height * scale,
    length * m.footLength,
  ];
  const solid = joinSolids([
    [ellipsoid(at(0.128, 0, 3 * scale), size(0.62, 3.7, 0.128)), 0.1],
    [roundedCone(at(0.1, 0, 4.2 * scale), 0.42 * half, at(0.125, 0, ankle + 6 * scale), 0.3 * half), 2],
    [roundedCone(at(0.26, -0.05, 0.72 * ankle), 0.56 * half, at(0.6, -0.12, 2.9 * scale), 2.3 * scale), 2.6],
    [roundedCone(at(0.27, -0.05, 1.02 * ankle), 0.52 * half, at(0.52, -0.15, 3.7 * scale), 2.1 * scale), 2],
    // The outer edge is on the floor; the inner edge is arched.
    [roundedCone(at(0.2, 0.3, 1.6 * scale), 1.9 * scale, at(0.6, 0.48, 1.4 * scale), 1.7 * scale), 2],
    [ellipsoid(at(0.68, -0.08, 1.7 * scale), size(0.98, 2.4, 0.15), 0, 0.06), 2.4],
    [roundedCone(at(0.72, -0.46, 1.6 * scale), 1.5 * scale, at(0.9, -0.36, 1.25 * scale), 1.25 * scale), 2],
    [ellipsoid(at(0.81, 0.02, 1.3 * scale), size(0.84, 1.75, 0.15), 0.06), 2],
    [
      ellipsoid([at(0.25, 0, 0)[0] - 0.78 * slim, ankle + 0.9 * scale, ANKLE_Z * scale], [0.3 * slim, 1.4 * scale, 0.34 * slim]),
      1.2,
    ],
    [
      ellipsoid(
        [at(0.25, 0, 0)[0] + 0.8 * slim, ankle - 0.2 * scale, (ANKLE_Z - 0.5) * scale],
        [0.3 * slim, 1.5 * scale, 0.34 * slim],
      ),
      1.2,
    ],
  ]);
  return {
    ...solid,
    low: [solid.low[0], 0, solid.low[2]],
    distance: (px, y, z) => smoothIntersection(solid.distance(px, y, z), -y, 0.6),
  };
}
