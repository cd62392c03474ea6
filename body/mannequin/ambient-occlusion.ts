import type { Solid } from './solids.ts';

/** How far above the skin it is looked whether something is in the way (cm), the farthest first, and what each counts (after I. Quilez 2010). */
const LOOKS = [
  [8.5, 0.24],
  [4.2, 0.3],
  [2, 0.26],
  [0.8, 0.2],
] as const;
/** How dark it is where nothing but skin is seen. */
const DEEPEST = 0.8;
/** So much of what seems to be hidden is error. */
const ERROR = 0.06;

/**
 * Of points how open they lie: 1 in the open, less in folds and near other parts of the body, so that soft light can be drawn. Skin need not lie quite
 * on the solid: it was scaled to its girths.
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
    let hidden = 0;
    for (const [height, counts] of LOOKS) {
      const own = (height - distance(height) + skin) / height;
      // Where a large ball finds room on the skin, smaller ones do.
      if (own < ERROR) break;
      hidden += counts * Math.min((own - ERROR) * 1.4, 1);
    }
    shades[p] = 1 - DEEPEST * hidden;
  }
  return shades;
}
