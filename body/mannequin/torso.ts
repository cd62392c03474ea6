import { breadthOfGirth, type Frame, girthToRadius, lerp, slimness, superellipseGirth } from './frame.ts';
import { createProfile, type Knot } from './profile.ts';
import { column, ellipsoid, joinSolids, type Point, roundedCone, type Solid } from './solids.ts';

/** One section through the trunk: half its breadth, and its depth in front of and behind z = 0. */
interface Section {
  y: number;
  breadth: number;
  front: number;
  back: number;
  exponent: number;
}

/** A section with these proportions, scaled to the girth. */
function scaleToGirth(y: number, girth: number, breadth: number, front: number, back: number, exponent: number): Section {
  const scale = girth / superellipseGirth(breadth, front, back, exponent);
  return { y, breadth: breadth * scale, front: front * scale, back: back * scale, exponent };
}

/** Projection of the breasts in front of the ribs, cm. */
const projectionOf = ({ measures, female }: Frame) => female * Math.min(Math.max(0.046 * measures.chest, 3), 7.5);

/** The trunk's sections from the crotch to the nape. */
export function createTrunkSections(frame: Frame): Section[] {
  const { measures: m, female, scale } = frame;
  const lean = slimness(frame);
  const hipBack = lerp(0.525, 0.54, lean) * m.hipDepth;
  const waistBack =
    10.4 * scale * lerp(1, 0.95, female) + lerp(lerp(0.29, 0.42, female), 0.33, lean) * Math.max(m.waistDepth - 20, -4);
  const chestBack = 11.2 * scale * lerp(1, 0.92, female) + 0.33 * (m.chestDepth - lerp(0, projectionOf(frame), 0.5) - 22);
  const hip = scaleToGirth(frame.hip, m.hip, m.hipBreadth / 2, m.hipDepth - hipBack, hipBack, 2.5);
  const navel = scaleToGirth(frame.navel, m.waist, m.waistBreadth / 2, m.waistDepth - waistBack, waistBack, 2.45);
  const narrow = m.waistNatural / m.waist;
  const natural = scaleToGirth(
    frame.naturalWaist,
    m.waistNatural,
    navel.breadth * narrow ** lerp(2, 1.25, female),
    navel.front * narrow,
    navel.back * narrow * 1.02,
    2.4,
  );
  const chestFront = m.chestDepth - chestBack;
  const chest: Section = {
    y: frame.chest,
    // The muscles of chest and shoulder blade are added later.
    breadth: breadthOfGirth(m.chest, chestFront, chestBack, lerp(2.8, 2.5, female)) * lerp(0.93, 0.95, female),
    front: chestFront - projectionOf(frame) - lerp(1.5, 0, female),
    back: chestBack - lerp(1, 0.6, female),
    exponent: lerp(2.75, 2.45, female),
  };
  const ribs = lerp(0.95, 0.855, female) * m.chest;
  const underBust = scaleToGirth(
    frame.underBust,
    ribs,
    chest.breadth * lerp(0.98, 0.93, female),
    chest.front * lerp(0.98, 1, female),
    chest.back * 0.95,
    2.4,
  );
  const shoulder = m.biacromialBreadth / 2;
  const neckBase = girthToRadius(m.neckBase);
  const at = (y: number, breadth: number, front: number, back: number, exponent: number): Section => ({
    y,
    breadth,
    front,
    back,
    exponent,
  });
  return applyPosture(
    [
      at(frame.crotch + 0.2 * scale, hip.breadth * 0.34, hip.front * 0.56, hip.back * 0.4, 2),
      at(lerp(frame.crotch, frame.hip, 0.2), hip.breadth * 0.68, hip.front * 0.8, hip.back * 0.56, 2.1),
      at(lerp(frame.crotch, frame.hip, 0.45), hip.breadth * 0.91, hip.front * 0.92, hip.back * 0.72, 2.2),
      { ...hip, back: hip.back - 1.8 * scale },
      at(
        lerp(frame.hip, frame.navel, 0.55),
        lerp(hip.breadth, navel.breadth, lerp(0.46, 0.42, female)),
        lerp(hip.front, navel.front, 0.72),
        lerp(hip.back, navel.back, 0.72),
        2.45,
      ),
      navel,
      natural,
      underBust,
      chest,
      at(
        frame.axilla,
        Math.min(chest.breadth * lerp(1, 0.94, female), shoulder * 0.98),
        chest.front * lerp(0.9, 1.02, female),
        chest.back * 0.98,
        2.4,
      ),
      at(frame.acromion - 4 * scale, shoulder * 0.76, chest.front * lerp(0.8, 0.82, female), chest.back * 0.92, 2.2),
      at(frame.acromion, shoulder * 0.5, chest.front * lerp(0.5, 0.48, female), chest.back * 0.82, 2.1),
      at(frame.nape - 2 * scale, neckBase * 0.95, chest.front * 0.08, chest.back * 0.7, 2),
      at(frame.nape + 2 * scale, neckBase * 0.6, 0, chest.back * 0.5, 2),
    ],
    frame,
  );
}

