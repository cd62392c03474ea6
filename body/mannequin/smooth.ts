import type { Surface } from './surface-nets.ts';

/**
 * Taubin's filter (1995): a shrinking step followed by a slightly larger growing step, which removes bumps and keeps the volume.
 */
const [SHRINK, GROW] = [0.5, -0.53];

/** Smooths a surface in place. With `where`, each point by its share (0 to 1) and without growing back, which fills folds. */
export function smoothSurface({ positions, indices: all }: Surface, rounds: number, where?: Float64Array): void {
  const indices = where ? trianglesAt(all, where) : all;
  const n = positions.length / 3;
  const counts = new Float64Array(n);
  for (let i = 0; i < indices.length; i++) counts[indices[i] as number] = (counts[indices[i] as number] as number) + 2;
  const sums = new Float64Array(3 * n);
  for (let round = 0; round < 2 * rounds; round++) {
    sums.fill(0);
    for (let t = 0; t < indices.length; t += 3) {
      for (let c = 0; c < 3; c++) {
        const to = 3 * (indices[t + c] as number);
        const one = 3 * (indices[t + ((c + 1) % 3)] as number);
        const other = 3 * (indices[t + ((c + 2) % 3)] as number);
        for (let axis = 0; axis < 3; axis++)
          sums[to + axis] = (sums[to + axis] as number) + (positions[one + axis] as number) + (positions[other + axis] as number);
      }
    }
    const share = round % 2 === 0 || where ? SHRINK : GROW;
    for (let p = 0; p < n; p++) {
      const own = where ? share * (where[p] as number) : share;
      const count = counts[p] as number;
      if (own === 0 || count === 0) continue;
      for (let i = 3 * p; i < 3 * p + 3; i++)
        positions[i] = (positions[i] as number) + own * ((sums[i] as number) / count - (positions[i] as number));
    }
  }
}

/** The triangles that touch a point with a share above 0. */
function trianglesAt(indices: Uint32Array, where: Float64Array): Uint32Array {
  const found: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] as number, indices[t + 1] as number, indices[t + 2] as number];
    if ((where[a] as number) + (where[b] as number) + (where[c] as number) > 0) found.push(a, b, c);
  }
  return Uint32Array.from(found);
}

/** Smooths values of points in place (`width` values per point): each round moves them half-way to the mean of their neighbours. */
export function smoothValues(values: Float32Array, width: number, indices: ArrayLike<number>, rounds: number): Float32Array {
  const n = values.length / width;
  const counts = new Float32Array(n);
  for (let i = 0; i < indices.length; i++) counts[indices[i] as number] = (counts[indices[i] as number] as number) + 2;
  const sums = new Float32Array(values.length);
  for (let round = 0; round < rounds; round++) {
    sums.fill(0);
    for (let t = 0; t < indices.length; t += 3) {
      for (let c = 0; c < 3; c++) {
        const to = width * (indices[t + c] as number);
        const one = width * (indices[t + ((c + 1) % 3)] as number);
        const other = width * (indices[t + ((c + 2) % 3)] as number);
        for (let k = 0; k < width; k++)
          sums[to + k] = (sums[to + k] as number) + (values[one + k] as number) + (values[other + k] as number);
      }
    }
    for (let i = 0; i < values.length; i++) {
      const count = counts[Math.floor(i / width)] as number;
      if (count > 0) values[i] = ((values[i] as number) + (sums[i] as number) / count) / 2;
    }
  }
  return values;
}
