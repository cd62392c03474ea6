import { breadthOfGirth, type Frame, mix, radiusOf, superellipseGirth } from './frame.ts';
import { type Knot, profileOf } from './profile.ts';
import { column, ellipsoid, joined, roundedCone, type Solid } from './solids.ts';

/** One section through the trunk: half its breadth, and its depth before and behind z = 0. */
interface Section {
  y: number;
  breadth: number;
  front: number;
  back: number;
  exponent: number;
}

/** The section of this girth whose proportions are given. */
function fitted(y: number, girth: number, breadth: number, front: number, back: number, exponent: number): Section {
  const scale = girth / superellipseGirth(breadth, front, back, exponent);
  return { y, breadth: breadth * scale, front: front * scale, back: back * scale, exponent };
}

/** How far breasts stand before the ribs, cm. */
const projectionOf = ({ measures, female }: Frame) => female * Math.min(Math.max(0.046 * measures.chest, 3), 7.5);

/** The trunk's sections from the crotch to the nape. */
export function trunkSections(frame: Frame): Section[] {
  const { measures: m, female, scale } = frame;
  const hipBack = 0.54 * m.hipDepth;
  const waistBack = 10.4 * scale * mix(1, 0.95, female) + 0.26 * Math.max(m.waistDepth - 20, -4);
  const chestBack = 11.2 * scale * mix(1, 0.92, female) + 0.33 * (m.chestDepth - mix(0, projectionOf(frame), 0.5) - 22);
  const hip = fitted(frame.hip, m.hip, m.hipBreadth / 2, m.hipDepth - hipBack, hipBack, 2.5);
  const navel = fitted(frame.navel, m.waist, m.waistBreadth / 2, m.waistDepth - waistBack, waistBack, 2.45);
  const narrow = m.waistNatural / m.waist;
  const natural = fitted(
    frame.natural,
    m.waistNatural,
    navel.breadth * mix(narrow, narrow ** 1.5, 0.5),
    navel.front * narrow,
    navel.back * narrow * 1.02,
    2.4,
  );
  const chestFront = m.chestDepth - chestBack;
  const chest: Section = {
    y: frame.chest,
    breadth: breadthOfGirth(m.chest, chestFront, chestBack, 2.5) * mix(1, 0.96, female),
    front: chestFront - projectionOf(frame) - mix(0.9, 0, female),
    back: chestBack - 0.6,
    exponent: 2.45,
  };
  const ribs = mix(0.95, 0.855, female) * m.chest;
  const underBust = fitted(
    frame.underBust,
    ribs,
    chest.breadth * mix(0.95, 0.92, female),
    chest.front * mix(0.98, 1, female),
    chest.back * 0.95,
    2.4,
  );
  const shoulder = m.biacromialBreadth / 2;
  const neckBase = radiusOf(m.neckBase);
  const at = (y: number, breadth: number, front: number, back: number, exponent: number): Section => ({
    y,
    breadth,
    front,
    back,
    exponent,
  });
  return [
    at(frame.crotch - 2 * scale, hip.breadth * 0.5, hip.front * 0.5, hip.back * 0.4, 2),
    at(mix(frame.crotch, frame.hip, 0.35), hip.breadth * 0.88, hip.front * 0.96, hip.back * 0.72, 2.2),
    { ...hip, back: hip.back - 1.8 * scale },
    at(
      mix(frame.hip, frame.navel, 0.55),
      mix(hip.breadth, navel.breadth, mix(0.55, 0.42, female)),
      mix(hip.front, navel.front, 0.72),
      mix(hip.back, navel.back, 0.72),
      2.45,
    ),
    navel,
    natural,
    underBust,
    chest,
    at(
      frame.axilla,
      Math.min(chest.breadth * mix(0.99, 0.93, female), shoulder * 0.98),
      chest.front * mix(0.9, 1.02, female),
      chest.back * 0.98,
      2.4,
    ),
    at(frame.acromion - 4 * scale, shoulder * 0.76, chest.front * mix(0.72, 0.8, female), chest.back * 0.92, 2.2),
    at(frame.acromion, shoulder * 0.5, chest.front * mix(0.46, 0.46, female), chest.back * 0.82, 2.1),
    at(frame.nape - 2 * scale, neckBase * 0.95, chest.front * 0.08, chest.back * 0.7, 2),
    at(frame.nape + 2 * scale, neckBase * 0.6, 0, chest.back * 0.5, 2),
  ];
}

