/** The statistics that the body model is trained with: all of them closed forms, iterated a few times for robustness. */
import { at, solve } from '#body/matrix.ts';

/** Degrees of freedom of the Student-t errors that regressions assume, so that misread tapes and typing errors have little weight. */
const FREEDOM = 6;
const ROUNDS = 8;
/** Residuals are clipped at this many standard deviations. */
const WINSOR = 3.5;

export const mean = (values: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += at(values, i);
  return sum / values.length;
};

/** The quantile of the values, interpolated linearly. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  return at(sorted, below) + (place - below) * (at(sorted, Math.min(below + 1, sorted.length - 1)) - at(sorted, below));
}

/** Coefficients of the weighted least squares y = X c. */
export function leastSquares(rows: readonly number[][], y: ArrayLike<number>, weights?: ArrayLike<number>): number[] {
  const n = rows[0]?.length ?? 0;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as number[];
    const weight = weights ? at(weights, r) : 1;
    for (let i = 0; i < n; i++) {
      const wx = weight * at(row, i);
      right[i] = at(right, i) + wx * at(y, r);
      for (let j = 0; j < n; j++) matrix[i * n + j] = at(matrix, i * n + j) + wx * at(row, j);
    }
  }
  return [...solve(matrix, n, right)];
}

/** y − X c. */
function residualsOf(rows: readonly number[][], y: ArrayLike<number>, coefficients: readonly number[]): Float64Array {
  return Float64Array.from(rows, (row, r) => at(y, r) - row.reduce((sum, x, i) => sum + x * at(coefficients, i), 0));
}

/** Regression with Student-t errors, by iterative reweighting; `scales` are the errors' relative sizes. */
export function robustRegression(
  rows: readonly number[][],
  y: ArrayLike<number>,
  scales?: ArrayLike<number>,
): { coefficients: number[]; residuals: Float64Array } {
  const weights = Float64Array.from({ length: rows.length }, (_, r) => (scales ? 1 / at(scales, r) ** 2 : 1));
  const factors = weights.slice();
  let coefficients: number[] = [];
  let residuals: Float64Array = new Float64Array();
  for (let round = 0; round < ROUNDS; round++) {
    coefficients = leastSquares(rows, y, weights);
    residuals = residualsOf(rows, y, coefficients);
    const scale =
      quantile(
        residuals.map((r, i) => Math.abs(r) * Math.sqrt(at(factors, i))),
        0.5,
      ) * 1.4826;
    for (let r = 0; r < weights.length; r++) {
      const z2 = (at(residuals, r) ** 2 * at(factors, r)) / scale ** 2;
      weights[r] = (at(factors, r) * (FREEDOM + 1)) / (FREEDOM + z2);
    }
  }
  return { coefficients, residuals };
}

/**
 * How the standard deviation of residuals grows: sd = spread × exp(growth × t). Growth by Fisher scoring on residuals cut at 3.5 sd, and shrunk by
 * its own standard error; spread so that intervals of 80% and 95% have their stated coverage.
 */
export function fitSpread(residuals: ArrayLike<number>, t: ArrayLike<number>): { spread: number; growth: number } {
  let growth = 0;
  const n = residuals.length;
  const middle = mean(t);
  const squares = Array.from({ length: n }, (_, i) => (at(t, i) - middle) ** 2).reduce((sum, x) => sum + x, 0);
  const standardised = () => Float64Array.from({ length: n }, (_, i) => at(residuals, i) / Math.exp(growth * at(t, i)));
  for (let round = 0; round < 5; round++) {
    const z = standardised();
    const scale = coveringScale(z);
    let score = 0;
    for (let i = 0; i < n; i++) score += (at(t, i) - middle) * (Math.min(Math.abs(at(z, i)) / scale, WINSOR) ** 2 - 1);
    growth += score / (2 * squares);
  }
  const error = 1 / (2 * squares);
  growth *= growth ** 2 / (growth ** 2 + error);
  return { spread: coveringScale(standardised()), growth };
}

/** The standard deviation whose normal intervals hold 80% and 95% of the values, as a mean of both. */
export function coveringScale(values: Float64Array): number {
  const sizes = values.map(Math.abs);
  return (quantile(sizes, 0.8) / 1.2816 + quantile(sizes, 0.95) / 1.96) / 2;
}

/** Correlations of columns of standardised values, each cut at 3.5; the lower triangle without its diagonal. */
export function robustCorrelations(columns: readonly Float64Array[]): number[] {
  const cut = columns.map((column) => {
    const scale = coveringScale(column);
    return column.map((value) => Math.max(-WINSOR, Math.min(WINSOR, value / scale)));
  });
  const dot = (one: Float64Array, other: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < one.length; i++) sum += at(one, i) * at(other, i);
    return sum;
  };
  const sizes = cut.map((column) => Math.sqrt(dot(column, column)));
  return cut.flatMap((one, i) => cut.slice(0, i).map((other, j) => dot(one, other) / (at(sizes, i) * at(sizes, j))));
}

/** Mean and covariance (variance, covariance, variance) of pairs, distant ones having less weight (Student t, 6 degrees of freedom). */
export function robustMoments(x: ArrayLike<number>, y: ArrayLike<number>): { mean: number[]; covariance: number[] } {
  const n = x.length;
  const weights = new Float64Array(n).fill(1);
  let [mx, my, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    let total = 0;
    [mx, my] = [0, 0];
    for (let i = 0; i < n; i++) {
      total += at(weights, i);
      mx += at(weights, i) * at(x, i);
      my += at(weights, i) * at(y, i);
    }
    [mx, my] = [mx / total, my / total];
    [xx, xy, yy] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      const [dx, dy] = [at(x, i) - mx, at(y, i) - my];
      xx += at(weights, i) * dx * dx;
      xy += at(weights, i) * dx * dy;
      yy += at(weights, i) * dy * dy;
    }
    [xx, xy, yy] = [xx / total, xy / total, yy / total];
    const determinant = xx * yy - xy * xy;
    for (let i = 0; i < n; i++) {
      const [dx, dy] = [at(x, i) - mx, at(y, i) - my];
      weights[i] = (FREEDOM + 2) / (FREEDOM + (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant);
    }
  }
  return { mean: [mx, my], covariance: [xx, xy, yy] };
}
