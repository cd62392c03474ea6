import { breadthOfGirth, type Frame, mix, radiusOf } from './frame.ts';
import { type Knot, profileOf } from './profile.ts';
import { column, ellipsoid, joined, roundedCone, type Solid, smoothIntersection } from './solids.ts';

/** Half the slit between thighs that touch, cm. */
const SLIT = 0.3;
/** Feet point outwards so much. */
const TOE_OUT = Math.tan((9 * Math.PI) / 180);
/** Where the ankle stands behind the line that the body is plumb over, cm at 170 cm. */
const ANKLE_Z = -3.6;

/** The left leg with its foot (x > 0), from the hip joint down. */
export function leg(frame: Frame): Solid {
  const { measures: m, scale, female } = frame;
  const stance = mix(0.24, 0.22, female) * m.hipBreadth;
  const thighBreadth = Math.min(0.485 * m.hipBreadth - SLIT, radiusOf(m.thigh) * 0.97);
  const thighDepth = depthOf(m.thigh, thighBreadth);
  const { knee, ankle } = frame;
  const calfHeight = 0.71 * knee;
  const middle = mix(knee, frame.thigh, 0.52);
  const r = radiusOf;
  const lower = r(m.lowerThigh);
  const calf = r(m.calf);
  const slim = r(m.ankle);
  const middleGirth = mix(m.lowerThigh, m.thigh, 0.56);
  const middleBreadth = mix(r(middleGirth) * 0.95, thighBreadth, 0.35);
  // In front the thigh goes on where the belly ends.
  const belly = 0.46 * m.hipDepth;
  const below = (share: number, depth: number) => Math.max(share * belly - depth * thighDepth, -0.5 * scale);
  // height, half breadth, half depth, z of the centre
  const sections: [y: number, breadth: number, depth: number, z: number][] = [
    [frame.hip + 6 * scale, thighBreadth * 0.6, thighDepth * 0.5, below(0.62, 0.5)],
    [frame.hip, thighBreadth * 0.88, thighDepth * 0.88, below(0.82, 0.88)],
    [frame.crotch + 0.5 * scale, thighBreadth * 0.97, thighDepth * 0.98, below(0.84, 0.98)],
    [frame.thigh, thighBreadth, thighDepth, -0.4 * scale],
    [middle, middleBreadth, depthOf(middleGirth, middleBreadth), 0.2 * scale],
    [knee + 5.5 * scale, lower * 0.97, lower * 1.03, -0.1 * scale],
    [knee, lower * 0.93, lower * 0.99, -0.2 * scale],
    [knee - 5.5 * scale, calf * 0.93, calf * 0.99, -1.3 * scale],
    [calfHeight, calf * 0.98, calf * 1.02, -2.9 * scale],
    [mix(calfHeight, ankle, 0.5), mix(calf, slim, 0.52), mix(calf, slim, 0.5) * 1.03, -3.3 * scale],
    [ankle + 5 * scale, slim * 0.94, slim * 1.07, (ANKLE_Z - 0.1) * scale],
    [ankle, slim * 1.03, slim * 1.2, (ANKLE_Z - 0.1) * scale],
    [3.2 * scale, slim * 0.95, slim * 1.15, ANKLE_Z * scale],
  ];
  const curve = (which: 1 | 2 | 3) =>
    profileOf(
      sections.map((section): Knot => [section[0], section[which]]),
      1.2 * scale,
    );
  const breadth = curve(1);
  const depth = curve(2);
  const line = profileOf([
    [3 * scale, stance],
    [knee, stance * mix(1, 0.97, female)],
    [frame.thigh, thighBreadth + SLIT],
    [frame.hip + 6 * scale, m.hipBreadth * 0.24],
  ]);
  // Thighs that would overlap push one another outwards.
  const centreX = profileOf(
    Array.from({ length: 40 }, (_, i) => i / 39).map((share): Knot => {
      const y = mix(3 * scale, frame.hip + 6 * scale, share);
      return [y, y > frame.crotch ? line.at(y) : Math.max(line.at(y), breadth.at(y) + SLIT * 0.8)];
    }),
  );
  const limb = column(
    { breadth, front: depth, back: depth, centreX, centreZ: curve(3), exponent: { at: () => 2.08 } },
    3.2 * scale,
    frame.hip + 6 * scale,
    m.hipBreadth,
  );
  const kneecap = ellipsoid(
    [centreX.at(knee), knee - 0.3 * scale, lower * 0.6 - 0.5 * scale],
    [lower * 0.5, 4 * scale, lower * 0.42],
  );
  const calfMuscle = ellipsoid(
    [centreX.at(calfHeight) + calf * 0.12, calfHeight + 1.5 * scale, -2.9 * scale - calf * 0.5],
    [calf * 0.62, 8.5 * scale, calf * 0.56],
  );
  const whole = joined([
    [limb, 0.1],
    [kneecap, 3 * scale],
    [calfMuscle, 2.5 * scale],
    [foot(frame, centreX.at(ankle)), 2.2 * scale],
  ]);
  return { ...whole, distance: (x, y, z) => smoothIntersection(whole.distance(x, y, z), SLIT - x, 0.6) };
}

/** Half the depth of a section of this girth and half breadth. */
const depthOf = (girth: number, breadth: number) => breadthOfGirth(girth, breadth, breadth, 2.08);

/** A foot in a plain sock shape, flat on the floor. */
function foot({ measures: m, scale, ankle }: Frame, x: number): Solid {
  const heel = ANKLE_Z * scale - 0.215 * m.footLength;
  const along = (share: number) => heel + share * m.footLength;
  const out = (share: number) => x + TOE_OUT * (along(share) - ANKLE_Z * scale);
  const half = m.footBreadth / 2;
  const solid = joined([
    [ellipsoid([out(0.13), 3 * scale, along(0.135)], [half * 0.64, 3.6 * scale, 0.135 * m.footLength]), 0.1],
    [roundedCone([out(0.22), ankle * 0.62, along(0.24)], half * 0.6, [out(0.6), 2.7 * scale, along(0.6)], 2.4 * scale), 2.5],
    [roundedCone([out(0.25), ankle * 0.95, along(0.27)], half * 0.56, [out(0.5), 3.4 * scale, along(0.48)], 2.2 * scale), 2],
    [ellipsoid([out(0.67) + 0.2, 1.5 * scale, along(0.66)], [half * 0.98, 2.6 * scale, 0.17 * m.footLength]), 2.5],
    [ellipsoid([out(0.84) - 0.3, 1.1 * scale, along(0.84)], [half * 0.84, 1.9 * scale, 0.16 * m.footLength]), 2],
  ]);
  return {
    ...solid,
    low: [solid.low[0], 0, solid.low[2]],
    distance: (px, y, z) => smoothIntersection(solid.distance(px, y, z), -y, 0.6),
  };
}