/** Trunk and shoulders without neck and limbs; also the trunk's half breadth by height, for the arms to stay clear of. */
export function trunk(frame: Frame): { solid: Solid; breadthAt(y: number): number } {
  const { measures: m, female, scale } = frame;
  const sections = trunkSections(frame);
  const centre = ({ front, back }: Section) => (front - back) / 2;
  const depth = ({ front, back }: Section) => (front + back) / 2;
  const curve = (of: (section: Section) => number) =>
    profileOf(
      sections.map((section): Knot => [section.y, of(section)]),
      1.6 * scale,
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
  const chest = sections[7] as Section;
  const hip = sections[2] as Section;
  const parts: [Solid, number][] = [[grooved(core, frame), 0.1]];

  // Seat: two balls, full below, joined softly above.
  const back = hip.back + 1.8 * scale;
  const seat = 0.37 * m.hipDepth;
  parts.push([
    ellipsoid([0.47 * hip.breadth, frame.hip - 0.3 * scale, -back + seat], [0.54 * hip.breadth, 9.2 * scale, seat], 0.12),
    4.5,
  ]);
  // Trapezius: from the neck to the point of the shoulder.
  const shoulder = m.biacromialBreadth / 2;
  const neck = radiusOf(m.neck);
  parts.push([
    roundedCone(
      [neck * 0.55, frame.nape - 4.2 * scale, -0.42 * chest.back],
      4.4 * scale * mix(1, 0.86, female),
      [shoulder - 2.2 * scale, frame.acromion - 3.1 * scale * mix(1, 0.92, female), -1.8 * scale],
      3.1 * scale * mix(1, 0.9, female),
    ),
    4 * scale,
  ]);
  if (female < 1) {
    const share = 1 - female;
    const front = chest.front + 0.5 * share;
    // On a short trunk the muscle is no higher than the shoulder lets it be.
    const height = Math.min(8.6 * scale, 0.92 * (frame.acromion - frame.chest - 3.4 * scale));
    parts.push([
      ellipsoid(
        [0.43 * chest.breadth, frame.chest + 3.4 * scale, front - 5.2 * scale],
        [0.52 * chest.breadth, height, 5.1 * scale],
        0.24,
        -0.2,
      ),
      7,
    ]);
  }
  if (female > 0) {
    const projection = projectionOf(frame);
    const radius = (0.058 * m.chest + 0.5) * mix(0.6, 1, female);
    const front = chest.front + projection;
    const x = 0.09 * m.chest;
    parts.push([
      roundedCone(
        [x * 0.95, frame.chest + radius * 1.3, chest.front - radius * 0.62],
        radius * 0.62,
        [x, frame.chest - 0.6 * scale, front - radius * 0.98],
        radius * 0.98,
      ),
      4.2 * scale,
    ]);
  }
  return { solid: joined(parts), breadthAt: (y) => breadth.at(y) };
}

/** The furrow along the spine, and a shallow one in front. */
function grooved(core: Solid, { scale, hip, navel, chest, axilla, acromion }: Frame): Solid {
  const behind = profileOf([
    [hip, 0],
    [navel, 0.75 * scale],
    [chest, 0.6 * scale],
    [acromion, 0],
  ]);
  const before = profileOf([
    [navel - 6 * scale, 0],
    [navel + 6 * scale, 0.25 * scale],
    [axilla, 0.3 * scale],
    [acromion, 0],
  ]);
  const width = 2.4 * scale;
  return {
    ...core,
    distance(x, y, z) {
      const distance = core.distance(x, y, z);
      if (x > 3 * width || distance > 6) return distance;
      const furrow = z < -2 ? behind : before;
      return distance + furrow.at(y) * Math.exp(-((x / width) ** 2));
    },
  };
}
