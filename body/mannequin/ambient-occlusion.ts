import type { Solid } from './solids.ts';

/** Sample heights above the skin (cm), farthest first, and the weight of each (after I. Quilez 2010). */
const SAMPLES = [
  [8.5, 0.24],
  [4.2, 0.3],
  [2, 0.26],
  [0.8, 0.2],
] as const;
/** Darkening of a fully occluded point. */
const MAX_DARKENING = 0.8;
/** Occlusion below this share is numerical error. */
const TOLERANCE = 0.06;

/**
 * Computes the ambient light that reaches each point: 1 in the open, less in folds and near other parts of the body. The
 * points may lie slightly off the solid, because the skin was scaled to its girths.
 */
export function computeAmbientOcclusion(
  positions: ArrayLike<number>,
  normals: ArrayLike<number>,
  count: number,
  distanceTo: Solid['distance'],
): Float64Array {
  const shades = new Float64Array(count);
  for (let p = 0; p < count; p++) {
    const at = (axis: number, height: number) => (positions[3 * p + axis] as number) + height * (normals[3 * p + axis] as number);
    const distance = (height: number) => distanceTo(Math.abs(at(0, height)), at(1, height), at(2, height));
    const skin = distance(0);
    let occlusion = 0;
    for (const [height, weight] of SAMPLES) {
      const blocked = (height - distance(height) + skin) / height;
      // If a large sphere fits on the skin, so do the smaller ones.
      if (blocked < TOLERANCE) break;
      occlusion += weight * Math.min((blocked - TOLERANCE) * 1.4, 1);
    }
    shades[p] = 1 - MAX_DARKENING * occlusion;
  }
  return shades;
}
