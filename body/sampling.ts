import type { Gaussian } from './gaussian.ts';
import { at, cholesky } from './matrix.ts';

/**
 * Bodies drawn from a mixture of beliefs about the logarithms of some measures: `count` rows of cm, row by row. Always the same for the same
 * beliefs: the draws follow a lattice (the R-sequence of generalised golden ratios, by M. Roberts) that fills the space evenly.
 */
export function sampleBodies(parts: readonly { weight: number; belief: Gaussian }[], count: number): Float64Array {
  const n = parts[0]?.belief.mean.length ?? 0;
  const bodies = new Float64Array(count * n);
  const steps = goldenSteps(n);
  let done = 0;
  let until = 0;
  for (const [which, { weight, belief }] of parts.entries()) {
    until += weight;
    const end = which === parts.length - 1 ? count : Math.round(until * count);
    const lower = choleskyOf(belief.covariance, n);
    const own = end - done;
    for (let draw = 0; draw < own; draw++) {
      const normal = steps.map((step, k) => normalQuantile(k === 0 ? (draw + 0.5) / own : (0.5 + (draw + 1) * step) % 1));
      for (let k = 0; k < n; k++) {
        let value = at(belief.mean, k);
        for (let j = 0; j <= k; j++) value += at(lower, k * n + j) * at(normal, j);
        bodies[(done + draw) * n + k] = Math.exp(value);
      }
    }
    done = end;
  }
  return bodies;
}

/** Known measures have no variance: what they lack is added before the root is taken. */
function choleskyOf(covariance: Float64Array, n: number): Float64Array {
  const padded = covariance.slice();
  for (let k = 0; k < n; k++) padded[k * n + k] = at(padded, k * n + k) * (1 + 1e-9) + 1e-12;
  return cholesky(padded, n) ?? new Float64Array(n * n);
}

/** Steps of the R-sequence for so many dimensions. */
function goldenSteps(dimensions: number): number[] {
  let ratio = 2;
  for (let round = 0; round < 30; round++) ratio = (1 + ratio) ** (1 / (dimensions + 1));
  return Array.from({ length: dimensions }, (_, k) => (1 / ratio ** (k + 1)) % 1);
}

/** Quantile of the standard normal distribution (P. Acklam's rational approximation, relative error below 1.2e-9). */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  const poly = (coefficients: readonly number[], x: number) => coefficients.reduce((sum, c) => sum * x + c, 0);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return (
      poly(
        [
          -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
          2.938163982698783,
        ],
        q,
      ) / poly([0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1], q)
    );
  }
  const q = p - 0.5;
  const r = q * q;
  return (
    (poly(
      [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239],
      r,
    ) *
      q) /
    poly([-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1], r)
  );
}