/** Adds posture: shifts the sections along the curve of the spine, hollow at the waist and rounded between the shoulders. */
function applyPosture(sections: readonly Section[], frame: Frame): Section[] {
  const { hip, navel, naturalWaist, chest, axilla, acromion, nape, scale } = frame;
  // The curve is less visible on a heavier body.
  const hollow = lerp(1, 1.7, slimness(frame)) * scale;
  const forward = createProfile([
    [hip, 0],
    [navel, hollow],
    [naturalWaist, hollow],
    [chest, -0.4 * scale],
    [axilla, -1 * scale],
    [acromion, -1 * scale],
    [nape, -0.3 * scale],
  ]);
  return sections.map((section) => ({
    ...section,
    front: section.front + forward.at(section.y),
    back: section.back - forward.at(section.y),
  }));
}

/** Trunk and shoulders without neck and limbs, and the trunk's half breadth by height, which the arms must clear. */
export function buildTrunk(frame: Frame): { solid: Solid; breadthAt(y: number): number } {
  const { measures: m, female, scale } = frame;
  const sections = createTrunkSections(frame);
  const centre = ({ front, back }: Section) => (front - back) / 2;
  const depth = ({ front, back }: Section) => (front + back) / 2;
  const curve = (of: (section: Section) => number) =>
    createProfile(
      sections.map((section): Knot => [section.y, of(section)]),
      3.3 * scale,
    );
  const breadth = curve((section) => section.breadth);
  const half = curve(depth);
  const reach = Math.max(...sections.flatMap((section) => [section.breadth, section.front, section.back])) + 2;
  const core = column(
    {
      breadth,
      front: half,
      back: half,
      centreX: { at: () => 0 },
      centreZ: curve(centre),
      exponent: curve(({ exponent }) => exponent),
    },
    sections[0]?.y ?? 0,
    sections.at(-1)?.y ?? 0,
    reach,
  );
  const chest = sections[8] as Section;
  const hip = sections[3] as Section;
  const parts: [Solid, number][] = [[addGrooves(core, frame), 0.1]];

  // Seat: two ellipsoids, full below, joined softly above.
  const back = hip.back + 1.8 * scale;
  const seat = 0.37 * m.hipDepth;
  parts.push([
    ellipsoid(
      [0.46 * hip.breadth, frame.hip - 0.5 * scale, -back + seat],
      [0.54 * hip.breadth, Math.max(9.2 * scale, 0.95 * seat), seat],
      0.12,
    ),
    4,
  ]);
  // Trapezius: from the neck to the point of the shoulder.
  const shoulder = m.biacromialBreadth / 2;
  const neck = girthToRadius(m.neck);
  parts.push([
    roundedCone(
      [neck * 0.55, frame.nape - 4.2 * scale, -0.42 * chest.back],
      0.75 * neck,
      [shoulder - 2.2 * scale, frame.acromion - 3.5 * scale, -1.8 * scale],
      2.9 * scale * lerp(1, 0.86, female),
    ),
    4 * scale,
  ]);
  // Below the collarbone and over the shoulder blade, the trunk tapers into the arm.
  const joint: Point = [shoulder - 2.4 * scale, frame.acromion - 6.8 * scale, -1.6 * scale];
  const girdle = girthToRadius(m.upperArm) * 0.62;
  parts.push([
    roundedCone(
      [0.42 * shoulder, frame.acromion - 6.4 * scale, lerp(0.66, 0.6, female) * chest.front - girdle],
      girdle,
      [joint[0], joint[1], joint[2] + lerp(0.85, 0.6, female) * girdle],
      girdle,
    ),
    5 * scale,
  ]);
  parts.push([
    roundedCone(
      [0.45 * shoulder, frame.axilla - 1 * scale, -0.9 * chest.back + girdle],
      girdle,
      [joint[0], joint[1] - 1 * scale, joint[2] - 0.6 * girdle],
      girdle,
    ),
    5 * scale,
  ]);
  if (female < 1) {
    const share = 1 - female;
    // The chest muscle is visible on a slim body and blends in on a heavier one.
    const lean = slimness(frame);
    const front = chest.front + lerp(-1.2, 0.7, lean) * share;
    // On a short trunk, the shoulder limits the muscle's height.
    const height = Math.min(6.6 * scale, 0.85 * (frame.acromion - frame.chest - 3.4 * scale));
    parts.push([
      ellipsoid(
        [0.46 * chest.breadth, frame.chest + 1.8 * scale, front - 4.2 * scale],
        [0.55 * chest.breadth, height, 4.4 * scale],
        -0.12,
        -0.2,
      ),
      lerp(8, 3.8, lean) * scale,
    ]);
  }
  if (female > 0) {
    const projection = projectionOf(frame);
    const radius = (0.058 * m.chest + 0.5) * lerp(0.6, 1, female);
    const front = chest.front + projection;
    const x = 0.094 * m.chest;
    // A long slope above and a fold below.
    parts.push([
      roundedCone(
        [x * 0.96, frame.chest + radius * 1.05, chest.front - radius * 0.66],
        radius * 0.5,
        [x, frame.chest, front - radius * 0.96],
        radius * 0.9,
      ),
      7.5 * scale,
    ]);
    parts.push([
      ellipsoid([x, frame.chest - 0.8 * scale, front - radius * 1.02], [radius * 0.98, radius * 0.94, radius * 1.02], -0.15),
      3.4 * scale,
    ]);
  }
  // Collarbones, barely visible.
  parts.push([
    roundedCone(
      [2.4 * scale, frame.notch + 0.6 * scale, 0.5 * chest.front - 0.9 * scale],
      0.95 * scale,
      [shoulder - 3.4 * scale, frame.acromion - 1.6 * scale, 0.2 * chest.front],
      0.9 * scale,
    ),
    lerp(3.2, 2.4, slimness(frame)) * scale,
  ]);
  return { solid: joinSolids(parts), breadthAt: (y) => breadth.at(y) };
}

/** Adds the groove along the spine, and a shallow one in front. */
function addGrooves(core: Solid, frame: Frame): Solid {
  const { scale, hip, navel, chest, axilla, acromion } = frame;
  const shallow = lerp(0.3, 1, slimness(frame)) * scale;
  const behind = createProfile([
    [hip, 0],
    [navel, 0.75 * scale],
    [chest, 0.6 * scale],
    [acromion, 0],
  ]);
  const before = createProfile([
    [navel - 6 * scale, 0],
    [navel + 6 * scale, 0.16 * shallow],
    [axilla, 0.12 * shallow],
    [acromion, 0],
  ]);
  const width = 2.4 * scale;
  return {
    ...core,
    distance(x, y, z) {
      const distance = core.distance(x, y, z);
      if (x > 3 * width || distance > 6) return distance;
      const groove = z < -2 ? behind : before;
      return distance + groove.at(y) * Math.exp(-((x / width) ** 2));
    },
  };
}
