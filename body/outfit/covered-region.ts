import { createFrame, type Figure, girthToRadius, lerp } from '../mannequin/frame.ts';
import { BODY_PARTS, type BodyPart } from '../mannequin/girths.ts';
import type { Mannequin } from '../mannequin/mannequin.ts';
import { smoothValues } from '../mannequin/smooth.ts';
import type { Coverage } from './outfit.ts';

/** Where a garment ends. */
interface Reach {
  /** Up to the neck, or to the waist. */
  top: 'neck' | 'waist';
  /** How far along the arms: 0 none, 1 the elbow, 2 the wrist. */
  sleeves: number;
  hem: 'hip' | 'knee' | 'ankle';
  /** It hangs around both legs. */
  isSkirt?: boolean;
}

const REACH: Readonly<Record<Coverage, Reach | undefined>> = {
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

/** A collar ends so far below the neck's tape; without one a garment ends on a ball around the neck, so far from its skin; cm at 170 cm. */
const COLLAR = { with: 0.4, without: 3.2 };

/** What a garment covers of a mannequin. */
export interface CoveredRegion {
  /** Of every point of the mannequin, how far inside the covered region it lies, cm; negative outside. */
  depth: Float32Array;
  /** Heights between which it hangs around both legs, cm. */
  skirt: { from: number; to: number } | undefined;
}

/** Rounds in which arms and trunk run into one another, over about so many cm. */
const [ROUNDS, RUNS] = [8, 8];
/** An armhole bends within so many cm. */
const ARMPIT = 5;

/** Of every point how much it belongs to an arm, 0 to 1, without the corners of triangles. */
function armsOf({ parts, indices }: Mannequin): Float32Array {
  const arms = [BODY_PARTS.indexOf('arm'), BODY_PARTS.indexOf('hand')];
  return smoothValues(
    Float32Array.from(parts, (part) => (arms.includes(part) ? 1 : 0)),
    1,
    indices,
    ROUNDS,
  );
}

/** The covered region; `hasCollar` for garments that are made for a neck. */
export function getCoveredRegion(mannequin: Mannequin, figure: Figure, cover: Coverage, hasCollar: boolean): CoveredRegion {
  const { positions, parts, along, landmarks } = mannequin;
  const depth = new Float32Array(parts.length).fill(-1);
  const reach = REACH[cover];
  if (!reach) return { depth, skirt: undefined };
  const { scale, navel, naturalWaist, hip, knee, ankle, axilla, measures } = createFrame(figure);
  const hem = { hip: hip - 2.5 * scale, knee: knee + (reach.isSkirt ? -1 : 5) * scale, ankle: ankle + 0.6 * scale }[reach.hem];
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
  const arms = reach.sleeves === 0 && reach.top === 'neck' ? armsOf(mannequin) : undefined;

  for (let p = 0; p < parts.length; p++) {
    const part = BODY_PARTS[parts[p] as number] as BodyPart;
    const [x, y, z] = [positions[3 * p] as number, positions[3 * p + 1] as number, positions[3 * p + 2] as number];
    if (part === 'hand') continue;
    if (reach.top === 'waist') {
      if (part === 'trunk' || part === 'leg') depth[p] = Math.min(y - hem, waistband - y);
    } else if (reach.sleeves === 0) {
      // Above the axilla an armhole is upright; below, it is where the arm begins.
      const above = Math.min(Math.max((y - axilla) / ARMPIT + 0.5, 0), 1);
      const inside = lerp(RUNS * (0.5 - (arms?.[p] ?? 0)), armhole - Math.abs(x), above);
      depth[p] = Math.min(y - hem, inside, belowCollar(x, y, z));
    } else if (part === 'arm') depth[p] = (reach.sleeves - (along[p] as number)) * armLength;
    else depth[p] = Math.min(y - hem, belowCollar(x, y, z));
  }
  return { depth, skirt: reach.isSkirt ? { from: reach.top === 'neck' ? naturalWaist : waistband, to: hem } : undefined };
}
