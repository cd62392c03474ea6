import { at, cholesky, solveFactored } from './matrix.ts';

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

/** An observation of one component with an error of this variance. */
export interface ComponentObservation {
  index: number;
  value: number;
  variance: number;
}

/**
 * Updates the distribution in place with observations of components, none of which makes another component smaller by being larger itself. Where it
 * would (a waist that is wide for the weight suggests narrower hips), the component stays as it was, and as uncertain. The gains do not depend on the
 * observed values, so that the means rise with each of them. Throws RangeError when a variance is not positive.
 */
export function observeRising({ mean, covariance }: Gaussian, observations: readonly ComponentObservation[]): void {
  const n = mean.length;
  const m = observations.length;
  if (m === 0) return;
  // The error is that at the expected value: a girth's is in cm, so its logarithm has one that depends on the girth.
  const errors = observations.map(({ index, value, variance }) => variance * Math.exp(2 * (value - at(mean, index))));
  const foreseen = new Float64Array(m * m);
  for (const [a, { index: i }] of observations.entries()) {
    for (const [b, { index: j }] of observations.entries()) foreseen[a * m + b] = at(covariance, i * n + j);
    foreseen[a * m + a] = at(foreseen, a * m + a) + at(errors, a);
  }
  const lower = cholesky(foreseen, m);
  if (!lower) throw new RangeError('The observations have no error.');
  const gaps = observations.map(({ index, value }) => value - at(mean, index));
  const gains = Array.from({ length: n }, (_, j) =>
    solveFactored(
      lower,
      m,
      observations.map(({ index }) => at(covariance, index * n + j)),
    ).map((gain) => Math.max(gain, 0)),
  );
  const shared = observations.map(({ index }) => covariance.slice(index * n, index * n + n));
  const spread = gains.map((gain) =>
    Float64Array.from({ length: m }, (_, b) => gain.reduce((sum, value, a) => sum + value * at(foreseen, a * m + b), 0)),
  );
  for (const [i, gain] of gains.entries()) {
    mean[i] = at(mean, i) + gain.reduce((sum, value, a) => sum + value * at(gaps, a), 0);
    for (const [j, other] of gains.entries()) {
      let change = 0;
      for (let a = 0; a < m; a++) {
        const of = shared[a] as Float64Array;
        change += at(spread[i] as Float64Array, a) * at(other, a) - at(gain, a) * at(of, j) - at(other, a) * at(of, i);
      }
      covariance[i * n + j] = at(covariance, i * n + j) + change;
    }
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
