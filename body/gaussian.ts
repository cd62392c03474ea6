import { at } from './matrix.ts';

/** A multivariate normal distribution: mean vector and full covariance matrix, row by row. For bodies: over ln of all MEASURES. */
export interface Gaussian {
  mean: Float64Array;
  covariance: Float64Array;
}

/** An independent copy. */
export function copyGaussian({ mean, covariance }: Gaussian): Gaussian {
  return { mean: mean.slice(), covariance: covariance.slice() };
}

/** The marginal distribution of the components with these indices; an index may occur twice. */
export function marginalise({ mean, covariance }: Gaussian, indices: readonly number[]): Gaussian {
  const n = mean.length;
  return {
    mean: Float64Array.from(indices, (i) => at(mean, i)),
    covariance: Float64Array.from(indices.flatMap((i) => indices.map((j) => at(covariance, i * n + j)))),
  };
}

/** Variance of the component with this index. */
export function getVariance({ mean, covariance }: Gaussian, index: number): number {
  return at(covariance, index * mean.length + index);
}

/**
 * Updates the distribution in place with an observation of one component: `value` with an error of this variance. Every other component moves
 * by its covariance with it (the Kalman update of one scalar).
 */
export function observe({ mean, covariance }: Gaussian, index: number, value: number, variance: number): void {
  const n = mean.length;
  const row = covariance.slice(index * n, index * n + n);
  const total = at(row, index) + variance;
  if (!(total > 0)) return;
  const gap = (value - at(mean, index)) / total;
  for (let i = 0; i < n; i++) {
    const share = at(row, i) / total;
    if (share === 0) continue;
    mean[i] = at(mean, i) + at(row, i) * gap;
    const start = i * n;
    for (let j = 0; j < n; j++) covariance[start + j] = at(covariance, start + j) - share * at(row, j);
  }
}

/** One Gaussian with the mean and the covariance of a mixture; the weights sum to 1. */
export function collapseMixture(parts: readonly { weight: number; belief: Gaussian }[]): Gaussian {
  const [first] = parts;
  if (!first) throw new RangeError('There is nothing to merge.');
  if (parts.length === 1) return first.belief;
  const n = first.belief.mean.length;
  const mean = new Float64Array(n);
  const covariance = new Float64Array(n * n);
  for (const { weight, belief } of parts) for (let i = 0; i < n; i++) mean[i] = at(mean, i) + weight * at(belief.mean, i);
  for (const { weight, belief } of parts) {
    const gap = belief.mean.map((value, i) => value - at(mean, i));
    for (let i = 0; i < n; i++) {
      const start = i * n;
      for (let j = 0; j < n; j++) {
        covariance[start + j] = at(covariance, start + j) + weight * (at(belief.covariance, start + j) + at(gap, i) * at(gap, j));
      }
    }
  }
  return { mean, covariance };
}
