import { createFrame, type Figure, girthToRadius, lerp } from '../mannequin/frame.ts';
import { BODY_PARTS, type BodyPart } from '../mannequin/girths.ts';
import type { Mannequin } from '../mannequin/mannequin.ts';
import { smoothValues } from '../mannequin/smooth.ts';
import type { Coverage } from './outfit.ts';

/** The extent of a garment. */
interface Extent {
  /** Upper end. */
  top: 'neck' | 'waist';
  /** Position along the arm where the sleeves end: 0 none, 1 elbow, 2 wrist. */
  sleeves: number;
  hem: 'hip' | 'knee' | 'ankle';
  /** Encloses both legs together. */
  isSkirt?: boolean;
}

const EXTENTS: Readonly<Record<Coverage, Extent | undefined>> = {
  longSleeved: { top: 'neck', sleeves: 1.95, hem: 'hip' },
  shortSleeved: { top: 'neck', sleeves: 0.62, hem: 'hip' },
  sleeveless: { top: 'neck', sleeves: 0, hem: 'hip' },
  trousers: { top: 'waist', sleeves: 0, hem: 'ankle' },
  shorts: { top: 'waist', sleeves: 0, hem: 'knee' },
  skirt: { top: 'waist', sleeves: 0, hem: 'knee', isSkirt: true },
  dress: { top: 'neck', sleeves: 0.62, hem: 'knee', isSkirt: true },
  coverall: { top: 'neck', sleeves: 1.95, hem: 'ankle' },
  nothing: undefined,
};

/** Upper edge, cm at 170 cm: with a collar, below the neck's tape; without one, distance from the neck's skin. */
const COLLAR = { with: 0.4, without: 3.2 };

/** The region of a mannequin that a garment covers. */
export interface CoveredRegion {
  /** By point of the mannequin: depth inside the covered region, cm; negative outside. */
  depth: Float32Array;
  /** Heights between which it encloses both legs together, cm. */
  skirt: { from: number; to: number } | undefined;
}

/** Rounds of smoothing between arms and trunk, and the approximate width of the transition, cm. */
const [ROUNDS, TRANSITION] = [8, 8];
/** Height over which an armhole curves, cm. */
const ARMPIT = 5;

/** By point, how much it belongs to an arm, 0 to 1, smoothed so that triangles do not show. */
function armsOf({ parts, indices }: Mannequin): Float32Array {
  const arms = [BODY_PARTS.indexOf('arm'), BODY_PARTS.indexOf('hand')];
  return smoothValues(
    Float32Array.from(parts, (part) => (arms.includes(part) ? 1 : 0)),
    1,
    indices,
    ROUNDS,
  );
}

/** The region that a garment covers. `hasCollar` is true for garments with a neck size. */
export function getCoveredRegion(mannequin: Mannequin, figure: Figure, cover: Coverage, hasCollar: boolean): CoveredRegion {
  const { positions, parts, along, landmarks } = mannequin;
  const depth = new Float32Array(parts.length).fill(-1);
  const extent = EXTENTS[cover];
  if (!extent) return { depth, skirt: undefined };
  const { scale, navel, naturalWaist, hip, knee, ankle, axilla, measures } = createFrame(figure);
  const hem = { hip: hip - 2.5 * scale, knee: knee + (extent.isSkirt ? -1 : 5) * scale, ankle: ankle + 0.6 * scale }[extent.hem];
  const waistband = navel + 1.2 * scale;
  const armhole = measures.biacromialBreadth / 2 - 0.6 * scale;
  const neck = landmarks.find(({ measure }) => measure === 'neck');
  const belowCollar = (x: number, y: number, z: number) => {
    if (!neck) return 1;
    const { through, normal } = neck.plane;
    const [dx, dy, dz] = [x - through[0], y - through[1], z - through[2]];
    const below = -dx * normal[0] - dy * normal[1] - dz * normal[2];
    if (hasCollar) return below - COLLAR.with * scale;
    return Math.min(below, Math.hypot(dx, dy, dz) - girthToRadius(neck.targetGirth) - COLLAR.without * scale);
  };
  const armLength = measures.upperArmLength;
  const arms = extent.sleeves === 0 && extent.top === 'neck' ? armsOf(mannequin) : undefined;

  for (let p = 0; p < parts.length; p++) {
    const part = BODY_PARTS[parts[p] as number] as BodyPart;
    const [x, y, z] = [positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number];
    if (part === 'hand') continue;
    if (extent.top === 'waist') {
      if (part === 'trunk' || part === 'leg') depth[p] = Math.min(y - hem, waistband - y);
    } else if (extent.sleeves === 0) {
      // Above the axilla the armhole is vertical; below, it follows the start of the arm.
      const above = Math.min(Math.max((y - axilla) / ARMPIT + 0.5, 0), 1);
      const inside = lerp(TRANSITION * (0.5 - (arms?.[p] ?? 0)), armhole - Math.abs(x), above);
      depth[p] = Math.min(y - hem, inside, belowCollar(x, y, z));
    } else if (part === 'arm') depth[p] = (extent.sleeves - (along[p] as number)) * armLength;
    else depth[p] = Math.min(y - hem, belowCollar(x, y, z));
  }
  return { depth, skirt: extent.isSkirt ? { from: extent.top === 'neck' ? naturalWaist : waistband, to: hem } : undefined };
}
