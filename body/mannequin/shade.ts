import type { Solid } from './solids.ts';

/** How far above the skin it is looked whether something is in the way (cm), and what each counts (after I. Quilez 2010; together 1). */
const LOOKS = [
  [0.8, 0.2],
  [2, 0.26],
  [4.2, 0.3],
  [8.5, 0.24],
] as const;
/** How dark it is where nothing but skin is seen; a little of what is hidden is error, and not counted. */
const DEEPEST = 0.8;

/**
 * Of points how open they lie: 1 in the open, less in folds and near other parts of the body, so that soft light can be drawn. Skin need not lie quite
 * on the solid: it was scaled to its girths.
 */
export function shadesOf(
  positions: ArrayLike<number>,
  normals: ArrayLike<number>,
  count: number,
  distanceTo: Solid['distance'],
): Float64Array {
  const shades = new Float64Array(count);
  for (let p = 0; p < count; p++) {
    const at = (axis: number, height: number) => (positions[3 * p + axis] as number) + height * (normals[3 * p + axis] as number);
    const distance = (height: number) => distanceTo(Math.abs(at(0, height)), at(1, height), at(2, height));
    const own = distance(0);
    let hidden = 0;
    for (const [height, counts] of LOOKS)
      hidden += counts * Math.min(Math.max((height - distance(height) + own) / height - 0.06, 0) * 1.4, 1);
    shades[p] = 1 - DEEPEST * hidden;
  }
  return shades;
}
