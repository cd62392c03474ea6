import { type Frame, girthToRadius, lerp } from './frame.ts';
import { ellipsoid, joinSolids, type Point, roundedCone, type Solid } from './solids.ts';

/** Distance of the head's centre in front of the ankles, cm at 170 cm. */
const FORWARD = 1.4;

/** Possible positions of the neck's tape: position on the neck's axis, and tilt to the front; the usual one first. */
const TAPES = [0.38, 0.44, 0.5, 0.56, 0.62].flatMap((position) =>
  [26, 18, 10, 2].map((degrees) => ({ position, lean: (degrees * Math.PI) / 180 })),
);

/** The leaning axis of the neck, from between nape and notch into the skull. */
export interface NeckAxis {
  foot: Point;
  top: Point;
  /** A point in the plane of the neck's tape, and the plane's normal. */
  tape: Point;
  tapeNormal: Point;
}

/**
 * The neck's axis, given the trunk's depth at notch and nape. On a short neck between high shoulders, the tape is moved up and
 * tilted less until it clears the shoulders. `distance` is the distance of a point to trunk and arms, cm.
 */
export function createNeckAxis(frame: Frame, notchZ: number, napeZ: number, distance: Solid['distance']): NeckAxis {
  const { measures: m, scale, notch, nape, chin } = frame;
  const foot: Point = [0, lerp(notch, nape, 0.25), lerp(notchZ, napeZ, 0.52)];
  const top: Point = [0, lerp(chin, m.stature, 0.3), FORWARD * scale - m.headLength * 0.1];
  const candidates = TAPES.map(
    ({ position, lean }): Pick<NeckAxis, 'tape' | 'tapeNormal'> => ({
      tape: [0, lerp(foot[1], top[1], position), lerp(foot[2], top[2], position)],
      tapeNormal: [0, Math.cos(lean), Math.sin(lean)],
    }),
  );
  const radius = girthToRadius(m.neck);
  const isClear = ({ tape: [, y, z], tapeNormal: [, ny, nz] }: Pick<NeckAxis, 'tape' | 'tapeNormal'>) =>
    RINGS.every((ring) =>
      DIRECTIONS.every(([x, forward]) => {
        const reach = ring * radius;
        return distance(Math.abs(x * reach), y - forward * reach * nz, z + forward * reach * ny) > CLEAR * scale;
      }),
    );
  const chosen = candidates.find(isClear) ?? (candidates.at(-1) as (typeof candidates)[number]);
  return { foot, top, ...chosen };
}

/** Test points in the tape's plane: distances in neck radii, and directions (one half; the other is its mirror image). */
const RINGS = [1.3, 1.8, 2.4, 3.2, 4.2];
const DIRECTIONS = Array.from({ length: 9 }, (_, i): readonly [number, number] => [
  Math.sin((i * Math.PI) / 8),
  Math.cos((i * Math.PI) / 8),
]);
/** Minimum distance of the tape from the shoulders, cm at 170 cm. */
const CLEAR = 0.8;

/**
 * The neck, and the head of a shop-window mannequin: the planes of a face without features. Proportions follow the usual rules
 * of figure drawing: brow and base of the nose at thirds between hairline and chin, the corner of the jaw level with the mouth.
 */
export function buildHeadAndNeck(frame: Frame, { foot, top }: NeckAxis): { head: Solid; neck: Solid } {
  const { measures: m, female, scale, chin } = frame;
  const [breadth, length] = [m.headBreadth / 2, m.headLength / 2];
  const height = m.stature - chin;
  /** A point in relative coordinates: of half the head's breadth, of its height above the chin, and of half its length. */
  const at = (across: number, up: number, ahead: number): Point => [
    across * breadth,
    chin + up * height,
    FORWARD * scale + ahead * length,
  ];
  const cranium = ellipsoid(at(0, 0.63, -0.05), [breadth, 0.37 * height, 0.94 * length], -0.1);
  const face = ellipsoid(at(0, 0.44, 0.25), [0.85 * breadth, 0.42 * height, 0.62 * length], -0.03);
  // From the corner of the jaw to the chin.
  const jaw = roundedCone(
    at(lerp(0.5, 0.44, female), 0.265, 0.02),
    0.34 * breadth,
    at(lerp(0.12, 0.07, female), 0.12, 0.62),
    lerp(0.3, 0.265, female) * breadth,
  );
  const mouth = ellipsoid(at(0, 0.25, 0.44), [0.56 * breadth, 0.23 * height, 0.47 * length]);
  // A soft ridge from the brow to the tip of the nose.
  const nose = roundedCone(at(0, 0.59, 0.76), 0.1 * length, at(0, 0.37, 0.88), 0.11 * length);
  const r = girthToRadius(m.neck);
  return {
    head: joinSolids([
      [cranium, 0.1],
      [face, 3.4 * scale],
      [jaw, 2.6 * scale],
      [mouth, 4 * scale],
      [nose, 3 * scale],
    ]),
    neck: roundedCone(foot, r * 0.92, top, r * 0.84),
  };
}
